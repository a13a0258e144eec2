extension Publisher {
  /// Goes on as the first of this publisher and the others does that gives anything.
  ///
  ///     ---1-2|
  ///     --a--b--c|
  ///     race
  ///     --a--b--c|
  ///
  /// By the rules of `RaceMany`.
  @inlinable
  public func race(_ others: Self...) -> Publishers.RaceMany<Self> {
    Publishers.RaceMany([self] + others)
  }

  /// Goes on as the first of this publisher and another kind of publisher does that gives anything.
  @inlinable
  public func race<P: Publisher>(
    _ other: P
  ) -> Publishers.RaceMany<AnyPublisher<Output, Failure>>
  where P.Output == Output, P.Failure == Failure {
    Publishers.RaceMany([eraseToAnyPublisher(), other.eraseToAnyPublisher()])
  }
}

extension Publishers {
  /// Goes on as the first of its inputs does that gives anything: a value, its finish or a failure.
  ///
  /// Subscribes to its inputs in their order, until one gives something at once; so at equal instants
  /// the first wins. The others are cancelled before what the winner gives is delivered; a cancel
  /// cancels all that run. Without inputs it finishes at once. As in RxJS; Combine has no such
  /// operator.
  public struct RaceMany<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The publishers, in their order.
    public let publishers: [Upstream]

    /// Creates a publisher from several ones.
    @inlinable
    public init(_ publishers: [Upstream]) {
      self.publishers = publishers
    }

    /// Creates a publisher from several ones.
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

  /// Admits no other input once one has sent something.
  @usableFromInline
  struct RaceRule<Element>: ManyRule {
    @usableFromInline typealias Output = Element

    @usableFromInline var winner: Int?

    @inlinable
    init(inputCount: Int) {}

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
    func finish(_ place: Int) -> Bool { true }

    @inlinable
    func admits(_ place: Int) -> Bool { winner == nil || winner == place }
  }
}

extension Publishers.RaceRule: Codable {}
