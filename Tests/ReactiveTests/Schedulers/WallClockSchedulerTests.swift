import Reactive
import Testing

/// The behaviour that a wall clock shares with a virtual one, and the way it waits. Upper bounds on
/// real time are not tested, because a busy machine has none.
@Suite struct WallClockSchedulerTests {
  private let scheduler = WallClockScheduler(speed: 1000)
  private let real = ContinuousClock()

  private func note(at seconds: Int, _ action: @escaping () -> Void) -> AnyCancellable {
    scheduler.schedule(after: .seconds(seconds), action)
  }

  private func instant(_ seconds: Int) -> Instant { Instant.zero.advanced(by: .seconds(seconds)) }

  @Test func `runs due work in order, at the instants at which it is due`() {
    var seen: [Instant] = []
    let handles = [3, 1, 2, 1].map { seconds in note(at: seconds) { seen.append(scheduler.now) } }
    #expect(scheduler.now == .zero)
    #expect(scheduler.run() == .idle)
    #expect(seen == [1, 1, 2, 3].map(instant))
    #expect(scheduler.now == instant(3))
    withExtendedLifetime(handles) {}
  }

  @Test func `runs equal instants in the order of scheduling`() {
    var seen: [Int] = []
    let handles = (0..<100).map { number in note(at: 1) { seen.append(number) } }
    scheduler.schedule { seen.append(-1) }
    scheduler.run()
    #expect(seen == Array(-1..<100))
    withExtendedLifetime(handles) {}
  }

  @Test func `nothing runs before its time`() {
    var spans: [Duration] = []
    let start = real.now
    let handles = [2, 10, 20].map { seconds in
      note(at: seconds) { spans.append(real.now - start) }
    }
    scheduler.run()
    for (span, due) in zip(spans, [2, 10, 20]) { #expect(span >= .milliseconds(due)) }
    #expect(spans.count == 3)
    withExtendedLifetime(handles) {}
  }

  @Test(arguments: [0.5, 1, 3, 250, 1e6, 1e11])
  func `a second takes as long as the speed specifies`(speed: Double) {
    let scheduler = WallClockScheduler(speed: speed)
    let start = real.now
    let handle = scheduler.schedule(after: .seconds(speed * 0.01)) {}
    #expect(scheduler.run() == .idle)
    #expect(real.now - start >= .microseconds(9999))
    withExtendedLifetime(handle) {}
  }

  @Test func `delays do not add up`() {
    // However late each tick is on a machine, it is due at the time where it would be without
    // delay.
    var seen: [Instant] = []
    var handle: AnyCancellable?
    let start = real.now
    handle = scheduler.schedule(after: .seconds(1), interval: .seconds(1)) {
      seen.append(scheduler.now)
      if seen.count == 20 { handle = nil }
      if seen.count == 10 { spend(.milliseconds(5)) }
    }
    scheduler.run()
    #expect(seen == (1...20).map(instant))
    #expect(real.now - start >= .milliseconds(20) && handle == nil)
  }

  @Test func `late work is caught up in order, and nothing is dropped`() {
    var seen: [Int] = []
    scheduler.schedule { spend(.milliseconds(12)) }
    let handles = (1...10).map { seconds in
      note(at: seconds) {
        seen.append(seconds)
        #expect(scheduler.now == instant(seconds))
      }
    }
    let again = note(at: 3) { scheduler.schedule { seen.append(33) } }
    scheduler.run()
    #expect(seen == [1, 2, 3, 33, 4, 5, 6, 7, 8, 9, 10])
    withExtendedLifetime((handles, again)) {}
  }

  @Test func `work continues by itself only at its due time`() {
    let walker = Walker(on: scheduler)
    let start = real.now
    scheduler.schedule(walker, at: scheduler.takeTicket(due: .zero))
    scheduler.run()
    #expect(real.now - start >= .milliseconds(4))
    #expect(walker.seen == (0...4).map(instant))
  }

  @Test func `distant timers that were cancelled do not delay the end`() {
    let far = (0..<200).map { _ in note(at: 1 << 30) {} }
    let near = note(at: 1) { for handle in far { handle.cancel() } }
    #expect(scheduler.run() == .idle)
    #expect(scheduler.now == instant(1) && scheduler.pendingCount == 0)
    withExtendedLifetime(near) {}
  }

  @Test func `waits until the instant that it runs to, and continues from there`() {
    var count = 0
    let handle = note(at: 6) { count += 1 }
    let start = real.now
    #expect(scheduler.run(until: instant(5)) == .reachedTime)
    #expect(real.now - start >= .milliseconds(5))
    #expect(scheduler.now == instant(5) && count == 0)
    let later = note(at: 2) { count += 10 }
    #expect(scheduler.run(until: instant(6)) == .reachedTime)
    #expect(count == 1)
    #expect(scheduler.run() == .idle)
    #expect(count == 11 && scheduler.now == instant(7))
    withExtendedLifetime((handle, later)) {}
  }

  @Test func `stops after the allowed number of steps`() {
    var count = 0
    let handle = scheduler.schedule(after: .zero, interval: .zero) { count += 1 }
    for steps in [0, 1, 10, 1024, 3000] {
      count = 0
      #expect(scheduler.run(until: .endOfTime, steps: steps) == .reachedSteps)
      #expect(count == steps)
    }
    handle.cancel()
    #expect(scheduler.run(until: .endOfTime, steps: 0) == .idle)
  }

  @Test func `stops on request, and continues later`() {
    var seen: [Int] = []
    let handles = (1...3).map { seconds in
      note(at: seconds) {
        seen.append(seconds)
        if seconds == 2 { scheduler.stop() }
      }
    }
    #expect(scheduler.run() == .stopped)
    #expect(seen == [1, 2] && scheduler.now == instant(2))
    #expect(scheduler.run() == .idle)
    #expect(seen == [1, 2, 3])
    withExtendedLifetime(handles) {}
  }

  @Test func `never reaches the end of time, and does not wait for it`() {
    let handle = scheduler.schedule(after: .seconds(1), interval: .seconds(1 << 40)) {}
    #expect(scheduler.run() == .endOfTime)
    #expect(scheduler.now == instant(1) && scheduler.pendingCount == 1)
    #expect(scheduler.run(until: instant(2)) == .reachedTime)
    withExtendedLifetime(handle) {}
  }

  @Test func `cannot be run from its own work`() async {
    await #expect(processExitsWith: .failure) {
      let scheduler = WallClockScheduler()
      scheduler.schedule { _ = scheduler.run(until: .zero, steps: 1) }
      _ = scheduler.run(until: .zero, steps: 2)
    }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `random timers run in the same way as on a virtual clock`(seed: UInt64) {
    let virtual = VirtualScheduler()
    let expected = RandomTimers.course(on: virtual, seed: seed) { virtual.run() }
    let scheduler = WallClockScheduler(speed: 1e5)
    #expect(RandomTimers.course(on: scheduler, seed: seed) { scheduler.run() } == expected)
    #expect(expected.count > 20)
  }
}

/// Blocks the thread for some time.
private func spend(_ duration: Duration) {
  let end = ContinuousClock.now + duration
  while ContinuousClock.now < end {}
}

/// Requests to continue, one second after another.
private final class Walker: ScheduledWork {
  private let scheduler: any Scheduler
  private(set) var seen: [Instant] = []

