extension Publisher {
  /// Emits all values as one array when upstream completes.
  ///
  ///     -1-2-3-|
  ///     collect()
  ///     -------(a|)    a: [1, 2, 3]
  ///
  /// The array is empty if there was no value. A failure drops the values collected so far.
  @inlinable
  public func collect() -> Publishers.Collect<Self> {
    Publishers.Collect(upstream: self, count: nil)
  }

  /// Collects values into arrays of `count`, and emits each array when its last value arrives.
  ///
  ///     -1-2-3-4-5|
  ///     collect(2)
  ///     ---a---b--(c|)    a: [1, 2], b: [3, 4], c: [5]
  ///
  /// The values that remain when upstream completes are emitted then, if there are any. A failure
  /// drops them.
  @inlinable
  public func collect(_ count: Int) -> Publishers.Collect<Self> {
    Publishers.Collect(upstream: self, count: count)
  }
}

extension Publishers {
  /// Collects values into arrays of a given length, or all into one. Combine has a separate type
  /// for each.
  public struct Collect<Upstream: Publisher>: Publisher {
    public typealias Output = [Upstream.Output]
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    public let upstream: Upstream
    /// The length of an array; nil to collect all values in one.
    public let count: Int?

    /// Creates a publisher that subscribes to `upstream`.
    @inlinable
    public init(upstream: Upstream, count: Int?) {
      precondition(count ?? 1 > 0, "arrays without a value")
      self.upstream = upstream
      self.count = count
    }

    @inlinable
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let stage = CollectStage<S, Upstream.Output>(downstream: subscriber, count: count)
      if CallDepth.isRestoring { return upstream.restore(stage) }
      upstream.receive(subscriber: stage)
    }
  }

  @usableFromInline
  struct CollectStage<Downstream: Subscriber, Input>: EndingStage, RememberingStage
  where Downstream.Input == [Input] {
    @usableFromInline typealias State = [Input]
    @usableFromInline typealias Failure = Downstream.Failure

    @usableFromInline let downstream: Downstream
    @usableFromInline let count: Int?
    @usableFromInline let memory = RunState<[Input]>([])
    @usableFromInline let run = EndingRun()

    @inlinable
    init(downstream: Downstream, count: Int?) {
      self.downstream = downstream
      self.count = count
    }

    @inlinable
    func receive(_ input: Input) {
      guard !run.isUpstreamDone else { return }
      unsafe memory.value.append(input)
      guard unsafe memory.value.count == count else { return }
      unsafe downstream.receive(exchange(&memory.value, with: []))
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
      guard upstreamDidEnd() else { return }
      let rest = unsafe exchange(&memory.value, with: [])
      if case .finished = completion, count == nil || !rest.isEmpty {
        finish(with: rest)
      } else {
        end(completion)
      }
    }
  }
}

// MARK: - Batches

extension Publishers.CollectStage {
  @inlinable var _batchUse: _BatchUse { count == nil ? .all : .some }

  /// Stops before the value that fills an array.
  @inlinable
  func _receive(_ batch: _Batch<Input>) -> Int {
    batch.rowAfterTaking { row in
      guard !run.isUpstreamDone, unsafe memory.value.count + 1 != count else { return false }
      batch.lend(row) { unsafe memory.value.append($0) }
      return true
    }
  }
}
