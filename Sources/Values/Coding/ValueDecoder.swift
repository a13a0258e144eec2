/// Decodes `Decodable` types from values.
///
/// Ints and doubles are distinct: an `Int` cannot be decoded from `1.0`, but a `Double` can be
/// decoded from `1`.
public struct ValueDecoder: Sendable {
  /// The user info for the types that the decoder decodes.
  public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

  /// Creates a decoder without user info.
  public init() {}

  /// Decodes a value. `path` is its coding path within a larger value, for error messages.
  public func decode<Decoded: Decodable>(
    _ type: Decoded.Type = Decoded.self, from value: Value, at path: [any CodingKey] = []
  ) throws -> Decoded {
    try ValueTreeDecoder(value: value, trail: .root(path), userInfo: userInfo).decode(type)
  }
}

/// A decoder of one value: the view of `ValueDecoder` that a type receives.
struct ValueTreeDecoder: Decoder {
  let value: Value
  let trail: CodingTrail
  let userInfo: [CodingUserInfoKey: Any]

  init(value: Value, trail: CodingTrail, userInfo: [CodingUserInfoKey: Any]) {
    self.value = value
    self.trail = trail
    self.userInfo = userInfo
  }

  var codingPath: [any CodingKey] { trail.path }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard case .object(let object) = value else { throw mismatch([String: Any].self) }
    return KeyedDecodingContainer(KeyedValueDecoding<Key>(object: object, decoder: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .array(let elements) = value else { throw mismatch([Any].self) }
    return UnkeyedValueDecoding(elements: elements, decoder: self)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

  func child(_ value: Value, _ trail: CodingTrail) -> ValueTreeDecoder {
    ValueTreeDecoder(value: value, trail: trail, userInfo: userInfo)
  }
}

extension ValueTreeDecoder: SingleValueDecodingContainer {
  func decodeNil() -> Bool { value == .null }

  func decode(_ type: Bool.Type) throws -> Bool {
    guard case .bool(let bool) = value else { throw mismatch(type) }
    return bool
  }

  func decode(_ type: String.Type) throws -> String {
    guard case .string(let text) = value else { throw mismatch(type) }
    return text.string
  }

  func decode(_ type: Double.Type) throws -> Double {
    switch value {
    case .double(let double): return double
    case .int(let int): return Double(int)
    default: throw mismatch(type)
    }
  }

  func decode(_ type: Float.Type) throws -> Float {
    let double = try decode(Double.self)
    let float = Float(double)
    if double.isFinite && !float.isFinite { throw overflow(type) }
    return float
  }

  func decode(_ type: Int.Type) throws -> Int { try integer(type) }
  func decode(_ type: Int8.Type) throws -> Int8 { try integer(type) }
  func decode(_ type: Int16.Type) throws -> Int16 { try integer(type) }
  func decode(_ type: Int32.Type) throws -> Int32 { try integer(type) }
  func decode(_ type: Int64.Type) throws -> Int64 { try integer(type) }
  func decode(_ type: UInt.Type) throws -> UInt { try integer(type) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try integer(type) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try integer(type) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try integer(type) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try integer(type) }

  func integer<Integer: FixedWidthInteger>(_ type: Integer.Type) throws -> Integer {
    guard case .int(let int) = value else { throw mismatch(type) }
    guard let integer = Integer(exactly: int) else { throw overflow(type) }
    return integer
  }

  func decode<Decoded: Decodable>(_ type: Decoded.Type) throws -> Decoded {
    // The most common types skip the round trip through a container.
    if type == Value.self, let value = value as? Decoded { return value }
    if type == Int.self, let value = try integer(Int.self) as? Decoded { return value }
    if type == Double.self, let value = try decode(Double.self) as? Decoded { return value }
    if type == String.self, let value = try decode(String.self) as? Decoded { return value }
    if type == Bool.self, let value = try decode(Bool.self) as? Decoded { return value }
    if type == Duration.self, let value = Duration(encoded: value) as? Decoded { return value }
    return try Decoded(from: self)
  }

  private func overflow(_ type: any Any.Type) -> DecodingError {
    let text = String(decoding: JSONWriter.text(of: value), as: UTF8.self)
    return .dataCorrupted(
      .init(codingPath: codingPath, debugDescription: "number \(text) does not fit \(type)"))
  }

  func mismatch(_ type: any Any.Type) -> DecodingError {
    let context = DecodingError.Context(
      codingPath: codingPath, debugDescription: "found \(value.kind.described), expected \(type)")
    return value == .null ? .valueNotFound(type, context) : .typeMismatch(type, context)
  }
}

extension Value.Kind {
  var described: String {
    switch self {
    case .null: "null"
    case .bool: "a bool"
    case .int: "an int"
    case .double: "a double"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}
