extension Publisher {
  /// Has the values of each key go through a pipeline of their own, and gives what all pipelines
  /// give, as it comes.
  ///
  ///     -1-2-3-4|
  ///     groupBy { $0 % 2 } pipeline: { key, group in group.scan(0, +) }
  ///     -1-2-4-6|
  ///
  /// A pipeline is made when its key first comes, and then gets that value. A group is hot: whoever
  /// subscribes to it later, or again, goes on with the key's next value. When a pipeline has
  /// finished, later values of its key are dropped. When upstream ends, the groups end with it, in the
  /// order in which their keys first came, and the whole finishes when all pipelines have finished. A
  /// failure of one cancels the others.
  @inlinable
  public func groupBy<Key: Hashable, P: Publisher>(
    _ key: @escaping (Output) -> Key,
    pipeline: @escaping (Key, Publishers.Group<Output, Failure>) -> P
  ) -> Publishers.GroupBy<Self, Key, P> where P.Failure == Failure {
    Publishers.GroupBy(
      upstream: self, key: { (value) throws(Failure) -> Key in key(value) }, pipeline: pipeline)
  }

  /// As `groupBy`; an error thrown by the key's closure ends the run with that failure, at once, and
  /// cancels upstream and all pipelines.
  ///
  ///     -1-2-x-4|
  ///     tryGroupBy { try number($0) } pipeline: { key, group in group }
  ///     -1-2-#
  @inlinable
  public func tryGroupBy<Key: Hashable, P: Publisher>(
    _ key: @escaping (Output) throws(Failure) -> Key,
    pipeline: @escaping (Key, Publishers.Group<Output, Failure>) -> P
  ) -> Publishers.GroupBy<Self, Key, P> where P.Failure == Failure {
    Publishers.GroupBy(upstream: self, key: key, pipeline: pipeline)
  }
}

