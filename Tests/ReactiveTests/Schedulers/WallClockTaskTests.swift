import Foundation
import Reactive
import Testing

/// A wall clock that a task runs. There is no time limit, because it would also count the time for
/// which others occupy the main actor.
@Suite @MainActor struct WallClockTaskTests {
  private let scheduler = WallClockScheduler(speed: 1000)

  private func instant(_ seconds: Int) -> Instant { Instant.zero.advanced(by: .seconds(seconds)) }

  private func note(at seconds: Int, _ action: @escaping () -> Void) -> AnyCancellable {
    scheduler.schedule(after: .seconds(seconds), action)
  }

  @Test func `runs in the isolation of its caller`() async {
    var seen: [Instant] = []
    let start = ContinuousClock.now
    let handles = [3, 1, 2, 1].map { seconds in
      note(at: seconds) {
        MainActor.assertIsolated()
        seen.append(scheduler.now)
      }
    }
    #expect(await scheduler.run() == .idle)
    #expect(seen == [1, 1, 2, 3].map(instant))
    #expect(ContinuousClock.now - start >= .milliseconds(3))
    withExtendedLifetime(handles) {}
  }

  @Test nonisolated func `runs without an actor too`() async {
    let scheduler = WallClockScheduler(speed: 1000)
    var count = 0
    let handle = scheduler.schedule(after: .seconds(2)) { count += 1 }
    #expect(await scheduler.run() == .idle)
    #expect(count == 1)
    withExtendedLifetime(handle) {}
  }

  @Test func `is stopped when its task is cancelled`() async {
    let timer = note(at: 1 << 30) {}
    let run = Task { await scheduler.run() }
    let alarm = note(at: 1) { run.cancel() }
    #expect(await run.value == .stopped)
    #expect(scheduler.pendingCount == 1)
    #expect(scheduler.now >= instant(1) && scheduler.now < instant(1 << 30))
    // It can also be run again.
    timer.cancel()
    #expect(await scheduler.run() == .idle)
    withExtendedLifetime(alarm) {}
  }

  @Test func `work that never waits yields to others in its isolation, and is cancelled`() async {
    let timer = scheduler.schedule(after: .zero, interval: .zero) {}
    let run = Task { await scheduler.run() }
    await Task { run.cancel() }.value
    #expect(await run.value == .stopped)
    withExtendedLifetime(timer) {}
  }

  @Test func `others in its isolation may schedule while it waits`() async {
    let slow = WallClockScheduler()
    var seen: [String] = []
    let far = slow.schedule(after: .seconds(3600)) { seen.append("far") }
    var soon: AnyCancellable?
    let (waiting, isWaiting) = AsyncStream.makeStream(of: Void.self)
    slow.schedule { isWaiting.yield() }
    let run = Task { await slow.run() }
    var turns = waiting.makeAsyncIterator()
    await turns.next(isolation: #isolation)
    let before = slow.now
    soon = slow.schedule(after: .milliseconds(2)) {
      seen.append("soon")
      #expect(slow.now >= before.advanced(by: .milliseconds(2)))
      isWaiting.yield()
    }
    await turns.next(isolation: #isolation)
    // Now this is the only thing left to wait for.
    far.cancel()
    #expect(await run.value == .idle)
    #expect(seen == ["soon"] && soon != nil)
  }

  @Test func `others in its isolation may stop it while it waits`() async {
    let far = note(at: 1 << 30) {}
    let run = Task { await scheduler.run() }
    let near = note(at: 1) {}
    await Task {}.value
    let stopper = Task { scheduler.stop() }
    #expect(await run.value == .stopped)
    await stopper.value
    withExtendedLifetime((far, near)) {}
  }

  @Test func `messages of other tasks arrive in its isolation`() async {
    var seen: [Int] = []
    let sender = scheduler.makeSender(for: Int.self) { number in
      MainActor.assertIsolated()
      seen.append(number)
    }
    Task.detached {
      for number in 0..<100 {
        sender.send(number)
        if number % 10 == 0 { await Task.yield() }
      }
      sender.close()
    }
    #expect(await scheduler.run() == .idle)
    #expect(seen == Array(0..<100))
  }

  @Test func `a stop from another thread ends its wait`() async {
    let far = note(at: 1 << 30) {}
    let remote = scheduler.remote
    scheduler.schedule { Thread.detachNewThread { remote.stop() } }
    #expect(await scheduler.run() == .stopped)
    withExtendedLifetime(far) {}
  }

  @Test func `waits until the instant that it runs to`() async {
    let far = note(at: 1 << 30) {}
    #expect(await scheduler.run(until: instant(5)) == .reachedTime)
    #expect(scheduler.now == instant(5))
    withExtendedLifetime(far) {}
  }
}
