extension AsyncStream where Element: Sendable {
  /// A stream that emits nothing and ends only with the task that waits for it.
  public static var never: Self {
    Self { _ in }
  }

  /// A stream that has ended.
  public static var finished: Self {
    Self { $0.finish() }
  }

  /// A stream and what feeds it.
  @available(*, deprecated, message: "use 'makeStream'")
  public static func streamWithContinuation(
    _ elementType: Element.Type = Element.self,
    bufferingPolicy limit: Continuation.BufferingPolicy = .unbounded
  ) -> (stream: Self, continuation: Continuation) {
    makeStream(of: elementType, bufferingPolicy: limit)
  }
}

extension AsyncThrowingStream where Element: Sendable, Failure == any Error {
  /// A stream that emits nothing and ends only with the task that waits for it.
  public static var never: Self {
    Self { _ in }
  }

  /// A stream that has ended, with an error if there is one.
  public static func finished(throwing error: Failure? = nil) -> Self {
    Self { $0.finish(throwing: error) }
  }

  /// A stream and what feeds it.
  @available(*, deprecated, message: "use 'makeStream'")
  public static func streamWithContinuation(
    _ elementType: Element.Type = Element.self,
    bufferingPolicy limit: Continuation.BufferingPolicy = .unbounded
  ) -> (stream: Self, continuation: Continuation) {
    makeStream(of: elementType, bufferingPolicy: limit)
  }
}

extension AsyncStream where Element: Sendable {
  /// A stream of what a sequence emits. An error of the sequence ends it.
  public init<S: AsyncSequence & Sendable>(_ sequence: S) where S.Element == Element {
    self = sequence.eraseToStream()
  }
}

extension AsyncThrowingStream where Element: Sendable, Failure == any Error {
  /// A stream of what a sequence emits, which fails as the sequence does.
  public init<S: AsyncSequence & Sendable>(_ sequence: S) where S.Element == Element {
    self = sequence.eraseToThrowingStream()
  }
}

extension AsyncSequence where Self: Sendable, Element: Sendable {
  /// The sequence as a stream. An error of the sequence ends it.
  public func eraseToStream() -> AsyncStream<Element> {
    AsyncStream { continuation in
      let task = Task {
        do {
          for try await element in self { continuation.yield(element) }
        } catch {
          // A stream that cannot fail can only end.
        }
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  /// The sequence as a stream that may fail.
  public func eraseToThrowingStream() -> AsyncThrowingStream<Element, any Error> {
    AsyncThrowingStream { continuation in
      let task = Task {
        do {
          for try await element in self { continuation.yield(element) }
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }
}
