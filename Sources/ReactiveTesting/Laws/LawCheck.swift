import Marbles
import Reactive

/// Plays a publisher in every way in which it may break a law, and collects the violations.
struct LawCheck<P: Publisher> {
  /// The objects of one run. Each run has new ones, so that runs cannot affect one another.
  struct World {
    let scheduler: VirtualScheduler
    let publisher: P
    /// Returns the number of upstream runs that are under way.
    let running: () -> Int
  }

  let bounds: Bounds
  let make: () -> World
  private(set) var broken: [String] = []

  init(bounds: Bounds, make: @escaping () -> World) {
    self.bounds = bounds
    self.make = make
  }

  private typealias Seen = Recorder<P.Output, P.Failure>

  /// The instant at which a run is stopped.
  private var end: Instant { Instant.zero.advanced(by: bounds.time) }

  mutating func checkAll(_ situation: String) {
    let (whole, isOver) = checkWhole(situation)
    let prefix = situation.isEmpty ? "" : "\(situation), "
    check("\(prefix)cancelled at the subscription", cut: .atSubscription, of: whole, keeping: 0)
    let count = whole.values.count
    for number in Set([1, 2, 3, count]).sorted() where (1...max(1, count)).contains(number) {
      guard number <= count else { continue }
      check(
        "\(prefix)cancelled inside value \(number)", cut: .insideValue(number), of: whole,
        keeping: number)
    }
    for instant in Set(whole.events.map(\.instant)).sorted().prefix(5) {
      checkCancel(after: instant, situation: prefix)
    }
    if isOver { checkRelease(prefix) }
  }

  /// Plays the publisher to its end, twice.
  private mutating func checkWhole(_ situation: String) -> (Timeline<P.Output>, Bool) {
    let world = make()
    let first = Seen(on: world.scheduler)
    play(first, in: world)
    note(first, situation)
    if first.completion != nil { expectNothingLeft(world, "\(situation), after the end") }
    first.cancel()
    expectNothingLeft(world, "\(situation), cancelled in the end")
    let start = world.scheduler.now
    let second = Seen(on: world.scheduler)
    play(second, in: world)
    note(second, "\(situation), the second run")
    second.cancel()
    if Self.text(second.timeline) != Self.text(fresh(from: start)) {
      broken.append("\(situation): a second run emits something else")
    }
    return (first.timeline, first.completion != nil)
  }

  /// Plays a first run that begins at an instant, because some publishers depend on the clock.
  private func fresh(from start: Instant) -> Timeline<P.Output> {
    let world = make()
    world.scheduler.advance(to: start)
    let seen = Seen(on: world.scheduler)
    play(seen, in: world)
    seen.cancel()
    return seen.timeline
  }

  private mutating func check(
    _ situation: String, cut: Seen.Cut, of whole: Timeline<P.Output>, keeping count: Int
  ) {
    let world = make()
    let seen = Seen(on: world.scheduler, cut: cut)
    play(seen, in: world)
    note(seen, situation)
    if seen.values.count != count {
      broken.append("\(situation): \(seen.values.count) values came, expected \(count)")
    }
    expectNothingLeft(world, situation)
  }

  private mutating func checkCancel(after instant: Instant, situation: String) {
    let world = make()
    let seen = Seen(on: world.scheduler)
    world.publisher.receive(subscriber: seen)
    world.scheduler.run(until: instant, steps: bounds.steps)
    seen.cancel()
    let situation = "\(situation)cancelled after \(instant.brief)"
    expectNothingLeft(world, situation)
    world.scheduler.run(until: end, steps: bounds.steps)
    note(seen, situation)
  }

  private mutating func checkRelease(_ situation: String) {
    let world = make()
    weak var gone: Seen?
    do {
      let seen = Seen(on: world.scheduler)
      gone = seen
      play(seen, in: world)
    }
    if gone != nil { broken.append("\(situation)after the end: the subscriber is still held") }
  }

  private func play(_ seen: Seen, in world: World) {
    world.publisher.receive(subscriber: seen)
    let end = world.scheduler.now.advanced(by: bounds.time)
    world.scheduler.run(until: end, steps: bounds.steps)
  }

  private mutating func note(_ seen: Seen, _ situation: String) {
    for violation in Set(seen.violations).sorted() { broken.append("\(situation): \(violation)") }
  }

  private mutating func expectNothingLeft(_ world: World, _ situation: String) {
    if world.scheduler.pendingCount > 0 { broken.append("\(situation): work is left in line") }
    if world.running() > 0 { broken.append("\(situation): upstream was not cancelled") }
  }

  /// The events as text, because values need not be `Equatable`.
  private static func text(_ timeline: Timeline<P.Output>) -> String {
    timeline.events.map { "\($0.instant.nanoseconds) \($0.kind)" }.joined(separator: "\n")
  }
}
