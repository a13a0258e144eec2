// A type serves as an id, as was common before version 1.0: `cancellable(id: CancelID.self)`.

extension Effect {
  /// Makes the effect cancellable by a type instead of an id.
  public func cancellable(id: Any.Type, cancelInFlight: Bool = false) -> Effect {
    cancellable(id: ObjectIdentifier(id), cancelInFlight: cancelInFlight)
  }

  /// Cancels the effects with a type as their id, and completes.
  public static func cancel(id: Any.Type) -> Effect { cancel(id: ObjectIdentifier(id)) }

  /// Cancels the effects with any of several types as their id, and completes.
  public static func cancel(ids: [Any.Type]) -> Effect {
    cancel(ids: ids.map(ObjectIdentifier.init))
  }
}

/// Runs an asynchronous function so that it can be cancelled by a type instead of an id.
public func withTaskCancellation<Result: Sendable>(
  id: Any.Type, cancelInFlight: Bool = false,
  operation: @escaping @Sendable () async throws -> Result
) async throws -> Result {
  try await withTaskCancellation(
    id: ObjectIdentifier(id), cancelInFlight: cancelInFlight, operation: operation)
}

/// Does the same for a function that does not throw.
public func withTaskCancellation<Result: Sendable>(
  id: Any.Type, cancelInFlight: Bool = false, operation: @escaping @Sendable () async -> Result
) async -> Result {
  await withTaskCancellation(
    id: ObjectIdentifier(id), cancelInFlight: cancelInFlight, operation: operation)
}

extension Task where Success == Never, Failure == Never {
  /// Cancels the functions in effects of the same feature that have a type as their id.
  public static func cancel(id: Any.Type) {
    cancel(id: ObjectIdentifier(id))
  }
}
