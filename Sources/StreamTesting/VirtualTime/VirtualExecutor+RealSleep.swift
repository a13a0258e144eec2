// From Swift 6.3 on, a sleep requests a timer from the executor of its task; before, it requested
// one from the runtime, which has a hook for that. The protocol is not in the language's interface
// yet.
#if compiler(>=6.3) && compiler(<6.4) && os(Linux)
  @_spi(ExperimentalScheduling) import _Concurrency

  extension VirtualExecutor: SchedulingExecutor {
    func enqueue<C: Clock>(
      _ job: consuming ExecutorJob, after delay: C.Duration, tolerance: C.Duration?, clock: C
    ) {
      ownRun?.fail(.realSleep(nil))
      enqueue(job)
    }

    func enqueue<C: Clock>(
      _ job: consuming ExecutorJob, at instant: C.Instant, tolerance: C.Duration?, clock: C
    ) {
      ownRun?.fail(.realSleep(nil))
      enqueue(job)
    }
  }
#endif
