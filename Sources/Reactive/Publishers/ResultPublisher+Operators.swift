// Where the type is asked for, these are publishers of a result again, as in Combine; see
// `Sequence+Operators.swift`. A failure stays one, also with `ignoreOutput()`, where Combine's finishes.

extension Result.Publisher {
  /// Emits what `Publisher.map` emits, through a publisher of a simpler type.
  @_disfavoredOverload
  public func map<T>(_ transform: (Output) -> T) -> Result<T, Failure>.Publisher {
    .init(result.map(transform))
  }

  /// Emits what `Publisher.tryMap` emits, through a publisher of a simpler type.
  @_disfavoredOverload
  public func tryMap<T>(_ transform: (Output) throws -> T) -> Result<T, any Error>.Publisher {
    .init(Result<T, any Error> { try transform(result.get()) })
  }

  /// Emits what `Publisher.mapError` emits, through a publisher of a simpler type.
  @_disfavoredOverload
  public func mapError<NewFailure: Error>(
    _ transform: (Failure) -> NewFailure
  ) -> Result<Output, NewFailure>.Publisher {
    .init(result.mapError(transform))
  }

  /// Emits what `Publisher.scan` emits, through a publisher of a simpler type.
  @_disfavoredOverload
  public func scan<T>(
    _ initialResult: T, _ nextPartialResult: (T, Output) -> T
  ) -> Result<T, Failure>.Publisher {
    map { nextPartialResult(initialResult, $0) }
  }

  /// Emits what `Publisher.tryScan` emits, through a publisher of a simpler type.
  @_disfavoredOverload
  public func tryScan<T>(
    _ initialResult: T, _ nextPartialResult: (T, Output) throws -> T
  ) -> Result<T, any Error>.Publisher {
    tryMap { try nextPartialResult(initialResult, $0) }
  }

  /// Emits what `Publisher.reduce` emits, through a publisher of a simpler type.
  @_disfavoredOverload
  public func reduce<T>(
    _ initialResult: T, _ nextPartialResult: (T, Output) -> T
  ) -> Result<T, Failure>.Publisher {
    map { nextPartialResult(initialResult, $0) }
  }

  /// Emits what `Publisher.tryReduce` emits, through a publisher of a simpler type.
  @_disfavoredOverload
  public func tryReduce<T>(
    _ initialResult: T, _ nextPartialResult: (T, Output) throws -> T
  ) -> Result<T, any Error>.Publisher {
    tryMap { try nextPartialResult(initialResult, $0) }
  }

  /// Emits what `Publisher.collect` emits, through a publisher of a simpler type.
  @_disfavoredOverload
  public func collect() -> Result<[Output], Failure>.Publisher { map { [$0] } }
  /// Emits what `Publisher.count` emits, through a publisher of a simpler type.
  @_disfavoredOverload
  public func count() -> Result<Int, Failure>.Publisher { map { _ in 1 } }
  /// Emits what `Publisher.replaceEmpty` emits, through a publisher of a simpler type.
  @_disfavoredOverload
  public func replaceEmpty(with output: Output) -> Self { self }

  /// Emits what `Publisher.replaceError` emits, through a publisher of a simpler type.
  @_disfavoredOverload
  public func replaceError(with output: Output) -> Result<Output, Never>.Publisher {
    switch result {
    case .success(let value): .init(value)
    case .failure: .init(output)
    }
  }

  /// Emits what `Publisher.retry` emits, through a publisher of a simpler type.
  @_disfavoredOverload
  public func retry(_ retries: Int) -> Self {
    precondition(retries >= 0, "a negative number of repetitions")
    return self
  }

  /// Emits what `Publisher.allSatisfy` emits, through a publisher of a simpler type.
  @_disfavoredOverload
  public func allSatisfy(_ predicate: (Output) -> Bool) -> Result<Bool, Failure>.Publisher {
    map(predicate)
  }

  /// Emits what `Publisher.tryAllSatisfy` emits, through a publisher of a simpler type.
  @_disfavoredOverload
  public func tryAllSatisfy(
    _ predicate: (Output) throws -> Bool
  ) -> Result<Bool, any Error>.Publisher {
    tryMap(predicate)
  }

  /// Emits what `Publisher.contains` emits, through a publisher of a simpler type.
  @_disfavoredOverload
  public func contains(where predicate: (Output) -> Bool) -> Result<Bool, Failure>.Publisher {
    map(predicate)
  }

  /// Emits what `Publisher.tryContains` emits, through a publisher of a simpler type.
  @_disfavoredOverload
  public func tryContains(
    where predicate: (Output) throws -> Bool
  ) -> Result<Bool, any Error>.Publisher {
    tryMap(predicate)
  }
}

// MARK: - The same value

extension Result.Publisher {
  /// Emits what `Publisher.first` emits, through a publisher of a simpler type.
  @_disfavoredOverload
  public func first() -> Self { self }
  /// Emits what `Publisher.last` emits, through a publisher of a simpler type.
  @_disfavoredOverload
  public func last() -> Self { self }
  /// Emits what `Publisher.min` emits, through a publisher of a simpler type.
  @_disfavoredOverload
  public func min(by areInIncreasingOrder: (Output, Output) -> Bool) -> Self { self }
  /// Emits what `Publisher.max` emits, through a publisher of a simpler type.
  @_disfavoredOverload
  public func max(by areInIncreasingOrder: (Output, Output) -> Bool) -> Self { self }

  /// Emits what `Publisher.tryMin` emits, through a publisher of a simpler type.
  @_disfavoredOverload
  public func tryMin(
    by areInIncreasingOrder: (Output, Output) throws -> Bool
  ) -> Result<Output, any Error>.Publisher {
    tryMap { $0 }
  }

  /// Emits what `Publisher.tryMax` emits, through a publisher of a simpler type.
  @_disfavoredOverload
  public func tryMax(
    by areInIncreasingOrder: (Output, Output) throws -> Bool
  ) -> Result<Output, any Error>.Publisher {
    tryMap { $0 }
  }

  /// Emits what `Publisher.removeDuplicates` emits, through a publisher of a simpler type.
  @_disfavoredOverload
  public func removeDuplicates(by predicate: (Output, Output) -> Bool) -> Self { self }

  /// Emits what `Publisher.tryRemoveDuplicates` emits, through a publisher of a simpler type.
  @_disfavoredOverload
  public func tryRemoveDuplicates(
    by predicate: (Output, Output) throws -> Bool
  ) -> Result<Output, any Error>.Publisher {
    tryMap { $0 }
  }
}

extension Result.Publisher where Success: Equatable {
  /// Emits what `Publisher.contains` emits, through a publisher of a simpler type.
  @_disfavoredOverload
  public func contains(_ value: Output) -> Result<Bool, Failure>.Publisher { map { $0 == value } }
  /// Emits what `Publisher.removeDuplicates` emits, through a publisher of a simpler type.
  @_disfavoredOverload
  public func removeDuplicates() -> Self { self }
}

extension Result.Publisher where Success: Comparable {
  /// Emits what `Publisher.min` emits, through a publisher of a simpler type.
  @_disfavoredOverload
  public func min() -> Self { self }
  /// Emits what `Publisher.max` emits, through a publisher of a simpler type.
  @_disfavoredOverload
  public func max() -> Self { self }
}

extension Result.Publisher where Failure == Never {
  /// Emits what `Publisher.setFailureType` emits, through a publisher of a simpler type.
  public func setFailureType<NewFailure: Error>(
    to failureType: NewFailure.Type
  ) -> Result<Output, NewFailure>.Publisher {
    switch result {
    case .success(let output): .init(output)
    }
  }
}
