extension Publisher {
  /// Combines the last result, initially `initialResult`, with each value, and emits every new
  /// result.
  ///
  ///     -1-2-3-4|
  ///     scan(0) { $0 + $1 }
  ///     -1-3-6-a|    a: 10
  @inlinable
  public func scan<T>(
    _ initialResult: T, _ nextPartialResult: @escaping (T, Output) -> T
  ) -> Publishers.Scan<Self, T> {
    Publishers.Scan(
      upstream: self, initialResult: initialResult, nextPartialResult: nextPartialResult)
  }

  /// Like `scan`, but an error thrown by the closure ends the run with that failure and cancels
  /// upstream.
  ///
  ///     -1-2-x-4|
  ///     tryScan(0) { try $0 + number($1) }
  ///     -1-3-#
  @inlinable
  public func tryScan<T>(
    _ initialResult: T, _ nextPartialResult: @escaping (T, Output) throws -> T
  ) -> Publishers.TryScan<Self, T, any Error> {
    Publishers.TryScan(
      upstream: self, initialResult: initialResult, widen: { $0 },
      nextPartialResult: nextPartialResult)
  }

  /// Like `tryScan`, for a closure that throws the failure type of upstream.
  @inlinable
  public func tryScan<T>(
    _ initialResult: T, _ nextPartialResult: @escaping (T, Output) throws(Failure) -> T
  ) -> Publishers.TryScan<Self, T, Failure> {
    Publishers.TryScan(
      upstream: self, initialResult: initialResult, widen: { $0 },
      nextPartialResult: nextPartialResult)
  }
}

extension Publishers {
  /// Combines the last result with each value using a closure, and emits every new result.
  public struct Scan<Upstream: Publisher, Output>: Publisher {
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    public let upstream: Upstream
    /// The result before the first value.
    public let initialResult: Output
    /// The closure that makes the next result from the last one and a value.
    public let nextPartialResult: (Output, Upstream.Output) -> Output

    /// Creates a publisher that subscribes to `upstream`.
    @inlinable
    public init(
      upstream: Upstream, initialResult: Output,
      nextPartialResult: @escaping (Output, Upstream.Output) -> Output
    ) {
      self.upstream = upstream
      self.initialResult = initialResult
      self.nextPartialResult = nextPartialResult
    }

    @inlinable
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let stage = ScanStage(
        downstream: subscriber, result: initialResult, next: nextPartialResult)
      if CallDepth.isRestoring { return upstream.restore(stage) }
      upstream.receive(subscriber: stage)
    }
  }

  @usableFromInline
  struct ScanStage<Downstream: Subscriber, Input>: RememberingStage {
    @usableFromInline typealias State = Downstream.Input
    @usableFromInline typealias Failure = Downstream.Failure

    @usableFromInline let downstream: Downstream
    @usableFromInline let memory: RunState<Downstream.Input>
    @usableFromInline let next: (Downstream.Input, Input) -> Downstream.Input

    @inlinable
    init(
      downstream: Downstream, result: Downstream.Input,
      next: @escaping (Downstream.Input, Input) -> Downstream.Input
    ) {
      self.downstream = downstream
      memory = RunState(result)
      self.next = next
    }

    @inlinable
    func receive(_ input: Input) {
      let result = unsafe next(memory.value, input)
      // Objects in the previous result are released after the new one has been emitted, because
      // that may run foreign code, which may cancel the run.
      let last = unsafe exchange(&memory.value, with: result)
      withExtendedLifetime(last) { downstream.receive(result) }
    }
  }
}

extension Publishers {
  /// Combines the last result with each value using a throwing closure, and emits every new result.
  public struct TryScan<Upstream: Publisher, Output, Failure: Error>: Publisher {
    /// The upstream publisher.
    public let upstream: Upstream
    /// The result before the first value.
    public let initialResult: Output
    /// The closure that makes the next result from the last one and a value.
    public let nextPartialResult: (Output, Upstream.Output) throws(Failure) -> Output
    @usableFromInline let widen: (Upstream.Failure) -> Failure

    /// Creates a publisher that subscribes to `upstream`, with a closure that converts a failure of
    /// upstream to one of this publisher.
    @inlinable
    public init(
      upstream: Upstream, initialResult: Output,
      widen: @escaping (Upstream.Failure) -> Failure,
      nextPartialResult: @escaping (Output, Upstream.Output) throws(Failure) -> Output
    ) {
      self.upstream = upstream
      self.initialResult = initialResult
      self.widen = widen
      self.nextPartialResult = nextPartialResult
    }

    @inlinable
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let stage = TryScanStage<S, Upstream.Output, Upstream.Failure>(
        downstream: subscriber, result: initialResult, widen: widen, next: nextPartialResult)
      if CallDepth.isRestoring { return upstream.restore(stage) }
      upstream.receive(subscriber: stage)
    }
  }

  @usableFromInline
  struct TryScanStage<Downstream: Subscriber, Input, Failure: Error>: EndingStage, RememberingStage
  {
    @usableFromInline typealias State = Downstream.Input

    @usableFromInline let downstream: Downstream
    @usableFromInline let memory: RunState<Downstream.Input>
    @usableFromInline let widen: (Failure) -> Downstream.Failure
    @usableFromInline let next:
      (Downstream.Input, Input) throws(Downstream.Failure) -> Downstream.Input
    @usableFromInline let run = EndingRun()

    @inlinable
    init(
      downstream: Downstream, result: Downstream.Input,
      widen: @escaping (Failure) -> Downstream.Failure,
      next: @escaping (Downstream.Input, Input) throws(Downstream.Failure) -> Downstream.Input
    ) {
      self.downstream = downstream
      memory = RunState(result)
      self.widen = widen
      self.next = next
    }

    @inlinable
    func receive(_ input: Input) {
      guard !run.isUpstreamDone else { return }
      do throws(Downstream.Failure) {
        let result = unsafe try next(memory.value, input)
        // Objects in the previous result are released after the change, because that may run
        // foreign code.
        let last = unsafe exchange(&memory.value, with: result)
        withExtendedLifetime(last) { if !run.isUpstreamDone { downstream.receive(result) } }
      } catch {
        end(.failure(error))
      }
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
      if upstreamDidEnd() { end(completion.mapError(widen)) }
    }
  }
}
