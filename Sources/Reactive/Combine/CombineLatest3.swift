extension Publisher {
  /// Emits tuples of the latest values of three publishers at each new value, once all have emitted
  /// one.
  @inlinable
  public func combineLatest<P: Publisher, Q: Publisher>(
    _ publisher1: P, _ publisher2: Q
  ) -> Publishers.CombineLatest3<Self, P, Q>
  where P.Failure == Failure, Q.Failure == Failure {
    Publishers.CombineLatest3(self, publisher1, publisher2)
  }

  /// Emits the closure's result for the latest values of three publishers.
  @inlinable
  public func combineLatest<P: Publisher, Q: Publisher, T>(
    _ publisher1: P, _ publisher2: Q,
    _ transform: @escaping (Output, P.Output, Q.Output) -> T
  ) -> Publishers.Map<Publishers.CombineLatest3<Self, P, Q>, T>
  where P.Failure == Failure, Q.Failure == Failure {
    combineLatest(publisher1, publisher2).map { transform($0.0, $0.1, $0.2) }
  }

  /// Emits tuples of the latest values of four publishers at each new value, once all have emitted
  /// one.
  @inlinable
  public func combineLatest<P: Publisher, Q: Publisher, R: Publisher>(
    _ publisher1: P, _ publisher2: Q, _ publisher3: R
  ) -> Publishers.CombineLatest4<Self, P, Q, R>
  where P.Failure == Failure, Q.Failure == Failure, R.Failure == Failure {
    Publishers.CombineLatest4(self, publisher1, publisher2, publisher3)
  }

  /// Emits the closure's result for the latest values of four publishers.
  @inlinable
  public func combineLatest<P: Publisher, Q: Publisher, R: Publisher, T>(
    _ publisher1: P, _ publisher2: Q, _ publisher3: R,
    _ transform: @escaping (Output, P.Output, Q.Output, R.Output) -> T
  ) -> Publishers.Map<Publishers.CombineLatest4<Self, P, Q, R>, T>
  where P.Failure == Failure, Q.Failure == Failure, R.Failure == Failure {
    combineLatest(publisher1, publisher2, publisher3).map { transform($0.0, $0.1, $0.2, $0.3) }
  }
}

extension Publishers {
  /// Emits tuples of the latest values of three publishers, by the rules of `CombineLatestMany`.
  public typealias CombineLatest3<A: Publisher, B: Publisher, C: Publisher> =
    Map<CombineLatest<CombineLatest<A, B>, C>, (A.Output, B.Output, C.Output)>
  where B.Failure == A.Failure, C.Failure == A.Failure
  /// Emits tuples of the latest values of four publishers, by the rules of `CombineLatestMany`.
  public typealias CombineLatest4<A: Publisher, B: Publisher, C: Publisher, D: Publisher> =
    Map<
      CombineLatest<CombineLatest<CombineLatest<A, B>, C>, D>,
      (A.Output, B.Output, C.Output, D.Output)
    >
  where B.Failure == A.Failure, C.Failure == A.Failure, D.Failure == A.Failure
}

extension Publishers.Map {
  /// Creates a publisher from three others.
  @inlinable
  public init<A: Publisher, B: Publisher, C: Publisher>(_ a: A, _ b: B, _ c: C)
  where
    Upstream == Publishers.CombineLatest<Publishers.CombineLatest<A, B>, C>,
    Output == (A.Output, B.Output, C.Output)
  {
    self.init(upstream: a.combineLatest(b).combineLatest(c)) { ($0.0.0, $0.0.1, $0.1) }
  }

  /// Creates a publisher from four others.
  @inlinable
  public init<A: Publisher, B: Publisher, C: Publisher, D: Publisher>(
    _ a: A, _ b: B, _ c: C, _ d: D
  )
  where
    Upstream == Publishers.CombineLatest<
      Publishers.CombineLatest<Publishers.CombineLatest<A, B>, C>, D
    >,
    Output == (A.Output, B.Output, C.Output, D.Output)
  {
    self.init(upstream: a.combineLatest(b).combineLatest(c).combineLatest(d)) {
      ($0.0.0.0, $0.0.0.1, $0.0.1, $0.1)
    }
  }
}
