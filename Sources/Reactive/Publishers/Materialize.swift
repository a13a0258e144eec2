extension Publisher {
  /// Emits each event as a value, including the completion or failure, and then completes.
  ///
  ///     -1-2-#
  ///     materialize()
  ///     -a-b-(c|)    a: value(1), b: value(2), c: failure
  ///
  /// Combine has no such operator. The name comes from Rx. `dematerialize` undoes it.
  @inlinable
  public func materialize() -> Publishers.Applied<Self, Rules.Materialize<Output, Failure>> {
    applying(Rules.Materialize())
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
}

extension Rules {
  /// Emits each event as a value.
  public struct Materialize<Value, UpstreamFailure: Error>: StepRule {
    public typealias Failure = Never

    @inlinable
    init() {}

    @inlinable @inline(__always)
    public func receive(_ value: Value, _: inout Void, _: inout Void) -> Step<
      Publishers.Signal<Value, UpstreamFailure>, Never
    > {
      .emit(.value(value))
    }

    @inlinable
    public func last(
      _ completion: Subscribers.Completion<UpstreamFailure>, _: inout Void
    ) -> Publishers.Signal<Value, UpstreamFailure>? {
      switch completion {
      case .finished: .finished
      case .failure(let failure): .failure(failure)
      }
    }

    @inlinable
    public func end(
      _ completion: Subscribers.Completion<UpstreamFailure>
    ) -> Subscribers.Completion<Never> { .finished }
  }
}

extension Publishers.Signal: Sendable where Value: Sendable, Failure: Sendable {}
extension Publishers.Signal: Equatable where Value: Equatable, Failure: Equatable {}
extension Publishers.Signal: Hashable where Value: Hashable, Failure: Hashable {}
