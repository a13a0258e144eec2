extension Publisher {
  /// Applies a pipeline to the values of each key separately, and emits the values of all pipelines
  /// as they arrive.
  ///
  ///     -1-2-3-4|
  ///     groupBy { $0 % 2 } pipeline: { key, group in group.scan(0, +) }
  ///     -1-2-4-6|
  ///
  /// A pipeline is made when its key first arrives, and then receives that value. A group is hot: a
  /// later subscriber receives the key's values from the next one on. When a pipeline has
  /// completed, later values of its key are dropped. When upstream ends, the groups end with it, in
  /// the order in which their keys first arrived. The run completes when all pipelines have
  /// completed. If one fails, the run fails and the others are cancelled.
  @inlinable
  public func groupBy<Key: Hashable, P: Publisher>(
    _ key: @escaping (Output) -> Key,
    pipeline: @escaping (Key, Publishers.Group<Output, Failure>) -> P
  ) -> Publishers.GroupBy<Self, Key, P> where P.Failure == Failure {
    Publishers.GroupBy(
      upstream: self, key: { (value) throws(Failure) -> Key in key(value) }, pipeline: pipeline)
  }

  /// Like `groupBy`, but an error thrown by the key's closure ends the run with that failure, at
  /// once, and cancels upstream and all pipelines.
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

  /// Does the same, and also forgets a group if none of its values has arrived for a given time.
  ///
  /// The pipeline of a forgotten group completes, before everything else of that instant: a value
  /// that arrives just then begins a new group. Values that a completed pipeline drops also count.
  @inlinable
  public func tryGroupBy<Key: Hashable, P: Publisher>(
    forgetAfter time: Duration, scheduler: any Scheduler,
    _ key: @escaping (Output) throws(Failure) -> Key,
    pipeline: @escaping (Key, Publishers.Group<Output, Failure>) -> P
  ) -> Publishers.GroupBy<Self, Key, P> where P.Failure == Failure {
    Publishers.GroupBy(
      upstream: self, key: key, hash: { $0.hashValue }, forgetting: (time, scheduler),
      pipeline: pipeline)
  }
}

