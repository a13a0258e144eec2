extension Publisher {
  /// Makes a publisher for each value, and emits the values of all of them as they arrive.
  ///
  ///     1-2-----|
  ///     flatMap { number in its diagram }    1: -1--1|, 2: -2--2|
  ///     -1-21-2-|
  ///
  /// At most `maxPublishers` run at once. Further values wait, and their publishers are made when
  /// there is room. The run completes when this publisher and all inner publishers have completed.
  /// If one fails, the run fails and the others are cancelled.
  @inlinable
  public func flatMap<P: Publisher>(
    maxPublishers: Int = .max, _ transform: @escaping (Output) -> P
  ) -> Publishers.FlatMap<Self, P> where P.Failure == Failure {
    Publishers.FlatMap(upstream: self, maxPublishers: maxPublishers, transform: transform)
  }

  /// Makes a publisher for each value, and emits their values, one publisher after another.
  ///
  ///     1-2-----|
  ///     concatMap { number in its diagram }    1: -1-1|, 2: -2-2|
  ///     -1-1-2-2|
  @inlinable
  public func concatMap<P: Publisher>(
    _ transform: @escaping (Output) -> P
  ) -> Publishers.FlatMap<Self, P> where P.Failure == Failure {
    flatMap(maxPublishers: 1, transform)
  }
}

extension Publishers {
  /// Emits the values of the publishers that a closure makes, one for each value.
  public struct FlatMap<Upstream: Publisher, NewPublisher: Publisher>: Publisher
  where NewPublisher.Failure == Upstream.Failure {
    public typealias Output = NewPublisher.Output
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    public let upstream: Upstream
    /// The maximum number of inner publishers that run at once.
    public let maxPublishers: Int
    /// The closure that makes an inner publisher from each value.
    public let transform: (Upstream.Output) -> NewPublisher

    /// Creates a publisher that subscribes to `upstream`.
    @inlinable
    public init(
      upstream: Upstream, maxPublishers: Int,
      transform: @escaping (Upstream.Output) -> NewPublisher
    ) {
      precondition(maxPublishers > 0, "no publisher may run")
      self.upstream = upstream
      self.maxPublishers = maxPublishers
      self.transform = transform
    }

    @inlinable
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let run = FlatMapRun(
        downstream: subscriber, maxPublishers: maxPublishers, transform: transform)
      let stage = FlatMapStage(run: run)
      if CallDepth.isRestoring { return upstream.restore(stage) }
      upstream.receive(subscriber: stage)
    }
  }

  /// The subscriber of a flat map to its upstream.
  @usableFromInline
  struct FlatMapStage<Downstream: Subscriber, Input, Inner: Publisher>: Stage
  where Inner.Output == Downstream.Input, Inner.Failure == Downstream.Failure {
    @usableFromInline typealias State = FlatMapState<Input>

    @usableFromInline let run: FlatMapRun<Downstream, Input, Inner>

    @inlinable var downstream: Downstream { run.downstream }
    @usableFromInline var combineIdentifier: CombineIdentifier { CombineIdentifier(run) }

    @inlinable
    init(run: FlatMapRun<Downstream, Input, Inner>) {
      self.run = run
    }

    @usableFromInline
    func resume(from restoration: Restoration, subscribe: () -> Void) {
      guard let saved = restoration.next(State.self) else { return }
      let (state, isRunning) = saved
      guard isRunning.count == state.outers.count + 1 else {
        return restoration.fail("the state of other inner streams")
      }
      run.restore(state)
      if isRunning[0] { subscribe() } else { downstream.receive(subscription: run) }
      run.resumeInners(from: 0, isRunning)
    }

    @inlinable
    func receive(subscription: any Subscription) {
      unsafe run.subscription = subscription
      run.downstream.receive(subscription: run)
    }

    @inlinable
    func receive(_ input: Input) {
      guard unsafe !run.isOver else { return }
      if unsafe run.running < run.maxPublishers, unsafe run.waiting.isEmpty {
        run.start(input)
      } else {
        unsafe run.waiting.append(input)
      }
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Downstream.Failure>) {
      _ = unsafe run.subscription.take()
      if case .failure = completion { return run.end(completion) }
      unsafe run.hasFinished = true
      run.proceed()
    }
  }

  @usableFromInline
  final class FlatMapRun<Downstream: Subscriber, Input, Inner: Publisher>: SavableRun
  where Inner.Output == Downstream.Input, Inner.Failure == Downstream.Failure {
    /// An inner stream, and the value for which it runs. In a free slot, both are missing.
    @usableFromInline
    struct InnerRun {
      @usableFromInline var subscription: (any Subscription)?
      @usableFromInline var outer: Input?

      @inlinable
      init() {}
    }

    @usableFromInline let downstream: Downstream
    @usableFromInline let maxPublishers: Int
    @usableFromInline let transform: (Input) -> Inner
    @usableFromInline let ownDepth = unsafe CallDepth.current.depth
    @usableFromInline @exclusivity(unchecked) var isOver = false
    @usableFromInline @exclusivity(unchecked) var subscription: (any Subscription)?
    @usableFromInline @exclusivity(unchecked) var hasFinished = false
    /// The values whose publishers have not been made yet.
    @usableFromInline @exclusivity(unchecked) var waiting = Ring<Input>()
    @usableFromInline @exclusivity(unchecked) var running = 0
    /// The running inner streams, each in a slot. Freed slots are reused first.
    @usableFromInline @exclusivity(unchecked) var inners: [InnerRun] = []
    @usableFromInline @exclusivity(unchecked) var freeSlots: [Int] = []
    @usableFromInline @exclusivity(unchecked) var isGoingOn = false
    @usableFromInline var isCancelled = false

    @inlinable
    init(downstream: Downstream, maxPublishers: Int, transform: @escaping (Input) -> Inner) {
      self.downstream = downstream
      self.maxPublishers = maxPublishers
      self.transform = transform
    }

    @inlinable
    func start(_ input: Input) {
      unsafe running += 1
      let slot = unsafe freeSlots.popLast() ?? inners.count
      if unsafe slot == inners.count { unsafe inners.append(InnerRun()) }
      unsafe inners[slot].outer = input
      subscribe(for: input, in: slot)
    }

    @inlinable
    func subscribe(for input: Input, in slot: Int) {
      CallDepth.current.enter(asDeepAs: ownDepth) {
        transform(input).receive(
          subscriber: Side(run: self, slot: slot, downstream: downstream))
      }
    }

    /// Starts the publishers of waiting values, or ends the run, if it is time for either. Usually
    /// it is not, and then this does nothing that would need a type lookup.
    @inlinable
    func proceed() {
      guard unsafe !isGoingOn else { return }
      if unsafe !waiting.isEmpty { startWaiting() }
      if unsafe hasFinished, unsafe running == 0, unsafe waiting.isEmpty { finish() }
    }

    @inlinable @inline(never)
    func finish() {
      end(.finished)
    }

    /// Starts the publishers of waiting values as long as there is room. It is a loop because one
    /// call for each of 100,000 publishers that complete at once would overflow the stack.
    @inlinable @inline(never)
    func startWaiting() {
      unsafe isGoingOn = true
      defer { unsafe isGoingOn = false }
      let depth = CallDepth.current
      while unsafe !isOver, unsafe running < maxPublishers, unsafe !waiting.isEmpty {
        if depth.hasPutOff { return depth.putOffRest { self.proceed() } }
        if let input = unsafe waiting.popFirst() { start(input) }
      }
    }

    @inlinable
    func finish(slot: Int) {
      let ended = unsafe exchange(&inners[slot], with: InnerRun())
      unsafe freeSlots.append(slot)
      unsafe running -= 1
      withExtendedLifetime(ended) { proceed() }
    }

    @inlinable
    func end(_ completion: Subscribers.Completion<Downstream.Failure>) {
      guard unsafe !isOver else { return }
      unsafe isOver = true
      releaseAll()
      // Releasing the inner streams may run foreign code, which may cancel the run.
      if !isCancelled { downstream.receive(completion: completion) }
    }

    @inlinable
    func cancel() {
      isCancelled = true
      unsafe isOver = true
      releaseAll()
    }

    @inlinable
    func releaseAll() {
      let dropped = unsafe waiting.removeAll()
      withExtendedLifetime(dropped) {
        unsafe subscription.take()?.cancel()
        for slot in unsafe inners.indices { unsafe inners[slot].subscription.take()?.cancel() }
      }
    }

    @usableFromInline
    struct Side: Subscriber {
      @usableFromInline let run: FlatMapRun
      @usableFromInline let slot: Int
      @usableFromInline let downstream: Downstream

      @usableFromInline var combineIdentifier: CombineIdentifier { CombineIdentifier(run) }

      @inlinable
      init(run: FlatMapRun, slot: Int, downstream: Downstream) {
        self.run = run
        self.slot = slot
        self.downstream = downstream
      }

      @inlinable
      func receive(subscription: any Subscription) {
        guard unsafe !run.isOver else { return subscription.cancel() }
        unsafe run.inners[slot].subscription = subscription
      }

      @inlinable
      func receive(_ input: Inner.Output) {
        if unsafe !run.isOver { downstream.receive(input) }
      }

      @inlinable
      func receive(completion: Subscribers.Completion<Inner.Failure>) {
        if case .failure = completion {
          _ = unsafe exchange(&run.inners[slot], with: InnerRun())
          run.end(completion)
        } else {
          run.finish(slot: slot)
        }
      }
    }
  }
}

