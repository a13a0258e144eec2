import Reactive
import ReactiveTesting
import TestSupport
import Testing

@Suite struct TestSchedulerTests {
  @Test func `it has the order and the instants of the virtual scheduler`() throws {
    func trace(_ scheduler: any Scheduler, _ run: () -> Void) -> [String] {
      var trace: [String] = []
      func note(_ name: String) { trace.append("\(name)@\(scheduler.now.nanoseconds)") }
      let handles = [
        scheduler.schedule(after: .seconds(2)) { note("b") },
        scheduler.schedule(after: .seconds(1), interval: .seconds(1)) { note("t") },
        scheduler.schedule(after: .seconds(2)) { note("c") },
      ]
      scheduler.schedule { note("now") }
      let cancelled = scheduler.schedule(after: .seconds(1)) { note("never") }
      cancelled.cancel()
      run()
      for handle in handles { handle.cancel() }
      return trace
    }
    let test = TestScheduler()
    let virtual = VirtualScheduler()
    let expected = trace(virtual) { virtual.advance(by: .seconds(3)) }
    #expect(
      trace(test) { test.run(until: Instant(nanoseconds: 3_000_000_000), steps: 99) } == expected)
    #expect(test.pending.isEmpty)
  }

  @Test func `no events applies to the whole interval, including its end`() async throws {
    let line = #line + 7
    let reported = try await issues {
      try withTestScheduler { scheduler in
        let subject = PassthroughSubject<Int, Never>()
        let recorder = subject.debounce(for: .seconds(5), scheduler: scheduler)
          .record(on: scheduler)
        subject.send(1)
        try scheduler.expectNoEvents(for: .seconds(5))
        #expect(scheduler.now == Instant.zero.advanced(by: .seconds(5)))
        try scheduler.expectNoEvents(for: .seconds(5))
        recorder.cancel()
      }
    }
    #expect(
      reported.map(\.text) == [
        """
        expected no events from 0 s to 5 s, got 1:
          .value(1, at: .seconds(5))
        """
      ])
    #expect(reported.map(\.line) == [line])
  }

  @Test func `leftover work is reported with its stage and its line`() async throws {
    let line = #line + 2
    let reported = try await issues {
      try withTestScheduler { scheduler in
        let subject = PassthroughSubject<Int, Never>()
        _ = subject.delay(for: .seconds(2), scheduler: scheduler)
          .debounce(for: .seconds(1), scheduler: scheduler)
          .record(on: scheduler)
        subject.send(1)
        subject.send(2)
        try scheduler.advance(by: .seconds(2))
        subject.send(3)
      }
    }
    #expect(
      reported.map(\.text) == [
        """
        work is left at the end of the test, at 2 s
        still in line:
          at 3 s: Debounce, made at TestSchedulerTests.swift:\(line + 4)
          at 4 s: Delay, made at TestSchedulerTests.swift:\(line + 4)
        """
      ])
    #expect(reported.map(\.line) == [line])
  }

  @Test func `a test that cancels, or ends, leaves nothing behind`() async throws {
    try await withTestScheduler { scheduler in
      let recorder = Just(1).delay(for: .seconds(2), scheduler: scheduler).record(on: scheduler)
      await Task.yield()
      try scheduler.run()
      #expect(recorder.timeline == .marbles("--(1|)"))
      Just(1).delay(for: .seconds(2), scheduler: scheduler).record(on: scheduler).cancel()
    }
  }

  @Test func `a test that throws is not checked further`() async throws {
    struct Broken: Error {}
    #expect(throws: Broken.self) {
      try withTestScheduler { scheduler in
        _ = Just(1).delay(for: .seconds(2), scheduler: scheduler).record(on: scheduler)
        throw Broken()
      }
    }
  }

  @Test func `long lists are cut off`() async throws {
    let reported = try await issues {
      withTestScheduler { scheduler in
        for number in 1...12 {
          _ = Just(1).delay(for: .seconds(number), scheduler: scheduler).record(on: scheduler)
        }
      }
    }
    #expect(reported.first?.text.hasSuffix("\n  … and 2 more") == true)
  }

  @Test func `advancing is bounded by steps`() throws {
    let scheduler = TestScheduler(bounds: Bounds(steps: 5))
    let handle = scheduler.schedule(after: .seconds(1), interval: .seconds(1)) {}
    try scheduler.advance(by: .seconds(5))
    #expect(throws: EndlessRun.self) { try scheduler.advance(by: .seconds(60)) }
    handle.cancel()
  }

  @Test func `a million bookings cost no backtraces and no memory`() throws {
    let scheduler = TestScheduler(bounds: Bounds(steps: .max))
    for _ in 0..<100_000 { scheduler.schedule {} }
    try scheduler.run()
    #expect(scheduler.pending.isEmpty)
  }
}
