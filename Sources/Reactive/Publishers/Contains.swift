extension Publisher where Output: Equatable {
  /// Emits true at the first value that equals `output`, or false when upstream completes without
  /// one.
  ///
  ///     -1-2-3-4|
  ///     contains(2)
  ///     ---(t|)    t: true
  ///
  /// Upstream is cancelled before true is emitted. If upstream fails first, only the failure is
  /// sent.
  @inlinable
  public func contains(_ output: Output) -> Publishers.AllSatisfy<Self> {
    contains { $0 == output }
  }
}

extension Publisher {
  /// Emits true at the first value for which the closure returns true, or false when upstream
  /// completes without one.
  ///
  ///     -1-2-3-4|
  ///     contains { $0 > 4 }
  ///     --------(f|)    f: false
  ///
  /// Upstream is cancelled before true is emitted. If upstream fails first, only the failure is
  /// sent.
  @inlinable
  public func contains(
    where predicate: @escaping (Output) -> Bool
  ) -> Publishers.AllSatisfy<Self> {
    tryContains { (value) throws(Failure) -> Bool in predicate(value) }
  }

  /// Like `contains(where:)`, but an error thrown by the closure ends the run with that failure, at
  /// once, and cancels upstream.
  ///
  ///     -1-2-x-4|
  ///     tryContains { try number($0) == 4 }
  ///     -----#
  @inlinable
  public func tryContains(
    where predicate: @escaping (Output) throws -> Bool
  ) -> Publishers.TryAllSatisfy<Self> {
    applying(.finding(true, widen: { $0 }, by: predicate))
  }

  /// Like `contains(where:)`, for a closure that throws the failure type of upstream.
  @inlinable
  public func tryContains(
    where predicate: @escaping (Output) throws(Failure) -> Bool
  ) -> Publishers.AllSatisfy<Self> {
    applying(.finding(true, widen: { $0 }, by: predicate))
  }
}

extension Rules.Fold where Partial == Bool, Output == Bool {
  /// Emits `answer` at the first value for which the closure returns it, or its opposite at the end.
  @inlinable
  static func finding(
    _ answer: Bool, widen: @escaping (UpstreamFailure) -> Failure,
    by predicate: @escaping (Input) throws(Failure) -> Bool
  ) -> Self {
    Self(
      widen: widen, initial: !answer,
      fold: { (_, value) throws(Failure) in
        try predicate(value) == answer ? .last(answer) : .keep
      },
      result: { $0 })
  }
}
