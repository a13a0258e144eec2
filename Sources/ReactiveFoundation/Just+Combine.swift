public import Reactive

// The result of an operator on one value is known at once, so these return publishers of at most
// one value, as in Combine. Their closures are called when the operator is applied, not on each
// subscription. A closure that compares two values has nothing to compare here and is not called.

extension Just {
  /// Emits the same as `Publisher.map`, through a publisher of a simpler type.
  public func map<T>(_ transform: (Output) -> T) -> Just<T> { Just<T>(transform(output)) }

  /// Emits the same as `Publisher.tryMap`, through a publisher of a simpler type.
  public func tryMap<T>(_ transform: (Output) throws -> T) -> Result<T, any Error>.Publisher {
    Result { try transform(output) }.publisher
  }

  /// Emits the same as `Publisher.compactMap`, through a publisher of a simpler type.
  public func compactMap<T>(_ transform: (Output) -> T?) -> Optional<T>.Publisher {
    .init(transform(output))
  }

  /// Emits the same as `Publisher.mapError`, through a publisher of a simpler type.
  public func mapError<Failure: Error>(
    _ transform: (Never) -> Failure
  ) -> Result<Output, Failure>.Publisher {
    .init(output)
  }

  /// Emits the same as `Publisher.setFailureType`, through a publisher of a simpler type.
  public func setFailureType<Failure: Error>(
    to failureType: Failure.Type
  ) -> Result<Output, Failure>.Publisher {
    .init(output)
  }

  /// Emits the same as `Publisher.scan`, through a publisher of a simpler type.
  public func scan<T>(
    _ initialResult: T, _ nextPartialResult: (T, Output) -> T
  ) -> Result<T, Never>.Publisher {
    .init(nextPartialResult(initialResult, output))
  }

  /// Emits the same as `Publisher.tryScan`, through a publisher of a simpler type.
  public func tryScan<T>(
    _ initialResult: T, _ nextPartialResult: (T, Output) throws -> T
  ) -> Result<T, any Error>.Publisher {
    tryMap { try nextPartialResult(initialResult, $0) }
  }

  /// Emits the same as `Publisher.reduce`, through a publisher of a simpler type.
  public func reduce<T>(
    _ initialResult: T, _ nextPartialResult: (T, Output) -> T
  ) -> Result<T, Never>.Publisher {
    .init(nextPartialResult(initialResult, output))
  }

  /// Emits the same as `Publisher.tryReduce`, through a publisher of a simpler type.
  public func tryReduce<T>(
    _ initialResult: T, _ nextPartialResult: (T, Output) throws -> T
  ) -> Result<T, any Error>.Publisher {
    tryMap { try nextPartialResult(initialResult, $0) }
  }

  /// Emits the same as `Publisher.collect`, through a publisher of a simpler type.
  public func collect() -> Just<[Output]> { Just<[Output]>([output]) }
  /// Emits the same as `Publisher.count`, through a publisher of a simpler type.
  public func count() -> Just<Int> { Just<Int>(1) }
  /// Emits the same as `Publisher.replaceEmpty`, through a publisher of a simpler type.
  public func replaceEmpty(with output: Output) -> Just { self }
  /// Emits the same as `Publisher.replaceError`, through a publisher of a simpler type.
  public func replaceError(with output: Output) -> Just { self }

  /// Emits the same as `Publisher.retry`, through a publisher of a simpler type.
  public func retry(_ retries: Int) -> Just {
    precondition(retries >= 0, "a negative number of repetitions")
    return self
  }

  /// Emits the same as `Publisher.allSatisfy`, through a publisher of a simpler type.
  public func allSatisfy(_ predicate: (Output) -> Bool) -> Just<Bool> {
    Just<Bool>(predicate(output))
  }

  /// Emits the same as `Publisher.tryAllSatisfy`, through a publisher of a simpler type.
  public func tryAllSatisfy(
    _ predicate: (Output) throws -> Bool
  ) -> Result<Bool, any Error>.Publisher {
    tryMap(predicate)
  }

  /// Emits the same as `Publisher.contains`, through a publisher of a simpler type.
  public func contains(where predicate: (Output) -> Bool) -> Just<Bool> {
    Just<Bool>(predicate(output))
  }

  /// Emits the same as `Publisher.tryContains`, through a publisher of a simpler type.
  public func tryContains(
    where predicate: (Output) throws -> Bool
  ) -> Result<Bool, any Error>.Publisher {
    tryMap(predicate)
  }
}

// MARK: - The value or none

