extension Publisher {
  /// Emits what an encoder makes of each value; what it throws is the failure that the run ends with.
  ///
  ///     -1-2|
  ///     encode(encoder: encoder)
  ///     -1-2|
  public func encode<Coder: TopLevelEncoder>(
    encoder: Coder
  ) -> Publishers.Encode<Self, Coder> where Output: Encodable {
    tryMap { try encoder.encode($0) }
  }

  /// Emits what a decoder makes of each value; what it throws is the failure that the run ends with.
  ///
  ///     -1-2-x-|
  ///     decode(type: Int.self, decoder: decoder)
  ///     -1-2-#
  public func decode<Item: Decodable, Coder: TopLevelDecoder>(
    type: Item.Type, decoder: Coder
  ) -> Publishers.Decode<Self, Item, Coder> where Coder.Input == Output {
    tryMap { try decoder.decode(type, from: $0) }
  }
}

extension Publishers {
  /// Emits what an encoder makes of each value.
  public typealias Encode<Upstream: Publisher, Coder: TopLevelEncoder> =
    TryMap<Upstream, Coder.Output>

  /// Emits what a decoder makes of each value.
  public typealias Decode<Upstream: Publisher, Item, Coder: TopLevelDecoder> =
    TryMap<Upstream, Item>
}
