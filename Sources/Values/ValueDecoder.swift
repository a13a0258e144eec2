struct ValueDecoder {
  func decode<T: Decodable>(_ t: T.Type, from value: Value) throws -> T {
    throw ReadError("", offset: 0)
  }
}
