import Marbles
import Pipelines
import Reactive
import Values

/// Matches the values of two playbacks of one stream while they are played.
///
/// Events of one instant whose keys are equal belong together, and no pair of other events with that
/// key crosses them. The others wait for a partner as long as `within` allows, and are then paired so
/// that they are close. Events that are left on both sides at one instant are a changed value, unless a
/// key says otherwise. Only events without a partner are stored.
struct EventMatcher {
  typealias Event = Timeline<Value>.Event

  /// The old or the new playback.
  enum Side { case old, new }

  /// Events with equal keys that wait for partners.
  private struct Group {
    var old: [Event] = []
    var new: [Event] = []
    var count: Int { old.count + new.count }
    /// The instants of the earliest and the latest of them.
    var first: Instant? { [old.first?.instant, new.first?.instant].compactMap(\.self).min() }
    var last: Instant? { [old.last?.instant, new.last?.instant].compactMap(\.self).max() }
  }

  /// The number of events with one key that wait at the most. The first half of more is paired.
  private static let groupLimit = 512
  /// The number of events that wait at the most. More are paired at once.
  private static let limit = 1_000_000

  private let matching: EventMatching
  private let within: Int64
  /// The events that have arrived and whose instant may have more, in order.
  private var arrived: (old: [Event], new: [Event]) = ([], [])
  private var groups: [Value: Group] = [:]
  /// The events that wait for a partner, up to the first whose time is not over.
  private var waiting = WaitingLine()
  /// The same events, up to the first that has not been settled.
  private var unsettled = WaitingLine()
  /// The number of waiting events.
  private var waitingCount = 0
  /// Events without a partner, of which those at one instant may be a changed value.
  private var lonely: [Instant: (old: [Event], new: [Event])] = [:]
  /// The instants of these, in order.
  private var lonelyInstants: [Instant] = []
  private var found: [EventChange] = []
  /// The number of values that are equal at the same instants.
  private(set) var sameCount = 0
  /// Whether some events were paired before all of their partners may have come.
  private(set) var isCut = false
  /// The values around the first difference.
  private(set) var excerpt = EventExcerpt()

  init(_ matching: EventMatching) {
    self.matching = matching
    within = matching.within.wholeNanoseconds
  }

  mutating func receive(_ event: Event, from side: Side) {
    switch side {
    case .old: arrived.old.append(event)
    case .new: arrived.new.append(event)
    }
  }

  /// Matches the events before an instant, up to which both playbacks have come. Returns the changes
  /// that are certain by then.
  mutating func advance(to instant: Instant) throws(DifferenceError) -> [EventChange] {
    try matchArrived(before: instant)
    settle(before: instant)
    return exchange(&found, with: [])
  }

  /// Matches all that is left, after both playbacks have ended.
  mutating func finish() throws(DifferenceError) -> [EventChange] {
    try matchArrived(before: nil)
    pairAll()
    settleLonely(before: nil)
    return exchange(&found, with: [])
  }

  private mutating func matchArrived(before instant: Instant?) throws(DifferenceError) {
    var (old, new) = (arrived.old[...], arrived.new[...])
    while let next = [old.first?.instant, new.first?.instant].compactMap(\.self).min(),
      instant.map({ next < $0 }) ?? true
    {
      let (here, there) = (
        old.prefix { $0.instant == next }, new.prefix { $0.instant == next }
      )
      (old, new) = (old.dropFirst(here.count), new.dropFirst(there.count))
      settle(before: next)
      let isEqual = try match(here, there, at: next)
      excerpt.add(here, there, differ: !isEqual)
    }
    arrived = (Array(old), Array(new))
  }
}

// MARK: - One instant

extension EventMatcher {
  /// Matches the events of one instant. Returns whether they are the same.
  private mutating func match(
    _ old: ArraySlice<Event>, _ new: ArraySlice<Event>, at instant: Instant
  ) throws(DifferenceError) -> Bool {
    if groups.isEmpty, old.count == new.count, old.count == 1 || matching.key == nil,
      zip(old, new).allSatisfy({ $0.kind == $1.kind })
    {
      sameCount += old.count
      return true
    }
    let sameBefore = sameCount
    var (rest, others): ([(key: Value, event: Event)], [(key: Value, event: Event)]) = ([], [])
    for event in old { rest.append((try key(of: event), event)) }
    for event in new { others.append((try key(of: event), event)) }
    if matching.key != nil {
      try refuseTwice(rest, in: "old", at: instant)
      try refuseTwice(others, in: "new", at: instant)
    }
    var numbers: [Value: [Int]] = [:]
    // Backwards, so that the first one is taken first.
    for (number, other) in others.enumerated().reversed() {
      numbers[other.key, default: []].append(number)
    }
    var matched: Set<Int> = []
    for (key, event) in rest {
      guard let number = numbers[key]?.popLast() else {
        wait(event, .old, key)
        continue
      }
      matched.insert(number)
      pair(key)
      let other = others[number].event
      if event.kind == other.kind {
        sameCount += 1
      } else {
        found.append(.changed(from: event, to: other))
      }
    }
    for (number, other) in others.enumerated() where !matched.contains(number) {
      wait(other.event, .new, other.key)
    }
    return sameCount - sameBefore == old.count && old.count == new.count
  }

