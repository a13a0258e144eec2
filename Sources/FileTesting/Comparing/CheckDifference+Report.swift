import Marbles
import Pipelines
import Reactive
import Values

extension CheckDifference {
  /// Returns the difference for people: both timelines on one axis, the first difference in words,
  /// a comparison of the rest, and the full texts that had to be shortened in the words.
  ///
  /// - Parameter width: The width in columns of a terminal.
  public func report(width: Int = 80) -> String {
    let picture = MarbleChart(width: width, dates: countsFrom1970 ? .utc : nil).difference(
      expected: expected, actual: actual, text: \.symbol)
    let lines =
      [comparison].compactMap { $0 } + valueLines(width: width, below: picture)
      + [failureLine].compactMap { $0 }
    return ([picture] + lines).joined(separator: "\n")
  }

  /// A line about the place of the stream's failure, if it is known.
  private var failureLine: String? {
    guard let failure, failure.cause != nil else { return nil }
    return "the stream failed: \(failure.line)"
  }

  /// The index of the first difference.
  private var index: Int {
    zip(expected.events, actual.events).prefix { $0 == $1 }.count
  }

  /// Returns the places at which two values differ, and the full texts that had to be shortened in
  /// the words.
  private func valueLines(width: Int, below picture: String) -> [String] {
    guard index < expected.events.count, index < actual.events.count else { return [] }
    let (wanted, got) = (expected.events[index].kind, actual.events[index].kind)
    var lines: [String] = []
    if case .value(let wanted) = wanted, case .value(let got) = got, wanted != got {
      lines = ValueDifference(wanted, got, by: matching).lines(width: width)
    }
    let words = picture.split(separator: "\n").drop { !$0.hasPrefix("first difference") }
      .joined(separator: "\n")
    guard words.contains("…") else { return lines }
    let texts = (FullText(wanted), FullText(got))
    let common = zip(texts.0.text, texts.1.text).prefix { $0 == $1 }.count
    for (text, title) in [(texts.0, "expected in full:"), (texts.1, "got in full:")]
    where !words.contains(text.text) {
      lines += text.lines(below: title, width: width, equalCount: common)
    }
    return lines
  }
}

/// The text of an event, over as many lines as it needs.
private struct FullText {
  /// The maximum number of lines.
  private static let longest = 30
  /// The maximum number of lines if the equal beginning is left out.
  private static let longestRest = 8
  /// The number of equal characters shown before the first difference.
  private static let lead = 100

  let text: String

  init(_ kind: Timeline<Value>.Kind) {
    text =
      switch kind {
      case .value(let value): value.description.onOneLine
      case .failure(let message): message.onOneLine
      case .finished: ""
      }
  }

  /// - Parameter equalCount: The number of characters at the beginning that are the same in the
  ///   other text. If there are too many lines, these characters are left out first.
  func lines(below title: String, width: Int, equalCount: Int) -> [String] {
    if text.isEmpty { return [] }
    let isLong = text.count > Self.longest * (width - 4)
    let skipped = isLong ? max(0, equalCount - Self.lead) : 0
    var lines = skipped > 0 ? ["    … after \(skipped) equal characters:"] : []
    var rest = text.dropFirst(skipped)
    while !rest.isEmpty, lines.count < (isLong ? Self.longestRest : Self.longest) {
      var columns = 0
      let line = rest.prefix { character in
        columns += ChartText.width(character)
        return columns <= width - 4
      }
      lines.append("    \(line.isEmpty ? rest.prefix(1) : line)")
      rest = rest.dropFirst(max(line.count, 1))
    }
    let more = rest.isEmpty ? [] : ["    … and \(rest.count) more characters"]
    return ["  \(title)"] + lines + more
  }
}

extension CheckDifference {
  private typealias Events = ArraySlice<Timeline<Value>.Event>

