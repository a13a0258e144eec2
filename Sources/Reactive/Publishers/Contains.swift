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
  public func contains(_ output: Output) -> Publishers.Reduce<Self, Bool, Bool, Failure> {
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
  ) -> Publishers.Reduce<Self, Bool, Bool, Failure> {
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
  ) -> Publishers.Reduce<Self, Bool, Bool, any Error> {
    .finding(true, in: self, widen: { $0 }, by: predicate)
  }

  /// Like `contains(where:)`, for a closure that throws the failure type of upstream.
  @inlinable
  public func tryContains(
    where predicate: @escaping (Output) throws(Failure) -> Bool
  ) -> Publishers.Reduce<Self, Bool, Bool, Failure> {
    .finding(true, in: self, widen: { $0 }, by: predicate)
  }
}

extension Publishers.Reduce where Partial == Bool, Output == Bool {
  /// Emits `answer` as soon as the closure returns it for a value; otherwise, the opposite at the
  /// end.
  @inlinable
  static func finding(
    _ answer: Bool, in upstream: Upstream, widen: @escaping (Upstream.Failure) -> Failure,
    by predicate: @escaping (Upstream.Output) throws(Failure) -> Bool
  ) -> Self {
    Self(
      upstream: upstream, widen: widen, initial: !answer,
      step: { (result, value) throws(Failure) in
        guard try predicate(value) == answer else { return true }
        unsafe result.value = answer
        return false
      },
      result: { $0 })
  }
}
