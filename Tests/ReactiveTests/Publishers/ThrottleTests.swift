import Reactive
import Testing

@Suite struct ThrottleTests {
  private let scheduler = VirtualScheduler()

  @Test(arguments: [
    ("0=a 1=b 2=c 3=d 4=e 5=f 6=g 7=h 8|", true, "0=a 3=d 6=g 9=h 9|"),
    ("0=a 1=b 2=c 3=d 4=e 5=f 6=g 7=h 8|", false, "0=a 3=b 6=e 9=h 9|"),
    ("0=a 1=b 5=c 6=d 7|", true, "0=a 3=b 6=d 7|"),
    ("1=a 9=b 10|", true, "1=a 9=b 10|"),
    ("1=a 2=b 3|", true, "1=a 4=b 4|"),
    ("1=a 2=b 3#", true, "1=a 3#"),
    ("1=a 2|", true, "1=a 2|"),
    ("1=a 2=b", true, "1=a 4=b"),
    ("1|", true, "1|"),
    ("0=a 3=b 6=c 9=d 10|", true, "0=a 3=b 6=c 9=d 10|"),  // Exactly at the end of an interval.
    ("0=a 3=b 6=c 9=d 10|", false, "0=a 3=b 6=c 9=d 10|"),
  ])
  func `emits one value per interval of three seconds`(
    _ upstream: String, _ latest: Bool, _ result: String
  ) {
    #expect(
      timed(upstream, on: scheduler)
        .throttle(for: .seconds(3), scheduler: scheduler, latest: latest)
        .trace(on: scheduler) == result)
  }

  @Test(arguments: [
    ("0=a 1=b 2=c 3=d 4=e 5=f 6=g 7=h 8|", "0=a 4=e 8|"),
    ("1=a 2=b 3|", "1=a 3|"),
    ("1=a 2=b 9=c 10#", "1=a 9=c 10#"),
    ("0=a 3=b 6=c 9=d 10|", "0=a 6=c 10|"),  // Exactly at the end of an interval.
  ])
  func `without trailing emits the first value after an interval`(
    _ upstream: String, _ result: String
  ) {
    #expect(
      timed(upstream, on: scheduler)
        .throttle(for: .seconds(3), scheduler: scheduler, latest: true, trailing: false)
        .trace(on: scheduler) == result)
  }

  @Test func `a value sent while another is being emitted is within the new interval`() {
    let subject = PassthroughSubject<Int, Never>()
    let recorder = subject.throttle(for: .seconds(1), scheduler: scheduler, latest: true)
      .record(on: scheduler) { if $0 < 4 { subject.send($0 + 1) } }
    subject.send(1)
    scheduler.run()
    #expect(recorder.trace == "0=1 1=2 2=3 3=4")
  }

  @Test(arguments: [
    ("2=x 2.2=a 3=b", "", "2=x 3=b"),
    ("2=x 2.2=a", "2.5=b", "2=x 3=a 4=b"),  // Half a second later, and scheduled only then.
  ])
  func `at the end of an interval, work that was scheduled first comes first`(
    _ early: String, _ late: String, _ result: String
  ) {
    let late = timed(late, on: scheduler).delay(for: .milliseconds(500), scheduler: scheduler)
    #expect(
      timed(early, on: scheduler).merge(with: late)
        .throttle(for: .seconds(1), scheduler: scheduler, latest: true)
        .trace(on: scheduler) == result)
  }

  @Test func `on an immediate scheduler everything is due at once`() {
    let (numbers, scheduler) = ([1, 2, 3].publisher, ImmediateScheduler())
    let second = Duration.seconds(1)
    #expect(
      numbers.throttle(for: second, scheduler: scheduler, latest: true).record().values == [
        1, 2, 3,
      ])
    #expect(numbers.audit(for: second, scheduler: scheduler).record().values == [1, 2, 3])
    #expect(numbers.sample(every: second, scheduler: scheduler).record().values == [])
    for windows in [
      Publishers.TimeGroupingStrategy.byTime(scheduler, second),
      .sliding(scheduler, .seconds(2), every: second), .bySession(scheduler, gap: second),
    ] {
      let recorder = numbers.collect(windows).record()
      #expect(recorder.values == [[1], [2], [3]])
      #expect(recorder.hasFinished)
    }
    let repeated = numbers.repeat(2, delays: [second], scheduler: scheduler).record()
    #expect(repeated.values == [1, 2, 3, 1, 2, 3])
  }
}

