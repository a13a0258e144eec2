extension Clock {
  /// An asynchronous sequence that emits each time an interval has passed, until its task is
  /// cancelled.
  ///
  ///     for await _ in clock.timer(interval: .seconds(1)) { await send(.ticked) }
  ///
  /// Instants that have already passed when the next element is requested are skipped.
  public func timer(
    interval: Duration, tolerance: Duration? = nil
  ) -> ClockTimer<Duration> {
    ClockTimer { [self] in
      let start = now
      return { last in
        var next = last + interval
        while next < start.duration(to: now) { next += interval }
        do {
          try await sleep(until: start.advanced(by: next), tolerance: tolerance)
        } catch {
          return nil
        }
        return next
      }
    }
  }
}

/// Emits the time since its start, each time an interval has passed.
public struct ClockTimer<Duration: DurationProtocol>: AsyncSequence, Sendable {
  public typealias Element = Duration
  public typealias Failure = Never

  /// Waits for the instant after the given one. Returns nil if the task was cancelled.
  typealias Wait = nonisolated(nonsending) (_ last: Duration) async -> Duration?

  let begin: @Sendable () -> Wait

  public func makeAsyncIterator() -> Iterator {
    Iterator(wait: begin())
  }

  /// Waits for one instant after another.
  public struct Iterator: AsyncIteratorProtocol {
    let wait: Wait
    var last = Duration.zero

    init(wait: @escaping Wait) {
      self.wait = wait
    }

    public mutating func next() async -> Duration? {
      await next(isolation: nil)
    }

    public mutating func next(isolation actor: isolated (any Actor)?) async -> Duration? {
      guard !Task.isCancelled, let next = await wait(last) else { return nil }
      last = next
      return next
    }
  }
}
