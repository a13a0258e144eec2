import Platform

/// The hooks that the concurrency runtime uses to pass on its jobs.
///
/// They are variables of the runtime's library, found by name while the program runs. A statically
/// linked program does not export them, and a runtime of another version may call them in another
/// way. In both cases `Task { }` cannot be caught: see `isInstalled`.
enum RuntimeHooks {
  private typealias Original = @convention(thin) (UnownedJob) -> Void
  private typealias Hook = @convention(thin) @Sendable (UnownedJob, Original) -> Void
  private typealias DeadlineOriginal =
    @convention(thin) (Int64, Int64, Int64, Int64, Int32, UnownedJob) -> Void
  private typealias DeadlineHook =
    @convention(thin) @Sendable (
      Int64, Int64, Int64, Int64, Int32, UnownedJob, DeadlineOriginal
    ) -> Void

  /// Whether jobs that do not specify an executor are caught. The first access installs the
  /// available hooks.
  static let isInstalled: Bool = install()

  /// The previously installed hooks, which receive the jobs that do not belong to this module.
  private static let previous = read("swift_task_enqueueGlobal_hook", as: Hook?.self)
  private static let previousMain = read("swift_task_enqueueMainExecutor_hook", as: Hook?.self)
  private static let previousDeadline = read(
    "swift_task_enqueueGlobalWithDeadline_hook", as: DeadlineHook?.self)

  private static func install() -> Bool {
    guard TaskRecord.isKnown else { return false }
    _ = (previous, previousMain, previousDeadline)
    let globalHook: Hook = { job, original in
      if let run = VirtualRun.current {
        run.addEscaped(job)
      } else if let previous = RuntimeHooks.previous {
        previous(job, original)
      } else {
        original(job)
      }
    }
    let mainHook: Hook = { job, original in
      VirtualRun.current?.fail(.mainActor)
      if let previous = RuntimeHooks.previousMain {
        previous(job, original)
      } else {
        original(job)
      }
    }
    let deadlineHook: DeadlineHook = { seconds, nanos, slack, slackNanos, clock, job, original in
      VirtualRun.current?.fail(.realSleep(nil))
      if let previous = RuntimeHooks.previousDeadline {
        previous(seconds, nanos, slack, slackNanos, clock, job, original)
      } else {
        original(seconds, nanos, slack, slackNanos, clock, job)
      }
    }
    write(deadlineHook, to: "swift_task_enqueueGlobalWithDeadline_hook")
    write(mainHook, to: "swift_task_enqueueMainExecutor_hook")
    return write(globalHook, to: "swift_task_enqueueGlobal_hook")
  }

  private static func read<Hook>(_ name: String, as type: Hook?.Type) -> Hook? {
    unsafe CurrentProcess.address(ofSymbol: name)?.assumingMemoryBound(to: type).pointee
  }

  @discardableResult
  private static func write<Hook>(_ hook: Hook, to name: String) -> Bool {
    guard let place = unsafe CurrentProcess.address(ofSymbol: name) else { return false }
    unsafe place.assumingMemoryBound(to: Hook?.self).pointee = hook
    return true
  }
}
