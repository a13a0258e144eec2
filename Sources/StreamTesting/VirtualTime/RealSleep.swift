import Reactive

/// Tells tasks that sleep really from those that wait for anything else.
///
/// Tasks that prefer the run's executor ask it for a timer, and are caught by that. `Task { }` asks the
/// process's own executor, which tells nobody. But a task that waits has written down where in the
/// program it will go on, and the places in the runtime behind its sleeps can be learned: by sleeping
/// there once.
enum RealSleep {
  /// Where the runtime's sleeps go on; nothing if there are no records of tasks.
  private static let places: [UInt] = learn()

  /// Has it known before a run begins: it is learned in a run of its own.
  static func prepare() { _ = places }

  /// Whether a task that does not run now waits for the system's clock.
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
  /// Where a function goes on that waits: it is run until it does, and then cancelled.
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