// MARK: - Saving

extension Publishers {
  /// The state of a run of `flatMap`.
  @usableFromInline
  struct FlatMapState<Input> {
    @usableFromInline let hasFinished: Bool
    @usableFromInline let waiting: Ring<Input>
    /// The values whose inner streams run, by slot.
    @usableFromInline let outers: [Maybe<Input>]
  }
}

extension Publishers.FlatMapState: Codable where Input: Codable {}

extension Publishers.FlatMapRun {
  @usableFromInline var upstreams: [(any Subscription)?] {
    unsafe [subscription] + inners.map(\.subscription)
  }

  @usableFromInline
  func state(in line: PendingTickets) -> Publishers.FlatMapState<Input> {
    unsafe Publishers.FlatMapState(
      hasFinished: hasFinished, waiting: waiting,
      outers: inners.map { Maybe(wrappedValue: $0.outer) })
  }

  @usableFromInline
  func restore(_ state: Publishers.FlatMapState<Input>) {
    unsafe (hasFinished, waiting) = (state.hasFinished, state.waiting)
    for (slot, outer) in state.outers.enumerated() {
      var inner = InnerRun()
      inner.outer = outer.wrappedValue
      unsafe inners.append(inner)
      if inner.outer == nil { unsafe freeSlots.append(slot) } else { unsafe running += 1 }
    }
  }

  /// Subscribes to the inner streams that had not ended, starting at an index. Each is subscribed
  /// to once the states of the previous one have been taken.
  @usableFromInline
  func resumeInners(from first: Int, _ isRunning: [Bool]) {
    let depth = CallDepth.current
    for slot in first..<(isRunning.count - 1) where isRunning[slot + 1] {
      if depth.hasPutOff { return depth.putOffRest { self.resumeInners(from: slot, isRunning) } }
      if let outer = unsafe inners[slot].outer { subscribe(for: outer, in: slot) }
    }
  }
}
