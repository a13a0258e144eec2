/// The members of an object, as seen by the type that is being decoded.
struct KeyedValueDecoding<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let object: Object
  let decoder: ValueTreeDecoder

  var codingPath: [any CodingKey] { decoder.codingPath }
  var allKeys: [Key] { object.members.compactMap { Key(stringValue: $0.key.string) } }

  func contains(_ key: Key) -> Bool { object[Text(key.stringValue)] != nil }
  func decodeNil(forKey key: Key) throws -> Bool { try member(key).decodeNil() }
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try member(key).decode(type) }
  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    try member(key).decode(type)
  }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    try member(key).decode(type)
  }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try member(key).decode(type) }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try member(key).integer(type) }
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try member(key).integer(type) }
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 {
    try member(key).integer(type)
  }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 {
    try member(key).integer(type)
  }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 {
    try member(key).integer(type)
  }
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try member(key).integer(type) }
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 {
    try member(key).integer(type)
  }
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 {
    try member(key).integer(type)
  }
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 {
    try member(key).integer(type)
  }
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 {
    try member(key).integer(type)
  }
  func decode<Decoded: Decodable>(_ type: Decoded.Type, forKey key: Key) throws -> Decoded {
    try member(key).decode(type)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try member(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try member(key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder {
    let value = object[Text(AnyKey.parent.stringValue)] ?? .null
    return decoder.child(value, .key(AnyKey.parent, parent: decoder.trail))
  }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    let value = object[Text(key.stringValue)] ?? .null
    return decoder.child(value, .key(key, parent: decoder.trail))
  }

  private func member(_ key: Key) throws -> ValueTreeDecoder {
    guard let value = object[Text(key.stringValue)] else {
      throw DecodingError.keyNotFound(
        key,
        .init(codingPath: codingPath, debugDescription: "no value for key '\(key.stringValue)'"))
    }
    return decoder.child(value, .key(key, parent: decoder.trail))
  }
}

/// The elements of an array, as seen by the type that is being decoded.
struct UnkeyedValueDecoding: UnkeyedDecodingContainer {
  let elements: [Value]
  let decoder: ValueTreeDecoder
  private(set) var currentIndex = 0

  init(elements: [Value], decoder: ValueTreeDecoder) {
    self.elements = elements
    self.decoder = decoder
  }

  var codingPath: [any CodingKey] { decoder.codingPath }
  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex >= elements.count }

  mutating func decodeNil() throws -> Bool {
    guard try element(Never.self).decodeNil() else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<Decoded: Decodable>(_ type: Decoded.Type) throws -> Decoded {
    let decoded = try element(type).decode(type)
    currentIndex += 1
    return decoded
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    let container = try element([String: Any].self).container(keyedBy: type)
    currentIndex += 1
    return container
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let container = try element([Any].self).unkeyedContainer()
    currentIndex += 1
    return container
  }

  mutating func superDecoder() throws -> any Decoder {
    let element = try element((any Decoder).self)
    currentIndex += 1
    return element
  }

  /// Returns a decoder of the next element. After a failed attempt the element can be tried as a
  /// different type.
  private func element(_ type: any Any.Type) throws -> ValueTreeDecoder {
    let trail = CodingTrail.index(currentIndex, parent: decoder.trail)
    guard !isAtEnd else {
      throw DecodingError.valueNotFound(
        type,
        .init(
          codingPath: trail.path, debugDescription: "the array has \(elements.count) elements"))
    }
    return decoder.child(elements[currentIndex], trail)
  }
}
