import Synchronization

/// A value that can be read and changed from anywhere, for what tests write down:
/// `let sent = LockIsolated<[String]>([])`.
@dynamicMemberLookup
public final class LockIsolated<Value>: Sendable {
  private let lock: Mutex<Value>

  /// Protects a value by a lock.
  public init(_ value: sending Value) {
    lock = Mutex(value)
  }

  /// Lets a function read and change the value. While it runs nobody else does; it must not come here
  /// again.
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

  /// A part of the value.
  public subscript<Part: Sendable>(dynamicMember path: KeyPath<Value, Part>) -> Part {
    value[keyPath: path]
  }
}

/// A value that an actor keeps, for what tests write down.
public actor ActorIsolated<Value: Sendable> {
  /// The value.
  public var value: Value

  /// Protects a value by an actor.
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
