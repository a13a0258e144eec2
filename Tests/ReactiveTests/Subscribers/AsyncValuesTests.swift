import Reactive
import Testing

@Suite struct AsyncValuesTests {
  @Test func `returns every value in order, and then ends`() async {
    var values: [Int] = []
    for await value in [1, 2, 3].publisher.values { values.append(value) }
    #expect(values == [1, 2, 3])
  }

  @Test func `throws the failure after the values, once`() async {
    let publisher = Publishers.Sequence<_, Broken>(sequence: [1]).append(Fail(error: Broken()))
    var iterator = publisher.values.makeAsyncIterator()
    await #expect(throws: Broken.self) {
      #expect(try await iterator.next(isolation: #isolation) == 1)
      _ = try await iterator.next(isolation: #isolation)
    }
    let rest = try? await iterator.next(isolation: #isolation)
    #expect(rest == .some(nil))
  }

  @Test @MainActor func `returns values that arrive while the loop waits`() async {
    let subject = PassthroughSubject<Int, Never>()
    let (taken, taking) = AsyncStream.makeStream(of: Void.self)
    let sender = Task { @MainActor in
      var takings = taken.makeAsyncIterator()
      for value in 1...100 {
        subject.send(value)
        if value % 10 == 0 { await takings.next(isolation: #isolation) }
      }
      subject.send(completion: .finished)
    }
    // The loop subscribes before the task, on the same actor, can run.
    var values: [Int] = []
    for await value in subject.values {
      values.append(value)
      if value % 10 == 0 { taking.yield() }
    }
    #expect(values == Array(1...100))
    await sender.value
  }

  @Test func `cancels the run when the loop is left`() async throws {
    let world = World()
    for try await value in world.upstream(.burst, [1, 2, 3], end: nil).values where value == 2 {
      break
    }
    #expect(world.cancelledCount == 1)
    #expect(world.lifetimes.alive == 0)
  }

  @Test func `cancels the run when the iterator is released`() async {
    let world = World()
    do {
      let iterator = world.upstream(.timed, [1]).values.makeAsyncIterator()
      #expect(world.runningCount == 1)
      withExtendedLifetime(iterator) {}
    }
    #expect(world.runningCount == 0)
    #expect(world.scheduler.pendingCount == 0)
  }

  @Test func `ends without a failure when the task is cancelled`() async {
    let task = Task {
      let world = World()
      var values: [Int] = []
      withUnsafeCurrentTask { $0?.cancel() }
      do {
        for try await value in world.upstream(.burst, [1, 2], end: nil).values {
          values.append(value)
        }
      } catch {
        values.append(-1)
      }
      return (values, world.runningCount, world.lifetimes.alive)
    }
    let (values, running, alive) = await task.value
    #expect(values == [1, 2])
    #expect(running == 0)
    #expect(alive == 0)
  }

  @Test @MainActor func `a waiting loop ends when its task is cancelled`() async {
    let world = World()
    let (begun, beginning) = AsyncStream.makeStream(of: Void.self)
    let task = Task { @MainActor in
      var count = 0
      beginning.yield()
      do {
        for try await _ in world.upstream(.sent, [], end: nil).values { count += 1 }
      } catch {
        count = -1
      }
      return count
    }
    // On one actor, this continues only when the loop has begun to wait.
    var beginnings = begun.makeAsyncIterator()
    await beginnings.next(isolation: #isolation)
    #expect(world.runningCount == 1)
    task.cancel()
    #expect(await task.value == 0)
    #expect(world.runningCount == 0)
  }

  @Test func `each loop is a separate run`() async {
    let values = Just(7).values
    for _ in 1...2 {
      var seen: [Int] = []
      for await value in values { seen.append(value) }
      #expect(seen == [7])
    }
  }
}
