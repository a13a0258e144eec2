import Reactive
import ReactiveTesting

/// Distinguishes tasks that really sleep from tasks that wait for anything else.
///
/// Tasks that prefer the run's executor request a timer from it, and the executor catches the
/// request. A `Task { }` requests it from the process's own executor, which sends no notification.
/// However, the record of a waiting task contains the address at which it will resume, and the
/// addresses after the runtime's sleeps can be learned by sleeping there once.
enum RealSleep {
  /// The addresses at which the runtime's sleeps resume; empty if there are no records of tasks.
  private static let places: [UInt] = learn()

  /// Learns the addresses before a run begins, because that requires a separate run.
  static func prepare() { _ = places }

  /// Whether a suspended task is waiting for the system's clock.
  static func isOf(_ task: TaskRecord) -> Bool {
    guard let place = task.placeOfResumption else { return false }
    return places.contains(place)
  }

  private static func learn() -> [UInt] {
    guard TaskRecord.isKnown, RuntimeHooks.isInstalled else { return [] }
    let sleeps: [@Sendable () async throws -> Void] = [
      { try await Task.sleep(for: .seconds(60)) },
      { try await Task.sleep(nanoseconds: 60_000_000_000) },
      { try await SuspendingClock().sleep(for: .seconds(60)) },
    ]
    let probe = VirtualRun(VirtualExecutor(), VirtualRun.Settings(place: SourcePlace()))
    return sleeps.compactMap { sleep in probe.place(where: sleep) }
  }
}

extension VirtualRun {
  /// Returns the address at which a waiting function resumes. The function runs until it waits, and
  /// is then cancelled.
  fileprivate func place(
    where waiting: @escaping @Sendable () async throws -> Void
  ) -> UInt? {
    asCurrent {
      let task = Task.detached { try await waiting() }
      runEscaped()
      let record = unsafe TaskRecord(unsafeBitCast(task, to: UnownedJob.self))
      let place = record?.placeOfResumption
      task.cancel()
      runEscaped()
      return place
    }
  }
}
