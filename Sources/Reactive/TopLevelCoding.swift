/// Something that makes one piece of data of a value: a JSON encoder, for example.
public protocol TopLevelEncoder<Output> {
  /// The type of the encoded data.
  associatedtype Output

  /// Encodes a value.
  func encode<T: Encodable>(_ value: T) throws -> Output
}

/// Something that makes a value of one piece of data.
public protocol TopLevelDecoder<Input> {
  /// The type of the data to decode.
  associatedtype Input

  /// Decodes a value of a type.
  func decode<T: Decodable>(_ type: T.Type, from input: Input) throws -> T
}
