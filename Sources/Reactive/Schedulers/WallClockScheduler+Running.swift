import Dispatch
import Platform

extension WallClockScheduler {
  /// Runs all work when it is due, and blocks the thread meanwhile, until none is left and every
  /// sender is closed.
  ///
  /// The run is bounded by `until`, an inclusive instant, and by `steps`, the number of pieces of
  /// work that may run. If later work is left, the call returns when `until` is reached.
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
      case .wait(_, let deadline):
        guard inbox.beginWait(.pipe(pipe.waker)) else { break }
        wait(on: pipe, until: deadline)
        inbox.endWait()
      }
    }
  }

  /// Runs all work when it is due, in the isolation of the caller, until none is left and every
  /// sender is closed.
  ///
  /// While it waits, other work of that isolation continues, and may schedule and cancel. If the
  /// task is cancelled, the run stops. It does not start a task.
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
        // Other work of the isolation gets its turn.
        await Task.yield()
      case .wait(let instant, let deadline):
        guard inbox.beginWait(.stream(news)) else { break }
        alarm.set(to: deadline)
        suspend(until: instant, wokenBy: news)
        _ = await iterator.next(isolation: isolation)
        resume()
        inbox.endWait()
      }
    }
    return endEarly()
  }

  /// Wakes a task at a moment. A whole run uses one timer.
  private struct Alarm: ~Copyable {
    private let timer = DispatchSource.makeTimerSource(flags: .strict)

    init(_ news: AsyncStream<Void>.Continuation) {
      timer.setEventHandler { @Sendable in news.yield() }
      timer.activate()
    }

    deinit {
      timer.cancel()
    }

    /// Sets the moment of waking, which replaces the previous one; nil for none.
    func set(to moment: Int64?) {
      guard let moment else { return timer.schedule(deadline: .distantFuture) }
      // A wait may end early, so a long wait is cut into days.
      let left = min(max(0, moment - MonotonicClock.nanoseconds), 86_400_000_000_000)
      timer.schedule(deadline: .now() + .nanoseconds(Int(left)), leeway: .nanoseconds(0))
    }
  }
}
