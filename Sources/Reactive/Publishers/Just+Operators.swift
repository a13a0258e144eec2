// What can be known of one value is known at once: these are publishers of one value again, as in
// Combine, and their closures are called when they are made.

extension Just {
  public func map<T>(_ transform: (Output) -> T) -> Just<T> { Just<T>(transform(output)) }

  public func tryMap<T>(_ transform: (Output) throws -> T) -> Result<T, any Error>.Publisher {
    Result { try transform(output) }.publisher
  }

  public func compactMap<T>(_ transform: (Output) -> T?) -> Optional<T>.Publisher {
    Optional<T>.Publisher(transform(output))
  }

  public func filter(_ isIncluded: (Output) -> Bool) -> Optional<Output>.Publisher {
    Optional<Output>.Publisher(isIncluded(output) ? output : nil)
  }

  public func setFailureType<Failure: Error>(
    to failureType: Failure.Type
  ) -> Result<Output, Failure>.Publisher {
    Result<Output, Failure>.success(output).publisher
  }

  public func collect() -> Just<[Output]> { Just<[Output]>([output]) }
  public func count() -> Just<Int> { Just<Int>(1) }
  public func first() -> Just { self }
  public func last() -> Just { self }
  public func removeDuplicates(by predicate: (Output, Output) -> Bool) -> Just { self }
  public func replaceEmpty(with output: Output) -> Just { self }
  public func replaceError(with output: Output) -> Just { self }

  public func retry(_ retries: Int) -> Just {
    precondition(retries >= 0, "a negative number of repetitions")
    return self
  }

  public func reduce<T>(_ initial: T, _ next: (T, Output) -> T) -> Just<T> {
    Just<T>(next(initial, output))
  }

  public func scan<T>(_ initial: T, _ next: (T, Output) -> T) -> Just<T> {
    Just<T>(next(initial, output))
  }

  public func allSatisfy(_ predicate: (Output) -> Bool) -> Just<Bool> {
    Just<Bool>(predicate(output))
  }

  public func contains(where predicate: (Output) -> Bool) -> Just<Bool> {
    Just<Bool>(predicate(output))
  }

  public func append(_ elements: Output...) -> Publishers.Sequence<[Output], Never> {
    ([output] + elements).publisher
  }

  public func prepend(_ elements: Output...) -> Publishers.Sequence<[Output], Never> {
    (elements + [output]).publisher
  }
}

extension Just where Output: Equatable {
  public func contains(_ value: Output) -> Just<Bool> { Just<Bool>(output == value) }
  public func removeDuplicates() -> Just { self }
}

extension Just where Output: Comparable {
  public func min() -> Just { self }
  public func max() -> Just { self }
}

extension Publishers.Sequence where Failure == Never {
  public func setFailureType<NewFailure: Error>(
    to failureType: NewFailure.Type
  ) -> Publishers.Sequence<Elements, NewFailure> {
    Publishers.Sequence<Elements, NewFailure>(sequence: sequence)
  }
}
