extension Publisher {
  /// Emits the closure's result for each value, unless it is nil. An error thrown by the closure
  /// ends the run with that failure, at once, and cancels upstream.
  ///
  ///     -1-x-3-|
  ///     tryCompactMap { Int($0) }
  ///     -1---3-|
  @inlinable
  public func tryCompactMap<T>(
    _ transform: @escaping (Output) throws -> T?
  ) -> Publishers.TryCompactMap<Self, T, any Error> {
    Publishers.TryCompactMap(upstream: self, widen: { $0 }, transform: transform)
  }

  /// Like `tryCompactMap`, for a closure that throws the failure type of upstream.
  @inlinable
  public func tryCompactMap<T>(
    _ transform: @escaping (Output) throws(Failure) -> T?
  ) -> Publishers.TryCompactMap<Self, T, Failure> {
    Publishers.TryCompactMap(upstream: self, widen: { $0 }, transform: transform)
  }
}

extension Publishers {
  /// Emits a throwing closure's result for each value, unless it is nil.
  public struct TryCompactMap<Upstream: Publisher, Output, Failure: Error>: Publisher {
    /// A closure that maps a value, drops it by returning nil, or throws.
    public typealias Transform = (Upstream.Output) throws(Failure) -> Output?

    @usableFromInline let upstream: Upstream
    @usableFromInline let widen: (Upstream.Failure) -> Failure
    @usableFromInline let transform: Transform

    /// Creates a publisher from the transform, and a closure that converts a failure of upstream to
    /// one of this publisher.
    @inlinable
    public init(
      upstream: Upstream, widen: @escaping (Upstream.Failure) -> Failure,
      transform: @escaping Transform
    ) {
      self.upstream = upstream
      self.widen = widen
      self.transform = transform
    }

    @inlinable
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.receive(
        subscriber: TryStage(downstream: subscriber, widen: widen, transform: transform))
    }
  }

  /// The stage of every operator whose closure throws: for each value it emits one or none.
  @usableFromInline
  struct TryStage<Downstream: Subscriber, Input, Failure: Error>: EndingStage {
    @usableFromInline typealias State = Void
    @usableFromInline let downstream: Downstream
    @usableFromInline let widen: (Failure) -> Downstream.Failure
    @usableFromInline let transform: (Input) throws(Downstream.Failure) -> Downstream.Input?
    @usableFromInline let run = EndingRun()

    @inlinable
    init(
      downstream: Downstream, widen: @escaping (Failure) -> Downstream.Failure,
      transform: @escaping (Input) throws(Downstream.Failure) -> Downstream.Input?
    ) {
      self.downstream = downstream
      self.widen = widen
      self.transform = transform
    }

    @inlinable
    func receive(_ input: Input) {
      guard !run.isUpstreamDone else { return }
      do throws(Downstream.Failure) {
        // The closure, or objects it released, may have ended the run.
        if let output = try transform(input), !run.isUpstreamDone { downstream.receive(output) }
      } catch {
        end(.failure(error))
      }
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
      if run.upstreamDidEnd() { end(completion.mapError(widen)) }
    }
  }
}
