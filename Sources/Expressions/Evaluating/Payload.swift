import Values

/// The types of compiled code: int, double, bool, or a value of any kind.
protocol Payload: Sendable {
  /// Unboxes the payload of a value; nil if the value is of another kind.
  init?(payloadOf value: Value)

  /// The name of the type in a message.
  static var phrase: String { get }

  var boxed: Value { get }
}

extension Int64: Payload {
  static var phrase: String { "an int" }

  @inline(__always)
  init?(payloadOf value: Value) {
    guard case .int(let number) = value else { return nil }
    self = number
  }

  @inline(__always)
  var boxed: Value { .int(self) }
}

extension Double: Payload {
  static var phrase: String { "a double" }

  @inline(__always)
  init?(payloadOf value: Value) {
    guard case .double(let number) = value else { return nil }
    self = number
  }

  @inline(__always)
  var boxed: Value { .double(self) }
}

extension Bool: Payload {
  static var phrase: String { "a bool" }

  @inline(__always)
  init?(payloadOf value: Value) {
    guard case .bool(let flag) = value else { return nil }
    self = flag
  }

  @inline(__always)
  var boxed: Value { .bool(self) }
}

extension Value: Payload {
  static var phrase: String { "a value" }

  @inline(__always)
  init?(payloadOf value: Value) { self = value }

  @inline(__always)
  var boxed: Value { self }
}
