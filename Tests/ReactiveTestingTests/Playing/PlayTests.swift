import Marbles
import Reactive
import ReactiveTesting
import TestSupport
import Testing

@Suite struct PlayTests {
  private struct Outage: Error {}

  private func letters(on scheduler: any Scheduler) -> TimedSequence<String, Outage> {
    TimedSequence([(.seconds(2), "a"), (.seconds(4), "b")], end: .seconds(5), on: scheduler)
  }

  @Test func `a publisher plays, and its timeline is compared with marbles`() throws {
    let scheduler = TestScheduler()
    let timeline = try letters(on: scheduler).play(on: scheduler)
    #expect(timeline == .marbles("--a-b|"))
    #expect(timeline == .marbles("2s x 1s y |", values: ["x": "a", "y": "b"]))
    #expect(scheduler.now == Instant.zero.advanced(by: .seconds(5)))
    let virtual = VirtualScheduler()
    #expect(try letters(on: virtual).play(on: virtual).events.count == 3)
  }

  @Test func `any value has a symbol`() {
    let flags: Timeline<Bool> = [.value(true, at: .seconds(1)), .failure("no", at: .seconds(2))]
    #expect(flags == .marbles("-t#", values: ["t": true], error: "no"))
  }

  @Test func `a difference is shown as two diagrams at the line of the comparison`() async throws {
    let scheduler = TestScheduler()
    let timeline = try letters(on: scheduler).play(on: scheduler)
    let line = #line + 2
    let issues = try await issues {
      #expect(timeline == .marbles("--a--b|"))
    }
    #expect(issues.map(\.line) == [line])
    let picture = """
                0s   1s   2s   3s   4s   5s   6s
                +----+----+----+----+----+----+
      expected  ----------a--------------b----|
      actual    ----------a---------b----|
                                    ^
      first difference at 4s: expected b at 5s, got b at 4s
      """
    #expect(issues.first?.text.contains(picture) == true, "\(issues.first?.text ?? "none")")
  }

  @Test func `a truncated playback has no completion, and leaves nothing queued`() throws {
    try withTestScheduler { scheduler in
      let timeline = try letters(on: scheduler)
        .play(on: scheduler, until: Instant.zero.advanced(by: .seconds(3)))
      #expect(timeline == .marbles("--a"))
      #expect(scheduler.pending.isEmpty)
    }
    try withTestScheduler { scheduler in
      let first = try letters(on: scheduler).play(on: scheduler, limit: 1)
      let none = try letters(on: scheduler).play(on: scheduler, limit: 0)
      #expect(first.values == ["a"])
      #expect(none == [])
    }
    let virtual = VirtualScheduler()
    let cut = try letters(on: virtual)
      .play(on: virtual, until: Instant.zero.advanced(by: .seconds(4)), limit: 5)
    #expect(cut == .marbles("--a-b"))
    #expect(virtual.pendingCount == 0)
  }

  @Test func `a publisher that waits forever has no completion`() throws {
    let scheduler = TestScheduler()
    #expect(try PassthroughSubject<Int, Never>().play(on: scheduler) == .marbles("---"))
    #expect(try Just(1).play(on: scheduler) == .marbles("(1|)"))
  }

  @Test func `an endless playback lists the queued work`() throws {
    let scheduler = TestScheduler(bounds: Bounds(steps: 10))
    let endless = Just(1).repeating(every: .seconds(2), on: scheduler)
    let error = #expect(throws: EndlessRun.self) { try endless.play(on: scheduler) }
    #expect(
      error?.description == """
        does not end: stopped after 10 steps, at 20 s
        still in line:
          at 22 s: schedule, made at PlayTests.swift:77
        """)
    let late = TestScheduler(bounds: Bounds(time: .seconds(60)))
    let slow = Just(1).delay(for: .seconds(61), scheduler: late)
    let slowError = #expect(throws: EndlessRun.self) { try slow.play(on: late) }
    #expect(
      slowError?.description == """
        does not end: stopped after 60 s, at 0 s
        still in line:
          at 61 s: Delay, made at PlayTests.swift:86
        """)
    let virtual = VirtualScheduler()
    let other = Just(1).delay(for: .seconds(61), scheduler: virtual)
    let otherError = #expect(throws: EndlessRun.self) {
      try other.play(on: virtual, bounds: Bounds(time: .seconds(60)))
    }
    #expect(
      otherError?.description == """
        does not end: stopped after 60 s, at 0 s
        still in line:
          at 61 s: some work
        """)
  }
}

extension Publisher where Failure == Never {
  /// Emits the values repeatedly, and never ends.
  fileprivate func repeating(
    every interval: Duration, on scheduler: TestScheduler
  ) -> some Publisher<Output, Never> {
    let subject = PassthroughSubject<Output, Never>()
    let values = self
    return Deferred {
      let handle = scheduler.schedule(after: interval, interval: interval) {
        _ = values.sink { subject.send($0) }
      }
      return subject.handleEvents(receiveOutput: { _ in withExtendedLifetime(handle) {} })
    }
  }
}
