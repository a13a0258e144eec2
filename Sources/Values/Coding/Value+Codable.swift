extension Value: Codable {
  /// Decodes any JSON. Decoders other than `ValueDecoder` preserve neither the order of keys, which
  /// is then byte order, nor (in the case of `JSONDecoder`) the difference between 1 and 1.0.
  public init(from decoder: any Decoder) throws {
    if let decoder = decoder as? ValueTreeDecoder {
      self = decoder.value
      return
    }
    var reader = DecoderReader(decoder)
    do {
      self = try reader.readValue()
    } catch {
      throw DecodingError.dataCorrupted(
        .init(codingPath: reader.codingPath, debugDescription: error.message))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    if let encoder = encoder as? ValueTreeEncoder {
      encoder.node.set(self)
      return
    }
    switch self {
    case .null:
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    case .bool(let bool): try bool.encode(to: encoder)
    case .int(let int): try int.encode(to: encoder)
    case .double(let double): try double.encode(to: encoder)
    case .string(let text): try text.encode(to: encoder)
    case .array(let elements): try elements.encode(to: encoder)
    case .object(let object):
      var container = encoder.container(keyedBy: AnyKey.self)
      for member in object.members {
        try container.encode(member.value, forKey: AnyKey(member.key.string))
      }
    }
  }
}

extension Text: Codable {
  public init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode(String.self))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(string)
  }
}
