extension Publisher {
  /// Emits these values once this publisher has completed.
  ///
  ///     -1-2|
  ///     append(8, 9)
  ///     -1-2(89|)
  @inlinable
  public func append(
    _ elements: Output...
  ) -> Publishers.ConcatenateMany<AnyPublisher<Output, Failure>> {
    append(Publishers.Sequence(sequence: elements))
  }

  /// Emits the elements of a sequence once this publisher has completed.
  @inlinable
  public func append<Elements: Swift.Sequence>(
    _ elements: Elements
  ) -> Publishers.ConcatenateMany<AnyPublisher<Output, Failure>>
  where Elements.Element == Output {
    append(Publishers.Sequence(sequence: elements))
  }

  /// Emits the values of `publisher` once this one has completed.
  @inlinable
  public func append<P: Publisher>(
    _ publisher: P
  ) -> Publishers.ConcatenateMany<AnyPublisher<Output, Failure>>
  where P.Output == Output, P.Failure == Failure {
    Publishers.ConcatenateMany([eraseToAnyPublisher(), publisher.eraseToAnyPublisher()])
  }

  /// Emits these values, and then those of this publisher.
  ///
  ///     -1-2|
  ///     prepend(8, 9)
  ///     [89]1-2|
  @inlinable
  public func prepend(
    _ elements: Output...
  ) -> Publishers.ConcatenateMany<AnyPublisher<Output, Failure>> {
    prepend(Publishers.Sequence(sequence: elements))
  }

  /// Emits the elements of a sequence, and then the values of this publisher.
  @inlinable
  public func prepend<Elements: Swift.Sequence>(
    _ elements: Elements
  ) -> Publishers.ConcatenateMany<AnyPublisher<Output, Failure>>
  where Elements.Element == Output {
    prepend(Publishers.Sequence(sequence: elements))
  }

  /// Emits the values of `publisher`, and then those of this one once it has completed.
  @inlinable
  public func prepend<P: Publisher>(
    _ publisher: P
  ) -> Publishers.ConcatenateMany<AnyPublisher<Output, Failure>>
  where P.Output == Output, P.Failure == Failure {
    Publishers.ConcatenateMany([publisher.eraseToAnyPublisher(), eraseToAnyPublisher()])
  }
}

