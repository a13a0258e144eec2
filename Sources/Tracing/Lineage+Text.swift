import Marbles
public import Reactive
import Values

/// The form of a lineage for people.
public struct LineageStyle: Sendable {
  /// Returns the text of an instant, such as `2.5 s`.
  public var time: @Sendable (Instant) -> String
  /// Returns text that is less important, such as a place, in its form for people.
  public var dim: @Sendable (String) -> String
  /// The maximum number of characters of a value.
  public var valueWidth: Int

  /// Creates a form of lineages.
  public init(
    valueWidth: Int = 60,
    time: @escaping @Sendable (Instant) -> String = { LineageStyle.seconds($0) },
    dim: @escaping @Sendable (String) -> String = { $0 }
  ) {
    self.valueWidth = valueWidth
    self.time = time
    self.dim = dim
  }

  /// Returns an instant in seconds, in the shortest exact decimal form.
  public static func seconds(_ instant: Instant) -> String {
    var buffer = ByteBuffer()
    buffer.appendSeconds(nanoseconds: instant.nanoseconds)
    return String(decoding: buffer.bytes, as: UTF8.self) + " s"
  }
}

extension Lineage {
  /// The maximum number of branches that are shown below one event.
  private static let branchLimit = 10
  /// The maximum depth that is shown.
  private static let depthLimit = 30

  /// Returns the lines of the tree, for people.
  public func lines(
    of stages: [Trace.Stage], style: LineageStyle = LineageStyle()
  ) -> [String] {
    var lines: [String] = []
    write(to: &lines, lead: "", rest: "", depth: 0, stages, style)
    return lines
  }

  private func write(
    to lines: inout [String], lead: String, rest: String, depth: Int, _ stages: [Trace.Stage],
    _ style: LineageStyle
  ) {
    let mark = isRepeated ? ", as above" : ""
    lines.append(lead + event.line(of: stages, style) + mark)
    guard depth < Self.depthLimit else {
      if !branches.isEmpty { lines.append(rest + "└ …") }
      return
    }
    let shown = branches.prefix(Self.branchLimit)
    let omitted = branches.count - shown.count
    let count = shown.count + ends.count + (omitted > 0 ? 1 : 0)
    for (number, branch) in shown.enumerated() {
      let isLast = number == count - 1
      branch.write(
        to: &lines, lead: rest + (isLast ? "└ " : "├ "), rest: rest + (isLast ? "  " : "│ "),
        depth: depth + 1, stages, style)
    }
    if omitted > 0 {
      lines.append(rest + (ends.isEmpty ? "└ " : "├ ") + "and \(omitted) more")
    }
    for (number, end) in ends.enumerated() {
      lines.append(rest + (number == ends.count - 1 ? "└ " : "├ ") + end.line(of: stages, style))
    }
  }
}

extension Trace.Event {
  /// Returns the event on one line: `filter $0 > 2: 3 at 6 s, event 11 (pipe.json:2:5)`.
  public func line(of stages: [Trace.Stage], _ style: LineageStyle) -> String {
    let stage = stages[self.stage]
    let what =
      switch kind {
      case .value(let value): value.description.cut(to: style.valueWidth)
      case .finished: "finished"
      case .failure(let message): "failed: \(message.cut(to: style.valueWidth))"
      }
    var facts = ["event \(number)"]
    if let record {
      facts.append(
        record.source.isEmpty
          ? "record \(record.line)" : "\(record.source.onOneLine):\(record.line)")
    }
    if let place = stage.place, stage.role != .output { facts.append(place.description.onOneLine) }
    let facing = style.dim("(\(facts.joined(separator: ", ")))")
    let because = because.map { ", because \($0.onOneLine)" } ?? ""
    return "\(stage.label): \(what) at \(style.time(instant))\(because) \(facing)"
  }
}

extension Trace.End {
  /// Returns the end on one line:
  /// `ended: 'filter' dropped it: its condition is false (pipe.json:2:5)`.
  public func line(of stages: [Trace.Stage], _ style: LineageStyle) -> String {
    let place = stages[stage].place.map { " " + style.dim("(\($0))".onOneLine) } ?? ""
    return "✗ \(text.onOneLine)\(place)"
  }
}

extension Trace.Stage {
  /// The number of characters of the parameters in a label.
  private static let longestLabel = 60

  /// The name and the parameters, on one line and cut if they are long: `filter $0 > 2`.
  public var label: String {
    let parameters = parameters.cut(to: Self.longestLabel)
    let word = name.isEmpty ? "output" : role == .output ? "output '\(name)'" : name
    return (parameters.isEmpty ? word : "\(word) \(parameters)").onOneLine
  }
}

extension String {
  /// The text on one line, cut to a number of characters.
  func cut(to width: Int) -> String {
    let line = onOneLine
    return line.count > width ? line.prefix(width - 1) + "…" : line
  }
}
