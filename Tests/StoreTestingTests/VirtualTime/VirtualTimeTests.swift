import Reactive
import StoreTesting
import Testing

/// Which tasks run, when, and in which order.
@Suite struct VirtualTimeTests {
  /// Records who did what, and when.
  private actor Diary {
    private(set) var entries: [String] = []

    func note(_ what: String, _ clock: VirtualClock) {
      entries.append("\(what)@\(Instant.zero.duration(to: clock.now).components.seconds)")
    }
  }

  @Test func `time moves to the first instant that is waited for`() async throws {
    let entries = try await withVirtualTime { clock in
      let diary = Diary()
      async let late: Void = {
        try await clock.sleep(for: .seconds(3600))
        await diary.note("late", clock)
      }()
      async let early: Void = {
        try await clock.sleep(for: .seconds(2))
        await diary.note("early", clock)
        try await clock.sleep(until: Instant.zero.advanced(by: .seconds(5)))
        await diary.note("again", clock)
      }()
      await diary.note("test", clock)
      _ = try await (late, early)
      return await diary.entries
    }
    #expect(entries == ["test@0", "early@2", "again@5", "late@3600"])
  }

  @Test func `a task that is cancelled before its first step has ended with the test`() async throws
  {
    try await withVirtualTime { clock in
      let task = Task { try? await clock.sleep(for: .seconds(180)) }
      task.cancel()
    }
  }

  @Test func `work due at the end runs, with the work that it causes at that instant`() async throws
  {
    let entries = try await withVirtualTime { clock in
      let diary = Diary()
      try await clock.sleep(for: .seconds(2))
      Task {
        try await clock.sleep(for: .zero)
        try await clock.sleep(for: .zero)
        await diary.note("late", clock)
      }
      return diary
    }.entries
    #expect(entries == ["late@2"])
  }