extension Publishers {
  /// Emits the values of one publisher, and then those of another once it has completed.
  public struct Concatenate<Prefix: Publisher, Suffix: Publisher>: Publisher
  where Suffix.Output == Prefix.Output, Suffix.Failure == Prefix.Failure {
    public typealias Output = Prefix.Output
    public typealias Failure = Prefix.Failure

    /// The publisher whose values are emitted first.
    public let prefix: Prefix
    /// The publisher that is subscribed to once the first one has completed.
    public let suffix: Suffix

    /// Creates a publisher of the values of one publisher, followed by those of another.
    public init(prefix: Prefix, suffix: Suffix) {
      self.prefix = prefix
      self.suffix = suffix
    }

    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      prefix.append(suffix).receive(subscriber: subscriber)
    }
  }

  /// Emits the values of its inputs, one after another: it subscribes to the next input when the
  /// previous one has completed. If one fails, the run fails. It accepts any number of inputs,
  /// where Combine joins two, because nested pairs cost one call per level for every value.
  public struct ConcatenateMany<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The publishers, in their order.
    public let publishers: [Upstream]

    /// Creates a publisher from several others.
    @inlinable
    public init(_ publishers: [Upstream]) {
      self.publishers = publishers
    }

    @inlinable
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      ConcatenateStage(downstream: subscriber, inputs: publishers).start()
    }
  }

  /// Does the same for a collection, which is read input by input when each is needed. A lazy
  /// collection creates its inputs at that time.
  package struct ConcatenateEach<Inputs: RandomAccessCollection>: Publisher
  where Inputs.Element: Publisher, Inputs.Index == Int {
    package typealias Output = Inputs.Element.Output
    package typealias Failure = Inputs.Element.Failure

    @usableFromInline let inputs: Inputs

    @inlinable
    package init(_ inputs: Inputs) {
      self.inputs = inputs
    }

    @inlinable
    package func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      ConcatenateStage(downstream: subscriber, inputs: inputs).start()
    }
  }

  @usableFromInline
  final class ConcatenateStage<Downstream: Subscriber, Inputs: RandomAccessCollection>: SavableRun
  where
    Inputs.Element: Publisher, Inputs.Index == Int, Inputs.Element.Output == Downstream.Input,
    Inputs.Element.Failure == Downstream.Failure
  {
    @usableFromInline let downstream: Downstream
    @usableFromInline @exclusivity(unchecked) var isOver = false
    @usableFromInline let inputs: Inputs
    @usableFromInline @exclusivity(unchecked) var next: Int
    @usableFromInline @exclusivity(unchecked) var subscription: (any Subscription)?
    @usableFromInline @exclusivity(unchecked) var isSubscribing = false
    @usableFromInline @exclusivity(unchecked) var hasFinished = false
    @usableFromInline let ownDepth = unsafe CallDepth.current.depth

    @inlinable
    init(downstream: Downstream, inputs: Inputs) {
      self.downstream = downstream
      self.inputs = inputs
      unsafe next = inputs.startIndex
    }

    @inlinable
    func start() {
      if CallDepth.isRestoring { return resume() }
      downstream.receive(subscription: self)
      subscribeToNext()
    }

    /// Continues a saved run where it stopped.
    @usableFromInline
    func resume() {
      guard let restoration = CallDepth.restoration,
        let saved = restoration.next(ConcatenateState.self, upstreams: 1)
      else { return }
      let next = saved.state.next
      guard next >= inputs.startIndex, next <= inputs.endIndex else {
        return restoration.fail("the state of a concatenation of more streams")
      }
      unsafe self.next = next
      downstream.receive(subscription: self)
      guard saved.isRunning[0], next > inputs.startIndex else { return }
      inputs[next - 1].receive(subscriber: Side(stage: self, downstream: downstream))
    }

    /// Continues as long as inputs complete while they are being subscribed to. It is a loop
    /// because one call for each of 100,000 empty inputs would overflow the stack.
    @inlinable
    func subscribeToNext() {
      guard unsafe !isSubscribing else {
        unsafe hasFinished = true
        return
      }
      unsafe isSubscribing = true
      defer { unsafe isSubscribing = false }
      let depth = CallDepth.current
      repeat {
        unsafe hasFinished = false
        guard unsafe !isOver else { return }
        if depth.hasPutOff { return depth.putOffRest { self.subscribeToNext() } }
        guard unsafe next < inputs.endIndex else {
          unsafe isOver = true
          return downstream.receive(completion: .finished)
        }
        unsafe next += 1
        depth.enter(asDeepAs: ownDepth) {
          unsafe inputs[next - 1].receive(subscriber: Side(stage: self, downstream: downstream))
        }
      } while unsafe hasFinished
    }

    @inlinable
    func receive(subscription: any Subscription) {
      guard unsafe !isOver else { return subscription.cancel() }
      unsafe self.subscription = subscription
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Downstream.Failure>) {
      _ = unsafe subscription.take()
      guard case .failure = completion else { return subscribeToNext() }
      guard unsafe !isOver else { return }
      unsafe isOver = true
      downstream.receive(completion: completion)
    }

    @inlinable
    func cancel() {
      unsafe isOver = true
      unsafe subscription.take()?.cancel()
    }

    @usableFromInline
    struct Side: Subscriber {
      @usableFromInline let stage: ConcatenateStage
      @usableFromInline let downstream: Downstream

      @usableFromInline var combineIdentifier: CombineIdentifier { CombineIdentifier(stage) }

      @inlinable
      init(stage: ConcatenateStage, downstream: Downstream) {
        self.stage = stage
        self.downstream = downstream
      }

      @inlinable
      func receive(subscription: any Subscription) {
        stage.receive(subscription: subscription)
      }

      @inlinable
      func receive(_ input: Downstream.Input) {
        if unsafe !stage.isOver { downstream.receive(input) }
      }

      @inlinable var _batchUse: _BatchUse { downstream._batchUse }

      @inlinable
      func _receive(_ batch: _Batch<Downstream.Input>) -> Int {
        unsafe stage.isOver ? batch.rows.lowerBound : downstream._receive(batch)
      }

      @inlinable
      func receive(completion: Subscribers.Completion<Downstream.Failure>) {
        stage.receive(completion: completion)
      }
    }
  }
}

// MARK: - Saving

extension Publishers {
  /// The state of a run of a concatenation.
  @usableFromInline
  struct ConcatenateState: Codable {
    /// The index after that of the running publisher.
    @usableFromInline let next: Int
  }
}

extension Publishers.ConcatenateStage {
  @usableFromInline var upstreams: [(any Subscription)?] { unsafe [subscription] }

  @usableFromInline
  func state(in line: PendingTickets) -> Publishers.ConcatenateState {
    unsafe Publishers.ConcatenateState(next: next)
  }
}
