import Dispatch
import Reactive
public import ReactiveTesting
import Synchronization

/// Runs a test of asynchronous code in virtual time. Hours take milliseconds, and each run is the
/// same.
///
///     let shown = try await withVirtualTime { clock in
///       let search = Search(clock: clock)
///       async let result = search.result(of: "swift")
///       try await clock.sleep(for: .seconds(1))
///       …
///     }
///
/// All tasks of the test run one after another, on one thread: child tasks, task groups and actors
/// without a custom executor. If the program is linked dynamically, so do `Task { }` and
/// `Task.detached`. When none of them is ready, time advances to the first instant that one of them
/// waits for. Nothing really sleeps, yields or is retried.
///
/// It ends when the test has returned and everything that it started has ended or waits forever. It
/// throws the errors of the test, and `VirtualTimeError` if
/// - no task is ready and none waits for time: this is a deadlock, which is reported with the tasks
///   and what they wait for;
/// - a task leaves virtual time: by using the main actor, a custom executor, a real sleep or a
///   callback;
/// - the run exceeds its bounds;
/// - the test has returned while a task still waits for time.
///
/// The test is then cancelled. A task that does not end even then is abandoned.
///
/// - Parameters:
///   - order: The order in which jobs that are ready at one instant run.
///   - bounds: The maximum number of jobs, and the maximum time.
public func withVirtualTime<Result: Sendable>(
  order: JobOrder = .arrival, bounds: Bounds = .standard, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: Int = #line, column: Int = #column,
  _ test: @escaping @Sendable (VirtualClock) async throws -> Result
) async throws -> Result {
  let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
  let settings = VirtualRun.Settings(order: order, bounds: bounds, place: place)
  return try await VirtualRun.outcome(of: test, settings).result.get()
}

extension VirtualRun {
  /// The result of a run.
  struct Outcome<Success: Sendable>: Sendable {
    let result: Result<Success, any Error>
    let trace: JobTrace?
  }

  /// Runs a test on a separate thread, for as long as it takes.
  static func outcome<Success>(
    of test: @escaping @Sendable (VirtualClock) async throws -> Success, _ settings: Settings
  ) async -> Outcome<Success> {
    if current != nil {
      let error = VirtualTimeError(
        .nested, at: .zero, in: settings.place, "begun inside of another virtual time")
      return Outcome(result: .failure(error), trace: nil)
    }
    _ = RuntimeHooks.isInstalled
    let executor = VirtualExecutor()
    let answer = Answer<Success>()
    // The task is created here, so that it inherits the task-local values of the caller.
    let task = Task(name: TaskRecord.test, executorPreference: executor) {
      let result: Result<Success, any Error>
      do {
        result = .success(try await test(VirtualClock(executor: executor)))
      } catch {
        result = .failure(error)
      }
      answer.set(result)
      executor.ownRun?.endTest()
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        DispatchQueue.global().async {
          RealSleep.prepare()
          let run = VirtualRun(executor, settings)
          run.run { task.cancel() }
          let result = run.failure.map { .failure($0) } ?? answer.result
          continuation.resume(returning: Outcome(result: result, trace: run.trace))
        }
      }
    } onCancel: {
      executor.post(.cancelTest)
    }
  }

  /// The result of the test, passed from its task to the waiting code.
  private final class Answer<Success: Sendable>: Sendable {
    private let value = Mutex<Result<Success, any Error>?>(nil)

    func set(_ result: Result<Success, any Error>) {
      value.withLock { $0 = result }
    }

    /// A run without a failure has ended with its test.
    var result: Result<Success, any Error> {
      value.withLock { $0 } ?? .failure(CancellationError())
    }
  }
}
