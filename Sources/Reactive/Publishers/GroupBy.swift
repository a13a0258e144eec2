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
}
