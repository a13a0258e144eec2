import Composable
import Foundation
import StoreTesting
import Testing

/// Clocks of any kind, and clocks that a test has not set.
@Suite struct ClockKindTests {
  @MainActor @Test func `clocks of any kind have one type`() async throws {
    let test = TestClock()
    let clocks: [AnyClock<Duration>] = [AnyClock(test), AnyClock(ImmediateClock())]
    try await clocks[1].sleep(until: clocks[1].now.advanced(by: .seconds(2)))
    #expect(clocks[1].now.offset == .seconds(2))
    let task = Task { try await clocks[0].sleep(for: .seconds(1)) }
    await test.advance(by: .seconds(1))
    try await task.value
    #expect(clocks[0].now.offset == .seconds(1))
  }

  @Test func `a clock that is not set fails the test, and does not block it`() async {
    let texts = await issueTexts {
      let store = TestStore(initialState: 0) {
        Reduce<Int, Bool> { _, _ in
          @Dependency(\.continuousClock) var clock
          return .run { _ in try await clock.sleep(for: .seconds(3600)) }
        }
      } withDependencies: {
        $0.continuousClock = .unimplemented
      }
      await store.send(true)
      await store.finish()
    }
    #expect(
      texts.contains(
        "'Clock' is not implemented, but a task was to sleep on it; the test has not set it"))
  }

  @Test func `sleeps of an immediate clock end at once`() async throws {
    let ticks = LockIsolated(0)
    try await withDependencies {
      $0.continuousClock = .immediate
    } operation: {
      @Dependency(\.continuousClock) var clock
      try await clock.sleep(for: .seconds(3600))
      ticks.withValue { $0 += 1 }
    }
    #expect(ticks.value == 1)
  }

  // The tasks run on the actor of the test. The system could suspend another thread for so long
  // that the clock takes its task to be at rest.
  @MainActor @Test
  func `a clock without a store waits for a task however often it sleeps`() async throws {
    for _ in 0..<20 {
      let clock = TestClock()
      let (started, count) = (LockIsolated(0), LockIsolated(0))
      let tasks = (0..<4).map { _ in
        Task {
          started.withValue { $0 += 1 }
          for _ in 0..<25 {
            try await clock.sleep(for: .milliseconds(10))
            count.withValue { $0 += 1 }
          }
        }
      }
      // The clock cannot know of a task that has no thread yet.
      while started.value < 4 { await Task.yield() }
      await clock.advance(by: .milliseconds(250))
      // A task that was not waited for would be waited for endlessly below.
      await clock.run()
      for task in tasks { try await task.value }
      #expect(count.value == 100)
      #expect(clock.now.offset == .milliseconds(250))
    }
  }

  @Test func `dependencies are kept for a callback`() async {
    let callbacks = LockIsolated<[@Sendable () -> Int]>([])
    withDependencies {
      $0.uuid = .constant(UUID(5))
    } operation: {
      withEscapedDependencies { dependencies in
        callbacks.withValue {
          $0.append {
            dependencies.yield {
              @Dependency(\.uuid) var uuid
              return uuid() == UUID(5) ? 5 : 0
            }
          }
        }
      }
    }
    #expect(callbacks.value.map { $0() } == [5])
    let later = await withEscapedDependencies { dependencies in
      await dependencies.yield {
        await Task.yield()
        return 3
      }
    }
    #expect(later == 3)
  }

  @Test func `fire-and-forget work is awaited in a test`() async {
    let log = LockIsolated<[Int]>([])
    await withDependencies {
      $0.context = .test
    } operation: {
      @Dependency(\.fireAndForget) var fireAndForget
      await fireAndForget {
        await Task.yield()
        log.withValue { $0.append(1) }
        throw CancellationError()
      }
    }
    #expect(log.value == [1])
  }

  @Test func `a change by an asynchronous operation is stated`() async {
    var count = 1
    await expectDifference(count) {
      await Task.yield()
      count += 1
    } changes: {
      $0 = 2
    }
  }

  @Test func `a change is stated, and a different one fails the test`() {
    var count = 0
    expectDifference(count) {
      count += 1
    } changes: {
      $0 = 1
    }
    let texts = issueTexts {
      expectDifference(count, "count") {
        count += 1
      } changes: {
        $0 = 5
      }
      expectDifference(count) {
      } changes: {
        $0 = 2
      }
      expectDifference(count) {
        throw CancellationError()
      } changes: {
        $0 = 4
      }
    }
    #expect(
      texts == [
        "count\n\na value did not change as expected (− expected, + actual):\n\n− 5\n+ 2",
        "'changes' changes nothing; use 'expectNoDifference' to state that",
        "a value that is compared could not be computed: CancellationError()",
      ])
  }

  @Test func `equal values have no difference under the earlier name`() {
    XCTAssertNoDifference([1], [1])
    func compare() { XCTAssertNoDifference(try number(), 1) }
    let texts = issueTexts {
      XCTAssertNoDifference([1], [2], "lists")
      compare()
    }
    #expect(
      texts == [
        "lists\n\ntwo values differ (− first, + second):\n\n  [\n−   [0]: 1\n+   [0]: 2\n  ]",
        "a value that is compared could not be computed: CancellationError()",
      ])
  }

  private func number() throws -> Int { throw CancellationError() }
}
