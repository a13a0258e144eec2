/// The events of a diagram in the order in which they happen, in four bytes each.
///
/// A long diagram has an event for nearly each of its bytes, but few symbols and few waits between
/// them. An event is therefore the number of a step, which events with the same symbol after the
/// same wait share.
package struct MarbleEvents: Sendable {
  package typealias Event = MarblePlan.Event

  /// What happens at an event, and the time from the previous event to it, in nanoseconds. Sums and
  /// differences wrap around: between two events there may be more time than fits, but each event
  /// has a time that does.
  private struct Step: Sendable {
    var wait: Int64
    var kind: MarblePlan.Kind
  }

  private var steps: [Step] = []
  private var numbers: [UInt32] = []
  private var lastTime: Int64 = 0

  /// Creates an empty list with room for a number of events, which an array that grows would copy.
  package init(capacity: Int = 0) {
    numbers.reserveCapacity(capacity)
  }

  /// Appends an event and returns its step, for other events with the same symbol after the same
  /// wait.
  @discardableResult
  mutating func append(_ event: Event) -> UInt32 {
    let step = UInt32(steps.count)
    steps.append(Step(wait: event.time &- lastTime, kind: event.kind))
    append(step, at: event.time)
    return step
  }

  /// Appends an event with the step of an earlier one.
  mutating func append(_ step: UInt32, at time: Int64) {
    numbers.append(step)
    lastTime = time
  }

  /// The time from the last event to another time.
  func wait(until time: Int64) -> Int64 { time &- lastTime }

  /// Makes the times of the first events count from a later time, the start of the diagram, from
  /// which the times of the others count already.
  mutating func count(_ number: Int, from start: Int64) {
    guard number > 0 else { return }
    changeWait(at: 0) { $0 &- start }
    if number < count { changeWait(at: number) { $0 &+ start } } else { lastTime &-= start }
  }

  private mutating func changeWait(at index: Int, _ change: (Int64) -> Int64) {
    var step = steps[Int(numbers[index])]
    step.wait = change(step.wait)
    numbers[index] = UInt32(steps.count)
    steps.append(step)
  }
}

extension MarbleEvents {
  package var count: Int { numbers.count }

  package var first: Event? { first { _ in true } }

  package var last: Event? {
    numbers.last.map { Event(time: lastTime, kind: steps[Int($0)].kind) }
  }

  /// What happens at the events, each kind at least once, in the order of first occurrence.
  var kinds: some Sequence<MarblePlan.Kind> { steps.lazy.map(\.kind) }
}

extension MarbleEvents: Sequence {
  package struct Iterator: IteratorProtocol {
    private let events: MarbleEvents
    private var index = 0
    private var time: Int64 = 0

    fileprivate init(_ events: MarbleEvents) { self.events = events }

    package mutating func next() -> Event? {
      guard index < events.numbers.count else { return nil }
      let step = events.steps[Int(events.numbers[index])]
      index += 1
      time &+= step.wait
      return Event(time: time, kind: step.kind)
    }
  }

  package func makeIterator() -> Iterator { Iterator(self) }

  package var underestimatedCount: Int { count }
}
