extension Publisher {
  /// Emits the values of this publisher and of two others as they arrive.
  @inlinable
  public func merge<B: Publisher<Output, Failure>, C: Publisher<Output, Failure>>(with b: B, _ c: C)
    -> Publishers.Merge3<Self, B, C>
  {
    Publishers.Merge3(self, b, c)
  }

  /// Emits the values of this publisher and of three others as they arrive.
  @inlinable
  public func merge<
    B: Publisher<Output, Failure>, C: Publisher<Output, Failure>, D: Publisher<Output, Failure>
  >(with b: B, _ c: C, _ d: D) -> Publishers.Merge4<Self, B, C, D> {
    Publishers.Merge4(self, b, c, d)
  }

  /// Emits the values of this publisher and of four others as they arrive.
  @inlinable
  public func merge<
    B: Publisher<Output, Failure>, C: Publisher<Output, Failure>, D: Publisher<Output, Failure>,
    E: Publisher<Output, Failure>
  >(with b: B, _ c: C, _ d: D, _ e: E) -> Publishers.Merge5<Self, B, C, D, E> {
    Publishers.Merge5(self, b, c, d, e)
  }

  /// Emits the values of this publisher and of five others as they arrive.
  @inlinable
  public func merge<
    B: Publisher<Output, Failure>, C: Publisher<Output, Failure>, D: Publisher<Output, Failure>,
    E: Publisher<Output, Failure>, F: Publisher<Output, Failure>
  >(with b: B, _ c: C, _ d: D, _ e: E, _ f: F) -> Publishers.Merge6<Self, B, C, D, E, F> {
    Publishers.Merge6(self, b, c, d, e, f)
  }

  /// Emits the values of this publisher and of six others as they arrive.
  @inlinable
  public func merge<
    B: Publisher<Output, Failure>, C: Publisher<Output, Failure>, D: Publisher<Output, Failure>,
    E: Publisher<Output, Failure>, F: Publisher<Output, Failure>, G: Publisher<Output, Failure>
  >(with b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G) -> Publishers.Merge7<Self, B, C, D, E, F, G>
  {
    Publishers.Merge7(self, b, c, d, e, f, g)
  }

  /// Emits the values of this publisher and of seven others as they arrive.
  @inlinable
  public func merge<
    B: Publisher<Output, Failure>, C: Publisher<Output, Failure>, D: Publisher<Output, Failure>,
    E: Publisher<Output, Failure>, F: Publisher<Output, Failure>, G: Publisher<Output, Failure>,
    H: Publisher<Output, Failure>
  >(with b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G, _ h: H)
    -> Publishers.Merge8<Self, B, C, D, E, F, G, H>
  {
    Publishers.Merge8(self, b, c, d, e, f, g, h)
  }
}

extension Publishers {
  /// Emits the values of publishers of different types, by the rules of `MergeMany`. `Inputs` is the
  /// tuple of their types.
  public struct MergeTuple<Inputs, Output, Failure: Error>: Publisher {
    @usableFromInline let inputs: [AnyPublisher<Output, Failure>]

    @inlinable
    init(_ inputs: [AnyPublisher<Output, Failure>]) {
      self.inputs = inputs
    }

    @inlinable
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      MergeMany(inputs).receive(subscriber: subscriber)
    }
  }

  /// Emits the values of two publishers, by the rules of `MergeMany`.
  public typealias Merge<A: Publisher, B: Publisher> =
    MergeTuple<(A, B), A.Output, A.Failure>
  /// Emits the values of three publishers, by the rules of `MergeMany`.
  public typealias Merge3<A: Publisher, B: Publisher, C: Publisher> =
    MergeTuple<(A, B, C), A.Output, A.Failure>
  /// Emits the values of four publishers, by the rules of `MergeMany`.
  public typealias Merge4<A: Publisher, B: Publisher, C: Publisher, D: Publisher> =
    MergeTuple<(A, B, C, D), A.Output, A.Failure>
  /// Emits the values of five publishers, by the rules of `MergeMany`.
  public typealias Merge5<A: Publisher, B: Publisher, C: Publisher, D: Publisher, E: Publisher> =
    MergeTuple<(A, B, C, D, E), A.Output, A.Failure>
  /// Emits the values of six publishers, by the rules of `MergeMany`.
  public typealias Merge6<
    A: Publisher, B: Publisher, C: Publisher, D: Publisher, E: Publisher, F: Publisher
  > =
    MergeTuple<(A, B, C, D, E, F), A.Output, A.Failure>
  /// Emits the values of seven publishers, by the rules of `MergeMany`.
  public typealias Merge7<
    A: Publisher, B: Publisher, C: Publisher, D: Publisher, E: Publisher, F: Publisher, G: Publisher
  > =
    MergeTuple<(A, B, C, D, E, F, G), A.Output, A.Failure>
  /// Emits the values of eight publishers, by the rules of `MergeMany`.
  public typealias Merge8<
    A: Publisher, B: Publisher, C: Publisher, D: Publisher, E: Publisher, F: Publisher,
    G: Publisher, H: Publisher
  > =
    MergeTuple<(A, B, C, D, E, F, G, H), A.Output, A.Failure>
}

