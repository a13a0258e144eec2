import Reactive
import Testing

@Suite struct CollectByTimeTests {
  private let scheduler = VirtualScheduler()

  @Test(arguments: [
    ("1=a 2=b 2.5=c 5=d 7|", "2=a 4=bc 6=d 7|"),
    ("0=a 1.5=b 1.5|", "1.5=ab 1.5|"),
    ("2=a 4=b 4|", "4=a 4=b 4|"),
    ("1=a 9=b", "2=a 10=b"),
    ("1=a 3=b 3.5#", "2=a 3.5#"),
    ("1=a 2#", "2=a 2#"),  // The window ends at 2, even if the failure was scheduled earlier.
    ("1|", "1|"),
  ])
  func `windows of two seconds follow one another`(_ upstream: String, _ result: String) {
    expect(upstream, .byTime(scheduler, .seconds(2)), result)
  }

  @Test(arguments: [
    ("0=a 1=b 2=c 3=d 9|", "2=abc 6=d 9|"),  // The next window begins where one was full.
    ("1=a 5=b 5.5|", "4=a 5.5=b 5.5|"),
    ("3=a 4=b 5=c 6=d 9|", "4=a 6=bcd 9|"),  // A value at the end of a window opens the next one.
    ("0=a 0=b 0=c 0=d 1|", "0=abc 1=d 1|"),
    ("0=a 1=b 2=c 2|", "2=abc 2|"),
    ("1=a 2=b 3#", "3#"),
    ("1|", "1|"),
  ])
  func `windows of four seconds end early with three values`(
    _ upstream: String, _ result: String
  ) {
    expect(upstream, .byTimeOrCount(scheduler, .seconds(4), 3), result)
  }

  @Test func `a window of one value is full at once`() {
    expect("0=a 1=b 5=c 6|", .byTimeOrCount(scheduler, .seconds(4), 1), "0=a 1=b 5=c 6|")
  }

  @Test func `a value sent while a full array is emitted belongs to the next array`() {
    let subject = PassthroughSubject<Int, Never>()
    let recorder = subject.collect(.byTimeOrCount(scheduler, 4, 2))
      .record(on: scheduler) { if $0 == [1, 2] { subject.send(3) } }
    subject.send(1)
    subject.send(2)
    scheduler.run()
    #expect(recorder.values == [[1, 2], [3]])
    #expect(recorder.times == [.zero, .seconds(4)])
  }

  @Test(arguments: [
    ("0=a 1=b 2=c 3=d 4=e 7.5|", "3=abc 5=cde 7=e 7.5|"),
    ("0=a 3=b 6=c 6|", "3=a 5=b 6=c 6=c 6|"),
    ("1=a 2=b 2.5|", "2.5=ab 2.5=b 2.5|"),
    ("0=a 9=b", "3=a 11=b"),
    ("2=a 5#", "3=a 5=a 5#"),
    ("2=a 4#", "3=a 4#"),
  ])
  func `windows of three seconds begin every two`(_ upstream: String, _ result: String) {
    expect(upstream, .sliding(scheduler, .seconds(3), every: .seconds(2)), result)
  }

  @Test func `values between windows belong to no window`() {
    expect(
      "0=a 1=b 2.5=c 3=d 4=e 5=f 6|", .sliding(scheduler, .seconds(1), every: .seconds(3)),
      "1=a 4=d 6|")
  }

  @Test(arguments: [
    ("1=a 2=b 5=c 6.5=d 9=e 9.5|", "4=ab 8.5=cd 9.5=e 9.5|"),
    ("1=a 3=b 5|", "3=a 5=b 5|"),  // A value exactly after the gap opens the next session.
    ("1=a 2=b 2.5#", "2.5#"),
    ("1=a 3#", "3=a 3#"),
    ("1=a", "3=a"),
    ("1|", "1|"),
  ])
  func `sessions end when no value arrives for two seconds`(_ upstream: String, _ result: String) {
    expect(upstream, .bySession(scheduler, gap: .seconds(2)), result)
  }

  @Test func `windows count from time 0, whenever they are subscribed to`() {
    scheduler.advance(by: .seconds(5))
    expect("0=a 0.5=b 1=c 2|", .byTime(scheduler, .seconds(2)), "6=ab 7=c 7|")
    let start = scheduler.now
    #expect(start == Instant.zero.advanced(by: .seconds(7)))
    expect(
      "0=a 1.5=b 2|", .sliding(scheduler, .seconds(4), every: .seconds(2)), "8=a 9=ab 9=b 9|")
  }

  @Test func `windows before time 0 are counted down`() {
    let scheduler = VirtualScheduler(now: Instant(nanoseconds: -3_000_000_000))
    let tumbling = timed("0=a 1=b 2=c 3=d 4|", on: scheduler)
      .collect(.byTime(scheduler, .seconds(2))).map { $0.joined() }
    #expect(tumbling.trace(on: scheduler) == "-2=a 0=bc 1=d 1|")
  }

  @Test func `a window is scheduled when its first value arrives`() {
    let first = timed("1=a", on: scheduler).collect(.byTime(scheduler, .seconds(2)))
    let second = timed("0.5=b", on: scheduler).collect(.byTime(scheduler, .seconds(2)))
    #expect(first.merge(with: second).map { $0.joined() }.trace(on: scheduler) == "2=b 2=a")
  }

  @Test func `a value sent while a window is emitted follows the value that closed the window`() {
    let subject = PassthroughSubject<Int, Never>()
    let recorder = subject.collect(.bySession(scheduler, gap: .zero))
      .record(on: scheduler) { if $0 == [1] { subject.send(3) } }
    subject.send(1)
    subject.send(2)
    scheduler.run()
    #expect(recorder.values == [[1], [2], [3]])
  }

  @Test(arguments: [1, 7, 50])
  func `overlapping windows contain the same values as a plain search finds`(_ overlap: Int) {
    var generator = SeededGenerator(seed: UInt64(overlap))
    var time = 0
    let events = (0..<500).map { number in
      time += Int.random(in: 0...30, using: &generator)
      return (time, number)
    }
    let recorder = TimedSequence<Int, Never>(
      events.map { (.milliseconds($0.0), $0.1) }, end: .milliseconds(time), on: scheduler
    ).collect(.sliding(scheduler, .milliseconds(10 * overlap), every: .milliseconds(10)))
      .record(on: scheduler)
    scheduler.run()
    let windows = (0...time / 10).map { start in
      events.filter { $0.0 >= start * 10 && $0.0 < (start + overlap) * 10 }.map(\.1)
    }
    #expect(recorder.values == windows.filter { !$0.isEmpty })
    #expect(scheduler.pendingCount == 0)
  }

  @Test func `windows without length are refused`() async {
    await #expect(processExitsWith: .failure) {
      _ = Just(1).collect(.byTime(VirtualScheduler(), .zero))
    }
    await #expect(processExitsWith: .failure) {
      _ = Just(1).collect(.sliding(VirtualScheduler(), .seconds(1), every: .zero))
    }
    await #expect(processExitsWith: .failure) {
      _ = Just(1).collect(.byTimeOrCount(VirtualScheduler(), .zero, 1))
    }
    await #expect(processExitsWith: .failure) {
      _ = Just(1).collect(.byTimeOrCount(VirtualScheduler(), .seconds(1), 0))
    }
  }

  private func expect(
    _ upstream: String, _ strategy: Publishers.TimeGroupingStrategy, _ result: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(
      timed(upstream, on: scheduler).collect(strategy).map { $0.joined() }
        .trace(on: scheduler) == result, sourceLocation: sourceLocation)
  }
}
