extension Publisher {
  /// Emits the closure's result for the first values, for the second values, and so on.
  @inlinable
  public func zip<P: Publisher, T>(
    _ other: P, _ transform: @escaping (Output, P.Output) -> T
  ) -> Publishers.Map<Publishers.Zip<Self, P>, T> where P.Failure == Failure {
    zip(other).map { transform($0.0, $0.1) }
  }

  /// Emits tuples of the first values of three publishers, of the second values, and so on.
  @inlinable
  public func zip<P: Publisher, Q: Publisher>(
    _ publisher1: P, _ publisher2: Q
  ) -> Publishers.Zip3<Self, P, Q>
  where P.Failure == Failure, Q.Failure == Failure {
    Publishers.Zip3(self, publisher1, publisher2)
  }

  /// Emits the closure's result for the n-th values of three publishers.
  @inlinable
  public func zip<P: Publisher, Q: Publisher, T>(
    _ publisher1: P, _ publisher2: Q,
    _ transform: @escaping (Output, P.Output, Q.Output) -> T
  ) -> Publishers.Map<Publishers.Zip3<Self, P, Q>, T>
  where P.Failure == Failure, Q.Failure == Failure {
    zip(publisher1, publisher2).map { transform($0.0, $0.1, $0.2) }
  }

  /// Emits tuples of the first values of four publishers, of the second values, and so on.
  @inlinable
  public func zip<P: Publisher, Q: Publisher, R: Publisher>(
    _ publisher1: P, _ publisher2: Q, _ publisher3: R
  ) -> Publishers.Zip4<Self, P, Q, R>
  where P.Failure == Failure, Q.Failure == Failure, R.Failure == Failure {
    Publishers.Zip4(self, publisher1, publisher2, publisher3)
  }

  /// Emits the closure's result for the n-th values of four publishers.
  @inlinable
  public func zip<P: Publisher, Q: Publisher, R: Publisher, T>(
    _ publisher1: P, _ publisher2: Q, _ publisher3: R,
    _ transform: @escaping (Output, P.Output, Q.Output, R.Output) -> T
  ) -> Publishers.Map<Publishers.Zip4<Self, P, Q, R>, T>
  where P.Failure == Failure, Q.Failure == Failure, R.Failure == Failure {
    zip(publisher1, publisher2, publisher3).map { transform($0.0, $0.1, $0.2, $0.3) }
  }
}

extension Publishers {
  /// Emits tuples of the n-th values of three publishers, by the rules of `ZipMany`.
  public typealias Zip3<A: Publisher, B: Publisher, C: Publisher> =
    Map<Zip<Zip<A, B>, C>, (A.Output, B.Output, C.Output)>
  where B.Failure == A.Failure, C.Failure == A.Failure
  /// Emits tuples of the n-th values of four publishers, by the rules of `ZipMany`.
  public typealias Zip4<A: Publisher, B: Publisher, C: Publisher, D: Publisher> =
    Map<Zip<Zip<Zip<A, B>, C>, D>, (A.Output, B.Output, C.Output, D.Output)>
  where B.Failure == A.Failure, C.Failure == A.Failure, D.Failure == A.Failure
}

extension Publishers.Map {
  /// Creates a publisher from three others.
  @inlinable
  public init<A: Publisher, B: Publisher, C: Publisher>(_ a: A, _ b: B, _ c: C)
  where
    Upstream == Publishers.Zip<Publishers.Zip<A, B>, C>,
    Output == (A.Output, B.Output, C.Output)
  {
    self.init(upstream: a.zip(b).zip(c)) { ($0.0.0, $0.0.1, $0.1) }
  }

  /// Creates a publisher from four others.
  @inlinable
  public init<A: Publisher, B: Publisher, C: Publisher, D: Publisher>(
    _ a: A, _ b: B, _ c: C, _ d: D
  )
  where
    Upstream == Publishers.Zip<Publishers.Zip<Publishers.Zip<A, B>, C>, D>,
    Output == (A.Output, B.Output, C.Output, D.Output)
  {
    self.init(upstream: a.zip(b).zip(c).zip(d)) {
      ($0.0.0.0, $0.0.0.1, $0.0.1, $0.1)
    }
  }
}
