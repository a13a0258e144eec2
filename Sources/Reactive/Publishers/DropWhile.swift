extension Publisher {
  /// Drops values until the closure returns false for one. Emits that value and all later ones.
  ///
  ///     -1-2-3-1|
  ///     drop { $0 < 3 }
  ///     -----3-1|
  ///
  /// The closure is not called after that.
  @inlinable
  public func drop(
    while predicate: @escaping (Output) -> Bool
  ) -> Publishers.Gate<Self, Bool, Failure> {
    tryDrop { (value) throws(Failure) -> Bool in predicate(value) }
  }

  /// Like `drop(while:)`, but an error thrown by the closure ends the run with that failure, at
  /// once, and cancels upstream.
  ///
  ///     -1-x-3-|
  ///     tryDrop { try number($0) < 3 }
  ///     ---#
  @inlinable
  public func tryDrop(
    while predicate: @escaping (Output) throws -> Bool
  ) -> Publishers.Gate<Self, Bool, any Error> {
    .drop(from: self, widen: { $0 }, while: predicate)
  }

  /// Like `drop(while:)`, for a closure that throws the failure type of upstream.
  @inlinable
  public func tryDrop(
    while predicate: @escaping (Output) throws(Failure) -> Bool
  ) -> Publishers.Gate<Self, Bool, Failure> {
    .drop(from: self, widen: { $0 }, while: predicate)
  }
}

extension Publishers.Gate where Memory == Bool {
  /// A gate whose memory records whether it is open.
  @inlinable
  static func drop(
    from upstream: Upstream, widen: @escaping (Upstream.Failure) -> Failure,
    while predicate: @escaping (Output) throws(Failure) -> Bool
  ) -> Self {
    Self(upstream: upstream, widen: widen, memory: false) { (isOpen, value) throws(Failure) in
      if unsafe isOpen.value { return .give }
      if try predicate(value) { return .drop }
      unsafe isOpen.value = true
      return .give
    }
  }
}
