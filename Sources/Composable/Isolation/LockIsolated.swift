import Synchronization

/// A value that can be read and changed from anywhere, for what tests write down:
/// `let sent = LockIsolated<[String]>([])`.
@dynamicMemberLookup
public final class LockIsolated<Value>: Sendable {
  private let lock: Mutex<Value>

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
  public var value: Value { lock.withLock { $0 } }

  public func setValue(_ newValue: @autoclosure () throws -> Value) rethrows {
    let newValue = try newValue()
    lock.withLock { $0 = newValue }
  }

  public subscript<Part: Sendable>(dynamicMember path: KeyPath<Value, Part>) -> Part {
    value[keyPath: path]
  }
}

/// A value that an actor keeps, for what tests write down.
public actor ActorIsolated<Value: Sendable> {
  public var value: Value

  public init(_ value: Value) {
    self.value = value
  }

  public func withValue<Result: Sendable>(
    _ operation: @Sendable (inout Value) throws -> Result
  ) rethrows -> Result {
    try operation(&value)
  }

  public func setValue(_ newValue: Value) {
    value = newValue
  }
}
