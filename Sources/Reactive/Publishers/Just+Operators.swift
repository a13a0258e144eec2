// What can be known of one value is known at once: these are publishers of at most one value again, as
// in Combine. Their closures are called when the operator is, and not when somebody subscribes. A
// closure that compares two values has nothing to compare here and is not called.

extension Just {
  public func map<T>(_ transform: (Output) -> T) -> Just<T> { Just<T>(transform(output)) }

  public func tryMap<T>(_ transform: (Output) throws -> T) -> Result<T, any Error>.Publisher {
    Result { try transform(output) }.publisher
  }

  public func compactMap<T>(_ transform: (Output) -> T?) -> Optional<T>.Publisher {
    .init(transform(output))
  }

  public func mapError<Failure: Error>(
    _ transform: (Never) -> Failure
  ) -> Result<Output, Failure>.Publisher {
    .init(output)
  }

  public func setFailureType<Failure: Error>(
    to failureType: Failure.Type
  ) -> Result<Output, Failure>.Publisher {
    .init(output)
  }

  public func scan<T>(
    _ initialResult: T, _ nextPartialResult: (T, Output) -> T
  ) -> Result<T, Never>.Publisher {
    .init(nextPartialResult(initialResult, output))
  }

  public func tryScan<T>(
    _ initialResult: T, _ nextPartialResult: (T, Output) throws -> T
  ) -> Result<T, any Error>.Publisher {
    tryMap { try nextPartialResult(initialResult, $0) }
  }

  public func reduce<T>(
    _ initialResult: T, _ nextPartialResult: (T, Output) -> T
  ) -> Result<T, Never>.Publisher {
    .init(nextPartialResult(initialResult, output))
  }

  public func tryReduce<T>(
    _ initialResult: T, _ nextPartialResult: (T, Output) throws -> T
  ) -> Result<T, any Error>.Publisher {
    tryMap { try nextPartialResult(initialResult, $0) }
  }

  public func collect() -> Just<[Output]> { Just<[Output]>([output]) }
  public func count() -> Just<Int> { Just<Int>(1) }
  public func replaceEmpty(with output: Output) -> Just { self }
  public func replaceError(with output: Output) -> Just { self }

  public func retry(_ retries: Int) -> Just {
    precondition(retries >= 0, "a negative number of repetitions")
    return self
  }

  public func allSatisfy(_ predicate: (Output) -> Bool) -> Just<Bool> {
    Just<Bool>(predicate(output))
  }

  public func tryAllSatisfy(
    _ predicate: (Output) throws -> Bool
  ) -> Result<Bool, any Error>.Publisher {
    tryMap(predicate)
  }

  public func contains(where predicate: (Output) -> Bool) -> Just<Bool> {
    Just<Bool>(predicate(output))
  }

  public func tryContains(
    where predicate: (Output) throws -> Bool
  ) -> Result<Bool, any Error>.Publisher {
    tryMap(predicate)
  }
}

// MARK: - The value or none

extension Just {
  public func filter(_ isIncluded: (Output) -> Bool) -> Optional<Output>.Publisher {
    optional.filter(isIncluded)
  }

  public func drop(while predicate: (Output) -> Bool) -> Optional<Output>.Publisher {
    optional.drop(while: predicate)
  }

  public func dropFirst(_ count: Int = 1) -> Optional<Output>.Publisher {
    optional.dropFirst(count)
  }

  public func prefix(while predicate: (Output) -> Bool) -> Optional<Output>.Publisher {
    optional.filter(predicate)
  }

  public func prefix(_ maxLength: Int) -> Optional<Output>.Publisher {
    optional.prefix(maxLength)
  }

  public func output(at index: Int) -> Optional<Output>.Publisher { optional.output(at: index) }

  public func output<Range: RangeExpression>(
    in range: Range
  ) -> Optional<Output>.Publisher where Range.Bound == Int {
    optional.output(in: range)
  }

  public func first() -> Just { self }

  public func first(where predicate: (Output) -> Bool) -> Optional<Output>.Publisher {
    optional.filter(predicate)
  }

  public func last() -> Just { self }

  public func last(where predicate: (Output) -> Bool) -> Optional<Output>.Publisher {
    optional.filter(predicate)
  }

  public func min(by areInIncreasingOrder: (Output, Output) -> Bool) -> Just { self }
  public func max(by areInIncreasingOrder: (Output, Output) -> Bool) -> Just { self }
  public func ignoreOutput() -> Empty<Output, Never> { Empty() }
  public func removeDuplicates(by predicate: (Output, Output) -> Bool) -> Just { self }

  public func tryRemoveDuplicates(
    by predicate: (Output, Output) throws -> Bool
  ) -> Result<Output, any Error>.Publisher {
    .init(output)
  }

  private var optional: Optional<Output>.Publisher { .init(output) }
}

extension Just where Output: Equatable {
  public func contains(_ value: Output) -> Just<Bool> { Just<Bool>(output == value) }
  public func removeDuplicates() -> Just { self }
}

extension Just where Output: Comparable {
  public func min() -> Just { self }
  public func max() -> Just { self }
}

// MARK: - More values

extension Just {
  public func append(_ elements: Output...) -> Publishers.Sequence<[Output], Never> {
    append(elements)
  }

  public func append(
    _ elements: some Collection<Output>
  ) -> Publishers.Sequence<[Output], Never> {
    .init(sequence: [output] + elements)
  }

  public func prepend(_ elements: Output...) -> Publishers.Sequence<[Output], Never> {
    prepend(elements)
  }

  public func prepend(
    _ elements: some Collection<Output>
  ) -> Publishers.Sequence<[Output], Never> {
    .init(sequence: elements + [output])
  }
}