  private func key(of event: Event) throws(DifferenceError) -> Value {
    guard case .value(let value) = event.kind else { return .null }
    return try matching.key(of: value)
  }

  private func refuseTwice(
    _ events: [(key: Value, event: Event)], in side: String, at instant: Instant
  ) throws(DifferenceError) {
    guard events.count > 1 else { return }
    var seen: [Value: Event] = [:]
    for (key, event) in events {
      guard let first = seen.updateValue(event, forKey: key) else { continue }
      throw .ambiguous(
        "the key \(key.description.abbreviated) occurs twice at \(instant.secondsText) s in the \(side) "
          + "playback: \(first.kind.shortText) and \(event.kind.shortText)")
    }
  }
}

// MARK: - Waiting

extension EventMatcher {
  /// Stores an event until a partner comes, or none can come any more.
  private mutating func wait(_ event: Event, _ side: Side, _ key: Value) {
    var group = groups.removeValue(forKey: key) ?? Group()
    switch side {
    case .old: group.old.append(event)
    case .new: group.new.append(event)
    }
    waitingCount += 1
    waiting.append(event.instant, key)
    unsettled.append(event.instant, key)
    if group.count >= Self.groupLimit {
      isCut = true
      resolve(&group, keeping: Self.groupLimit / 2)
    }
    if group.count > 0 { groups[key] = group }
    if waitingCount + lonelyInstants.count > Self.limit {
      isCut = true
      pairAll()
      settleLonely(before: nil)
    }
  }

  /// Pairs the events that no event from an instant on can be a partner of.
  private mutating func settle(before instant: Instant) {
    while let (since, key) = waiting.first, since.advanced(byNanoseconds: within) < instant {
      // Each event is in the line, so that the group waits until the time of the last is over.
      if let last = groups[key]?.last, last <= since { pair(key) }
      waiting.removeFirst()
    }
    while let (since, key) = unsettled.first, !isWaiting(key, since: since) {
      unsettled.removeFirst()
    }
    settleLonely(before: min(unsettled.first?.instant ?? instant, instant))
  }

  private func isWaiting(_ key: Value, since instant: Instant) -> Bool {
    groups[key]?.first.map { $0 <= instant } ?? false
  }

  /// Pairs the events with a key, none of which can have another partner.
  private mutating func pair(_ key: Value) {
    guard !groups.isEmpty, var group = groups.removeValue(forKey: key) else { return }
    resolve(&group, keeping: 0)
  }

  private mutating func pairAll() {
    while let (_, key) = unsettled.first {
      pair(key)
      unsettled.removeFirst()
    }
    waiting = WaitingLine()
  }

  /// Pairs the events of a group, except a number of the last ones, if it is not 0.
  private mutating func resolve(_ group: inout Group, keeping kept: Int) {
    let alignment = EventAlignment(
      group.old.map(\.instant), group.new.map(\.instant), within: within)
    var (oldCount, newCount) = (0, 0)
    for (old, new) in alignment.pairs {
      if kept > 0, group.count - oldCount - newCount <= kept { break }
      switch (old.map { group.old[$0] }, new.map { group.new[$0] }) {
      case (let old?, let new?): found.append(.changed(from: old, to: new))
      case (let old?, nil): leave(old, .old)
      case (nil, let new?): leave(new, .new)
      case (nil, nil): break
      }
      oldCount += old == nil ? 0 : 1
      newCount += new == nil ? 0 : 1
    }
    group.old.removeFirst(oldCount)
    group.new.removeFirst(newCount)
    waitingCount -= oldCount + newCount
  }
}

// MARK: - Without a partner

extension EventMatcher {
  /// Notes an event without a partner. Without a key, another value at the same instant may have
  /// taken its place.
  private mutating func leave(_ event: Event, _ side: Side) {
    guard matching.key == nil else {
      found.append(side == .old ? .went(event) : .came(event))
      return
    }
    if lonely[event.instant] == nil {
      // They come almost in order.
      let index = lonelyInstants.lastIndex { $0 < event.instant }.map { $0 + 1 } ?? 0
      lonelyInstants.insert(event.instant, at: index)
    }
    switch side {
    case .old: lonely[event.instant, default: ([], [])].old.append(event)
    case .new: lonely[event.instant, default: ([], [])].new.append(event)
    }
  }

  /// Reports the events without a partner before an instant, or all of them.
  private mutating func settleLonely(before instant: Instant?) {
    let settled = lonelyInstants.prefix { time in instant.map { time < $0 } ?? true }
    guard !settled.isEmpty else { return }
    lonelyInstants.removeFirst(settled.count)
    for time in settled {
      guard let (old, new) = lonely.removeValue(forKey: time) else { continue }
      found += Swift.zip(old, new).map { .changed(from: $0, to: $1) }
      found += old.dropFirst(new.count).map { .went($0) }
      found += new.dropFirst(old.count).map { .came($0) }
    }
  }
}

/// Keys in the order of the instants since when an event with them waits.
private struct WaitingLine {
  private var items: [(instant: Instant, key: Value)] = []
  private var start = 0

  var first: (instant: Instant, key: Value)? { start < items.count ? items[start] : nil }

  mutating func append(_ instant: Instant, _ key: Value) { items.append((instant, key)) }

  mutating func removeFirst() {
    start += 1
    guard start > 1024, start * 2 > items.count else { return }
    items.removeFirst(start)
    start = 0
  }
}