@Suite struct AuditTests {
  private let scheduler = VirtualScheduler()

  @Test(arguments: [
    ("0=a 1=b 2=c 3=d 4=e 5=f 6=g 7=h 8|", "3=d 7=h 8|"),
    ("1=a 9=b 10|", "4=a 12=b 12|"),
    ("1=a 2=b 3|", "4=b 4|"),
    ("1=a 2=b 3#", "3#"),
    ("1=a", "4=a"),
    ("1|", "1|"),
  ])
  func `emits the latest three seconds after the first`(_ upstream: String, _ result: String) {
    #expect(
      timed(upstream, on: scheduler).audit(for: .seconds(3), scheduler: scheduler)
        .trace(on: scheduler) == result)
  }

  @Test func `a value sent while another is being emitted begins a new wait`() {
    let subject = PassthroughSubject<Int, Never>()
    let recorder = subject.audit(for: .seconds(1), scheduler: scheduler)
      .record(on: scheduler) { if $0 < 3 { subject.send($0 + 1) } }
    subject.send(1)
    scheduler.run()
    #expect(recorder.trace == "1=1 2=2 3=3")
  }
}

@Suite struct SampleTimeTests {
  private let scheduler = VirtualScheduler()

  @Test(arguments: [
    ("0=a 4=b 6=c 16=d 19=e 23=f 25=g 27=h 30|", "7=c 21=e 28=h 30|"),
    ("3=a 7=b 8=c 14|", "7=b 14|"),
    ("3=a 3=b 50=c", "7=b 56=c"),
    ("49=a", "49=a"),
    ("3=a 5#", "5#"),
    ("7|", "7|"),
  ])
  func `emits the latest value of each seven seconds`(_ upstream: String, _ result: String) {
    #expect(
      timed(upstream, on: scheduler).sample(every: .seconds(7), scheduler: scheduler)
        .trace(on: scheduler) == result)
  }

  @Test func `counts from the subscription`() {
    scheduler.advance(by: .seconds(3))
    #expect(
      timed("1=a 8=b 20=c 30|", on: scheduler).sample(every: .seconds(7), scheduler: scheduler)
        .trace(on: scheduler) == "10=a 17=b 24=c 33|")
  }

  @Test func `without values nothing is queued`() {
    let subject = PassthroughSubject<Int, Never>()
    let recorder = subject.sample(every: .seconds(7), scheduler: scheduler).record(on: scheduler)
    scheduler.run()
    #expect(scheduler.now == Instant.zero.advanced(by: .seconds(7)))
    subject.send(1)
    scheduler.advance(by: .seconds(30))
    subject.send(2)
    scheduler.run()
    #expect(recorder.trace == "14=1 42=2")
    recorder.cancel()
    #expect(scheduler.pendingCount == 0)
  }

  @Test func `a value scheduled after the tick of its instant is emitted at the next tick`() {
    let late = timed("3=a", on: scheduler).delay(for: .seconds(4), scheduler: scheduler)
    #expect(
      timed("2=x", on: scheduler).merge(with: late)
        .sample(every: .seconds(7), scheduler: scheduler)
        .trace(on: scheduler) == "7=x 14=a")
  }

  @Test func `intervals of zero emit the last value of each instant`() {
    #expect(
      timed("1=a 1=b 2=c 3|", on: scheduler).sample(every: .zero, scheduler: scheduler)
        .trace(on: scheduler) == "1=b 2=c 3|")
  }
}
