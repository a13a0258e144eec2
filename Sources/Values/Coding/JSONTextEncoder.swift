/// Encodes `Encodable` types as JSON text at once, without values in between.
///
/// A type may nest containers, and must write to one at a time: writing to an outer container
/// closes those inside it. Errors do not name the coding path.
package final class JSONTextEncoder {
  /// The text so far. The caller that sends it on empties the buffer.
  @exclusivity(unchecked) package var writer = JSONWriter(capacity: 1 << 17)
  /// The containers that are open.
  @exclusivity(unchecked) private var open: [Container] = []

  private struct Container {
    let end: UInt8
    var count = 0
  }

  package init() {}

  /// Appends the text of a value.
  package func encode<Encoded: Encodable>(_ value: Encoded) throws {
    try unsafe write(value, in: open.count)
  }

  /// Appends a value inside a number of open containers.
  fileprivate func write<Encoded: Encodable>(_ value: Encoded, in depth: Int) throws {
    if try writeScalar(value) { return }
    let start = unsafe writer.buffer.count
    try value.encode(to: JSONTextView(encoder: self, depth: depth))
    close(to: depth)
    // A type that encodes nothing is an empty object.
    if unsafe writer.buffer.count == start {
      unsafe writer.buffer.append("{}" as StaticString)
    }
  }

  /// Appends a value of one of the most common types; returns false for others.
  private func writeScalar<Encoded: Encodable>(_ value: Encoded) throws -> Bool {
    // The types are compared first, because a cast that fails is slow.
    if Encoded.self == Int.self, let value = value as? Int {
      unsafe writer.buffer.appendDecimal(Int64(value))
    } else if Encoded.self == Int64.self, let value = value as? Int64 {
      unsafe writer.buffer.appendDecimal(value)
    } else if Encoded.self == Value.self, let value = value as? Value {
      unsafe writer.write(value)
    } else if Encoded.self == Bool.self, let value = value as? Bool {
      unsafe writer.write(.bool(value))
    } else if Encoded.self == String.self, let value = value as? String {
      unsafe writer.buffer.appendJSON(Text(value))
    } else if Encoded.self == Text.self, let value = value as? Text {
      unsafe writer.buffer.appendJSON(value)
    } else if Encoded.self == Duration.self, let value = value as? Duration {
      unsafe writer.write(value.encoded)
    } else {
      return false
    }
    return true
  }

  fileprivate func write(_ value: Value) { unsafe writer.write(value) }

  // MARK: Containers

  fileprivate func begin(_ start: UInt8, _ end: UInt8, in depth: Int) -> Int {
    close(to: depth)
    unsafe writer.buffer.append(start)
    unsafe open.append(Container(end: end))
    return depth + 1
  }

  /// Closes the containers inside a number of others.
  fileprivate func close(to depth: Int) {
    while unsafe open.count > depth, let container = unsafe open.popLast() {
      unsafe writer.buffer.append(container.end)
    }
  }

  /// Begins the next element of a container.
  fileprivate func beginElement(in depth: Int) {
    close(to: depth)
    if unsafe open[depth - 1].count > 0 { unsafe writer.buffer.append(UInt8(ascii: ",")) }
    unsafe open[depth - 1].count += 1
  }

  /// Begins the next member of a container.
  fileprivate func beginMember(_ key: some CodingKey, in depth: Int) {
    beginElement(in: depth)
    unsafe writer.buffer.appendJSON(Text(key.stringValue))
    unsafe writer.buffer.append(UInt8(ascii: ":"))
  }

  fileprivate func count(in depth: Int) -> Int { unsafe open[depth - 1].count }
}

/// The place of one value: the view of a `JSONTextEncoder` that a type receives.
private struct JSONTextView: Encoder, SingleValueEncodingContainer {
  let encoder: JSONTextEncoder
  /// The number of containers around the value.
  let depth: Int

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    let depth = encoder.begin(UInt8(ascii: "{"), UInt8(ascii: "}"), in: depth)
    return KeyedEncodingContainer(KeyedTextEncoding<Key>(encoder: encoder, depth: depth))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    let depth = encoder.begin(UInt8(ascii: "["), UInt8(ascii: "]"), in: depth)
    return UnkeyedTextEncoding(encoder: encoder, depth: depth)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  func encodeNil() throws { encoder.write(.null) }
  func encode(_ value: Bool) throws { encoder.write(.bool(value)) }
  func encode(_ value: String) throws { encoder.write(.string(Text(value))) }
  func encode(_ value: Double) throws { try encoder.write(converter.finite(value)) }
  func encode(_ value: Float) throws { try encoder.write(converter.encoded(value)) }
  func encode(_ value: Int) throws { encoder.write(.int(Int64(value))) }
  func encode(_ value: Int8) throws { encoder.write(.int(Int64(value))) }
  func encode(_ value: Int16) throws { encoder.write(.int(Int64(value))) }
  func encode(_ value: Int32) throws { encoder.write(.int(Int64(value))) }
  func encode(_ value: Int64) throws { encoder.write(.int(value)) }
  func encode(_ value: UInt) throws { try encoder.write(converter.integer(value)) }
  func encode(_ value: UInt8) throws { encoder.write(.int(Int64(value))) }
  func encode(_ value: UInt16) throws { encoder.write(.int(Int64(value))) }
  func encode(_ value: UInt32) throws { encoder.write(.int(Int64(value))) }
  func encode(_ value: UInt64) throws { try encoder.write(converter.integer(value)) }
  func encode<Encoded: Encodable>(_ value: Encoded) throws {
    try encoder.write(value, in: depth)
  }

  /// Has the rules for numbers that JSON cannot represent.
  private var converter: ValueTreeEncoder {
    ValueTreeEncoder(node: EncodedNode(), trail: .root([]), userInfo: [:])
  }
}

private struct KeyedTextEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: JSONTextEncoder
  /// The number of open containers, this one included.
  let depth: Int

  var codingPath: [any CodingKey] { [] }

  func encodeNil(forKey key: Key) throws { try member(key).encodeNil() }

  // The protocol's defaults for each type of number call this method.
  func encode<Encoded: Encodable>(_ value: Encoded, forKey key: Key) throws {
    try member(key).encode(value)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    member(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    member(key).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { member(AnyKey.parent) }
  func superEncoder(forKey key: Key) -> any Encoder { member(key) }

  private func member(_ key: some CodingKey) -> JSONTextView {
    encoder.beginMember(key, in: depth)
    return JSONTextView(encoder: encoder, depth: depth)
  }
}

private struct UnkeyedTextEncoding: UnkeyedEncodingContainer {
  let encoder: JSONTextEncoder
  /// The number of open containers, this one included.
  let depth: Int

  var codingPath: [any CodingKey] { [] }
  var count: Int { encoder.count(in: depth) }

  func encodeNil() throws { try element().encodeNil() }
  func encode<Encoded: Encodable>(_ value: Encoded) throws { try element().encode(value) }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) -> KeyedEncodingContainer<Nested> {
    element().container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { element().unkeyedContainer() }
  func superEncoder() -> any Encoder { element() }

  private func element() -> JSONTextView {
    encoder.beginElement(in: depth)
    return JSONTextView(encoder: encoder, depth: depth)
  }
}
