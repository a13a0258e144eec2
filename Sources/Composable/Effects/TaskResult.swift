/// The outcome of an asynchronous function: a value, or the error that it threw.
///
/// It is a `Result` with any error that can nevertheless be compared, so that actions can contain
/// it and tests can compare them.
public enum TaskResult<Success> {
  /// The operation returned a value.
  case success(Success)
  /// The operation threw an error.
  case failure(any Error)

  /// Creates a result by calling a function that may throw.
  public nonisolated(nonsending) init(
    catching body: nonisolated(nonsending) () async throws -> Success
  ) async {
    do {
      self = .success(try await body())
    } catch {
      self = .failure(error)
    }
  }

  /// Creates a task result from a result of the standard library.
  public init(_ result: Result<Success, some Error>) {
    switch result {
    case .success(let value): self = .success(value)
    case .failure(let error): self = .failure(error)
    }
  }

  /// The value; throws the error if there is none.
  public var value: Success {
    get throws {
      switch self {
      case .success(let value): return value
      case .failure(let error): throw error
      }
    }
  }

  /// Returns the result with the value transformed, if there is one.
  public func map<NewSuccess>(_ transform: (Success) -> NewSuccess) -> TaskResult<NewSuccess> {
    switch self {
    case .success(let value): .success(transform(value))
    case .failure(let error): .failure(error)
    }
  }

  /// Returns the result that the closure makes from the value, or the same failure.
  public func flatMap<NewSuccess>(
    _ transform: (Success) -> TaskResult<NewSuccess>
  ) -> TaskResult<NewSuccess> {
    switch self {
    case .success(let value): transform(value)
    case .failure(let error): .failure(error)
    }
  }
}

extension TaskResult: Sendable where Success: Sendable {}

extension TaskResult: Equatable where Success: Equatable {
  /// Two errors are equal when they have the same type, the type is equatable, and its `==` returns
  /// true. An error that is not equatable does not equal any error, not even itself. Compare such a
  /// result by its case.
  public static func == (left: TaskResult, right: TaskResult) -> Bool {
    switch (left, right) {
    case (.success(let one), .success(let other)): return one == other
    case (.failure(let one), .failure(let other)):
      return (one as? any Equatable)?.isEqual(to: other) ?? false
    default: return false
    }
  }
}

extension Result where Failure == any Error {
  /// Creates a result of the standard library from a task result.
  public init(_ result: TaskResult<Success>) {
    switch result {
    case .success(let value): self = .success(value)
    case .failure(let error): self = .failure(error)
    }
  }
}
