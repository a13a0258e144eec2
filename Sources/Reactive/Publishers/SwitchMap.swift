extension Publisher {
  /// Makes a publisher for each value, and emits only the values of the latest one.
  ///
  ///     1----2---|
  ///     switchMap { number in its diagram }    1: -1-1-1|, 2: -2-2-2|
  ///     -1-1--2-2-2|
  ///
  /// The previous publisher is cancelled when the next one has been made. The run completes when
  /// this publisher and the latest inner publisher have completed. If either fails, the run fails.
  @inlinable
  public func switchMap<P: Publisher>(
    _ transform: @escaping (Output) -> P
  ) -> Publishers.SwitchMap<Self, P> where P.Failure == Failure {
    Publishers.SwitchMap(upstream: self, transform: transform)
  }
}

extension Publisher where Output: Publisher, Output.Failure == Failure {
  /// For a publisher whose values are publishers: emits the values of the latest one.
  ///
  ///     1----2---|
  ///     map { number in its diagram }.switchToLatest()    1: -1-1-1|, 2: -2-2-2|
  ///     -1-1--2-2-2|
  @inlinable
  public func switchToLatest() -> Publishers.SwitchMap<Self, Output> {
    switchMap { $0 }
  }
}

extension Publishers {
  /// Emits the values of the publisher that a closure made for the latest value.
  public struct SwitchMap<Upstream: Publisher, NewPublisher: Publisher>: Publisher
  where NewPublisher.Failure == Upstream.Failure {
    public typealias Output = NewPublisher.Output
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    public let upstream: Upstream
    /// The closure that makes an inner publisher from each value.
    public let transform: (Upstream.Output) -> NewPublisher

    /// Creates a publisher that subscribes to `upstream`.
    @inlinable
    public init(upstream: Upstream, transform: @escaping (Upstream.Output) -> NewPublisher) {
      self.upstream = upstream
      self.transform = transform
    }

    @inlinable
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let stage = InnerMapStage(
        run: InnerMapRun(downstream: subscriber), replaces: true, transform: transform)
      if CallDepth.isRestoring { return upstream.restore(stage) }
      upstream.receive(subscriber: stage)
    }
  }

  /// The subscriber to the upstream of an operator that runs one inner publisher at a time.
  @usableFromInline
  struct InnerMapStage<Downstream: Subscriber, Input, Inner: Publisher>: Stage
  where Inner.Output == Downstream.Input, Inner.Failure == Downstream.Failure {
    @usableFromInline typealias State = InnerMapState<Input>

    @usableFromInline let run: InnerMapRun<Downstream, Input?>
    /// Whether a value that arrives while an inner publisher is running replaces it. Otherwise the
    /// value is dropped.
    @usableFromInline let replaces: Bool
    @usableFromInline let transform: (Input) -> Inner

    @inlinable var downstream: Downstream { run.downstream }
    @usableFromInline var combineIdentifier: CombineIdentifier { CombineIdentifier(run) }

    @inlinable
    init(
      run: InnerMapRun<Downstream, Input?>, replaces: Bool, transform: @escaping (Input) -> Inner
    ) {
      self.run = run
      self.replaces = replaces
      self.transform = transform
    }

    @inlinable
    func receive(subscription: any Subscription) {
      unsafe run.subscription = subscription
      run.downstream.receive(subscription: run)
    }

    @inlinable
    func receive(_ input: Input) {
      guard unsafe !run.isOver, unsafe replaces || !run.isRunning else { return }
      let inner = transform(input)
      unsafe run.isRunning = true
      unsafe run.number += 1
      let number = unsafe run.number
      unsafe run.inner.take()?.cancel()
      guard unsafe !run.isOver, unsafe run.number == number else { return }
      let replaced = unsafe exchange(&run.outer, with: input)
      withExtendedLifetime(replaced) { subscribe(to: inner, number) }
    }

    @inlinable
    func subscribe(to inner: Inner, _ number: Int) {
      CallDepth.current.enter(asDeepAs: run.ownDepth) {
        inner.receive(
          subscriber: InnerMapSide(run: run, number: number, downstream: run.downstream))
      }
    }

    @usableFromInline
    func resume(from restoration: Restoration, subscribe: () -> Void) {
      guard let saved = restoration.next(State.self, upstreams: 2) else { return }
      unsafe run.hasFinished = saved.state.hasFinished
      if saved.isRunning[0] { subscribe() } else { downstream.receive(subscription: run) }
      guard let outer = saved.state.outer else { return }
      unsafe (run.outer, run.isRunning, run.number) = (outer, true, 1)
      guard saved.isRunning[1] else { return }
      // Upstream may be a long chain, whose states come before those of the inner stream.
      CallDepth.current.inTurn { self.subscribe(to: transform(outer), 1) }
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Downstream.Failure>) {
      _ = unsafe run.subscription.take()
      unsafe run.hasFinished = true
      if case .failure = completion {
        run.end(completion)
      } else if unsafe !run.isRunning {
        run.end(completion)
      }
    }
  }

  @usableFromInline
  final class InnerMapRun<Downstream: Subscriber, Outer: OptionalType>: SavableRun {
    @usableFromInline let downstream: Downstream
    @usableFromInline let ownDepth = unsafe CallDepth.current.depth
    @usableFromInline @exclusivity(unchecked) var isOver = false
    @usableFromInline @exclusivity(unchecked) var subscription: (any Subscription)?
    @usableFromInline @exclusivity(unchecked) var inner: (any Subscription)?
    /// The value whose inner stream is running, if there is one.
    @usableFromInline @exclusivity(unchecked) var outer: Outer = nil
    /// The number of the latest inner publisher; events of earlier ones are ignored.
    @usableFromInline @exclusivity(unchecked) var number = 0
    @usableFromInline @exclusivity(unchecked) var isRunning = false
    @usableFromInline @exclusivity(unchecked) var hasFinished = false
    private var isCancelled = false

    @usableFromInline
    init(downstream: Downstream) {
      self.downstream = downstream
    }

    @usableFromInline
    func end(_ completion: Subscribers.Completion<Downstream.Failure>) {
      guard unsafe !isOver else { return }
      unsafe isOver = true
      releaseAll()
      // Releasing the inner stream may run foreign code, which may cancel the run.
      if !isCancelled { downstream.receive(completion: completion) }
    }

    @usableFromInline
    func cancel() {
      isCancelled = true
      unsafe isOver = true
      releaseAll()
    }

    private func releaseAll() {
      unsafe subscription.take()?.cancel()
      unsafe inner.take()?.cancel()
    }
  }

  @usableFromInline
  struct InnerMapSide<Downstream: Subscriber, Outer: OptionalType>: Subscriber {
    @usableFromInline let run: InnerMapRun<Downstream, Outer>
    @usableFromInline let number: Int
    @usableFromInline let downstream: Downstream

    @usableFromInline var combineIdentifier: CombineIdentifier { CombineIdentifier(run) }

    @inlinable
    init(run: InnerMapRun<Downstream, Outer>, number: Int, downstream: Downstream) {
      self.run = run
      self.number = number
      self.downstream = downstream
    }

    @inlinable var isHeard: Bool { unsafe run.number == number && !run.isOver }

    @inlinable
    func receive(subscription: any Subscription) {
      guard isHeard else { return subscription.cancel() }
      unsafe run.inner = subscription
    }

    @inlinable
    func receive(_ input: Downstream.Input) {
      if isHeard { downstream.receive(input) }
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Downstream.Failure>) {
      guard isHeard else { return }
      _ = unsafe run.inner.take()
      unsafe run.isRunning = false
      _ = unsafe exchange(&run.outer, with: nil)
      if case .failure = completion {
        run.end(completion)
      } else if unsafe run.hasFinished {
        run.end(completion)
      }
    }
  }
}

// MARK: - Saving

extension Publishers {
  /// The state of a run of `switchMap` or `exhaustMap`.
  @usableFromInline
  struct InnerMapState<Outer> {
    /// The value whose inner stream is running.
    @usableFromInline @Maybe var outer: Outer?
    @usableFromInline let hasFinished: Bool
  }
}

extension Publishers.InnerMapState: Codable where Outer: Codable {}

extension Publishers.InnerMapRun {
  @usableFromInline var upstreams: [(any Subscription)?] { unsafe [subscription, inner] }

  @usableFromInline
  func state(in line: PendingTickets) -> Publishers.InnerMapState<Outer.Wrapped> {
    unsafe Publishers.InnerMapState(
      outer: isRunning ? outer.optional : nil, hasFinished: hasFinished)
  }
}
