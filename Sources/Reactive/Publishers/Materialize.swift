extension Publisher {
  /// Emits each event as a value, including the completion or failure, and then completes.
  ///
  ///     -1-2-#
  ///     materialize()
  ///     -a-b-(c|)    a: value(1), b: value(2), c: failure
  ///
  /// Combine has no such operator. The name comes from Rx. `dematerialize` undoes it.
  @inlinable
  public func materialize() -> Publishers.Materialize<Self> {
    Publishers.Materialize(upstream: self)
  }
}

extension Publishers {
  /// An event of a run, as a value.
  public enum Signal<Value, Failure: Error> {
    /// A value.
    case value(Value)
    /// The publisher has completed.
    case finished
    /// The publisher has failed.
    case failure(Failure)
  }

  /// Emits each event as a value.
  public struct Materialize<Upstream: Publisher>: Publisher {
    public typealias Output = Signal<Upstream.Output, Upstream.Failure>
    public typealias Failure = Never

    /// The upstream publisher.
    public let upstream: Upstream

    /// Creates a publisher that subscribes to `upstream`.
    @inlinable
    public init(upstream: Upstream) {
      self.upstream = upstream
    }

    @inlinable
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Never {
      upstream.receive(
        subscriber: MaterializeStage<S, Upstream.Output, Upstream.Failure>(downstream: subscriber))
    }
  }

  @usableFromInline
  struct MaterializeStage<Downstream: Subscriber, Input, Failure: Error>: EndingStage
  where Downstream.Input == Signal<Input, Failure>, Downstream.Failure == Never {
    @usableFromInline typealias State = Void
    @usableFromInline let downstream: Downstream
    @usableFromInline let run = EndingRun()

    @inlinable
    init(downstream: Downstream) {
      self.downstream = downstream
    }

    @inlinable
    func receive(_ input: Input) {
      if !run.isUpstreamDone { downstream.receive(.value(input)) }
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
      guard run.upstreamDidEnd() else { return }
      switch completion {
      case .finished: finish(with: .finished)
      case .failure(let failure): finish(with: .failure(failure))
      }
    }
  }
}

extension Publishers.Signal: Sendable where Value: Sendable, Failure: Sendable {}
extension Publishers.Signal: Equatable where Value: Equatable, Failure: Equatable {}
extension Publishers.Signal: Hashable where Value: Hashable, Failure: Hashable {}
