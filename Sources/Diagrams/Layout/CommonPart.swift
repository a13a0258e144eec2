import Marbles
import Tracing
import Values

/// The part that all values of a row have in common. It is shown once beside the name of the row,
/// and not in each label.
struct CommonPart: CustomStringConvertible {
  /// The number of values from which this is worthwhile, and the number of columns of a long label.
  private static let least = (values: 4, columns: 12)
  /// The columns of the description.
  private static let longest = 60

  /// A member that all values have.
  private struct Shared {
    let key: Text
    /// The value, if it is the same everywhere.
    var value: Value?
    /// The common beginning and end of all its texts.
    var ends = TextEnds()
  }

  /// The members, of which only some vary.
  private var members: [Shared] = []
  /// The common beginning and end of all texts.
  private var ends = TextEnds()

  init() {}

  /// Creates the common part of the values of a row. It is empty if the values are few, short, or
  /// different.
  init(of events: some Sequence<Int>, in trace: Trace) {
    let values = events.lazy.compactMap { number -> Value? in
      if case .value(let value) = trace.events[number].kind { value } else { nil }
    }
    guard Array(values.prefix(Self.least.values)).count == Self.least.values,
      let first = values.first(where: { _ in true }),
      values.contains(where: { ValueLabel.text(of: $0).count > Self.least.columns })
    else { return }
    switch first {
    case .object(let object): findMembers(of: object, values)
    case .string: ends = TextEnds(of: values)
    default: break
    }
  }

  private mutating func findMembers(of first: Object, _ values: some Sequence<Value>) {
    var found = first.members.map { Shared(key: $0.key, value: $0.value) }
    for value in values {
      guard case .object(let object) = value, object.count == found.count else { return }
      for (index, member) in object.members.enumerated() {
        guard member.key == found[index].key else { return }
        if found[index].value.map({ $0 != member.value }) ?? false { found[index].value = nil }
      }
    }
    for index in found.indices where found[index].value == nil {
      let own = values.lazy.compactMap { value -> Value? in
        if case .object(let object) = value { object.members[index].value } else { nil }
      }
      found[index].ends = TextEnds(of: own)
    }
    members = found
  }

  /// Whether nothing is common.
  var isEmpty: Bool { ends.isEmpty && members.isEmpty }

  /// `{host: web-1, n}`, with the values of members that are the same; empty if nothing is common.
  var description: String {
    if !ends.isEmpty { return ChartText.line("\(ends)", limit: Self.longest) }
    guard !members.isEmpty else { return "" }
    let parts = members.map { member in
      let key = member.key.string
      if let value = member.value { return "\(key): \(ValueLabel.text(of: value))" }
      return member.ends.isEmpty ? key : "\(key): \(member.ends)"
    }
    return ChartText.line("{\(parts.joined(separator: ", "))}", limit: Self.longest)
  }

  /// Returns the text of a value, without the common part.
  func label(of value: Value) -> String {
    switch value {
    case .string where !ends.isEmpty: return ends.middle(of: value)
    case .object(let object) where !members.isEmpty:
      let own = zip(object.members, members).filter { $1.value == nil }.map { member, shared in
        shared.ends.middle(of: member.value)
      }
      let text = own.isEmpty ? "{…}" : own.joined(separator: ", ")
      return ChartText.line(text, limit: DiagramMetrics.longestText)
    default: return ValueLabel.text(of: value)
    }
  }
}

/// The beginning and the end that several texts have in common, up to whole words.
private struct TextEnds: CustomStringConvertible {
  /// The number of characters from which common ends are left out.
  private static let least = 4

  private var prefix = ""
  private var suffix = ""

  init() {}

  /// Creates the ends of values. They are empty if the values are not all strings, or if leaving
  /// the ends out is not worthwhile.
  init(of values: some Sequence<Value>) {
    var (head, tail): (Substring?, Substring?)
    var shortest = Int.max
    for value in values {
      guard case .string(let string) = value else { return }
      let text = string.string
      shortest = min(shortest, text.count)
      head = head.map { $0.prefix(zip($0, text).prefix { $0 == $1 }.count) } ?? text[...]
      tail =
        tail.map { old in
          old.suffix(zip(old.reversed(), text.reversed()).prefix { $0 == $1 }.count)
        } ?? text[...]
    }
    guard let head, let tail else { return }
    // A word is not cut in two.
    let isBoundary = { (character: Character) in !character.isLetter && !character.isNumber }
    let start = head.lastIndex(where: isBoundary).map { head[...$0] } ?? ""
    let end = tail.firstIndex(where: isBoundary).map { tail[$0...] } ?? ""
    if start.count >= Self.least { prefix = String(start) }
    if end.count >= Self.least, prefix.count + end.count <= shortest { suffix = String(end) }
  }

  var isEmpty: Bool { prefix.isEmpty && suffix.isEmpty }

  var description: String { "\(prefix)…\(suffix)" }

  /// Returns the text of a value, without its ends.
  func middle(of value: Value) -> String {
    guard !isEmpty, case .string(let text) = value else { return ValueLabel.text(of: value) }
    let middle = text.string.dropFirst(prefix.count).dropLast(suffix.count)
    let label = (prefix.isEmpty ? "" : "…") + middle + (suffix.isEmpty ? "" : "…")
    return ChartText.line(label, limit: DiagramMetrics.longestText)
  }
}
