extension Publisher {
  /// Mirrors the first publisher to send an event, either this one or one of the others, and
  /// cancels the rest.
  ///
  ///     ---1-2|
  ///     --a--b--c|
  ///     race
  ///     --a--b--c|
  ///
  /// Follows the rules of `RaceMany`.
  @inlinable
  public func race(_ others: Self...) -> Publishers.RaceMany<Self> {
    Publishers.RaceMany([self] + others)
  }

  /// Mirrors the first publisher to send an event, either this one or one of another type.
  @inlinable
  public func race<P: Publisher>(
    _ other: P
  ) -> Publishers.RaceMany<AnyPublisher<Output, Failure>>
  where P.Output == Output, P.Failure == Failure {
    Publishers.RaceMany([eraseToAnyPublisher(), other.eraseToAnyPublisher()])
  }
}

extension Publishers {
  /// Mirrors the first input to send an event: a value, its completion or a failure.
  ///
  /// Subscribes to its inputs in order, until one sends an event at once, so that at equal instants
  /// the first one wins. The others are cancelled before the winner's event is delivered. A cancel
  /// cancels all running inputs. Without inputs it completes at once. It behaves as in RxJS;
  /// Combine has no such operator.
  public struct RaceMany<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The publishers, in their order.
    public let publishers: [Upstream]

    /// Creates a publisher from several others.
    @inlinable
    public init(_ publishers: [Upstream]) {
      self.publishers = publishers
    }

    /// Creates a publisher from several others.
    @inlinable
    public init(_ publishers: Upstream...) {
      self.publishers = publishers
    }

    @inlinable
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      FanInRun<S, RaceRule<Output>>(downstream: subscriber, inputCount: publishers.count)
        .begin(publishers)
    }
  }

  /// Admits no other input once one has sent an event.
  @usableFromInline
  struct RaceRule<Element>: ManyRule {
    @usableFromInline typealias Output = Element

    @usableFromInline var winner: Int?

    @inlinable
    init(inputCount: Int) {}

    @usableFromInline var bound: StateBound { .nothing }

    @inlinable
    mutating func admitValue(from place: Int) -> FanInAdmission {
      if winner == place { return .take }
      guard winner == nil else { return .drop }
      winner = place
      return .takeAndChoose
    }

    @inlinable @inline(__always)
    func receive(
      _ input: Element, from place: Int, replacing replaced: inout Never?
    ) -> FanInStep<Output> {
      .emit(input)
    }

    @inlinable
    func finish(_ place: Int) -> FanInStep<Output> { .finish }

    @inlinable
    func admits(_ place: Int) -> Bool { winner == nil || winner == place }
  }
}

extension Publishers.RaceRule: Codable {}