  @Test func `a task that continues to sleep after its cancel is left over`() async {
    await #expect(throws: VirtualTimeError.self) {
      try await withVirtualTime { clock in
        let task = Task {
          try? await clock.sleep(for: .seconds(180))
          await Task { try? await clock.sleep(for: .seconds(1)) }.value
        }
        task.cancel()
      }
    }
  }

  @Test func `child tasks, groups, actors, tasks and detached tasks are in one run`() async throws {
    let entries = try await withVirtualTime { clock in
      let diary = Diary()
      await withTaskGroup(of: Void.self) { group in
        for number in 1...3 {
          group.addTask {
            try? await clock.sleep(for: .seconds(number))
            await diary.note("child \(number)", clock)
          }
        }
      }
      let task = Task {
        try await clock.sleep(for: .seconds(2))
        await diary.note("task", clock)
      }
      let detached = Task.detached {
        try await clock.sleep(for: .seconds(1))
        await diary.note("detached", clock)
      }
      try await task.value
      try await detached.value
      return await diary.entries
    }
    #expect(entries == ["child 1@1", "child 2@2", "child 3@3", "detached@4", "task@5"])
  }

  @Test func `work due at one instant runs in the order in which it was scheduled`()
    async throws
  {
    let entries = try await withVirtualTime { clock in
      let diary = Diary()
      await withTaskGroup(of: Void.self) { group in
        for name in ["a", "b", "c", "d"] {
          group.addTask {
            try? await clock.sleep(for: .seconds(1))
            await diary.note(name, clock)
          }
        }
      }
      return await diary.entries
    }
    #expect(entries == ["a@1", "b@1", "c@1", "d@1"])
  }

  @Test func `a seed determines the order of ready jobs at one instant`() async throws {
    @Sendable func entries(_ order: JobOrder) async throws -> String {
      try await withVirtualTime(order: order) { clock in
        let diary = Diary()
        await withTaskGroup(of: Void.self) { group in
          for name in ["a", "b", "c", "d"] {
            group.addTask {
              try? await clock.sleep(for: .seconds(1))
              await diary.note(name, clock)
            }
          }
        }
        return await diary.entries.joined(separator: " ")
      }
    }
    var seen: Set<String> = []
    for seed in 0..<200 {
      let order = try await entries(.seeded(UInt64(seed)))
      #expect(try await entries(.seeded(UInt64(seed))) == order)
      seen.insert(order)
    }
    #expect(seen.count == 24)
  }

  @Test func `a sleep ends at once when its task is cancelled`() async throws {
    let text = try await withVirtualTime { clock in
      let task = Task {
        do { try await clock.sleep(for: .seconds(100)) } catch {
          return "\(error) at \(clock.now.nanoseconds)"
        }
        return "slept"
      }
      try await clock.sleep(for: .seconds(2))
      task.cancel()
      return await task.value
    }
    #expect(text == "CancellationError() at 2000000000")
  }

  @Test func `a task that is already cancelled does not sleep`() async throws {
    let outcome = try await withVirtualTime { clock in
      await Task {
        withUnsafeCurrentTask { $0?.cancel() }
        do { try await clock.sleep(for: .seconds(100)) } catch { return clock.now }
        return .endOfTime
      }.value
    }
    #expect(outcome == .zero)
  }

  @Test func `a sleep until a deadline that has passed lets others run`() async throws {
    let entries = try await withVirtualTime { clock in
      let diary = Diary()
      async let other: Void = diary.note("other", clock)
      try await clock.sleep(until: .zero)
      await diary.note("test", clock)
      await other
      try await clock.sleep(for: .seconds(-5))
      await diary.note("still", clock)
      return await diary.entries
    }
    #expect(entries == ["other@0", "test@0", "still@0"])
  }

  @Test func `the clock is like any other`() async throws {
    let times = try await withVirtualTime { clock in
      let any: any Clock<Duration> = clock
      try await any.sleep(for: .seconds(1))
      try await Task.sleep(until: clock.now.advanced(by: .seconds(2)), clock: clock)
      try await Task.sleep(for: .seconds(3), clock: clock)
      let measured = try await clock.measure { try await clock.sleep(for: .milliseconds(5)) }
      return (clock.now, measured)
    }
    #expect(times.0 == Instant.zero.advanced(by: .milliseconds(6005)))
    #expect(times.1 == .milliseconds(5))
  }

  @Test func `publishers wait in the same queue`() async throws {
    let values = try await withVirtualTime { clock in
      let publisher = TimedSequence<Int, Never>(
        [(.seconds(1), 1), (.seconds(3600), 2), (.seconds(3600), 3)], end: .seconds(7200),
        on: clock.scheduler)
      var values: [String] = []
      for await value in publisher.values {
        values.append("\(value)@\(clock.now.nanoseconds / 1_000_000_000)")
      }
      values.append("end@\(clock.now.nanoseconds / 1_000_000_000)")
      return values
    }
    #expect(values == ["1@1", "2@3600", "3@3600", "end@7200"])
  }

  @Test func `an error of the test is thrown unchanged`() async throws {
    struct Broken: Error, Equatable {}
    await #expect(throws: Broken()) {
      try await withVirtualTime { clock in
        try await clock.sleep(for: .seconds(1))
        throw Broken()
      }
    }
  }

  @Test func `task-local values of the caller are available`() async throws {
    let name = try await Self.$name.withValue("outer") {
      try await withVirtualTime { _ in
        await Task { Self.name }.value
      }
    }
    #expect(name == "outer")
  }

  @TaskLocal static var name = "none"

  @Test func `a caller that is cancelled cancels the test`() async throws {
    let task = Task {
      try await withVirtualTime { clock in
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
          continuation.resume()
        }
        while !Task.isCancelled { try? await clock.sleep(for: .seconds(1)) }
        return "cancelled"
      }
    }
    task.cancel()
    #expect(try await task.value == "cancelled")
  }

  @Test func `twenty thousand tasks at one instant take linear time`() async throws {
    let count = try await withVirtualTime { clock in
      await withTaskGroup(of: Int.self) { group in
        for _ in 0..<20_000 {
          group.addTask {
            try? await clock.sleep(for: .seconds(1))
            return 1
          }
        }
        return await group.reduce(0, +)
      }
    }
    #expect(count == 20_000)
  }

  @Test func `concurrent runs do not affect each other`() async throws {
    try await withThrowingTaskGroup(of: Int64.self) { group in
      for number in 1...50 {
        group.addTask {
          try await withVirtualTime { clock in
            for _ in 0..<100 {
              try await Task { try await clock.sleep(for: .seconds(number)) }.value
            }
            return clock.now.nanoseconds / 100_000_000_000
          }
        }
      }
      let hours = try await group.reduce(into: [Int64]()) { $0.append($1) }
      #expect(hours.sorted() == Array(1...50))
    }
  }
}
