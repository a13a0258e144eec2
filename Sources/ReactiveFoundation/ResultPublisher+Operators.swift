public import Reactive

// Where the context requires the type, these return publishers of a result, as in Combine; see
// `Sequence+Operators.swift`. A failure stays a failure, even with `ignoreOutput()`, where
// Combine's publisher completes.

extension Result.Publisher {
  /// Emits the same as `Publisher.map`, through a publisher of a simpler type.
  @_disfavoredOverload
  public func map<T>(_ transform: (Output) -> T) -> Result<T, Failure>.Publisher {
    .init(result.map(transform))
  }

  /// Emits the same as `Publisher.tryMap`, through a publisher of a simpler type.
  @_disfavoredOverload
  public func tryMap<T>(_ transform: (Output) throws -> T) -> Result<T, any Error>.Publisher {
    .init(Result<T, any Error> { try transform(result.get()) })
  }

  /// Emits the same as `Publisher.mapError`, through a publisher of a simpler type.
  @_disfavoredOverload
  public func mapError<NewFailure: Error>(
    _ transform: (Failure) -> NewFailure
  ) -> Result<Output, NewFailure>.Publisher {
    .init(result.mapError(transform))
  }

  /// Emits the same as `Publisher.scan`, through a publisher of a simpler type.
  @_disfavoredOverload
  public func scan<T>(
    _ initialResult: T, _ nextPartialResult: (T, Output) -> T
  ) -> Result<T, Failure>.Publisher {
    map { nextPartialResult(initialResult, $0) }
  }

  /// Emits the same as `Publisher.tryScan`, through a publisher of a simpler type.
  @_disfavoredOverload
  public func tryScan<T>(
    _ initialResult: T, _ nextPartialResult: (T, Output) throws -> T
  ) -> Result<T, any Error>.Publisher {
    tryMap { try nextPartialResult(initialResult, $0) }
  }

  /// Emits the same as `Publisher.reduce`, through a publisher of a simpler type.
  @_disfavoredOverload
  public func reduce<T>(
    _ initialResult: T, _ nextPartialResult: (T, Output) -> T
  ) -> Result<T, Failure>.Publisher {
    map { nextPartialResult(initialResult, $0) }
  }

  /// Emits the same as `Publisher.tryReduce`, through a publisher of a simpler type.
  @_disfavoredOverload
  public func tryReduce<T>(
    _ initialResult: T, _ nextPartialResult: (T, Output) throws -> T
  ) -> Result<T, any Error>.Publisher {
    tryMap { try nextPartialResult(initialResult, $0) }
  }

  /// Emits the same as `Publisher.collect`, through a publisher of a simpler type.
  @_disfavoredOverload
  public func collect() -> Result<[Output], Failure>.Publisher { map { [$0] } }
  /// Emits the same as `Publisher.count`, through a publisher of a simpler type.
  @_disfavoredOverload
  public func count() -> Result<Int, Failure>.Publisher { map { _ in 1 } }
  /// Emits the same as `Publisher.replaceEmpty`, through a publisher of a simpler type.
  @_disfavoredOverload
  public func replaceEmpty(with output: Output) -> Self { self }

  /// Emits the same as `Publisher.replaceError`, through a publisher of a simpler type.
  @_disfavoredOverload
  public func replaceError(with output: Output) -> Result<Output, Never>.Publisher {
    switch result {
    case .success(let value): .init(value)
    case .failure: .init(output)
    }
  }

  /// Emits the same as `Publisher.retry`, through a publisher of a simpler type.
  @_disfavoredOverload
  public func retry(_ retries: Int) -> Self {
    precondition(retries >= 0, "a negative number of repetitions")
    return self
  }

  /// Emits the same as `Publisher.allSatisfy`, through a publisher of a simpler type.
  @_disfavoredOverload
  public func allSatisfy(_ predicate: (Output) -> Bool) -> Result<Bool, Failure>.Publisher {
    map(predicate)
  }

