extension Publisher {
  /// Replaces a failure with the publisher that the closure returns for it.
  ///
  ///     -1-2-#
  ///     catch { failure in [8, 9] }
  ///     -1-2-(89|)
  @inlinable
  public func `catch`<P: Publisher>(
    _ handler: @escaping (Failure) -> P
  ) -> Publishers.Catch<Self, P> where P.Output == Output {
    Publishers.Catch(upstream: self) { (failure) throws(P.Failure) -> P in handler(failure) }
  }

  /// Like `catch`, but an error thrown by the closure becomes the failure of the run.
  ///
  ///     -1-2-#
  ///     tryCatch { failure in throw failure }
  ///     -1-2-#
  @inlinable
  public func tryCatch<P: Publisher>(
    _ handler: @escaping (Failure) throws -> P
  ) -> Publishers.Catch<Self, P> where P.Output == Output, P.Failure == any Error {
    Publishers.Catch(upstream: self, handler: handler)
  }

  /// Like `catch`, for a closure that throws a different error type from the failure of its
  /// publisher.
  @_disfavoredOverload
  public func tryCatch<P: Publisher>(
    _ handler: @escaping (Failure) throws -> P
  ) -> Publishers.Catch<Self, Publishers.MapError<P, any Error>> where P.Output == Output {
    Publishers.Catch(upstream: self) { failure in try handler(failure).mapError { $0 } }
  }

  /// Like `catch`, for a closure that throws the failure type of its publisher.
  @inlinable
  public func tryCatch<P: Publisher>(
    _ handler: @escaping (Failure) throws(P.Failure) -> P
  ) -> Publishers.Catch<Self, P> where P.Output == Output {
    Publishers.Catch(upstream: self, handler: handler)
  }
}

extension Publishers {
  /// Replaces a failure with another publisher.
  public struct Catch<Upstream: Publisher, NewPublisher: Publisher>: Publisher
  where NewPublisher.Output == Upstream.Output {
    public typealias Output = Upstream.Output
    public typealias Failure = NewPublisher.Failure

    /// The upstream publisher.
    public let upstream: Upstream
    /// The closure that makes the publisher that takes over after a failure.
    public let handler: (Upstream.Failure) throws(NewPublisher.Failure) -> NewPublisher

    /// Creates a publisher that subscribes to `upstream`.
    @inlinable
    public init(
      upstream: Upstream,
      handler: @escaping (Upstream.Failure) throws(NewPublisher.Failure) -> NewPublisher
    ) {
      self.upstream = upstream
      self.handler = handler
    }

    @inlinable
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let rule = CatchRule<NewPublisher, Upstream.Failure>(handler: handler)
      let stage = CatchStage(run: SeriesRun(subscriber, rule))
      if CallDepth.isRestoring { return upstream.restore(stage) }
      upstream.receive(subscriber: stage)
    }
  }

  /// Nothing follows the publisher that takes over.
  @usableFromInline
  struct CatchRule<Inner: Publisher, Caught: Error>: SeriesRule {
    @usableFromInline typealias Stream = Inner
    /// The failure of the upstream, if it has failed.
    @usableFromInline typealias State = Caught?

    @usableFromInline let handler: (Caught) throws(Inner.Failure) -> Inner

    @inlinable
    init(handler: @escaping (Caught) throws(Inner.Failure) -> Inner) {
      self.handler = handler
    }

    @inlinable
    func begin() -> Caught? { nil }

    @inlinable
    func next(
      after completion: Subscribers.Completion<Inner.Failure>?, hasEmitted: Bool,
      _ caught: inout Caught?
    ) -> SeriesStep<Inner.Failure> {
      completion.map { .end($0) } ?? .subscribe
    }

    @inlinable
    func stream(in caught: Caught?) throws(Inner.Failure) -> Inner? {
      if let caught { try handler(caught) } else { nil }
    }
  }

  /// The subscriber to the publisher whose failure is caught.
  @usableFromInline
  struct CatchStage<Downstream: Subscriber, Inner: Publisher, Failure: Error>: Stage
  where Inner.Output == Downstream.Input, Inner.Failure == Downstream.Failure {
    @usableFromInline typealias State = SeriesState<Failure?>

    @usableFromInline let downstream: Downstream
    @usableFromInline let run: SeriesRun<Downstream, CatchRule<Inner, Failure>>

    @usableFromInline var combineIdentifier: CombineIdentifier { CombineIdentifier(run) }

    @inlinable
    init(run: SeriesRun<Downstream, CatchRule<Inner, Failure>>) {
      downstream = run.downstream
      self.run = run
    }

    @inlinable
    func receive(subscription: any Subscription) {
      unsafe run.subscription = subscription
      downstream.receive(subscription: run)
    }

    @inlinable
    func receive(_ input: Downstream.Input) {
      if !run.isOver { downstream.receive(input) }
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
      _ = unsafe run.subscription.take()
      guard !run.isOver else { return }
      guard case .failure(let failure) = completion else { return run.end(.finished) }
      unsafe run.state = failure
      run.subscribe()
    }

    @usableFromInline
    func resume(from restoration: Restoration, subscribe: () -> Void) {
      guard let saved = restoration.next(State.self, upstreams: 1) else { return }
      guard saved.state.state != nil else { return subscribe() }
      run.resume(from: saved.state, isRunning: saved.isRunning[0], restoration)
    }
  }
}