  /// A comparison of the rest, if it can be expressed in a few words.
  private var comparison: String? {
    let wanted = expected.events[index...]
    let got = actual.events[index...]
    if wanted.isEmpty {
      return got.count > 1 ? "\(got.count) unexpected events arrived" : nil
    }
    if got.isEmpty { return missing(wanted) }
    if let note = Self.kind(of: wanted, got) {
      let isAll = wanted.dropFirst().elementsEqual(got.dropFirst())
      return isAll && wanted.count + index > 1 ? "\(note)\neverything else is as expected" : note
    }
    if wanted.dropFirst().elementsEqual(got) {
      return "only this event is missing; everything after it is as expected"
    }
    if got.dropFirst().elementsEqual(wanted) {
      return "only this event is unexpected; everything after it is as expected"
    }
    if wanted.dropFirst().elementsEqual(got.dropFirst()) {
      return wanted.count + index > 1 ? "everything else is as expected" : nil
    }
    return Self.order(of: wanted, got) ?? shift(from: wanted, to: got)
      ?? Self.surplus(of: wanted, got)
  }

  /// Returns a note if two numbers differ only in their kind.
  private static func kind(of wanted: Events, _ got: Events) -> String? {
    guard case .value(let left)? = wanted.first?.kind, case .value(let right)? = got.first?.kind
    else { return nil }
    switch (left, right) {
    case (.int(let int), .double(let double)) where Double(int) == double:
      return "an int and a double differ: \(left) is not \(right)"
    case (.double(let double), .int(let int)) where Double(int) == double:
      return "a double and an int differ: \(left) is not \(right)"
    default: return nil
    }
  }

  /// Returns a note if the rest of one timeline is a suffix of the other, or if one continues where
  /// the other has ended.
  private static func surplus(of wanted: Events, _ got: Events) -> String? {
    if case .finished? = wanted.first?.kind {
      let events = got.count == 1 ? "event" : "events"
      return "\(got.count) \(events) arrived instead of the expected end"
    }
    if wanted.count > got.count, wanted.suffix(got.count).elementsEqual(got) {
      return "\(wanted.count - got.count) events are missing; everything after them is as expected"
    }
    if got.count > wanted.count, got.suffix(wanted.count).elementsEqual(wanted) {
      return "\(got.count - wanted.count) events are unexpected; everything after them is as "
        + "expected"
    }
    return nil
  }

  private func missing(_ wanted: Events) -> String? {
    if wanted.count > 1 { return "\(wanted.count) expected events did not arrive" }
    guard case .finished? = wanted.first?.kind, actual.completion == nil else { return nil }
    return "the stream never completed, and nothing is pending"
  }

  /// Returns a note if the same events occur at that instant in a different order.
  private static func order(of wanted: Events, _ got: Events) -> String? {
    guard let instant = wanted.first?.instant, got.first?.instant == instant else { return nil }
    let (here, there) = (
      wanted.prefix { $0.instant == instant }, got.prefix { $0.instant == instant }
    )
    guard here.count == there.count, here.count <= 1000 else { return nil }
    var rest = Array(there)
    for event in here {
      guard let place = rest.firstIndex(of: event) else { return nil }
      rest.remove(at: place)
    }
    let isAll = wanted.dropFirst(here.count).elementsEqual(got.dropFirst(there.count))
    return "the same events arrive in another order"
      + (isAll ? "; everything after them is as expected" : "")
  }

  /// Returns a note if the same events occur at other times.
  private func shift(from wanted: Events, to got: Events) -> String? {
    guard wanted.count == got.count, zip(wanted, got).allSatisfy({ $0.kind == $1.kind }),
      let first = wanted.first, let other = got.first
    else { return nil }
    let delay = first.instant.duration(to: other.instant)
    let isEven = zip(wanted, got).allSatisfy { $0.instant.duration(to: $1.instant) == delay }
    guard isEven else { return "from there on, the same events arrive at other times" }
    let nanoseconds = other.instant.nanoseconds - first.instant.nanoseconds
    let latest = max(
      expected.events.last?.instant ?? .zero, actual.events.last?.instant ?? .zero)
    let amount = ChartTime(latest: latest.nanoseconds, dates: countsFrom1970 ? .utc : nil)
      .duration(abs(nanoseconds))
    return "from there on, every event arrives \(amount) too \(nanoseconds > 0 ? "late" : "early")"
  }
}