extension Just {
  /// Emits the same as `Publisher.filter`, through a publisher of a simpler type.
  public func filter(_ isIncluded: (Output) -> Bool) -> Optional<Output>.Publisher {
    optional.filter(isIncluded)
  }

  /// Emits the same as `Publisher.drop`, through a publisher of a simpler type.
  public func drop(while predicate: (Output) -> Bool) -> Optional<Output>.Publisher {
    optional.drop(while: predicate)
  }

  /// Emits the same as `Publisher.dropFirst`, through a publisher of a simpler type.
  public func dropFirst(_ count: Int = 1) -> Optional<Output>.Publisher {
    optional.dropFirst(count)
  }

  /// Emits the same as `Publisher.prefix`, through a publisher of a simpler type.
  public func prefix(while predicate: (Output) -> Bool) -> Optional<Output>.Publisher {
    optional.filter(predicate)
  }

  /// Emits the same as `Publisher.prefix`, through a publisher of a simpler type.
  public func prefix(_ maxLength: Int) -> Optional<Output>.Publisher {
    optional.prefix(maxLength)
  }

  /// Emits the same as `Publisher.output`, through a publisher of a simpler type.
  public func output(at index: Int) -> Optional<Output>.Publisher { optional.output(at: index) }

  /// Emits the same as `Publisher.output`, through a publisher of a simpler type.
  public func output<Range: RangeExpression>(
    in range: Range
  ) -> Optional<Output>.Publisher where Range.Bound == Int {
    optional.output(in: range)
  }

  /// Emits the same as `Publisher.first`, through a publisher of a simpler type.
  public func first() -> Just { self }

  /// Emits the same as `Publisher.first`, through a publisher of a simpler type.
  public func first(where predicate: (Output) -> Bool) -> Optional<Output>.Publisher {
    optional.filter(predicate)
  }

  /// Emits the same as `Publisher.last`, through a publisher of a simpler type.
  public func last() -> Just { self }

  /// Emits the same as `Publisher.last`, through a publisher of a simpler type.
  public func last(where predicate: (Output) -> Bool) -> Optional<Output>.Publisher {
    optional.filter(predicate)
  }

  /// Emits the same as `Publisher.min`, through a publisher of a simpler type.
  public func min(by areInIncreasingOrder: (Output, Output) -> Bool) -> Just { self }
  /// Emits the same as `Publisher.max`, through a publisher of a simpler type.
  public func max(by areInIncreasingOrder: (Output, Output) -> Bool) -> Just { self }
  /// Emits the same as `Publisher.ignoreOutput`, through a publisher of a simpler type.
  public func ignoreOutput() -> Empty<Output, Never> { Empty() }
  /// Emits the same as `Publisher.removeDuplicates`, through a publisher of a simpler type.
  public func removeDuplicates(by predicate: (Output, Output) -> Bool) -> Just { self }

  /// Emits the same as `Publisher.tryRemoveDuplicates`, through a publisher of a simpler type.
  public func tryRemoveDuplicates(
    by predicate: (Output, Output) throws -> Bool
  ) -> Result<Output, any Error>.Publisher {
    .init(output)
  }

  private var optional: Optional<Output>.Publisher { .init(output) }
}

extension Just where Output: Equatable {
  /// Emits the same as `Publisher.contains`, through a publisher of a simpler type.
  public func contains(_ value: Output) -> Just<Bool> { Just<Bool>(output == value) }
  /// Emits the same as `Publisher.removeDuplicates`, through a publisher of a simpler type.
  public func removeDuplicates() -> Just { self }
}

extension Just where Output: Comparable {
  /// Emits the same as `Publisher.min`, through a publisher of a simpler type.
  public func min() -> Just { self }
  /// Emits the same as `Publisher.max`, through a publisher of a simpler type.
  public func max() -> Just { self }
}

// MARK: - More values

extension Just {
  /// Emits the same as `Publisher.append`, through a publisher of a simpler type.
  public func append(_ elements: Output...) -> Publishers.Sequence<[Output], Never> {
    append(elements)
  }

  /// Emits the same as `Publisher.append`, through a publisher of a simpler type.
  public func append(
    _ elements: some Collection<Output>
  ) -> Publishers.Sequence<[Output], Never> {
    .init(sequence: [output] + elements)
  }

  /// Emits the same as `Publisher.prepend`, through a publisher of a simpler type.
  public func prepend(_ elements: Output...) -> Publishers.Sequence<[Output], Never> {
    prepend(elements)
  }

  /// Emits the same as `Publisher.prepend`, through a publisher of a simpler type.
  public func prepend(
    _ elements: some Collection<Output>
  ) -> Publishers.Sequence<[Output], Never> {
    .init(sequence: elements + [output])
  }
}
