import Dispatch
import Platform

extension WallClockScheduler {
  /// Runs all that is due when it is due, and blocks the thread meanwhile, until nothing is left and
  /// every sender is closed.
  ///
  /// What never ends is bounded by `until`, whose instant is included, and by `steps`, the number of
  /// pieces of work that may run. With work left for later, it comes back when `until` is reached.
  @discardableResult
  public func run(until limit: Instant = .endOfTime, steps: Int = .max) -> Outcome {
    beginRun(until: limit, steps: steps)
    defer { endRun() }
    let pipe = WakePipe()
    while true {
      switch takeTurn() {
      case .over(let outcome):
        return outcome
      case .more:
        break
      case .wait(let instant):
        guard inbox.beginWait(.pipe(pipe.waker)) else { break }
        pipe.wait(until: deadline(of: instant))
        inbox.endWait()
      }
    }
  }

  /// Runs all that is due when it is due, in the isolation of the caller, until nothing is left and
  /// every sender is closed.
  ///
  /// While it waits, other work of that isolation goes on, and may schedule and cancel. When the task
  /// is cancelled the run is stopped. It starts no task.
  @discardableResult
  public func run(
    until limit: Instant = .endOfTime, steps: Int = .max,
    isolation: isolated (any Actor)? = #isolation
  ) async -> Outcome {
    beginRun(until: limit, steps: steps)
    defer { endRun() }
    let (stream, news) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    var iterator = stream.makeAsyncIterator()
    let alarm = Alarm(news)
    while !Task.isCancelled {
      switch takeTurn() {
      case .over(let outcome):
        return outcome
      case .more:
        // Whatever else the isolation has to do has its turn as well.
        await Task.yield()
      case .wait(let instant):
        guard inbox.beginWait(.stream(news)) else { break }
        alarm.set(to: deadline(of: instant))
        suspend(until: instant, wokenBy: news)
        _ = await iterator.next(isolation: isolation)
        resume()
        inbox.endWait()
      }
    }
    return endEarly()
  }

  /// Wakes a task at a moment: one timer for a whole run.
  private struct Alarm: ~Copyable {
    private let timer = DispatchSource.makeTimerSource(flags: .strict)

    init(_ news: AsyncStream<Void>.Continuation) {
      timer.setEventHandler { @Sendable in news.yield() }
      timer.activate()
    }

    deinit {
      timer.cancel()
    }

    /// Wakes at `moment`, and not at the one set before; not at all if that is nil.
    func set(to moment: Int64?) {
      guard let moment else { return timer.schedule(deadline: .distantFuture) }
      // A wait may end early, so a long one is cut into days.
      let left = min(max(0, moment - MonotonicClock.nanoseconds), 86_400_000_000_000)
      timer.schedule(deadline: .now() + .nanoseconds(Int(left)), leeway: .nanoseconds(0))
    }
  }
}
