import Dispatch
import Reactive
import StoreTesting
import Synchronization
import Testing

/// A run that cannot be completed reports the reason instead of hanging. These are the exact texts.
@Suite struct VirtualTimeFailureTests {
  @Test func `a deadlock reports what waits for what`() async {
    let text = await failure { clock in
      try await clock.sleep(for: .seconds(3))
      await withTaskGroup(of: Void.self) { group in
        group.addTask(name: "search") { await Task(name: "answer") { await never() }.value }
        group.addTask(name: "index") { await never() }
      }
    }
    #expect(
      text == """
        at 3 s: deadlock: nothing can continue, and nothing waits for time
          the test waits for a group of 2 tasks
          task 'search' waits for task 'answer'
          task 'answer' waits for a continuation or a stream that nothing here resumes
          task 'index' waits for a continuation or a stream that nothing here resumes
        """)
  }

  @Test func `a stream without a sender is a deadlock`() async {
    let text = await failure { _ in
      let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
      async let reader: Void = { for await _ in stream {} }()
      await reader
      continuation.finish()
    }
    #expect(
      text == """
        at 0 s: deadlock: nothing can continue, and nothing waits for time
          the test waits for an unnamed task
          an unnamed task waits for a continuation or a stream that nothing here resumes
        """)
  }

  @Test func `a real sleep is reported`() async {
    let sleeps: [@Sendable () async throws -> Void] = [
      { try await Task.sleep(for: .seconds(1_000_000)) },
      { try await Task.sleep(nanoseconds: 1_000_000_000_000_000) },
      { try await ContinuousClock().sleep(for: .seconds(1_000_000)) },
      { try await SuspendingClock().sleep(for: .seconds(1_000_000)) },
    ]
    for sleep in sleeps {
      let text = await failure { clock in
        try await clock.sleep(for: .seconds(1))
        try await sleep()
      }
      #expect(
        text == """
          at 1 s: a real sleep ('Task.sleep', 'ContinuousClock' or 'SuspendingClock'); sleep on \
          the clock that the test provides
          """)
    }
  }

  @Test func `a real sleep in a separate task is reported when it begins`() async {
    let sleeps: [@Sendable () async throws -> Void] = [
      { try await Task.sleep(for: .seconds(1_000_000)) },
      { try await Task.sleep(nanoseconds: 1_000_000_000_000_000) },
      { try await ContinuousClock().sleep(for: .seconds(1_000_000)) },
      { try await SuspendingClock().sleep(for: .seconds(1_000_000)) },
    ]
    for sleep in sleeps {
      // The second one is not awaited.
      let texts = [
        await failure { _ in try await Task(name: "poll") { try await sleep() }.value },
        await failure { clock in
          Task(name: "poll") { try await sleep() }
          try await clock.sleep(for: .seconds(10))
        },
        await failure { _ in
          try await Task {
            async let child: Void = sleep()
            try await child
          }.value
        },
      ]
      let end = """
        ('Task.sleep', 'ContinuousClock' or 'SuspendingClock'); sleep on the clock that the test \
        provides
        """
      #expect(
        texts == [
          "at 0 s: a real sleep of task 'poll' \(end)",
          "at 0 s: a real sleep of task 'poll' \(end)",
          "at 0 s: a real sleep of an unnamed task \(end)",
        ])
    }
  }

  @Test func `a real sleep in an actor's task is reported by the task that waits for it`() async {
    actor Poll {
      func begin() -> Task<Void, any Error> {
        Task(name: "poll") { try await nap() }
      }
      func nap() async throws { try await Task.sleep(for: .seconds(1_000_000)) }
    }
    let text = await failure { clock in
      let task = await Poll().begin()
      try await clock.sleep(for: .seconds(1))
      try await task.value
    }
    #expect(text.hasPrefix("at 1 s: a real sleep of task 'poll' ("), "\(text)")
  }

  @Test func `a task that waits for something else, or has ended, is not treated as sleeping`()
    async throws
  {
    let sum = try await withVirtualTime { clock in
      let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
      let reader = Task {
        var sum = 0
        for await number in stream { sum += number }
        return sum
      }
      let cancelled = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        try await Task.sleep(for: .seconds(1_000_000))
      }
      Task {
        for number in 1...3 {
          try await clock.sleep(for: .seconds(1))
          continuation.yield(number)
        }
        continuation.finish()
      }
      _ = await cancelled.result
      return await reader.value
    }
    #expect(sum == 6)
  }

  @Test func `the main actor is reported`() async {
    let text = await failure { clock in
      try await clock.sleep(for: .seconds(1))
      await MainActor.run {}
    }
    // The main actor has its own thread: the test may still be queued there, be running there, or
    // be back already.
    let messages = [
      "left for the main actor, which runs on its own thread; isolate the",
      "the test left for another executor: from the main actor, ",
      "the test came back from a thread outside of virtual time: from the main actor, ",
    ]
    #expect(messages.contains { text.hasPrefix("at 1 s: " + $0) }, "\(text)")
  }

  @Test func `another executor is reported`() async {
    let text = await failure { _ in
      await Task(name: "upload", executorPreference: globalConcurrentExecutor) { await never() }
        .value
    }
    #expect(text.hasPrefix("at 0 s: "), "\(text)")
    #expect(text.contains("'upload'"), "\(text)")
  }

  @Test func `a callback from another thread is reported`() async {
    let text = await failure { clock in
      async let ticking: Void = { while true { try await clock.sleep(for: .seconds(1)) } }()
      await withCheckedContinuation { continuation in
        DispatchQueue.global().async { continuation.resume() }
      }
      try await ticking
    }
    // How far time has advanced depends on the other thread.
    #expect(
      text.hasSuffix(
        ": the test came back from a thread outside of virtual time: from the main actor, a custom executor, a callback or a thread"
      ) || text.contains("does not end"), "\(text)")
  }

  @Test func `a job that arrives while its run ends is not lost`() async {
    for _ in 0..<500 {
      let late = LateTask()
      _ = await failure { _ in
        let task = Task(name: "late") {
          await withCheckedContinuation { continuation in
            DispatchQueue.global().async { continuation.resume() }
          }
        }
        late.task.withLock { $0 = task }
      }
      // It would wait forever for a job that was lost.
      await late.task.withLock { $0 }?.value
    }
  }

  private final class LateTask: Sendable {
    let task = Mutex<Task<Void, Never>?>(nil)
  }

  @Test func `the clock is unusable outside its run`() async throws {
    let clock = try await withVirtualTime { $0 }
    let error = await #expect(throws: VirtualTimeError.self) {
      try await clock.sleep(for: .seconds(1))
    }
    #expect(error?.reason == .escape)
    #expect(
      error?.description.contains("'clock.sleep' was called outside of virtual time") == true)
    #expect(clock.now == .zero)
  }

  @Test func `endless work is stopped by steps`() async {
    let line = #line
    let text = await failure(bounds: Bounds(steps: 100)) { clock in
      async let other: Void = { try await clock.sleep(for: .seconds(1_000)) }()
      while true { try await clock.sleep(for: .seconds(1)) }
      try await other
    }
    #expect(
      text == """
        at 49 s: does not end: stopped after 100 steps, at 49 s
          the test sleeps until 50 s, at VirtualTimeFailureTests.swift:\(line + 3)
          an unnamed task sleeps until 1000 s, at VirtualTimeFailureTests.swift:\(line + 2)
        """)
  }

  @Test func `endless work is stopped by time`() async {
    let line = #line
    let text = await failure(bounds: Bounds(time: .seconds(60))) { clock in
      try await clock.sleep(for: .seconds(61))
    }
    #expect(
      text == """
        at 0 s: does not end: stopped after 60 s, at 0 s
          the test sleeps until 61 s, at VirtualTimeFailureTests.swift:\(line + 2)
        """)
  }

  @Test func `jobs that follow one another at one instant are stopped`() async {
    let text = await failure(bounds: Bounds(steps: 1000)) { _ in
      while !Task.isCancelled { await Task.yield() }
    }
    #expect(
      text == """
        at 0 s: does not end: stopped after 1000 steps, at 0 s
          the test wants to run
        """)
  }

  @Test func `a task that still waits for time when the test returns is reported`() async {
    let line = #line
    let text = await failure { clock in
      Task(name: "ticker") { while true { try await clock.sleep(for: .seconds(1)) } }
      try await clock.sleep(for: .milliseconds(2500))
      let handle = clock.scheduler.schedule(after: .seconds(9)) {}
      withExtendedLifetime(handle) {}
      let subject = PassthroughSubject<Int, Never>()
      _ = subject.delay(for: .seconds(4), scheduler: clock.scheduler).record()
      subject.send(1)
    }
    #expect(
      text == """
        at 2.5 s: the test has returned, but some work has not ended
          task 'ticker' sleeps until 3 s, at VirtualTimeFailureTests.swift:\(line + 2)
          1 timer of a publisher
        """)
  }

  @Test func `a task that ignores its cancellation does not keep the run alive`() async {
    let line = #line
    let text = await failure { clock in
      Task(name: "stubborn") { while true { try? await clock.sleep(for: .seconds(1)) } }
    }
    #expect(
      text == """
        at 0 s: the test has returned, but some work has not ended
          task 'stubborn' sleeps until 1 s, at VirtualTimeFailureTests.swift:\(line + 2)
        """)
  }

  @Test func `a loop that ignores its cancellation does not hang`() async {
    let text = await failure(bounds: Bounds(steps: 1000)) { clock in
      withUnsafeCurrentTask { $0?.cancel() }
      while true { try? await clock.sleep(for: .seconds(1)) }
    }
    #expect(text.hasPrefix("at 0 s: does not end: stopped after 1000 steps, at 0 s"))
  }

  @Test func `a run inside a run is rejected`() async {
    let text = await failure { _ in
      try await withVirtualTime(line: 7) { _ in }
    }
    #expect(text.hasPrefix("elsewhere: virtual time of VirtualTimeFailureTests.swift:7, at 0 s: "))
    #expect(text.hasSuffix("begun inside of another virtual time"))
  }
}

/// Waits forever, and does not notice a cancel.
private func never() async {
  await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
}
