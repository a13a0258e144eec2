// What can be known of one value is known at once: these are publishers of at most one value again, as
// in Combine. Their closures are called when the operator is, and not when somebody subscribes. A
// closure that compares two values has nothing to compare here and is not called.

extension Just {
  /// Emits what `Publisher.map` emits, through a publisher of a simpler type.
  public func map<T>(_ transform: (Output) -> T) -> Just<T> { Just<T>(transform(output)) }

  /// Emits what `Publisher.tryMap` emits, through a publisher of a simpler type.
  public func tryMap<T>(_ transform: (Output) throws -> T) -> Result<T, any Error>.Publisher {
    Result { try transform(output) }.publisher
  }

  /// Emits what `Publisher.compactMap` emits, through a publisher of a simpler type.
  public func compactMap<T>(_ transform: (Output) -> T?) -> Optional<T>.Publisher {
    .init(transform(output))
  }

  /// Emits what `Publisher.mapError` emits, through a publisher of a simpler type.
  public func mapError<Failure: Error>(
    _ transform: (Never) -> Failure
  ) -> Result<Output, Failure>.Publisher {
    .init(output)
  }

  /// Emits what `Publisher.setFailureType` emits, through a publisher of a simpler type.
  public func setFailureType<Failure: Error>(
    to failureType: Failure.Type
  ) -> Result<Output, Failure>.Publisher {
    .init(output)
  }

  /// Emits what `Publisher.scan` emits, through a publisher of a simpler type.
  public func scan<T>(
    _ initialResult: T, _ nextPartialResult: (T, Output) -> T
  ) -> Result<T, Never>.Publisher {
    .init(nextPartialResult(initialResult, output))
  }

  /// Emits what `Publisher.tryScan` emits, through a publisher of a simpler type.
  public func tryScan<T>(
    _ initialResult: T, _ nextPartialResult: (T, Output) throws -> T
  ) -> Result<T, any Error>.Publisher {
    tryMap { try nextPartialResult(initialResult, $0) }
  }

  /// Emits what `Publisher.reduce` emits, through a publisher of a simpler type.
  public func reduce<T>(
    _ initialResult: T, _ nextPartialResult: (T, Output) -> T
  ) -> Result<T, Never>.Publisher {
    .init(nextPartialResult(initialResult, output))
  }

  /// Emits what `Publisher.tryReduce` emits, through a publisher of a simpler type.
  public func tryReduce<T>(
    _ initialResult: T, _ nextPartialResult: (T, Output) throws -> T
  ) -> Result<T, any Error>.Publisher {
    tryMap { try nextPartialResult(initialResult, $0) }
  }

  /// Emits what `Publisher.collect` emits, through a publisher of a simpler type.
  public func collect() -> Just<[Output]> { Just<[Output]>([output]) }
  /// Emits what `Publisher.count` emits, through a publisher of a simpler type.
  public func count() -> Just<Int> { Just<Int>(1) }
  /// Emits what `Publisher.replaceEmpty` emits, through a publisher of a simpler type.
  public func replaceEmpty(with output: Output) -> Just { self }
  /// Emits what `Publisher.replaceError` emits, through a publisher of a simpler type.
  public func replaceError(with output: Output) -> Just { self }

  /// Emits what `Publisher.retry` emits, through a publisher of a simpler type.
  public func retry(_ retries: Int) -> Just {
    precondition(retries >= 0, "a negative number of repetitions")
    return self
  }

  /// Emits what `Publisher.allSatisfy` emits, through a publisher of a simpler type.
  public func allSatisfy(_ predicate: (Output) -> Bool) -> Just<Bool> {
    Just<Bool>(predicate(output))
  }

  /// Emits what `Publisher.tryAllSatisfy` emits, through a publisher of a simpler type.
  public func tryAllSatisfy(
    _ predicate: (Output) throws -> Bool
  ) -> Result<Bool, any Error>.Publisher {
    tryMap(predicate)
  }

  /// Emits what `Publisher.contains` emits, through a publisher of a simpler type.
  public func contains(where predicate: (Output) -> Bool) -> Just<Bool> {
    Just<Bool>(predicate(output))
  }

  /// Emits what `Publisher.tryContains` emits, through a publisher of a simpler type.
  public func tryContains(
    where predicate: (Output) throws -> Bool
  ) -> Result<Bool, any Error>.Publisher {
    tryMap(predicate)
  }
}

// MARK: - The value or none

extension Just {
  /// Emits what `Publisher.filter` emits, through a publisher of a simpler type.
  public func filter(_ isIncluded: (Output) -> Bool) -> Optional<Output>.Publisher {
    optional.filter(isIncluded)
  }

