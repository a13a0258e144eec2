import Reactive
import ReactiveFoundation
import Testing

@Suite struct DelayEachTests {
  private let scheduler = VirtualScheduler()

  /// Values that contain the number of seconds by which they are delayed, and a letter to
  /// distinguish them.
  private func delayed(_ upstream: some Publisher<String, Broken>) -> AnyPublisher<String, Broken> {
    upstream.delay(scheduler: scheduler) { .seconds(Int($0.prefix(1)) ?? 0) }
      .eraseToAnyPublisher()
  }

  @Test func `the diagrams show the actual events`() throws {
    try checkDiagram("delay(scheduler: scheduler) { .seconds($0) }") { inputs in
      inputs.numbers.delay(scheduler: inputs.scheduler) { .seconds($0) }
    }
    try checkDiagram("tryDelay(scheduler: scheduler) { .seconds(try number($0)) }") { inputs in
      inputs.first.tryDelay(scheduler: inputs.scheduler) { (sign) throws(Broken) -> Duration in
        guard let number = Int(sign) else { throw Broken() }
        return .seconds(number)
      }
    }
  }

  @Test(arguments: [
    ("0=3 1=1 2=2 9|", "2=1 3=3 4=2 9|"),
    ("0=5 1=1 2|", "2=1 5=5 5|"),
    ("0=1a 0=1b 0=1c 0|", "1=1a 1=1b 1=1c 1|"),
    ("1=0a 1=0b 1|", "1=0a 1=0b 1|"),
    ("0=5 0=1 2#", "1=1 2#"),
    ("0=2 1=0 2#", "1=0 2=2 2#"),  // The value was scheduled before the failure arrived.
    ("1=0 1#", "1=0 1#"),
    ("0=5 9=1", "5=5 10=1"),
    ("3|", "3|"),
  ])
  func `each value has its own delay`(_ upstream: String, _ result: String) {
    #expect(delayed(timed(upstream, on: scheduler)).trace(on: scheduler) == result)
  }

  @Test func `a failure follows the values that are due before it`() {
    // Everything arrives at once, inside one turn, so the values are scheduled before the failure.
    let values = ["0a", "1b", "0c"].publisher.setFailureType(to: Broken.self)
      .append(Fail(error: Broken()))
    #expect(delayed(values).trace(on: scheduler) == "0=0a 0=0c 0#")
  }

  @Test func `a failing closure counts as a failure of upstream, which is cancelled`() {
    let world = World()
    let recorder = world.endless(.timed).tryDelay(scheduler: world.scheduler) {
      (value) throws(Broken) -> Duration in
      if value == 4 { throw Broken(number: 4) }
      return .milliseconds(1_500)
    }.record(on: world.scheduler)
    world.run()
    #expect(recorder.values == [1, 2])
    #expect(recorder.failure == Broken(number: 4))
    #expect(world.runningCount == 0)
    #expect(world.scheduler.pendingCount == 0)
  }

  @Test func `pending values occupy one place in the queue, and a cancel drops them`() {
    let recorder = delayed(["5", "3", "4", "1", "2"].publisher.setFailureType(to: Broken.self))
      .record(on: scheduler, cut: .insideValue(3))
    #expect(scheduler.pendingCount == 1)
    scheduler.run()
    #expect(recorder.trace == "1=1 2=2 3=3")
    #expect(scheduler.pendingCount == 0)
  }

  @Test func `a value sent from inside another one may be due before the next`() {
    let subject = PassthroughSubject<String, Broken>()
    let recorder = delayed(subject).record(on: scheduler) {
      if $0 == "1" { subject.send("2x") }
    }
    subject.send("1")
    subject.send("9")
    scheduler.run()
    #expect(recorder.trace == "1=1 3=2x 9=9")
    recorder.cancel()
  }

  @Test func `a hundred thousand values are emitted in the order of their times`() {
    let recorder = (0..<100_000).publisher.delay(scheduler: scheduler) {
      .milliseconds($0 * 7_919 % 100_003)
    }.record(on: scheduler)
    scheduler.run()
    #expect(recorder.values.count == 100_000)
    #expect(zip(recorder.times, recorder.times.dropFirst()).allSatisfy { $0 <= $1 })
    #expect(recorder.completion == .finished)
  }

  @Test func `a delay beyond the end of time never ends`() {
    let recorder = ["a", "1"].publisher.setFailureType(to: Broken.self)
      .delay(scheduler: scheduler) { $0 == "a" ? .nanoseconds(Int64.max) : .seconds(1) }
      .record(on: scheduler)
    #expect(scheduler.run() == .endOfTime)
    #expect(recorder.trace == "1=1")
    recorder.cancel()
  }
}
