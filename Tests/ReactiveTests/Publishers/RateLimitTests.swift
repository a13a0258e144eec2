import Reactive
import Testing

@Suite struct RateLimitTests {
  private let scheduler = VirtualScheduler()

  private static var waiting: Publishers.RateOverflow<Broken> { .delay(atMost: 9) { Broken() } }

  @Test func `the diagrams show the actual events`() throws {
    try checkDiagram("rateLimit(2, per: .seconds(3), scheduler: scheduler)") {
      $0.first.rateLimit(2, per: .seconds(3), scheduler: $0.scheduler)
    }
    try checkDiagram(
      "rateLimit(2, per: .seconds(3), scheduler: scheduler, overflow: .delay(atMost: 9) { Full() })"
    ) {
      $0.first.rateLimit(
        2, per: .seconds(3), scheduler: $0.scheduler, overflow: .delay(atMost: 9) { Broken() })
    }
  }

  @Test(arguments: [
    (1, "0=a 1=b 3=c 5=d 6=e 9|", "0=a 3=c 6=e 9|"),  // Exactly at the end of the time.
    (1, "0=a 2.999=b 3=c 9|", "0=a 3=c 9|"),
    (1, "0=a 0=b 9|", "0=a 9|"),
    (2, "0=a 0=b 0=c 3=d 3=e 3=f 9|", "0=a 0=b 3=d 3=e 9|"),
    (2, "0=a 2=b 2=c 3=d 4=e 5=f 9|", "0=a 2=b 3=d 5=f 9|"),
    (2, "0=a 2=b 2=c 3#", "0=a 2=b 3#"),
    (1, "1|", "1|"),
  ])
  func `drops values that arrive too fast`(_ count: Int, _ upstream: String, _ result: String) {
    #expect(
      timed(upstream, on: scheduler).rateLimit(count, per: .seconds(3), scheduler: scheduler)
        .trace(on: scheduler) == result)
  }

  @Test(arguments: [
    (1, "0=a 1=b 2=c 9|", "0=a 3=b 6=c 9|"),
    (1, "0=a 1=b 2=c 3|", "0=a 3=b 6=c 6|"),
    (1, "0=a 1=b 3|", "0=a 3=b 3|"),
    (1, "0=a 1=b 2=c 4#", "0=a 3=b 4#"),
    (2, "0=a 0=b 0=c 0=d 0=e 1|", "0=a 0=b 3=c 3=d 6=e 6|"),
    (2, "0=a 2=b 2=c 4=d 9|", "0=a 2=b 3=c 5=d 9|"),
    (1, "0=a 3=b 6=c 7|", "0=a 3=b 6=c 7|"),
    (1, "0=a 1=b 3=c 6=d", "0=a 3=b 6=c 9=d"),
    (1, "1|", "1|"),
  ])
  func `may delay values that arrive too fast`(_ count: Int, _ upstream: String, _ result: String) {
    #expect(
      timed(upstream, on: scheduler)
        .rateLimit(count, per: .seconds(3), scheduler: scheduler, overflow: Self.waiting)
        .trace(on: scheduler) == result)
  }

  @Test func `an interval of zero lets everything pass`() {
    for overflow in [.drop, Self.waiting] {
      let scheduler = VirtualScheduler()
      #expect(
        timed("0=a 0=b 1=c 1|", on: scheduler)
          .rateLimit(1, per: .zero, scheduler: scheduler, overflow: overflow)
          .trace(on: scheduler) == "0=a 0=b 1=c 1|")
    }
  }

  @Test func `more waiting values than allowed are a failure, and cancel upstream`() {
    let world = World()
    let recorder = world.endless(.burst)
      .rateLimit(
        2, per: .seconds(1), scheduler: world.scheduler,
        overflow: .delay(atMost: 3) { Broken(number: 3) }
      ).record(on: world.scheduler)
    #expect(recorder.values.count == 2)
    #expect(recorder.failure == Broken(number: 3))
    #expect(world.runningCount == 0)
    #expect(world.scheduler.pendingCount == 0)
  }

  @Test func `waiting values occupy one place in the queue, and a cancel drops them`() {
    let subject = PassthroughSubject<Int, Broken>()
    let recorder = subject.rateLimit(
      1, per: .seconds(1), scheduler: scheduler, overflow: Self.waiting
    ).record(on: scheduler, cut: .insideValue(3))
    for number in 1...5 { subject.send(number) }
    #expect(scheduler.pendingCount == 1)
    scheduler.run()
    #expect(recorder.trace == "0=1 1=2 2=3")
    #expect(scheduler.pendingCount == 0)
  }

  @Test func `a value sent while another is delivered waits after the others`() {
    let subject = PassthroughSubject<Int, Broken>()
    let recorder = subject.rateLimit(
      1, per: .seconds(1), scheduler: scheduler, overflow: Self.waiting
    ).record(on: scheduler) { if $0 < 3 { subject.send($0 + 2) } }
    subject.send(1)
    subject.send(2)
    scheduler.run()
    #expect(recorder.trace == "0=1 1=3 2=2 3=4")
    recorder.cancel()
  }

  @Test func `an interval beyond the end of time lets the first values pass`() {
    #expect(
      timed("0=a 1=b 2=c 3|", on: scheduler)
        .rateLimit(2, per: .nanoseconds(Int64.max), scheduler: scheduler)
        .trace(on: scheduler) == "0=a 1=b 3|")
  }

  @Test func `a rate of zero values is rejected`() async {
    await #expect(processExitsWith: .failure) {
      _ = Just(1).rateLimit(0, per: .seconds(1), scheduler: VirtualScheduler())
    }
  }
}
