public import Reactive

// These return one result for a whole collection. See `Sequence+Operators.swift` for when the
// closures are called.

extension Publishers.Sequence where Elements: Collection {
  /// Emits the same as `Publisher.allSatisfy`, through a publisher of a simpler type.
  @_disfavoredOverload
  public func allSatisfy(_ predicate: (Output) -> Bool) -> Result<Bool, Failure>.Publisher {
    .init(sequence.allSatisfy(predicate))
  }

  /// Emits the same as `Publisher.tryAllSatisfy`, through a publisher of a simpler type.
  @_disfavoredOverload
  public func tryAllSatisfy(
    _ predicate: (Output) throws -> Bool
  ) -> Result<Bool, any Error>.Publisher {
    .init(Result { try sequence.allSatisfy(predicate) })
  }

  /// Emits the same as `Publisher.contains`, through a publisher of a simpler type.
  @_disfavoredOverload
  public func contains(where predicate: (Output) -> Bool) -> Result<Bool, Failure>.Publisher {
    .init(sequence.contains(where: predicate))
  }

  /// Emits the same as `Publisher.tryContains`, through a publisher of a simpler type.
  @_disfavoredOverload
  public func tryContains(
    where predicate: (Output) throws -> Bool
  ) -> Result<Bool, any Error>.Publisher {
    .init(Result { try sequence.contains(where: predicate) })
  }

  /// Emits the same as `Publisher.collect`, through a publisher of a simpler type.
  @_disfavoredOverload
  public func collect() -> Result<[Output], Failure>.Publisher { .init(Array(sequence)) }

  /// Emits the same as `Publisher.count`, through a publisher of a simpler type.
  @_disfavoredOverload
  public func count() -> Result<Int, Failure>.Publisher { .init(sequence.count) }

  /// Emits the same as `Publisher.reduce`, through a publisher of a simpler type.
  @_disfavoredOverload
  public func reduce<T>(
    _ initialResult: T, _ nextPartialResult: (T, Output) -> T
  ) -> Result<T, Failure>.Publisher {
    .init(sequence.reduce(initialResult, nextPartialResult))
  }

  /// Emits the same as `Publisher.tryReduce`, through a publisher of a simpler type.
  @_disfavoredOverload
  public func tryReduce<T>(
    _ initialResult: T, _ nextPartialResult: (T, Output) throws -> T
  ) -> Result<T, any Error>.Publisher {
    .init(Result { try sequence.reduce(initialResult, nextPartialResult) })
  }
}

extension Publishers.Sequence where Elements: Collection, Output: Equatable {
  /// Emits the same as `Publisher.contains`, through a publisher of a simpler type.
  @_disfavoredOverload
  public func contains(_ output: Output) -> Result<Bool, Failure>.Publisher {
    .init(sequence.contains(output))
  }
}

extension Publishers.Sequence where Elements: Collection, Failure == Never {
  /// Emits the same as `Publisher.first`, through a publisher of a simpler type.
  @_disfavoredOverload
  public func first() -> Optional<Output>.Publisher { .init(sequence.first) }

  /// Emits the same as `Publisher.first`, through a publisher of a simpler type.
  @_disfavoredOverload
  public func first(where predicate: (Output) -> Bool) -> Optional<Output>.Publisher {
    .init(sequence.first(where: predicate))
  }

  /// Emits the same as `Publisher.min`, through a publisher of a simpler type.
  @_disfavoredOverload
  public func min(
    by areInIncreasingOrder: (Output, Output) -> Bool
  ) -> Optional<Output>.Publisher {
    .init(sequence.min(by: areInIncreasingOrder))
  }

  /// Emits the same as `Publisher.max`, through a publisher of a simpler type.
  @_disfavoredOverload
  public func max(
    by areInIncreasingOrder: (Output, Output) -> Bool
  ) -> Optional<Output>.Publisher {
    .init(sequence.max(by: areInIncreasingOrder))
  }

  /// Emits the element at a position counted from zero, if there is one.
  public func output(at index: Int) -> Optional<Output>.Publisher {
    precondition(index >= 0, "a negative index")
    return .init(sequence.dropFirst(index).first)
  }

  /// Emits the element at an index of the collection, if there is one.
  @_disfavoredOverload
  public func output(at index: Elements.Index) -> Optional<Output>.Publisher {
    let all = sequence.startIndex..<sequence.endIndex
    return .init(all.contains(index) ? sequence[index] : nil)
  }
}

extension Publishers.Sequence
where Elements: Collection, Failure == Never, Output: Comparable {
  /// Emits the same as `Publisher.min`, through a publisher of a simpler type.
  @_disfavoredOverload
  public func min() -> Optional<Output>.Publisher { .init(sequence.min()) }
  /// Emits the same as `Publisher.max`, through a publisher of a simpler type.
  @_disfavoredOverload
  public func max() -> Optional<Output>.Publisher { .init(sequence.max()) }
}

extension Publishers.Sequence where Elements: BidirectionalCollection, Failure == Never {
  /// Emits the same as `Publisher.last`, through a publisher of a simpler type.
  @_disfavoredOverload
  public func last() -> Optional<Output>.Publisher { .init(sequence.last) }

  /// Emits the same as `Publisher.last`, through a publisher of a simpler type.
  @_disfavoredOverload
  public func last(where predicate: (Output) -> Bool) -> Optional<Output>.Publisher {
    .init(sequence.last(where: predicate))
  }
}

extension Publishers.Sequence where Elements: RandomAccessCollection, Failure == Never {
  /// Emits the same as `Publisher.count`, through a publisher of a simpler type.
  @_disfavoredOverload
  public func count() -> Just<Int> { Just(sequence.count) }
}