extension Publishers {
  /// Applies a pipeline to the values of each key separately.
  public struct GroupBy<Upstream: Publisher, Key: Hashable, Pipeline: Publisher>: Publisher
  where Pipeline.Failure == Upstream.Failure {
    public typealias Output = Pipeline.Output
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    public let upstream: Upstream
    /// The closure that reads the key of a value.
    public let key: (Upstream.Output) throws(Failure) -> Key
    /// The closure that makes the publisher of each group.
    public let pipeline: (Key, Group<Upstream.Output, Failure>) -> Pipeline
    @usableFromInline let hash: (Key) -> Int
    /// The time without a value after which a group is forgotten, and the scheduler that measures
    /// it; nil if groups are never forgotten.
    @usableFromInline let forgetting: (after: Duration, scheduler: any Scheduler)?
    /// Receives the key of each group that is forgotten, and the instant; nil if this is not
    /// needed.
    @usableFromInline package var forgot: ((Key, Instant) -> Void)?

    /// Creates a publisher that subscribes to `upstream`.
    @inlinable
    public init(
      upstream: Upstream, key: @escaping (Upstream.Output) throws(Failure) -> Key,
      pipeline: @escaping (Key, Group<Upstream.Output, Failure>) -> Pipeline
    ) {
      self.init(upstream: upstream, key: key, hash: { $0.hashValue }, pipeline: pipeline)
    }

    /// Creates a publisher with a custom hash, which is equal for equal keys, and with groups that
    /// can be forgotten.
    ///
    /// If none of a group's values has arrived for the given time, the group completes and is
    /// forgotten, before everything else of that instant: a value that arrives just then begins a
    /// new group. Values that a completed pipeline drops also count. The time is scheduled when a
    /// value arrives, before the value is sent on. Groups whose time is over at the same instant
    /// complete together, in the order of their last values.
    @inlinable
    package init(
      upstream: Upstream, key: @escaping (Upstream.Output) throws(Failure) -> Key,
      hash: @escaping (Key) -> Int,
      forgetting: (after: Duration, scheduler: any Scheduler)? = nil,
      pipeline: @escaping (Key, Group<Upstream.Output, Failure>) -> Pipeline
    ) {
      precondition(forgetting.map { $0.after > .zero } ?? true, "groups that are not kept")
      self.forgetting = forgetting
      self.upstream = upstream
      self.key = key
      self.hash = hash
      self.pipeline = pipeline
    }

    @inlinable
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let ages = forgetting.map { GroupAges(after: $0.after, on: $0.scheduler) }
      let run = GroupByRun(
        downstream: subscriber, pipeline: pipeline, hash: hash, ages: ages, forgot: forgot)
      let stage = GroupByStage(run: run, key: key, hash: hash)
      if CallDepth.isRestoring { return upstream.restore(stage) }
      upstream.receive(subscriber: stage)
    }
  }

  /// The subscriber to the upstream.
  @usableFromInline
  struct GroupByStage<Downstream: Subscriber, Input, Key: Hashable, Pipeline: Publisher>: Stage
  where Pipeline.Output == Downstream.Input, Pipeline.Failure == Downstream.Failure {
    @usableFromInline typealias State = GroupByState<Key>
    @usableFromInline typealias Failure = Downstream.Failure

    @usableFromInline let run: GroupByRun<Downstream, Input, Key, Pipeline>
    @usableFromInline let key: (Input) throws(Failure) -> Key
    @usableFromInline let hash: (Key) -> Int

    @inlinable var downstream: Downstream { run.downstream }
    @usableFromInline var combineIdentifier: CombineIdentifier { CombineIdentifier(run) }

    @inlinable
    init(
      run: GroupByRun<Downstream, Input, Key, Pipeline>,
      key: @escaping (Input) throws(Failure) -> Key, hash: @escaping (Key) -> Int
    ) {
      self.run = run
      self.key = key
      self.hash = hash
    }

    @inlinable
    func receive(subscription: any Subscription) {
      unsafe run.subscription = subscription
      run.downstream.receive(subscription: run)
    }

    @inlinable
    func receive(_ input: Input) {
      guard run.ages == nil else { return forgetAndSend(input) }
      send(input)
    }

    /// Sends a value after the groups that are due have been forgotten.
    @usableFromInline
    func forgetAndSend(_ input: Input) {
      run.forgetDue()
      CallDepth.current.inTurn { self.send(input) }
    }

    @inlinable
    func send(_ input: Input) {
      guard !run.isOver else { return }
      do throws(Failure) {
        let key = try key(input)
        let hash = hash(key)
        if let group = run.group(of: key, hash) { return group.send(input) }
        // The closures may have cancelled the run.
        guard !run.isOver else { return }
        run.open(key, hash).send(input)
      } catch {
        run.end(.failure(error))
      }
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
      _ = unsafe run.subscription.take()
      run.endGroups(completion)
    }

    @usableFromInline
    func resume(from restoration: Restoration, subscribe: () -> Void) {
      guard let saved = restoration.next(State.self) else { return }
      let (state, isRunning) = saved
      guard isRunning.count == state.groups.count + 1 else {
        return restoration.fail("the state of other groups")
      }
      run.restore(state, isRunning)
      if isRunning[0] { subscribe() } else { downstream.receive(subscription: run) }
      run.resumePipelines(from: 0, isRunning)
    }
  }

  @usableFromInline
  final class GroupByRun<Downstream: Subscriber, Input, Key: Hashable, Pipeline: Publisher>:
    OperatorRun
  where Pipeline.Output == Downstream.Input, Pipeline.Failure == Downstream.Failure {
    @usableFromInline typealias Failure = Downstream.Failure
    @usableFromInline typealias Source = GroupSource<Input, Failure>

    /// A key with its group, and the subscription to its pipeline.
    @usableFromInline
    struct Entry {
      @usableFromInline let key: Key
      @usableFromInline let group: Source
      @usableFromInline var pipeline: (any Subscription)?

      @inlinable
      init(key: Key, group: Source) {
        self.key = key
        self.group = group
      }
    }

    @usableFromInline let downstream: Downstream
    @usableFromInline let pipeline: (Key, Group<Input, Failure>) -> Pipeline
    @usableFromInline let hash: (Key) -> Int
    /// The ages of the groups; nil if groups are never forgotten.
    @usableFromInline let ages: GroupAges?
    @usableFromInline let forgot: ((Key, Instant) -> Void)?
    @usableFromInline let ownDepth = unsafe CallDepth.current.depth
    @safe @usableFromInline @exclusivity(unchecked) var phase = RunPhase.running
    @usableFromInline @exclusivity(unchecked) var subscription: (any Subscription)?
    /// The groups, in the order in which their keys first arrived. If groups are forgotten, their
    /// places are reused.
    @usableFromInline @exclusivity(unchecked) var entries: [Entry] = []
    @usableFromInline @exclusivity(unchecked) var numbers = GroupTable()
    @usableFromInline @exclusivity(unchecked) var running = 0
    /// Whether upstream has completed and all groups have ended with it.
    @usableFromInline @exclusivity(unchecked) var hasFinished = false

    @inlinable
    init(
      downstream: Downstream, pipeline: @escaping (Key, Group<Input, Failure>) -> Pipeline,
      hash: @escaping (Key) -> Int, ages: GroupAges?, forgot: ((Key, Instant) -> Void)?
    ) {
      self.downstream = downstream
      self.forgot = forgot
      self.pipeline = pipeline
      self.hash = hash
      self.ages = ages
    }

    /// Returns the group of a key that has arrived before. Comparing keys may run foreign code,
    /// which may end the run, so the entries are looked up again for each comparison.
    @inlinable
    func group(of key: Key, _ hash: Int) -> Source? {
      let number = unsafe numbers.number(hash: hash) { number in
        unsafe number < entries.count && entries[number].key == key
      }
      guard let number, unsafe number < entries.count else { return nil }
      if let ages { touch(number, ages) }
      return unsafe entries[number].group
    }

    /// Makes the group of a new key, and subscribes to its pipeline.
    @inlinable
    func open(_ key: Key, _ hash: Int) -> Source {
      let group = Source()
      let number: Int
      if let ages {
        number = place(Entry(key: key, group: group), hash, ages)
      } else {
        number = unsafe entries.count
        unsafe numbers.append(hash: hash)
        unsafe entries.append(Entry(key: key, group: group))
      }
      unsafe running += 1
      subscribe(to: number, key, group)
      return group
    }

    /// Subscribes to the pipeline of a group.
    @inlinable
    func subscribe(to number: Int, _ key: Key, _ group: Source) {
      CallDepth.current.enter(asDeepAs: ownDepth) {
        pipeline(key, Group(source: group)).receive(
          subscriber: Side(run: self, number: number, downstream: downstream))
      }
    }

    /// Ends the groups one after another, and then the run if it has failed or no pipeline is
    /// running.
    @inlinable
    func endGroups(_ completion: Subscribers.Completion<Failure>) {
      if let ages { forgetLast(ages) }
      // Groups that are due are forgotten first. That may have been put off.
      CallDepth.current.inTurn {
        self.endGroups(self.ages?.numbersInOrder, from: 0, GroupEnd(completion))
      }
    }

    /// Ends the groups with these numbers, or all.
    @inlinable
    func endGroups(_ numbers: [Int]?, from first: Int, _ end: GroupEnd<Failure>) {
      let depth = CallDepth.current
      for index in unsafe first..<max(first, numbers?.count ?? entries.count) {
        guard !isOver else { return }
        if depth.hasPutOff {
          return depth.putOffRest { self.endGroups(numbers, from: index, end) }
        }
        unsafe entries[numbers?[index] ?? index].group.send(end)
        Safepoint.pass()
      }
      depth.inTurn {
        unsafe self.hasFinished = true
        if case .failure = end.completion { return self.end(end.completion) }
        if unsafe self.running == 0 { self.end(.finished) }
      }
    }

    @inlinable
    func finish(number: Int) {
      guard !isOver else { return }
      _ = unsafe entries[number].pipeline.take()
      unsafe running -= 1
      ages?.pipelineDidFinish(number)
      if unsafe hasFinished, unsafe running == 0 { end(.finished) }
    }

    @usableFromInline
    func releaseAll() {
      ages?.stop()
      unsafe subscription.take()?.cancel()
      unsafe numbers = GroupTable()
      let entries = unsafe exchange(&entries, with: [])
      for entry in entries { entry.pipeline?.cancel() }
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
        unsafe run.entries[number].pipeline = subscription
      }

      @inlinable
      func receive(_ input: Pipeline.Output) {
        if !run.isOver { downstream.receive(input) }
      }

      @inlinable
      func receive(completion: Subscribers.Completion<Failure>) {
        guard !run.isOver else { return }
        if case .failure = completion {
          _ = unsafe run.entries[number].pipeline.take()
          run.end(completion)
        } else {
          run.finish(number: number)
        }
      }
    }
  }
}
