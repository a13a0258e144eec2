/// The members of an object that is being encoded.
struct KeyedValueEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: ValueTreeEncoder

  var codingPath: [any CodingKey] { encoder.codingPath }

  func encodeNil(forKey key: Key) throws { member(key).node.set(.null) }

  // The protocol's defaults for each type of number call this method.
  func encode<Encoded: Encodable>(_ value: Encoded, forKey key: Key) throws {
    let child = encoder.child(EncodedNode(), .key(key, parent: encoder.trail))
    let value = try child.encoded(value)
    encoder.node.set(EncodedNode(value), forKey: Text(key.stringValue))
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

  private func member(_ key: some CodingKey) -> ValueTreeEncoder {
    let node = EncodedNode()
    encoder.node.set(node, forKey: Text(key.stringValue))
    return encoder.child(node, .key(key, parent: encoder.trail))
  }
}

/// The elements of an array that is being encoded.
struct UnkeyedValueEncoding: UnkeyedEncodingContainer {
  let encoder: ValueTreeEncoder

  var codingPath: [any CodingKey] { encoder.codingPath }
  var count: Int { encoder.node.count }

  func encodeNil() throws { element().node.set(.null) }

  func encode<Encoded: Encodable>(_ value: Encoded) throws {
    let child = encoder.child(EncodedNode(), .index(count, parent: encoder.trail))
    let value = try child.encoded(value)
    encoder.node.append(EncodedNode(value))
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) -> KeyedEncodingContainer<Nested> {
    element().container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { element().unkeyedContainer() }
  func superEncoder() -> any Encoder { element() }

  private func element() -> ValueTreeEncoder {
    let trail = CodingTrail.index(count, parent: encoder.trail)
    let node = EncodedNode()
    encoder.node.append(node)
    return encoder.child(node, trail)
  }
}
