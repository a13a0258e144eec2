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
      SeriesRun(subscriber, ConcatenateRule(inputs: publishers)).begin()
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
      SeriesRun(subscriber, ConcatenateRule(inputs: inputs)).begin()
    }
  }

  /// Each input follows the completion of the one before it.
  @usableFromInline
  struct ConcatenateRule<Inputs: RandomAccessCollection>: SeriesRule
  where Inputs.Element: Publisher, Inputs.Index == Int {
    @usableFromInline typealias Stream = Inputs.Element
    /// The index after that of the running input.
    @usableFromInline typealias State = Int

    @usableFromInline let inputs: Inputs

    @inlinable
    init(inputs: Inputs) {
      self.inputs = inputs
    }

    @inlinable
    func begin() -> Int { inputs.startIndex }

    @inlinable
    func fits(_ next: Int) -> Bool { next >= inputs.startIndex && next <= inputs.endIndex }

    @inlinable
    func next(
      after completion: Subscribers.Completion<Stream.Failure>?, hasEmitted: Bool,
      _ next: inout Int
    ) -> SeriesStep<Stream.Failure> {
      if case .failure(let failure) = completion { return .end(.failure(failure)) }
      guard next < inputs.endIndex else { return .end(.finished) }
      next += 1
      return .subscribe
    }

    @inlinable
    func stream(in next: Int) -> Stream? {
      next > inputs.startIndex ? inputs[next - 1] : nil
    }
  }
}
