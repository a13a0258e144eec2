/// An encoder that turns a value into one piece of data, such as a JSON encoder.
public protocol TopLevelEncoder<Output> {
  /// The type of the encoded data.
  associatedtype Output

  /// Encodes a value.
  func encode<T: Encodable>(_ value: T) throws -> Output
}

/// A decoder that turns one piece of data into a value.
public protocol TopLevelDecoder<Input> {
  /// The type of the data to decode.
  associatedtype Input

  /// Decodes a value of the given type.
  func decode<T: Decodable>(_ type: T.Type, from input: Input) throws -> T
}
