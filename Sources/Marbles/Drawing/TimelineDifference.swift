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

  private func event(_ timeline: Timeline<Output>) -> Event? {
    index < timeline.events.count ? timeline.events[index] : nil
  }

  /// When the two part.
  var time: Int64 {
    let times = [event(expected), event(actual)].compactMap { $0?.instant.nanoseconds }
    return times.min() ?? 0
  }

  /// How far right of its instant's column the caret stands: below one of a group.
  var offset: Int {
    let timeline = event(actual)?.instant.nanoseconds == time ? actual : expected
    let instant = timeline.events[index].instant
    var (first, last) = (index, index)
    while first > 0, timeline.events[first - 1].instant == instant { first -= 1 }
    while last + 1 < timeline.events.count, timeline.events[last + 1].instant == instant {
      last += 1
    }
    return first == last ? 0 : 1 + index - first
  }

  /// The events that are drawn; whole instants.
  func window(_ reach: Int) -> Range<Int> {
    let count = max(expected.events.count, actual.events.count)
    var (low, high) = (0, count)
    if index > reach { low = index - reach }
    while low > 0, low < index,
      expected.events[low].instant == expected.events[low - 1].instant
    {
      low -= 1
    }
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

  func message(_ time: ChartTime, limit: Int, text: (Output) -> String) -> String {
    let place = "first difference at \(time.text(self.time)): "
    let (wanted, got) = (event(expected), event(actual))
    let isSameTime = wanted?.instant == got?.instant
    func words(_ event: Event?, _ timeline: Timeline<Output>, none: String) -> String {
      guard let event else {
        return none + (timeline.completion == nil ? ", still waiting" : "")
      }
      let words =
        switch event.kind {
        case .value(let value): ChartText.line(text(value), limit: limit)
        case .finished: "the end"
        case .failure(let message): "failure '\(ChartText.line(message, limit: limit))'"
        }
      return isSameTime || wanted == nil || got == nil
        ? words : "\(words) at \(time.text(event.instant.nanoseconds))"
    }
    let expectedWords = words(wanted, expected, none: "nothing more")
    let actualWords = words(got, actual, none: "nothing more")
    let alike = expectedWords == actualWords ? ", which looks the same and is not equal" : ""
    return "\(place)expected \(expectedWords), got \(actualWords)\(alike)"
  }
}
