extension AsyncStream where Element: Sendable {
  /// A stream that emits nothing and ends only with the waiting task.
  public static var never: Self {
    Self { _ in }
  }

  /// A stream that has ended.
  public static var finished: Self {
    Self { $0.finish() }
  }

  /// Creates a stream and its continuation.
  @available(*, deprecated, message: "use 'makeStream'")
  public static func streamWithContinuation(
    _ elementType: Element.Type = Element.self,
    bufferingPolicy limit: Continuation.BufferingPolicy = .unbounded
  ) -> (stream: Self, continuation: Continuation) {
    makeStream(of: elementType, bufferingPolicy: limit)
  }
}

extension AsyncThrowingStream where Element: Sendable, Failure == any Error {
  /// A stream that emits nothing and ends only with the waiting task.
  public static var never: Self {
    Self { _ in }
  }

  /// Returns a stream that has ended, with an error if there is one.
  public static func finished(throwing error: Failure? = nil) -> Self {
    Self { $0.finish(throwing: error) }
  }

  /// Creates a stream and its continuation.
  @available(*, deprecated, message: "use 'makeStream'")
  public static func streamWithContinuation(
    _ elementType: Element.Type = Element.self,
    bufferingPolicy limit: Continuation.BufferingPolicy = .unbounded
  ) -> (stream: Self, continuation: Continuation) {
    makeStream(of: elementType, bufferingPolicy: limit)
  }
}

extension AsyncStream where Element: Sendable {
  /// Creates a stream of the elements of a sequence. An error of the sequence ends it.
  public init<S: AsyncSequence & Sendable>(_ sequence: S) where S.Element == Element {
    self = sequence.eraseToStream()
  }
}

extension AsyncThrowingStream where Element: Sendable, Failure == any Error {
  /// Creates a stream of the elements of a sequence. The stream fails when the sequence does.
  public init<S: AsyncSequence & Sendable>(_ sequence: S) where S.Element == Element {
    self = sequence.eraseToThrowingStream()
  }
}

extension AsyncSequence where Self: Sendable, Element: Sendable {
  /// Returns the sequence as a stream. An error of the sequence ends it.
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

  /// Returns the sequence as a stream that may fail.
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
