extension Publisher {
  /// Emits pairs of each value and the latest value of another publisher that has the same key.
  ///
  ///     -1-2--3-4|
  ///     --5--6---|
  ///     withLatestFrom(on: { $0 % 2 }, otherOn: { $0 % 2 })
  ///     ------x-y|    x: (3, 5), y: (4, 6)
  ///
  /// If the other publisher has not yet emitted a value with the same key, the value is dropped, or
  /// emitted with nil in a left join. The other publisher is subscribed to first. Everything else
  /// works as in `withLatestFrom` without keys. The latest value of every key is stored until the
  /// end.
  @inlinable
  public func withLatestFrom<P: Publisher, Key: Hashable>(
    _ other: P, on key: @escaping (Output) -> Key, otherOn otherKey: @escaping (P.Output) -> Key,
    kind: Publishers.JoinKind = .inner
  ) -> Publishers.WithLatestFromByKey<Self, P, Key> where P.Failure == Failure {
    Publishers.WithLatestFromByKey(
      upstream: self, other: other, key: { (value) throws(Failure) in key(value) },
      otherKey: { (value) throws(Failure) in otherKey(value) }, kind: kind)
  }
}

extension Publishers {
  /// What happens to a value that has no partner in another stream.
  public enum JoinKind: String, Sendable, CaseIterable {
    /// The value is dropped.
    case inner
    /// The value is emitted without a partner.
    case left
  }

  /// Emits pairs of each value and the latest value of another publisher that has the same key. An
  /// error thrown by one of the closures ends the run with that failure.
  public struct WithLatestFromByKey<Upstream: Publisher, Other: Publisher, Key: Hashable>: Publisher
  where Upstream.Failure == Other.Failure {
    /// A value and its partner. In a left join the partner is nil if there is none.
    public typealias Output = (Upstream.Output, Other.Output?)
    public typealias Failure = Upstream.Failure

    /// The upstream publisher.
    public let upstream: Upstream
    /// The publisher whose latest values are paired with each value.
    public let other: Other
    /// The closure that reads the key of a value.
    public let key: (Upstream.Output) throws(Failure) -> Key
    /// The closure that reads the key of a value of the other publisher.
    public let otherKey: (Other.Output) throws(Failure) -> Key
    /// What happens to a value without a partner.
    public let kind: JoinKind

    /// Creates a publisher that subscribes to `upstream`.
    @inlinable
    public init(
      upstream: Upstream, other: Other, key: @escaping (Upstream.Output) throws(Failure) -> Key,
      otherKey: @escaping (Other.Output) throws(Failure) -> Key, kind: JoinKind
    ) {
      self.upstream = upstream
      self.other = other
      self.key = key
      self.otherKey = otherKey
      self.kind = kind
    }

    @inlinable
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let (key, otherKey) = (key, otherKey)
      let keyed = upstream.tryCompactMap {
        (value) throws(Failure) -> (Key, Upstream.Output)? in (try key(value), value)
      }
      let others = other.tryCompactMap {
        (value) throws(Failure) -> (Key, Other.Output)? in (try otherKey(value), value)
      }
      switch kind {
      case .inner:
        FanInRun<S, LatestByKeyRule<Key, Upstream.Output, Other.Output, InnerPairs>>(
          downstream: subscriber, inputCount: 2
        ).begin(keyed, others, lastFirst: true)
      case .left:
        FanInRun<S, LatestByKeyRule<Key, Upstream.Output, Other.Output, LeftPairs>>(
          downstream: subscriber, inputCount: 2
        ).begin(keyed, others, lastFirst: true)
      }
    }
  }

  /// The kind of a join as a type, because a rule is made from only the number of inputs.
  @usableFromInline
  protocol JoinPairs {
    static var keepsLonely: Bool { get }
  }

  @usableFromInline
  enum InnerPairs: JoinPairs {
    @inlinable static var keepsLonely: Bool { false }
  }

  @usableFromInline
  enum LeftPairs: JoinPairs {
    @inlinable static var keepsLonely: Bool { true }
  }

  /// Stores the latest value of each key of the second input.
  @usableFromInline
  struct LatestByKeyRule<Key: Hashable, Element, Latest, Pairs: JoinPairs>: PairRule {
    @usableFromInline typealias Output = (Element, Latest?)
    @usableFromInline typealias Replaced = Latest

    /// The positions of the keys in `latest`.
    @usableFromInline var places: [Key: Int] = [:]
    /// The latest values, in the order in which their keys first arrived, so that a saved state does
    /// not depend on hashes.
    @usableFromInline var latest: [KeyedEntry<Key, Latest>] = []

    @inlinable
    init(inputCount: Int) {}

    @usableFromInline var bound: StateBound { .unbounded(by: "the keys of the other stream") }

    @inlinable @inline(__always)
    func receive(
      first value: (Key, Element), replacing replaced: inout Replaced?
    ) -> FanInStep<Output> {
      if let place = places[value.0] { return .emit((value.1, latest[place].value)) }
      return Pairs.keepsLonely ? .emit((value.1, nil)) : .rest
    }

    @inlinable @inline(__always)
    mutating func receive(
      second value: (Key, Latest), replacing replaced: inout Replaced?
    ) -> FanInStep<Output> {
      if let place = places[value.0] {
        replaced = exchange(&latest[place].value, with: value.1)
      } else {
        places[value.0] = latest.count
        latest.append(KeyedEntry(key: value.0, value: value.1))
      }
      return .rest
    }

    @inlinable
    func finish(_ place: Int) -> FanInStep<Output> { place == 0 ? .finish : .rest }
  }

  /// An entry of a table in a saved state.
  @usableFromInline
  struct KeyedEntry<Key, Value> {
    @usableFromInline let key: Key
    @usableFromInline var value: Value

    @inlinable
    init(key: Key, value: Value) {
      self.key = key
      self.value = value
    }
  }
}

extension Publishers.KeyedEntry: Codable where Key: Codable, Value: Codable {}

extension Publishers.LatestByKeyRule: Codable where Key: Codable, Latest: Codable {
  @usableFromInline
  init(from decoder: any Decoder) throws {
    latest = try [Publishers.KeyedEntry<Key, Latest>](from: decoder)
    for (place, entry) in latest.enumerated() { places[entry.key] = place }
  }

  @usableFromInline
  func encode(to encoder: any Encoder) throws {
    try latest.encode(to: encoder)
  }
}
