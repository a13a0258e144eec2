public import StreamModels

extension StreamModel: Decodable {
  /// Reads a model through a foreign decoder, by the same rules as stream files. Such a decoder has
  /// no source locations; it may lose the order of keys and the difference between 1 and 1.0.
  public init(from decoder: any Decoder) throws {
    try self.init(from: decoder, with: Operator.registry)
  }
}

extension Operator: Decodable {
  public init(from decoder: any Decoder) throws {
    try self.init(from: decoder, with: Operator.registry)
  }
}