  init(on scheduler: any Scheduler) {
    self.scheduler = scheduler
  }

  func run(at instant: Instant) -> NextRun {
    var now = instant
    while true {
      seen.append(now)
      guard seen.count < 5 else { return .never }
      now = now.advanced(by: .seconds(1))
      guard scheduler._canContinue(at: .at(now)) else { return .at(now) }
    }
  }
}

/// Timers that start and cancel others at random.
private final class RandomTimers {
  private let scheduler: any Scheduler
  private var random: SeededGenerator
  private var handles: [AnyCancellable] = []
  private var course: [String] = []

  static func course(
    on scheduler: any Scheduler, seed: UInt64, run: () -> RunOutcome
  ) -> [String] {
    let timers = RandomTimers(on: scheduler, seed: seed)
    for _ in 0..<20 { timers.start() }
    let outcome = run()
    return timers.course + ["\(outcome)"]
  }

  private init(on scheduler: any Scheduler, seed: UInt64) {
    self.scheduler = scheduler
    random = SeededGenerator(seed: seed)
  }

  private func start() {
    let number = handles.count
    guard number < 400 else { return }
    // Multiples of half a second, so that many are due at one instant.
    let delay = Duration.milliseconds(500 * Int.random(in: 0..<12, using: &random))
    handles.append(scheduler.schedule(after: delay) { self.ring(number) })
  }

  private func ring(_ number: Int) {
    course.append("\(number)@\(scheduler.now.nanoseconds)")
    for _ in 0..<Int.random(in: 0...2, using: &random) { start() }
    if random.isTrue(oneIn: 3) {
      handles[Int.random(in: 0..<handles.count, using: &random)].cancel()
    }
  }
}
