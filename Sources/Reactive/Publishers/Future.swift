/// Emits the one value that a function promises, and completes; or fails.
///
/// In `Future<Int, Never> { promise in load { promise(.success($0)) } }`, the closure is called at
/// once, and only once. The result is stored for later subscribers. The promise belongs to the
/// isolation in which the future was created: a result from another thread must arrive through an
/// asynchronous function or a sender of the scheduler.
public final class Future<Output, Failure: Error>: Publisher {
  /// The closure through which the future receives its result. Only the first call counts.
  public typealias Promise = (Result<Output, Failure>) -> Void

  private let audience = Audience<Output, Failure>()
  private var result: Result<Output, Failure>?
  /// Tasks that wait for `value`.
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// Creates a future and calls the closure at once. The promise passed to the closure sets the
  /// result.
  public init(_ attemptToFulfill: @escaping (@escaping Promise) -> Void) {
    attemptToFulfill { self.fulfill($0) }
  }

  public func receive<S: Subscriber>(subscriber: S)
  where S.Input == Output, S.Failure == Failure {
    if let result {
      Result.Publisher(result).receive(subscriber: subscriber)
    } else {
      _ = audience.admit(subscriber)
    }
  }

  /// The value, once it has arrived. A failure is thrown. Reading it waits as long as the promise
  /// is open, even in a task that is cancelled.
  public nonisolated(nonsending) var value: Output {
    get async throws(Failure) {
      while true {
        if let result { return try result.get() }
        await withCheckedContinuation { waiting.append($0) }
      }
    }
  }

  /// Sets the result. Only the first call counts.
  private func fulfill(_ result: Result<Output, Failure>) {
    guard self.result == nil else { return }
    self.result = result
    switch result {
    case .success(let value):
      audience.send(value)
      audience.send(completion: .finished)
    case .failure(let failure):
      audience.send(completion: .failure(failure))
    }
    for continuation in exchange(&waiting, with: []) { continuation.resume() }
  }
}
