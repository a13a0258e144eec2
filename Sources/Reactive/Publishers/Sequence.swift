extension Swift.Sequence {
  /// Emits the elements of the sequence, all at once, and completes.
  ///
  ///     [1, 2, 3].publisher
  ///     (123|)
  ///
  /// An endless sequence ends when its subscription is cancelled.
  @inlinable
  public var publisher: Publishers.Sequence<Self, Never> { Publishers.Sequence(sequence: self) }
}

extension Publishers {
  /// Emits the elements of a sequence, all at once.
  public struct Sequence<Elements: Swift.Sequence, Failure: Error>: Publisher {
    public typealias Output = Elements.Element

    /// The elements to emit.
    public let sequence: Elements

    /// Creates a publisher of the elements of a sequence.
    @inlinable
    public init(sequence: Elements) {
      self.sequence = sequence
    }

    @inlinable
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let subscription = BurstSubscription()
      subscriber.receive(subscription: subscription)
      Self.give(sequence.makeIterator(), to: subscriber, subscription)
    }

    @inlinable
    static func give<S: Subscriber>(
      _ iterator: Elements.Iterator, to subscriber: S, _ subscription: BurstSubscription,
      end: Subscribers.Completion<Failure> = .finished
    ) where S.Input == Output, S.Failure == Failure {
      var iterator = iterator
      let depth = CallDepth.current
      while unsafe !subscription.isCancelled {
        if depth.hasPutOff {
          // The previous value is still on its way down a long chain, and the next one must wait
          // for it.
          let rest = iterator
          return depth.putOffRest { give(rest, to: subscriber, subscription, end: end) }
        }
        guard let element = iterator.next() else {
          return subscriber.receive(completion: end)
        }
        subscriber.receive(element)
        Safepoint.pass()
      }
    }
  }
}

extension Publishers.Sequence: Equatable where Elements: Equatable {}
extension Publishers.Sequence: Sendable where Elements: Sendable {}
