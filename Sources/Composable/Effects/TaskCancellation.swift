import Synchronization

/// Runs an asynchronous function so that it can be cancelled by an id: by `Effect.cancel(id:)` of
/// the feature whose effect it belongs to, and by `Task.cancel(id:)` in such an effect.
///
/// With `cancelInFlight`, running functions with the id are cancelled first. Outside an effect
/// there is no feature that could cancel by the id, and the function simply runs.
public func withTaskCancellation<Result: Sendable>(
  id: some Hashable & Sendable, cancelInFlight: Bool = false,
  operation: @escaping @Sendable () async throws -> Result
) async throws -> Result {
  guard let cancellations = RunOrigin.current?.cancellations else { return try await operation() }
  if cancelInFlight { cancellations.cancel(AnyHashable(id)) }
  let (number, cancelled) = cancellations.add(CancelID(id))
  defer { cancellations.remove(number) }
  return try await withThrowingTaskGroup(of: Result?.self) { group in
    group.addTask { try await operation() }
    group.addTask {
      for await _ in cancelled {}
      return nil
    }
    defer { group.cancelAll() }
    while let result = try await group.next() {
      if let result { return result }
      group.cancelAll()
    }
    throw CancellationError()
  }
}

/// Does the same for a function that does not throw.
public func withTaskCancellation<Result: Sendable>(
  id: some Hashable & Sendable, cancelInFlight: Bool = false,
  operation: @escaping @Sendable () async -> Result
) async -> Result {
  let throwing: @Sendable () async throws -> Result = operation
  do {
    return try await withTaskCancellation(
      id: id, cancelInFlight: cancelInFlight, operation: throwing)
  } catch {
    // The function has always returned by then, and does not throw.
    return await operation()
  }
}

extension Task where Success == Never, Failure == Never {
  /// Cancels the functions run by `withTaskCancellation(id:)` in effects of the same feature. Then,
  /// once the store has received its letters, it cancels the feature's effects that are
  /// `cancellable(id:)`.
  ///
  /// It is meant for use in an effect. Outside an effect there is no feature, and it does nothing.
  public static func cancel(id: some Hashable & Sendable) {
    guard let origin = RunOrigin.current else { return }
    origin.cancellations.cancel(AnyHashable(id))
    origin.mailbox.leave(CancelRequest(id: CancelID(id)), of: origin.run)
  }
}

/// A `Sendable` id.
struct CancelID: Sendable {
  private let id: any Hashable & Sendable

  init(_ id: any Hashable & Sendable) {
    self.id = id
  }

  var value: AnyHashable { AnyHashable(id) }
}

/// The running functions of one feature's effects that can be cancelled by an id.
final class TaskCancellations: Sendable {
  private struct Entry {
    let number: Int
    let id: CancelID
    let signal: AsyncStream<Void>.Continuation
  }

  private struct State {
    var entries: [Entry] = []
    var lastNumber = 0
  }

  private let state = Mutex(State())

  /// Registers a function. The stream ends when the function is cancelled by its id.
  func add(_ id: CancelID) -> (number: Int, cancelled: AsyncStream<Void>) {
    let (stream, signal) = AsyncStream.makeStream(of: Void.self)
    let number = state.withLock { state in
      state.lastNumber += 1
      state.entries.append(Entry(number: state.lastNumber, id: id, signal: signal))
      return state.lastNumber
    }
    return (number, stream)
  }

  func remove(_ number: Int) {
    state.withLock { state in state.entries.removeAll { $0.number == number } }
  }

  func cancel(_ id: AnyHashable) {
    let all = state.withLock { $0.entries }
    for entry in all where entry.id.value == id { entry.signal.finish() }
  }
}