  /// Emits what `Publisher.drop` emits, through a publisher of a simpler type.
  public func drop(while predicate: (Output) -> Bool) -> Optional<Output>.Publisher {
    optional.drop(while: predicate)
  }

  /// Emits what `Publisher.dropFirst` emits, through a publisher of a simpler type.
  public func dropFirst(_ count: Int = 1) -> Optional<Output>.Publisher {
    optional.dropFirst(count)
  }

  /// Emits what `Publisher.prefix` emits, through a publisher of a simpler type.
  public func prefix(while predicate: (Output) -> Bool) -> Optional<Output>.Publisher {
    optional.filter(predicate)
  }

  /// Emits what `Publisher.prefix` emits, through a publisher of a simpler type.
  public func prefix(_ maxLength: Int) -> Optional<Output>.Publisher {
    optional.prefix(maxLength)
  }

  /// Emits what `Publisher.output` emits, through a publisher of a simpler type.
  public func output(at index: Int) -> Optional<Output>.Publisher { optional.output(at: index) }

  /// Emits what `Publisher.output` emits, through a publisher of a simpler type.
  public func output<Range: RangeExpression>(
    in range: Range
  ) -> Optional<Output>.Publisher where Range.Bound == Int {
    optional.output(in: range)
  }

  /// Emits what `Publisher.first` emits, through a publisher of a simpler type.
  public func first() -> Just { self }

  /// Emits what `Publisher.first` emits, through a publisher of a simpler type.
  public func first(where predicate: (Output) -> Bool) -> Optional<Output>.Publisher {
    optional.filter(predicate)
  }

  /// Emits what `Publisher.last` emits, through a publisher of a simpler type.
  public func last() -> Just { self }

  /// Emits what `Publisher.last` emits, through a publisher of a simpler type.
  public func last(where predicate: (Output) -> Bool) -> Optional<Output>.Publisher {
    optional.filter(predicate)
  }

  /// Emits what `Publisher.min` emits, through a publisher of a simpler type.
  public func min(by areInIncreasingOrder: (Output, Output) -> Bool) -> Just { self }
  /// Emits what `Publisher.max` emits, through a publisher of a simpler type.
  public func max(by areInIncreasingOrder: (Output, Output) -> Bool) -> Just { self }
  /// Emits what `Publisher.ignoreOutput` emits, through a publisher of a simpler type.
  public func ignoreOutput() -> Empty<Output, Never> { Empty() }
  /// Emits what `Publisher.removeDuplicates` emits, through a publisher of a simpler type.
  public func removeDuplicates(by predicate: (Output, Output) -> Bool) -> Just { self }

  /// Emits what `Publisher.tryRemoveDuplicates` emits, through a publisher of a simpler type.
  public func tryRemoveDuplicates(
    by predicate: (Output, Output) throws -> Bool
  ) -> Result<Output, any Error>.Publisher {
    .init(output)
  }

  private var optional: Optional<Output>.Publisher { .init(output) }
}

extension Just where Output: Equatable {
  /// Emits what `Publisher.contains` emits, through a publisher of a simpler type.
  public func contains(_ value: Output) -> Just<Bool> { Just<Bool>(output == value) }
  /// Emits what `Publisher.removeDuplicates` emits, through a publisher of a simpler type.
  public func removeDuplicates() -> Just { self }
}

extension Just where Output: Comparable {
  /// Emits what `Publisher.min` emits, through a publisher of a simpler type.
  public func min() -> Just { self }
  /// Emits what `Publisher.max` emits, through a publisher of a simpler type.
  public func max() -> Just { self }
}

// MARK: - More values

extension Just {
  /// Emits what `Publisher.append` emits, through a publisher of a simpler type.
  public func append(_ elements: Output...) -> Publishers.Sequence<[Output], Never> {
    append(elements)
  }

  /// Emits what `Publisher.append` emits, through a publisher of a simpler type.
  public func append(
    _ elements: some Collection<Output>
  ) -> Publishers.Sequence<[Output], Never> {
    .init(sequence: [output] + elements)
  }

  /// Emits what `Publisher.prepend` emits, through a publisher of a simpler type.
  public func prepend(_ elements: Output...) -> Publishers.Sequence<[Output], Never> {
    prepend(elements)
  }

  /// Emits what `Publisher.prepend` emits, through a publisher of a simpler type.
  public func prepend(
    _ elements: some Collection<Output>
  ) -> Publishers.Sequence<[Output], Never> {
    .init(sequence: elements + [output])
  }
}
