public import Reactive

// Where the context requires the type, these return publishers of an optional, as in Combine; see
// `Sequence+Operators.swift`. Without a value they emit the same as the general operators:
// `count()` emits 0, where Combine's emits nothing.

extension Optional.Publisher {
  /// Emits the same as `Publisher.map`, through a publisher of a simpler type.
  @_disfavoredOverload
  public func map<T>(_ transform: (Output) -> T) -> Optional<T>.Publisher {
    .init(output.map(transform))
  }

  /// Emits the same as `Publisher.compactMap`, through a publisher of a simpler type.
  @_disfavoredOverload
  public func compactMap<T>(_ transform: (Output) -> T?) -> Optional<T>.Publisher {
    .init(output.flatMap(transform))
  }

  /// Emits the same as `Publisher.scan`, through a publisher of a simpler type.
  @_disfavoredOverload
  public func scan<T>(
    _ initialResult: T, _ nextPartialResult: (T, Output) -> T
  ) -> Optional<T>.Publisher {
    map { nextPartialResult(initialResult, $0) }
  }

  /// Emits the same as `Publisher.reduce`, through a publisher of a simpler type.
  @_disfavoredOverload
  public func reduce<T>(
    _ initialResult: T, _ nextPartialResult: (T, Output) -> T
  ) -> Optional<T>.Publisher {
    .init(output.map { nextPartialResult(initialResult, $0) } ?? initialResult)
  }

  /// Emits the same as `Publisher.collect`, through a publisher of a simpler type.
  @_disfavoredOverload
  public func collect() -> Optional<[Output]>.Publisher { .init(output.map { [$0] } ?? []) }
  /// Emits the same as `Publisher.count`, through a publisher of a simpler type.
  @_disfavoredOverload
  public func count() -> Optional<Int>.Publisher { .init(output == nil ? 0 : 1) }
  /// Emits the same as `Publisher.replaceError`, through a publisher of a simpler type.
  @_disfavoredOverload
  public func replaceError(with output: Output) -> Self { self }
  /// Emits the same as `Publisher.replaceEmpty`, through a publisher of a simpler type.
  @_disfavoredOverload
  public func replaceEmpty(with output: Output) -> Just<Output> { Just(self.output ?? output) }

  /// Emits the same as `Publisher.retry`, through a publisher of a simpler type.
  @_disfavoredOverload
  public func retry(_ retries: Int) -> Self {
    precondition(retries >= 0, "a negative number of repetitions")
    return self
  }

  /// Emits the same as `Publisher.allSatisfy`, through a publisher of a simpler type.
  @_disfavoredOverload
  public func allSatisfy(_ predicate: (Output) -> Bool) -> Optional<Bool>.Publisher {
    .init(output.map(predicate) ?? true)
  }

  /// Emits the same as `Publisher.contains`, through a publisher of a simpler type.
  @_disfavoredOverload
  public func contains(where predicate: (Output) -> Bool) -> Optional<Bool>.Publisher {
    .init(output.map(predicate) ?? false)
  }
}

// MARK: - The value or none

extension Optional.Publisher {
  /// Emits the same as `Publisher.filter`, through a publisher of a simpler type.
  @_disfavoredOverload
  public func filter(_ isIncluded: (Output) -> Bool) -> Self {
    compactMap { isIncluded($0) ? $0 : nil }
  }

  /// Emits the same as `Publisher.drop`, through a publisher of a simpler type.
  @_disfavoredOverload
  public func drop(while predicate: (Output) -> Bool) -> Self { filter { !predicate($0) } }

  /// Emits the same as `Publisher.dropFirst`, through a publisher of a simpler type.
  @_disfavoredOverload
  public func dropFirst(_ count: Int = 1) -> Self {
    precondition(count >= 0, "a negative number of values to drop")
    return count == 0 ? self : Self(nil)
  }

  /// Emits the same as `Publisher.prefix`, through a publisher of a simpler type.
  @_disfavoredOverload
  public func prefix(while predicate: (Output) -> Bool) -> Self { filter(predicate) }

  /// Emits the same as `Publisher.prefix`, through a publisher of a simpler type.
  @_disfavoredOverload
  public func prefix(_ maxLength: Int) -> Self {
    precondition(maxLength >= 0, "a negative number of values to emit")
    return maxLength > 0 ? self : Self(nil)
  }

  /// Emits the same as `Publisher.output`, through a publisher of a simpler type.
  @_disfavoredOverload
  public func output(at index: Int) -> Self {
    precondition(index >= 0, "a negative index")
    return index == 0 ? self : Self(nil)
  }

  /// Emits the same as `Publisher.output`, through a publisher of a simpler type.
  @_disfavoredOverload
  public func output<Range: RangeExpression>(in range: Range) -> Self
  where Range.Bound == Int {
    let places = range.relative(to: 0..<Int.max)
    precondition(places.lowerBound >= 0, "a negative index")
    return places.contains(0) ? self : Self(nil)
  }

  /// Emits the same as `Publisher.first`, through a publisher of a simpler type.
  @_disfavoredOverload
  public func first() -> Self { self }
  /// Emits the same as `Publisher.first`, through a publisher of a simpler type.
  @_disfavoredOverload
  public func first(where predicate: (Output) -> Bool) -> Self { filter(predicate) }
  /// Emits the same as `Publisher.last`, through a publisher of a simpler type.
  @_disfavoredOverload
  public func last() -> Self { self }
  /// Emits the same as `Publisher.last`, through a publisher of a simpler type.
  @_disfavoredOverload
  public func last(where predicate: (Output) -> Bool) -> Self { filter(predicate) }
  /// Emits the same as `Publisher.min`, through a publisher of a simpler type.
  @_disfavoredOverload
  public func min(by areInIncreasingOrder: (Output, Output) -> Bool) -> Self { self }
  /// Emits the same as `Publisher.max`, through a publisher of a simpler type.
  @_disfavoredOverload
  public func max(by areInIncreasingOrder: (Output, Output) -> Bool) -> Self { self }
  /// Emits the same as `Publisher.ignoreOutput`, through a publisher of a simpler type.
  @_disfavoredOverload
  public func ignoreOutput() -> Empty<Output, Never> { Empty() }
  /// Emits the same as `Publisher.removeDuplicates`, through a publisher of a simpler type.
  @_disfavoredOverload
  public func removeDuplicates(by predicate: (Output, Output) -> Bool) -> Self { self }
}

extension Optional.Publisher where Wrapped: Equatable {
  /// Emits the same as `Publisher.contains`, through a publisher of a simpler type.
  @_disfavoredOverload
  public func contains(_ value: Output) -> Optional<Bool>.Publisher { .init(output == value) }
  /// Emits the same as `Publisher.removeDuplicates`, through a publisher of a simpler type.
  @_disfavoredOverload
  public func removeDuplicates() -> Self { self }
}

extension Optional.Publisher where Wrapped: Comparable {
  /// Emits the same as `Publisher.min`, through a publisher of a simpler type.
  @_disfavoredOverload
  public func min() -> Self { self }
  /// Emits the same as `Publisher.max`, through a publisher of a simpler type.
  @_disfavoredOverload
  public func max() -> Self { self }
}