  /// Emits the same as `Publisher.tryAllSatisfy`, through a publisher of a simpler type.
  @_disfavoredOverload
  public func tryAllSatisfy(
    _ predicate: (Output) throws -> Bool
  ) -> Result<Bool, any Error>.Publisher {
    tryMap(predicate)
  }

  /// Emits the same as `Publisher.contains`, through a publisher of a simpler type.
  @_disfavoredOverload
  public func contains(where predicate: (Output) -> Bool) -> Result<Bool, Failure>.Publisher {
    map(predicate)
  }

  /// Emits the same as `Publisher.tryContains`, through a publisher of a simpler type.
  @_disfavoredOverload
  public func tryContains(
    where predicate: (Output) throws -> Bool
  ) -> Result<Bool, any Error>.Publisher {
    tryMap(predicate)
  }
}

// MARK: - The same value

extension Result.Publisher {
  /// Emits the same as `Publisher.first`, through a publisher of a simpler type.
  @_disfavoredOverload
  public func first() -> Self { self }
  /// Emits the same as `Publisher.last`, through a publisher of a simpler type.
  @_disfavoredOverload
  public func last() -> Self { self }
  /// Emits the same as `Publisher.min`, through a publisher of a simpler type.
  @_disfavoredOverload
  public func min(by areInIncreasingOrder: (Output, Output) -> Bool) -> Self { self }
  /// Emits the same as `Publisher.max`, through a publisher of a simpler type.
  @_disfavoredOverload
  public func max(by areInIncreasingOrder: (Output, Output) -> Bool) -> Self { self }

  /// Emits the same as `Publisher.tryMin`, through a publisher of a simpler type.
  @_disfavoredOverload
  public func tryMin(
    by areInIncreasingOrder: (Output, Output) throws -> Bool
  ) -> Result<Output, any Error>.Publisher {
    tryMap { $0 }
  }

  /// Emits the same as `Publisher.tryMax`, through a publisher of a simpler type.
  @_disfavoredOverload
  public func tryMax(
    by areInIncreasingOrder: (Output, Output) throws -> Bool
  ) -> Result<Output, any Error>.Publisher {
    tryMap { $0 }
  }

  /// Emits the same as `Publisher.removeDuplicates`, through a publisher of a simpler type.
  @_disfavoredOverload
  public func removeDuplicates(by predicate: (Output, Output) -> Bool) -> Self { self }

  /// Emits the same as `Publisher.tryRemoveDuplicates`, through a publisher of a simpler type.
  @_disfavoredOverload
  public func tryRemoveDuplicates(
    by predicate: (Output, Output) throws -> Bool
  ) -> Result<Output, any Error>.Publisher {
    tryMap { $0 }
  }
}

extension Result.Publisher where Success: Equatable {
  /// Emits the same as `Publisher.contains`, through a publisher of a simpler type.
  @_disfavoredOverload
  public func contains(_ value: Output) -> Result<Bool, Failure>.Publisher { map { $0 == value } }
  /// Emits the same as `Publisher.removeDuplicates`, through a publisher of a simpler type.
  @_disfavoredOverload
  public func removeDuplicates() -> Self { self }
}

extension Result.Publisher where Success: Comparable {
  /// Emits the same as `Publisher.min`, through a publisher of a simpler type.
  @_disfavoredOverload
  public func min() -> Self { self }
  /// Emits the same as `Publisher.max`, through a publisher of a simpler type.
  @_disfavoredOverload
  public func max() -> Self { self }
}

extension Result.Publisher where Failure == Never {
  /// Emits the same as `Publisher.setFailureType`, through a publisher of a simpler type.
  public func setFailureType<NewFailure: Error>(
    to failureType: NewFailure.Type
  ) -> Result<Output, NewFailure>.Publisher {
    switch result {
    case .success(let output): .init(output)
    }
  }
}
