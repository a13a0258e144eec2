public import Reactive

extension Publisher {
  /// Emits each value encoded by an encoder; fails with an error that the encoder throws.
  ///
  ///     -1-2|
  ///     encode(encoder: encoder)
  ///     -1-2|
  public func encode<Coder: TopLevelEncoder>(
    encoder: Coder
  ) -> Publishers.Encode<Self, Coder> where Output: Encodable {
    tryMap { try encoder.encode($0) }
  }

  /// Emits each value decoded by a decoder; fails with an error that the decoder throws.
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
  /// Emits each value encoded by an encoder.
  public typealias Encode<Upstream: Publisher, Coder: TopLevelEncoder> =
    TryMap<Upstream, Coder.Output>

  /// Emits each value decoded by a decoder.
  public typealias Decode<Upstream: Publisher, Item, Coder: TopLevelDecoder> =
    TryMap<Upstream, Item>
}
