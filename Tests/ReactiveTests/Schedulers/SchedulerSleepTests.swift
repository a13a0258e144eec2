import Dispatch
import Reactive
import Testing

/// Tasks that sleep on schedulers.
@MainActor
@Suite struct SchedulerSleepTests {
  @Test func `a task sleeps until the queue has been advanced`() async throws {
    let queue = DispatchQueue.test
    let scheduler = queue.eraseToAnyScheduler()
    let task = Task {
      try await scheduler.sleep(for: .seconds(1))
      try await scheduler.sleep(until: scheduler.now.advanced(by: .seconds(2)))
      return scheduler.now
    }
    await queue.advance(by: 3)
    #expect(try await task.value == .zero.advanced(by: .seconds(3)))
  }

  @Test func `a cancelled task continues at once, and leaves nothing in the queue`() async {
    let queue = DispatchQueue.test
    let task = Task { try await queue.sleep(for: 1) }
    await queue.advance()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    let early = Task { try await queue.sleep(for: 1) }
    early.cancel()
    await #expect(throws: CancellationError.self) { try await early.value }
    await queue.run()
    #expect(queue.now == .zero)
  }

  @Test func `a timer emits once per interval until its task is cancelled`() async {
    let queue = DispatchQueue.test
    let scheduler = queue.eraseToAnyScheduler()
    let task = Task {
      var instants: [Instant] = []
      for await instant in scheduler.timer(interval: .milliseconds(500)) {
        instants.append(instant)
      }
      return instants
    }
    await queue.advance(by: 2)
    task.cancel()
    #expect(
      await task.value == [500, 1000, 1500, 2000].map { .zero.advanced(by: .milliseconds($0)) })
  }

  @Test func `a sleep on an immediate scheduler ends at once`() async throws {
    try await DispatchQueue.immediate.sleep(for: .seconds(3600))
    try await AnyScheduler.immediate.sleep(for: .seconds(3600))
  }

  @Test func `any isolation can sleep on the scheduler of the main actor`() async throws {
    try await Task.detached {
      try await AnyScheduler.main.sleep(for: .milliseconds(1))
    }.value
  }
}