extension Publishers.MergeTuple {
  /// Creates a publisher from  others.
  @inlinable
  public init<A: Publisher<Output, Failure>, B: Publisher<Output, Failure>>(_ a: A, _ b: B)
  where Inputs == (A, B) {
    self.init([AnyPublisher(a), AnyPublisher(b)])
  }

  /// Creates a publisher from three others.
  @inlinable
  public init<
    A: Publisher<Output, Failure>, B: Publisher<Output, Failure>, C: Publisher<Output, Failure>
  >(_ a: A, _ b: B, _ c: C) where Inputs == (A, B, C) {
    self.init([AnyPublisher(a), AnyPublisher(b), AnyPublisher(c)])
  }

  /// Creates a publisher from four others.
  @inlinable
  public init<
    A: Publisher<Output, Failure>, B: Publisher<Output, Failure>, C: Publisher<Output, Failure>,
    D: Publisher<Output, Failure>
  >(_ a: A, _ b: B, _ c: C, _ d: D) where Inputs == (A, B, C, D) {
    self.init([AnyPublisher(a), AnyPublisher(b), AnyPublisher(c), AnyPublisher(d)])
  }

  /// Creates a publisher from five others.
  @inlinable
  public init<
    A: Publisher<Output, Failure>, B: Publisher<Output, Failure>, C: Publisher<Output, Failure>,
    D: Publisher<Output, Failure>, E: Publisher<Output, Failure>
  >(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E) where Inputs == (A, B, C, D, E) {
    self.init([AnyPublisher(a), AnyPublisher(b), AnyPublisher(c), AnyPublisher(d), AnyPublisher(e)])
  }

  /// Creates a publisher from six others.
  @inlinable
  public init<
    A: Publisher<Output, Failure>, B: Publisher<Output, Failure>, C: Publisher<Output, Failure>,
    D: Publisher<Output, Failure>, E: Publisher<Output, Failure>, F: Publisher<Output, Failure>
  >(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F) where Inputs == (A, B, C, D, E, F) {
    self.init([
      AnyPublisher(a), AnyPublisher(b), AnyPublisher(c), AnyPublisher(d), AnyPublisher(e),
      AnyPublisher(f),
    ])
  }

  /// Creates a publisher from seven others.
  @inlinable
  public init<
    A: Publisher<Output, Failure>, B: Publisher<Output, Failure>, C: Publisher<Output, Failure>,
    D: Publisher<Output, Failure>, E: Publisher<Output, Failure>, F: Publisher<Output, Failure>,
    G: Publisher<Output, Failure>
  >(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G) where Inputs == (A, B, C, D, E, F, G) {
    self.init([
      AnyPublisher(a), AnyPublisher(b), AnyPublisher(c), AnyPublisher(d), AnyPublisher(e),
      AnyPublisher(f), AnyPublisher(g),
    ])
  }

  /// Creates a publisher from eight others.
  @inlinable
  public init<
    A: Publisher<Output, Failure>, B: Publisher<Output, Failure>, C: Publisher<Output, Failure>,
    D: Publisher<Output, Failure>, E: Publisher<Output, Failure>, F: Publisher<Output, Failure>,
    G: Publisher<Output, Failure>, H: Publisher<Output, Failure>
  >(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G, _ h: H)
  where Inputs == (A, B, C, D, E, F, G, H) {
    self.init([
      AnyPublisher(a), AnyPublisher(b), AnyPublisher(c), AnyPublisher(d), AnyPublisher(e),
      AnyPublisher(f), AnyPublisher(g), AnyPublisher(h),
    ])
  }
}
