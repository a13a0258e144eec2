import Reactive
import Testing

@Suite struct DelayTests {
  private let world = World()

  @Test(arguments: [Subscribers.Completion<Broken>.finished, .failure(Broken())])
  func `delays every value and the completion`(_ end: Subscribers.Completion<Broken>) {
    let recorder = world.upstream(.timed, [1, 2, 3], end: end)
      .delay(for: .milliseconds(1_500), scheduler: world.scheduler).record(on: world.scheduler)
    world.run()
    #expect(recorder.values == [1, 2, 3])
    #expect(recorder.times == [2_500, 3_500, 4_500].map { .milliseconds($0) })
    #expect(recorder.completion == end)
    #expect(recorder.completionTime == .milliseconds(5_500))
  }

  @Test func `a delayed value takes its place in the queue when it arrives`() {
    let scheduler = world.scheduler
    let early = TimedSequence<String, Broken>([(.seconds(1), "delayed")], on: scheduler)
      .delay(for: .seconds(1), scheduler: scheduler)
    // Its values count as scheduled when it was subscribed to, so they are first.
    let known = TimedSequence<String, Broken>([(.seconds(2), "known")], on: scheduler)
    let recorder = early.merge(with: known).record(on: scheduler)
    let other = Recorder<String, Broken>(on: scheduler)
    let handle = scheduler.schedule(after: .milliseconds(1_500)) {
      let later = TimedSequence<String, Broken>([(.milliseconds(500), "later")], on: scheduler)
      later.receive(subscriber: other)
    }
    scheduler.run()
    #expect(recorder.values == ["known", "delayed"])
    #expect(other.values == ["later"])
    #expect(recorder.times == [.seconds(2), .seconds(2)])
    withExtendedLifetime(handle) {}
  }

  @Test func `a delay of zero still waits for queued work`() {
    let scheduler = world.scheduler
    var seen: [String] = []
    let recorder = Just("value").delay(for: .zero, scheduler: scheduler).record { seen.append($0) }
    #expect(seen == [])
    scheduler.schedule { seen.append("work") }
    scheduler.run()
    #expect(seen == ["value", "work"])
    #expect(scheduler.now == .zero)
    #expect(recorder.completion == .finished)
  }

  @Test func `pending values occupy one place in the queue`() {
    let recorder = world.upstream(.burst, Array(1...1_000))
      .delay(for: .seconds(1), scheduler: world.scheduler).record(on: world.scheduler)
    #expect(world.scheduler.pendingCount == 1)
    world.run()
    #expect(recorder.values == Array(1...1_000))
    #expect(recorder.times.allSatisfy { $0 == .seconds(1) })
  }

  @Test func `a cancel drops pending values`() {
    let recorder = world.endless(.timed).delay(for: .seconds(10), scheduler: world.scheduler)
      .record(on: world.scheduler)
    world.run(until: .seconds(5))
    recorder.cancel()
    #expect(world.scheduler.pendingCount == 0)
    #expect(world.lifetimes.alive == 0)
    #expect(recorder.values == [])
  }

  @Test func `a value that arrives after a pause takes a new place`() {
    let subject = PassthroughSubject<Int, Never>()
    let scheduler = world.scheduler
    let recorder = subject.delay(for: .seconds(1), scheduler: scheduler).record(on: scheduler)
    subject.send(1)
    scheduler.advance(by: .seconds(10))
    subject.send(2)
    scheduler.advance(by: .milliseconds(500))
    subject.send(3)
    scheduler.run()
    #expect(recorder.times == [1_000, 11_000, 11_500].map { .milliseconds($0) })
  }

  @Test func `a value that arrives while another is being emitted waits its full time`() {
    let subject = PassthroughSubject<Int, Never>()
    let scheduler = world.scheduler
    let recorder = subject.delay(for: .seconds(1), scheduler: scheduler)
      .record(on: scheduler) { if $0 < 5 { subject.send($0 + 1) } }
    subject.send(1)
    scheduler.run()
    #expect(recorder.values == [1, 2, 3, 4, 5])
    #expect(recorder.times == (1...5).map { .seconds($0) })
  }

  @Test func `delays may be on two schedulers`() {
    let other = VirtualScheduler()
    let recorder = Just(1).delay(for: .seconds(1), scheduler: world.scheduler)
      .delay(for: .seconds(1), scheduler: other).record()
    world.scheduler.run()
    #expect(recorder.values == [])
    other.run()
    #expect(recorder.values == [1])
  }

  @Test func `a value delayed past the end of time is never emitted`() {
    let recorder = Just(1).delay(for: .seconds(1 << 40), scheduler: world.scheduler).record()
    #expect(world.scheduler.run() == .endOfTime)
    #expect(recorder.values == [])
    recorder.cancel()
    #expect(world.scheduler.pendingCount == 0)
  }

  @Test func `a negative delay is rejected`() async {
    await #expect(processExitsWith: .failure) {
      _ = Just(1).delay(for: .seconds(-1), scheduler: VirtualScheduler())
    }
  }
}
