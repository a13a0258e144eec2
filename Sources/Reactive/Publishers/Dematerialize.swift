extension Publisher where Failure == Never {
  /// Turns values that describe events into those events: emits a value, completes, or fails.
  ///
  ///     -a-b-c-d|    a: value(1), b: value(2), c: finished, d: value(4)
  ///     dematerialize()
  ///     -1-2-|
  ///
  /// Upstream is cancelled before the run ends. If upstream completes by itself, so does the run.
  @inlinable
  public func dematerialize<Value, NewFailure: Error>()
    -> Publishers.Applied<Self, Rules.Dematerialize<Value, NewFailure>>
  where Output == Publishers.Signal<Value, NewFailure> {
    applying(Rules.Dematerialize())
  }
}

extension Rules {
  /// Turns values that describe events into those events.
  public struct Dematerialize<Value, Failure: Error>: StepRule {
    public typealias UpstreamFailure = Never

    @inlinable
    init() {}

    @inlinable @inline(__always)
    public func receive(
      _ signal: Publishers.Signal<Value, Failure>, _: inout Void, _: inout Void
    ) -> Step<Value, Failure> {
      switch signal {
      case .value(let value): .emit(value)
      case .finished: .end(.finished)
      case .failure(let failure): .end(.failure(failure))
      }
    }

    @inlinable
    public func end(
      _ completion: Subscribers.Completion<Never>
    ) -> Subscribers.Completion<Failure> { .finished }
  }
}
