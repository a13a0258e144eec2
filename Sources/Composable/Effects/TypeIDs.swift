// A type stands for an id, as was usual before 1.0: `cancellable(id: CancelID.self)`.

extension Effect {
  /// Lets the effect be cancelled by a type in the place of an id.
  public func cancellable(id: Any.Type, cancelInFlight: Bool = false) -> Effect {
    cancellable(id: ObjectIdentifier(id), cancelInFlight: cancelInFlight)
  }

  /// Cancels the effects with a type in the place of an id, and finishes.
  public static func cancel(id: Any.Type) -> Effect { cancel(id: ObjectIdentifier(id)) }

  /// Cancels the effects with any of some types in the place of an id, and finishes.
  public static func cancel(ids: [Any.Type]) -> Effect {
    cancel(ids: ids.map(ObjectIdentifier.init))
  }
}

/// Runs an asynchronous function so that it can be cancelled by a type in the place of an id.
public func withTaskCancellation<Result: Sendable>(
  id: Any.Type, cancelInFlight: Bool = false,
  operation: @escaping @Sendable () async throws -> Result
) async throws -> Result {
  try await withTaskCancellation(
    id: ObjectIdentifier(id), cancelInFlight: cancelInFlight, operation: operation)
}

/// The same for a function that does not throw.
public func withTaskCancellation<Result: Sendable>(
  id: Any.Type, cancelInFlight: Bool = false, operation: @escaping @Sendable () async -> Result
) async -> Result {
  await withTaskCancellation(
    id: ObjectIdentifier(id), cancelInFlight: cancelInFlight, operation: operation)
}

extension Task where Success == Never, Failure == Never {
  /// Cancels what runs in effects of the same feature with a type in the place of an id.
  public static func cancel(id: Any.Type) {
    cancel(id: ObjectIdentifier(id))
  }
}
