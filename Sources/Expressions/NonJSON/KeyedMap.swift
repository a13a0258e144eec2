import Values

/// A map with at least one key that is not a string: an int or a bool.
///
/// JSON has no such maps, so it exists only inside an expression. Keys that are equal as numbers
/// are the same key: `{1: 'a'}[1.0]` is `'a'`.
struct KeyedMap: Sendable {
  private(set) var entries: [(key: Value, value: Value)] = []
  private var positions: [Key: Int] = [:]

  /// A key in the form for lookups.
  private enum Key: Hashable, Sendable {
    case int(Int64)
    case bool(Bool)
    case string(Text)

    /// Nil for a value that cannot be a map key.
    init?(_ value: Value) {
      switch value {
      case .int(let number): self = .int(number)
      case .bool(let flag): self = .bool(flag)
      case .string(let text): self = .string(text)
      case .double(let number):
        guard let exact = Int64(exactly: number) else { return nil }
        self = .int(exact)
      default: return nil
      }
    }
  }

  /// The value of a key; nil if there is none.
  subscript(key: Value) -> Value? {
    guard let key = Key(key), let position = positions[key] else { return nil }
    return entries[position].value
  }

  /// Adds an entry, unless the key already exists. Returns whether it was added.
  mutating func insert(_ key: Value, _ value: Value) -> Bool {
    guard let lookup = Key(key) else { return false }
    guard positions[lookup] == nil else { return false }
    positions[lookup] = entries.count
    entries.append((key, value))
    return true
  }
}

/// Collects the entries of a map that an expression creates.
struct MapCollector {
  private var members: [Member] = []
  private var keys: Set<Text> = []
  /// The map, once there is a key that is not a string.
  private var keyed: KeyedMap?

  /// Adds an entry. A duplicate or invalid key is a failure.
  mutating func insert(
    _ key: Value, _ value: Value, _ frame: inout Frame
  ) throws(EvaluationFailure) {
    try frame.spend(onKey: key)
    switch key {
    case .string(let text) where keyed == nil:
      guard keys.insert(text).inserted else { throw .duplicateKey("'\(text)'") }
      members.append(Member(key: text, value: value))
    case .string, .int, .bool:
      var map = keyed ?? KeyedMap()
      keyed = nil
      if map.entries.isEmpty {
        for member in members { _ = map.insert(.string(member.key), member.value) }
      }
      guard map.insert(key, value) else { throw .duplicateKey(key.keyPhrase) }
      keyed = map
    default:
      throw .mismatch(found: key.runtimeKind, expectation: "the key of a map, a string")
    }
  }

  var value: Value {
    if let keyed { return .special(.map(keyed)) }
    return .object(Object(members))
  }
}

extension Value {
  /// The value as the name of a key in a message.
  var keyPhrase: String {
    switch self {
    case .string(let text): "'\(text)'"
    case .int(let number): "\(number)"
    case .double(let number): number.text
    case .bool(let flag): "\(flag)"
    default: runtimeKind.phrase
    }
  }
}
