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
      let stage = CatchStage(run: CatchRun(downstream: subscriber), handler: handler)
      if CallDepth.isRestoring { return upstream.restore(stage) }
      upstream.receive(subscriber: stage)
    }
  }

  /// The subscriber to the publisher whose failure is caught.
  @usableFromInline
  struct CatchStage<Downstream: Subscriber, Inner: Publisher, Failure: Error>: Stage
  where Inner.Output == Downstream.Input, Inner.Failure == Downstream.Failure {
    @usableFromInline typealias State = CatchState<Failure>
    @usableFromInline let downstream: Downstream
    @usableFromInline let run: CatchRun<Downstream, Failure?>
    @usableFromInline let handler: (Failure) throws(Inner.Failure) -> Inner

    @usableFromInline var combineIdentifier: CombineIdentifier { CombineIdentifier(run) }

    @inlinable
    init(
      run: CatchRun<Downstream, Failure?>,
      handler: @escaping (Failure) throws(Inner.Failure) -> Inner
    ) {
      downstream = run.downstream
      self.run = run
      self.handler = handler
    }

    @inlinable
    func receive(subscription: any Subscription) {
      unsafe run.subscription = subscription
      downstream.receive(subscription: run)
    }

    @inlinable
    func receive(_ input: Downstream.Input) {
      if unsafe !run.isOver { downstream.receive(input) }
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
      _ = unsafe run.subscription.take()
      guard unsafe !run.isOver else { return }
      guard case .failure(let failure) = completion else { return run.end(.finished) }
      unsafe run.caught = failure
      subscribe(after: failure)
    }

    /// Subscribes to the publisher that takes over after a failure.
    @inlinable
    func subscribe(after failure: Failure) {
      do throws(Inner.Failure) {
        let inner = try handler(failure)
        guard unsafe !run.isOver else { return }
        CallDepth.current.enter(asDeepAs: run.ownDepth) {
          inner.receive(subscriber: CatchSide(run: run))
        }
      } catch {
        run.end(.failure(error))
      }
    }

    @usableFromInline
    func resume(from restoration: Restoration, subscribe: () -> Void) {
      guard let saved = restoration.next(State.self, upstreams: 1) else { return }
      guard let failure = saved.state.caught else { return subscribe() }
      unsafe run.caught = failure
      downstream.receive(subscription: run)
      if saved.isRunning[0] { self.subscribe(after: failure) }
    }
  }

  @usableFromInline
  final class CatchRun<Downstream: Subscriber, Caught: OptionalType>: SavableRun {
    @usableFromInline let downstream: Downstream
    @usableFromInline let ownDepth = unsafe CallDepth.current.depth
    @usableFromInline @exclusivity(unchecked) var isOver = false
    @usableFromInline @exclusivity(unchecked) var subscription: (any Subscription)?
    /// The failure of the upstream, if it has failed.
    @usableFromInline @exclusivity(unchecked) var caught: Caught = nil

    @usableFromInline
    init(downstream: Downstream) {
      self.downstream = downstream
    }

    @usableFromInline
    func end(_ completion: Subscribers.Completion<Downstream.Failure>) {
      guard unsafe !isOver else { return }
      unsafe isOver = true
      downstream.receive(completion: completion)
    }

    @usableFromInline
    func cancel() {
      unsafe isOver = true
      unsafe subscription.take()?.cancel()
    }
  }

  /// The subscriber to the publisher that replaces a failure.
  @usableFromInline
  struct CatchSide<Downstream: Subscriber, Caught: OptionalType>: Subscriber {
    @usableFromInline let run: CatchRun<Downstream, Caught>
    @usableFromInline let downstream: Downstream

    @usableFromInline var combineIdentifier: CombineIdentifier { CombineIdentifier(run) }

    @inlinable
    init(run: CatchRun<Downstream, Caught>) {
      self.run = run
      downstream = run.downstream
    }

    @inlinable
    func receive(subscription: any Subscription) {
      guard unsafe !run.isOver else { return subscription.cancel() }
      unsafe run.subscription = subscription
    }

    @inlinable
    func receive(_ input: Downstream.Input) {
      if unsafe !run.isOver { downstream.receive(input) }
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Downstream.Failure>) {
      _ = unsafe run.subscription.take()
      run.end(completion)
    }
  }
}

// MARK: - Saving

extension Publishers {
  /// The state of a run of `catch`.
  @usableFromInline
  struct CatchState<Failure> {
    @usableFromInline let caught: Failure?
  }
}

extension Publishers.CatchState: Codable where Failure: Codable {}

extension Publishers.CatchRun {
  /// The run of the upstream, or of the publisher that takes over after its failure.
  @usableFromInline var upstreams: [(any Subscription)?] { unsafe [subscription] }

  @usableFromInline
  func state(in line: PendingTickets) -> Publishers.CatchState<Caught.Wrapped> {
    unsafe Publishers.CatchState(caught: caught.optional)
  }
}
