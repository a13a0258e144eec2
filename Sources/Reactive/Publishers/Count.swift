extension Publisher {
  /// Emits the number of values when upstream completes.
  ///
  ///     -a-b-c-d|
  ///     count()
  ///     --------(4|)
  ///
  /// Emits nothing if upstream fails.
  @inlinable
  public func count() -> Publishers.Reduce<Self, Int, Int, Failure> {
    Publishers.Reduce(
      upstream: self, widen: { $0 }, initial: 0,
      step: { (count, _) throws(Failure) in
        unsafe count.value += 1
        return true
      },
      result: { $0 }
    ).takingBatches()
  }
}
