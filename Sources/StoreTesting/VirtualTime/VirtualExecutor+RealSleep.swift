// Since Swift 6.3, a sleep requests a timer from the executor of its task. Before that, it
// requested one from the runtime, which has a hook for it. The protocol is not in the language's
// interface yet.
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
