import Diagrams
package import Marbles
import Pipelines
package import Reactive
import Tracing
import Values

/// A difference with what a person needs to decide about it: names, dates, a picture, and the reasons
/// for the first change.
package struct DifferenceReport {
  package let difference: Difference
  /// The names of the old and the new file, for people.
  package let names: (old: String, new: String)
  /// Returns an instant as part of a sentence.
  package let time: (Instant) -> String
  /// The reasons for the first change, or what kept them from being found.
  package var reasons: DifferenceReasons?
  /// The dates on the axis of the picture; nil for seconds.
  package var dates: ChartDates?

  package init(
    _ difference: Difference, from old: String, to new: String, time: @escaping (Instant) -> String
  ) {
    (self.difference, names, self.time) = (difference, (old, new), time)
  }
}

extension DifferenceReport {
  /// The numbers of changes in a sentence: `3 events came, 2 went, 1 moved; 40 are the same`.
  package var summary: String {
    let counts = EventChange.Kind.allCases.map { kind in
      (kind, difference.outputs.reduce(0) { $0 + $1.changes(kind).count })
    }.filter { $0.1 > 0 }
    if let shift { return shift }
    let same = difference.outputs.reduce(0) { $0 + $1.sameCount }
    let first = counts.first.map { kind, count in
      "\(count) \(count == 1 ? "event" : "events") \(kind.rawValue)"
    }
    let parts = [first].compactMap(\.self) + counts.dropFirst().map { "\($0.1) \($0.0.rawValue)" }
    guard !parts.isEmpty else {
      let events = same == 1 ? "the event is" : "all \(same) events are"
      if difference.isEmpty { return same == 0 ? "neither has events" : "\(events) the same" }
      return "\(events) the same, but the ends differ"
    }
    let rest = same == 0 ? "" : "; \(same) \(same == 1 ? "is" : "are") the same"
    return parts.joined(separator: ", ") + rest
  }

  /// The sentence about a difference in which all events moved by the same time; nil for any other.
  private var shift: String? {
    guard difference.outputs.count == 1, let output = difference.outputs.first,
      let delay = output.moved.commonDelay, output.changeCount == output.moved.count,
      output.sameCount == 0
    else { return nil }
    let events =
      output.moved.count == 1 ? "the one event moved" : "all \(output.moved.count) events moved"
    return "\(events), \(Self.shift(delay))"
  }

  /// The name of an output, for people.
  func label(of output: String) -> String { output.isEmpty ? "the stream" : "'\(output)'" }

  /// Returns a change in a few words: `at 10 s, 5 s later: {"host":"a"}`.
  package func phrase(of change: EventChange) -> String {
    let (old, new) = (change.old, change.new)
    let shift = change.delay.flatMap { $0 == 0 ? nil : ", \(Self.shift($0))" } ?? ""
    let event = new ?? old
    let at = "at \(time(change.old?.instant ?? change.instant))\(shift)"
    guard change.kind == .changed, let old, let new else {
      return "\(at): \(event?.kind.shortText ?? "")"
    }
    return "\(at): \(old.kind.shortText) became \(new.kind.shortText)"
  }

  /// Returns the time by which an event moved: `5 s later`, or `1h30m earlier`.
  private static func shift(_ nanoseconds: Int64) -> String {
    let amount = Int64(clamping: nanoseconds.magnitude)
    let (seconds, rest) = amount.quotientAndRemainder(dividingBy: 1_000_000_000)
    let parts = [(seconds / 3600, "h"), (seconds / 60 % 60, "m"), (seconds % 60, "s")]
      .filter { $0.0 > 0 }.map { "\($0.0)\($0.1)" }
    let text =
      rest == 0 && seconds >= 60
      ? parts.joined() : "\(Instant(nanoseconds: amount).secondsText) s"
    return "\(text) \(nanoseconds > 0 ? "later" : "earlier")"
  }

  /// The first change in a sentence; nil if there is none.
  package var firstSentence: String? {
    guard let (output, change) = difference.first else { return nil }
    let place = difference.outputs.count > 1 ? " of \(label(of: output))" : ""
    return "the first\(place) \(change.kind.rawValue) \(phrase(of: change))"
  }

  /// Returns a sentence about ends that differ; nil if they do not.
  package func endSentence(of output: Difference.Output) -> String? {
    guard output.oldEnd != output.newEnd else { return nil }
    func phrase(_ end: Timeline<Value>.Event?) -> String {
      end.map { "\($0.kind.shortText) at \(time($0.instant))" } ?? "was still waiting"
    }
    return "the old one \(phrase(output.oldEnd)), the new one \(phrase(output.newEnd))"
  }

  /// Returns a picture of both playbacks on one axis, around the first change of an output.
  package func picture(of output: Difference.Output, width: Int, isASCII: Bool = false) -> String {
    let excerpt = output.excerpt
    var trace = Trace(stages: [
      Trace.Stage(number: 0, role: .source, name: "old"),
      Trace.Stage(number: 1, role: .source, name: "new"),
    ])
    let events = excerpt.old.map { (0, $0) } + excerpt.new.map { (1, $0) }
    for (stage, event) in events.sorted(by: { $0.1.instant < $1.1.instant }) {
      trace.events.append(
        Trace.Event(
          number: trace.events.count, instant: event.instant, stage: stage, kind: event.kind))
    }
    guard !trace.events.isEmpty else { return "" }
    var options = DiagramOptions(stages: .all)
    options.dates = dates
    return TerminalDiagram(options: options, width: width, isColored: false, isASCII: isASCII)
      .text(of: trace)
  }
}
