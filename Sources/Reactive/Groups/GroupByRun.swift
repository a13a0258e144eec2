extension Publishers {
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

    @usableFromInline var bound: StateBound { .unbounded(by: "the keys") }

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
