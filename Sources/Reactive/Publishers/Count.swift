extension Publisher {
  /// Emits the number of values when upstream completes.
  ///
  ///     -a-b-c-d|
  ///     count()
  ///     --------(4|)
  ///
  /// Emits nothing if upstream fails.
  @inlinable
  public func count() -> Publishers.Count<Self> {
    applying(
      .init(
        widen: { $0 }, initial: 0,
        fold: { (count, _) throws(Failure) in .replace(count + 1) },
        result: { $0 })
    ).takingBatches()
  }
}
