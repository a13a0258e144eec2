import Reactive
import Testing

@Suite struct TimeoutTests {
  private let scheduler = VirtualScheduler()

  @Test func `nothing is emitted if the closure that makes the failure cancels the run`() {
    let scheduler = VirtualScheduler()
    let recorder = Recorder<Int, Broken>()
    Empty<Int, Broken>(completeImmediately: false)
      .timeout(.seconds(1), scheduler: scheduler) {
        recorder.cancel()
        return Broken()
      }.receive(subscriber: recorder)
    scheduler.run()
    #expect(recorder.isCancelled)
    #expect(recorder.violations == [])
  }

  @Test(arguments: [
    ("3=a 7=b 11=c 18=d 22|", "3=a 7=b 11=c 16#"),
    ("2=a 5=b 8|", "2=a 5=b 8|"),
    ("7=a 8|", "5#"),
    ("1=a", "1=a 6#"),
    ("1=a 2#", "1=a 2#"),
    ("5=a 10=b 15|", "5=a 10=b 15|"),  // Everything was scheduled before the count began.
  ])
  func `fails when no value arrives for five seconds`(_ upstream: String, _ result: String) {
    #expect(
      timed(upstream, on: scheduler)
        .timeout(.seconds(5), scheduler: scheduler) { Broken(number: 5) }
        .trace(on: scheduler) == result)
  }

  @Test func `without an error it completes, and cancels upstream`() {
    let world = World()
    let recorder = world.upstream(.timed, [1], end: nil)
      .timeout(.seconds(3), scheduler: world.scheduler).record(on: world.scheduler)
    world.run()
    #expect(recorder.trace == "1=1 4|")
    #expect(world.cancelledCount == 1)
  }

  @Test func `a value scheduled after the count began is too late`() {
    let late = timed("0=a", on: scheduler).delay(for: .seconds(5), scheduler: scheduler)
    #expect(
      late.timeout(.seconds(5), scheduler: scheduler).trace(on: scheduler) == "5|")
  }

  @Test func `many values occupy one place in the queue`() {
    let subject = PassthroughSubject<Int, Never>()
    let recorder = subject.timeout(.seconds(1), scheduler: scheduler).record(on: scheduler)
    for number in 1...10_000 {
      scheduler.advance(by: .milliseconds(700))
      subject.send(number)
      #expect(scheduler.pendingCount == 1)
    }
    scheduler.run()
    #expect(recorder.values.count == 10_000)
    #expect(recorder.completionTime == .seconds(7_001))
  }

  @Test func `on an immediate scheduler it ends at once`() {
    let recorder = PassthroughSubject<Int, Never>()
      .timeout(.seconds(1), scheduler: ImmediateScheduler()).record()
    #expect(recorder.hasFinished)
    #expect(recorder.violations == [])
  }

  @Test func `measureInterval emits the time since the previous value or the subscription`() {
    scheduler.advance(by: .seconds(2))
    let recorder = timed("1=a 1=b 3.5=c 4|", on: scheduler).measureInterval(using: scheduler)
      .record(on: scheduler)
    scheduler.run()
    #expect(recorder.values == [.seconds(1), .zero, .milliseconds(2_500)])
    #expect(recorder.completionTime == .seconds(6))
  }
}
