/// Encodes `Encodable` types as values.
public struct ValueEncoder: Sendable {
  /// The user info for the types that the encoder encodes.
  public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

  /// Creates an encoder without user info.
  public init() {}

  /// Encodes a value.
  public func encode<Encoded: Encodable>(_ value: Encoded) throws -> Value {
    try ValueTreeEncoder(node: EncodedNode(), trail: .root([]), userInfo: userInfo).encoded(value)
  }
}

/// A slot for one value that is being encoded.
final class EncodedNode {
  enum Content {
    case nothing
    case value(Value)
    case array([EncodedNode])
    case object([(key: Text, node: EncodedNode)], positions: [Text: Int])
  }

  private var content = Content.nothing

  init() {}

  init(_ value: Value) {
    content = .value(value)
  }

  /// The value, once everything in it has been encoded. A type that encodes nothing becomes `{}`.
  var value: Value {
    switch content {
    case .nothing: .object(Object([]))
    case .value(let value): value
    case .array(let nodes): .array(nodes.map(\.value))
    case .object(let members, _):
      .object(Object(members.map { Member(key: $0.key, value: $0.node.value) }))
    }
  }

  func set(_ value: Value) {
    content = .value(value)
  }

  func beginArray() {
    switch content {
    case .nothing: content = .array([])
    case .array: break
    default: preconditionFailure("a type asks for one kind of container, not for two")
    }
  }

  func beginObject() {
    switch content {
    case .nothing: content = .object([], positions: [:])
    case .object: break
    default: preconditionFailure("a type asks for one kind of container, not for two")
    }
  }

  var count: Int {
    if case .array(let nodes) = content { nodes.count } else { 0 }
  }

  func append(_ node: EncodedNode) {
    guard case .array(var nodes) = content else { return }
    // Without this there would be two references, and the array would be copied.
    content = .nothing
    nodes.append(node)
    content = .array(nodes)
  }

  /// Adds a member. An existing key keeps its position and gets the new value.
  func set(_ node: EncodedNode, forKey key: Text) {
    guard case .object(var members, var positions) = content else { return }
    content = .nothing
    if let position = positions[key] {
      members[position].node = node
    } else {
      positions[key] = members.count
      members.append((key, node))
    }
    content = .object(members, positions: positions)
  }
}

/// An encoder into one node: the view of `ValueEncoder` that a type receives.
struct ValueTreeEncoder: Encoder {
  let node: EncodedNode
  let trail: CodingTrail
  let userInfo: [CodingUserInfoKey: Any]

  var codingPath: [any CodingKey] { trail.path }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    node.beginObject()
    return KeyedEncodingContainer(KeyedValueEncoding<Key>(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    node.beginArray()
    return UnkeyedValueEncoding(encoder: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  func child(_ node: EncodedNode, _ trail: CodingTrail) -> ValueTreeEncoder {
    ValueTreeEncoder(node: node, trail: trail, userInfo: userInfo)
  }

  /// Returns the encoded form of a value. The most common types do not encode themselves.
  func encoded<Encoded: Encodable>(_ value: Encoded) throws -> Value {
    if let value = value as? Value { return value }
    if let value = value as? Int { return .int(Int64(value)) }
    if let value = value as? String { return .string(Text(value)) }
    if let value = value as? Double { return try finite(value) }
    if let value = value as? Bool { return .bool(value) }
    if let value = value as? Duration { return value.encoded }
    let node = EncodedNode()
    try value.encode(to: child(node, trail))
    return node.value
  }

  func finite(_ double: Double) throws -> Value {
    guard double.isFinite else {
      throw EncodingError.invalidValue(
        double, .init(codingPath: codingPath, debugDescription: "\(double) is not a JSON number"))
    }
    return .double(double)
  }

  func integer(_ integer: some FixedWidthInteger) throws -> Value {
    guard let int = Int64(exactly: integer) else {
      throw EncodingError.invalidValue(
        integer, .init(codingPath: codingPath, debugDescription: "\(integer) does not fit 64 bits"))
    }
    return .int(int)
  }
}

extension ValueTreeEncoder: SingleValueEncodingContainer {
  func encodeNil() throws { node.set(.null) }
  func encode(_ value: Bool) throws { node.set(.bool(value)) }
  func encode(_ value: String) throws { node.set(.string(Text(value))) }
  func encode(_ value: Double) throws { node.set(try finite(value)) }
  // These are the digits of the float, not those of the double with the same value.
  func encode(_ value: Float) throws {
    node.set(try finite(Double(value.description) ?? Double(value)))
  }
  func encode(_ value: Int) throws { node.set(.int(Int64(value))) }
  func encode(_ value: Int8) throws { node.set(.int(Int64(value))) }
  func encode(_ value: Int16) throws { node.set(.int(Int64(value))) }
  func encode(_ value: Int32) throws { node.set(.int(Int64(value))) }
  func encode(_ value: Int64) throws { node.set(.int(value)) }
  func encode(_ value: UInt) throws { node.set(try integer(value)) }
  func encode(_ value: UInt8) throws { node.set(.int(Int64(value))) }
  func encode(_ value: UInt16) throws { node.set(.int(Int64(value))) }
  func encode(_ value: UInt32) throws { node.set(.int(Int64(value))) }
  func encode(_ value: UInt64) throws { node.set(try integer(value)) }
  func encode<Encoded: Encodable>(_ value: Encoded) throws { node.set(try encoded(value)) }
}

extension Duration {
  /// The two halves of the attoseconds, as the standard library encodes them. The lower half has no
  /// sign there and may not fit an int, so its bits are an int here.
  var encoded: Value {
    let (low, high) = (UInt64(truncatingIfNeeded: attoseconds), Int64(attoseconds >> 64))
    return .array([.int(high), .int(Int64(bitPattern: low))])
  }

  /// Restores an encoded duration; nil if it is not one.
  init?(encoded value: Value) {
    guard case .array(let halves) = value, halves.count == 2, case .int(let high) = halves[0],
      case .int(let low) = halves[1]
    else { return nil }
    self.init(attoseconds: Int128(high) << 64 | Int128(UInt64(bitPattern: low)))
  }
}