extension Publishers {
  /// Has the values of each key go through a pipeline of their own.
  public struct GroupBy<Upstream: Publisher, Key: Hashable, Pipeline: Publisher>: Publisher
  where Pipeline.Failure == Upstream.Failure {
    public typealias Output = Pipeline.Output
    public typealias Failure = Upstream.Failure

    public let upstream: Upstream
    public let key: (Upstream.Output) throws(Failure) -> Key
    public let pipeline: (Key, Group<Upstream.Output, Failure>) -> Pipeline

    @inlinable
    public init(
      upstream: Upstream, key: @escaping (Upstream.Output) throws(Failure) -> Key,
      pipeline: @escaping (Key, Group<Upstream.Output, Failure>) -> Pipeline
    ) {
      self.upstream = upstream
      self.key = key
      self.pipeline = pipeline
    }

    @inlinable
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let run = GroupByRun(downstream: subscriber, pipeline: pipeline)
      upstream.receive(subscriber: GroupByStage(run: run, key: key))
    }
  }

  /// What is subscribed to the upstream.
  @usableFromInline
  struct GroupByStage<Downstream: Subscriber, Input, Key: Hashable, Pipeline: Publisher>: Subscriber
  where Pipeline.Output == Downstream.Input, Pipeline.Failure == Downstream.Failure {
    @usableFromInline typealias Failure = Downstream.Failure

    @usableFromInline let run: GroupByRun<Downstream, Input, Key, Pipeline>
    @usableFromInline let key: (Input) throws(Failure) -> Key

    @usableFromInline var combineIdentifier: CombineIdentifier { CombineIdentifier(run) }

    @inlinable
    init(
      run: GroupByRun<Downstream, Input, Key, Pipeline>,
      key: @escaping (Input) throws(Failure) -> Key
    ) {
      self.run = run
      self.key = key
    }

    @inlinable
    func receive(subscription: any Subscription) {
      run.subscription = subscription
      run.downstream.receive(subscription: run)
    }

    @inlinable
    func receive(_ input: Input) {
      guard !run.isOver else { return }
      do throws(Failure) {
        let key = try key(input)
        if let group = run.groups[key] { return group.send(input) }
        // The closure may have cancelled the run.
        guard !run.isOver else { return }
        run.open(key).send(input)
      } catch {
        run.end(.failure(error))
      }
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
      _ = run.subscription.take()
      run.endGroups(from: 0, completion)
    }
  }

  @usableFromInline
  final class GroupByRun<Downstream: Subscriber, Input, Key: Hashable, Pipeline: Publisher>:
    Subscription
  where Pipeline.Output == Downstream.Input, Pipeline.Failure == Downstream.Failure {
    @usableFromInline typealias Failure = Downstream.Failure

    @usableFromInline let downstream: Downstream
    @usableFromInline let pipeline: (Key, Group<Input, Failure>) -> Pipeline
    @usableFromInline let ownDepth = CallDepth.current.depth
    @usableFromInline @exclusivity(unchecked) var isOver = false
    @usableFromInline @exclusivity(unchecked) var subscription: (any Subscription)?
    @usableFromInline @exclusivity(unchecked) var groups: [Key: Group<Input, Failure>] = [:]
    /// The groups in the order in which their keys came, and what runs of their pipelines.
    @usableFromInline @exclusivity(unchecked) var order: [Group<Input, Failure>] = []
    @usableFromInline @exclusivity(unchecked) var pipelines: [(any Subscription)?] = []
    @usableFromInline @exclusivity(unchecked) var running = 0
    /// Whether upstream has finished and all groups know.
    @usableFromInline @exclusivity(unchecked) var hasFinished = false
    @usableFromInline var isCancelled = false

    @inlinable
    init(
      downstream: Downstream, pipeline: @escaping (Key, Group<Input, Failure>) -> Pipeline
    ) {
      self.downstream = downstream
      self.pipeline = pipeline
    }

    /// Makes the group of a new key, and subscribes to its pipeline.
    @inlinable
    func open(_ key: Key) -> Group<Input, Failure> {
      let group = Group<Input, Failure>()
      let number = order.count
      groups[key] = group
      order.append(group)
      pipelines.append(nil)
      running += 1
      CallDepth.current.enter(asDeepAs: ownDepth) {
        pipeline(key, group).receive(
          subscriber: Side(run: self, number: number, downstream: downstream))
      }
      return group
    }

    /// Ends the groups one after the other, and then the whole if it has failed or nothing runs.
    @inlinable
    func endGroups(from first: Int, _ completion: Subscribers.Completion<Failure>) {
      let depth = CallDepth.current
      for number in first..<max(first, order.count) {
        guard !isOver else { return }
        if depth.hasPutOff {
          return depth.putOffRest { self.endGroups(from: number, completion) }
        }
        order[number].send(completion: completion)
      }
      depth.inTurn {
        self.hasFinished = true
        if case .failure = completion { return self.end(completion) }
        if self.running == 0 { self.end(.finished) }
      }
    }

    @inlinable
    func finish(number: Int) {
      _ = pipelines[number].take()
      running -= 1
      if hasFinished, running == 0 { end(.finished) }
    }

    @inlinable
    func end(_ completion: Subscribers.Completion<Failure>) {
      guard !isOver else { return }
      isOver = true
      letGo()
      // To let go may run foreign code, which may cancel the run.
      if !isCancelled { downstream.receive(completion: completion) }
    }

    @usableFromInline
    func cancel() {
      isCancelled = true
      isOver = true
      letGo()
    }

    @usableFromInline
    func letGo() {
      subscription.take()?.cancel()
      for number in pipelines.indices { pipelines[number].take()?.cancel() }
      let groups = (exchange(&groups, with: [:]), exchange(&order, with: []))
      withExtendedLifetime(groups) {}
    }

    @usableFromInline
    struct Side: Subscriber {
      @usableFromInline let run: GroupByRun
      @usableFromInline let number: Int
      @usableFromInline let downstream: Downstream

      @usableFromInline var combineIdentifier: CombineIdentifier { CombineIdentifier(run) }

      @inlinable
      init(run: GroupByRun, number: Int, downstream: Downstream) {
        self.run = run
        self.number = number
        self.downstream = downstream
      }

      @inlinable
      func receive(subscription: any Subscription) {
        guard !run.isOver else { return subscription.cancel() }
        run.pipelines[number] = subscription
      }

      @inlinable
      func receive(_ input: Pipeline.Output) {
        if !run.isOver { downstream.receive(input) }
      }

      @inlinable
      func receive(completion: Subscribers.Completion<Failure>) {
        if case .failure = completion {
          _ = run.pipelines[number].take()
          run.end(completion)
        } else {
          run.finish(number: number)
        }
      }
    }
  }
}
