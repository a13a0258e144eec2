import Synchronization

/// A value that can be read and changed from anywhere, for data that tests record:
/// `let sent = LockIsolated<[String]>([])`.
@dynamicMemberLookup
public final class LockIsolated<Value>: Sendable {
  private let lock: Mutex<Value>

  /// Creates a value protected by a lock.
  public init(_ value: sending Value) {
    lock = Mutex(value)
  }

  /// Calls a function that reads and changes the value. While it runs, no other code has access.
  /// The function must not call this again.
  public func withValue<Result: Sendable>(
    _ operation: (inout Value) throws -> Result
  ) rethrows -> Result {
    try lock.withLock { try operation(&$0) }
  }
}

extension LockIsolated where Value: Sendable {
  /// A copy of the value.
  public var value: Value { lock.withLock { $0 } }

  /// Replaces the value.
  public func setValue(_ newValue: @autoclosure () throws -> Value) rethrows {
    let newValue = try newValue()
    lock.withLock { $0 = newValue }
  }

  /// A property of the value.
  public subscript<Part: Sendable>(dynamicMember path: KeyPath<Value, Part>) -> Part {
    value[keyPath: path]
  }
}

/// A value that an actor protects, for data that tests record.
public actor ActorIsolated<Value: Sendable> {
  /// The value.
  public var value: Value

  /// Creates a value protected by an actor.
  public init(_ value: Value) {
    self.value = value
  }

  /// Calls a closure with the value, which it may change.
  public func withValue<Result: Sendable>(
    _ operation: @Sendable (inout Value) throws -> Result
  ) rethrows -> Result {
    try operation(&value)
  }

  /// Replaces the value.
  public func setValue(_ newValue: Value) {
    value = newValue
  }
}
