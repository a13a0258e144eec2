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
    -> Publishers.Dematerialize<Self, Value, NewFailure>
  where Output == Publishers.Signal<Value, NewFailure> {
    Publishers.Dematerialize(upstream: self)
  }
}

extension Publishers {
  /// Turns values that describe events into those events.
  public struct Dematerialize<Upstream: Publisher, Output, Failure: Error>: Publisher
  where Upstream.Output == Signal<Output, Failure>, Upstream.Failure == Never {
    /// The upstream publisher.
    public let upstream: Upstream

    /// Creates a publisher that subscribes to `upstream`.
    @inlinable
    public init(upstream: Upstream) {
      self.upstream = upstream
    }

    @inlinable
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.receive(subscriber: DematerializeStage(downstream: subscriber))
    }
  }

  @usableFromInline
  struct DematerializeStage<Downstream: Subscriber>: EndingStage {
    @usableFromInline typealias State = Void
    @usableFromInline typealias Failure = Never

    @usableFromInline let downstream: Downstream
    @usableFromInline let run = EndingRun()

    @inlinable
    init(downstream: Downstream) {
      self.downstream = downstream
    }

    @inlinable
    func receive(_ input: Signal<Downstream.Input, Downstream.Failure>) {
      guard !run.isUpstreamDone else { return }
      switch input {
      case .value(let value): downstream.receive(value)
      case .finished: end(.finished)
      case .failure(let failure): end(.failure(failure))
      }
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Never>) {
      if run.upstreamDidEnd() { end(.finished) }
    }
  }
}
