import Reactive

/// The first difference between two timelines.
struct TimelineDifference<Output> {
  let expected: Timeline<Output>
  let actual: Timeline<Output>
  let index: Int

  private typealias Event = Timeline<Output>.Event

  /// Nil if the two are equal.
  init?(expected: Timeline<Output>, actual: Timeline<Output>) where Output: Equatable {
    self.expected = expected
    self.actual = actual
    let common = min(expected.events.count, actual.events.count)
    let index = (0..<common).first { expected.events[$0] != actual.events[$0] }
    if index == nil, expected.events.count == actual.events.count { return nil }
    self.index = index ?? common
  }

  /// How many events the longer one has.
  var count: Int { max(expected.events.count, actual.events.count) }

  private func event(_ timeline: Timeline<Output>) -> Event? {
    index < timeline.events.count ? timeline.events[index] : nil
  }

  /// When the two part.
  var time: Int64 {
    let times = [event(expected), event(actual)].compactMap { $0?.instant.nanoseconds }
    return times.min() ?? 0
  }

  /// The instant of the event of each timeline that is not the other's.
  var times: [Int64?] { [event(expected), event(actual)].map { $0?.instant.nanoseconds } }

  /// The two instants, if the two events are not of the same one.
  var instants: (Int64, Int64)? {
    guard let wanted = times[0], let got = times[1], wanted != got else { return nil }
    return (wanted, got)
  }

  /// How far right of its instant's column the caret stands: below one of a group.
  func offset(in window: Range<Int>) -> Int {
    let timeline = event(actual)?.instant.nanoseconds == time ? actual : expected
    let instant = timeline.events[index].instant
    var (first, last) = (index, index)
    while first > window.lowerBound, timeline.events[first - 1].instant == instant { first -= 1 }
    let end = min(timeline.events.count, window.upperBound)
    while last + 1 < end, timeline.events[last + 1].instant == instant {
      last += 1
    }
    return first == last ? 0 : 1 + index - first
  }

  /// How many equal events may be added so that an instant is drawn from its beginning.
  private static var longestStart: Int { 8 }

  /// The events that are drawn; instants from their beginning, unless too many come then.
  func window(_ reach: Int) -> Range<Int> {
    var reach = reach
    // Of so much at one instant what is near tells most.
    if reach > 5, index > 20, index < expected.events.count,
      expected.events[index].instant == expected.events[index - 20].instant
    {
      reach = 5
    }
    var (low, high) = (0, count)
    if index > reach { low = index - reach }
    var start = low
    while start > 0, start < index,
      expected.events[start].instant == expected.events[start - 1].instant
    {
      start -= 1
    }
    if low - start <= Self.longestStart { low = start }
    if count - index > reach { high = index + reach }
    return low..<high
  }

  func earliest(_ index: Int) -> Int64 {
    index < expected.events.count ? expected.events[index].instant.nanoseconds : time
  }

  func lanes(in window: Range<Int>, limit: Int, text: (Output) -> String) -> [ChartLane] {
    var lanes = [("expected", expected), ("actual", actual)].map { label, timeline in
      ChartLane(
        label: label,
        timeline: Timeline(Array(timeline.events[window.clamped(to: timeline.events.indices)])),
        limit: limit, text: text)
    }
    let isInline = lanes.allSatisfy(\.isInline)
    for index in lanes.indices { lanes[index].isInline = isInline }
    return lanes
  }

  /// The difference in words, on one line if it fits.
  func message(_ time: ChartTime, limit: Int, text: (Output) -> String) -> String {
    let (wanted, got) = (event(expected), event(actual))
    var words = (
      words(wanted, in: expected, text: text), words(got, in: actual, text: text)
    )
    shortenStart(&words.0, &words.1)
    words = (ChartText.line(words.0, limit: limit - 11), ChartText.line(words.1, limit: limit - 11))
    if let wanted, let got, wanted.instant != got.instant {
      words.0 += " at \(time.text(wanted.instant.nanoseconds))"
      words.1 += " at \(time.text(got.instant.nanoseconds))"
    } else if words.0 == words.1 {
      words.1 += ", which looks the same and is not equal"
    }
    let place = "first difference at \(time.text(self.time)):"
    let line = "\(place) expected \(words.0), got \(words.1)"
    if ChartText.width(line) <= limit { return line }
    return "\(place)\n  expected \(words.0)\n  got      \(words.1)"
  }

  private func words(
    _ event: Event?, in timeline: Timeline<Output>, text: (Output) -> String
  ) -> String {
    switch event?.kind {
    case nil: "nothing more" + (timeline.completion == nil ? " (still waiting)" : "")
    case .value(let value): text(value)
    case .finished: "the end"
    case .failure(""): "a failure"
    case .failure(let message): "failure '\(message)'"
    }
  }

  /// Leaves out what two long texts have in common, so that their difference is on the screen.
  private func shortenStart(_ left: inout String, _ right: inout String) {
    let common = zip(left, right).prefix { $0 == $1 }.count
    guard common > 40 else { return }
    left = "…" + left.dropFirst(common - 20)
    right = "…" + right.dropFirst(common - 20)
  }
}
