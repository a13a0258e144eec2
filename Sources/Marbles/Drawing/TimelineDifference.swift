import Reactive

/// The first difference between two timelines.
struct TimelineDifference<Output> {
  let expected: Timeline<Output>
  let actual: Timeline<Output>
  let index: Int

  private typealias Event = Timeline<Output>.Event

  /// Finds the difference; nil if the two are equal.
  init?(expected: Timeline<Output>, actual: Timeline<Output>) where Output: Equatable {
    self.expected = expected
    self.actual = actual
    let common = min(expected.events.count, actual.events.count)
    let index = (0..<common).first { expected.events[$0] != actual.events[$0] }
    if index == nil, expected.events.count == actual.events.count { return nil }
    self.index = index ?? common
  }

  /// The number of events of the longer one.
  var count: Int { max(expected.events.count, actual.events.count) }

  private func event(_ timeline: Timeline<Output>) -> Event? {
    index < timeline.events.count ? timeline.events[index] : nil
  }

  /// The time of the first difference.
  var time: Int64 {
    let times = [event(expected), event(actual)].compactMap { $0?.instant.nanoseconds }
    return times.min() ?? 0
  }

  /// The instant of each timeline's first event that differs from the other timeline.
  var times: [Int64?] { [event(expected), event(actual)].map { $0?.instant.nanoseconds } }

  /// The two instants, if they are different.
  var instants: (Int64, Int64)? {
    guard let wanted = times[0], let got = times[1], wanted != got else { return nil }
    return (wanted, got)
  }

  /// Returns the distance of the caret from the column of its instant. Within a group it is below
  /// one event.
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

  /// The maximum number of equal events added to draw an instant from its beginning.
  private static var longestStart: Int { 8 }

  /// Returns the events to draw. Instants are drawn from their beginning, unless too many events
  /// come before.
  func window(_ reach: Int) -> Range<Int> {
    var reach = reach
    // If there are this many events at one instant, the nearest ones are the most helpful.
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

  /// Returns the difference in words, on one line if it fits.
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
      words.1 += ", which looks the same but is not equal"
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

  /// Leaves out the common beginning of two long texts, so that their difference is visible.
  private func shortenStart(_ left: inout String, _ right: inout String) {
    let common = zip(left, right).prefix { $0 == $1 }.count
    guard common > 40 else { return }
    left = "…" + left.dropFirst(common - 20)
    right = "…" + right.dropFirst(common - 20)
  }
}
