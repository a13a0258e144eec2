package import Values

/// The interval around a value in which its partners in a `join` arrive: at most `before` earlier,
/// or less than `after` later.
///
///     let within: JoinInterval = 5                  // "within": 5
///     let later = JoinInterval(after: Seconds("4h"))  // "within": { "after": "4h" }
///     let always: JoinInterval = .forever         // "within": "forever"
public struct JoinInterval: Hashable, Sendable {
  /// How much earlier a partner may arrive, inclusive.
  public var before: Seconds { sides.before ?? .zero }
  /// How much later a partner may arrive, exclusive.
  public var after: Seconds { sides.after ?? .zero }

  /// The times as they are written; nil for one that is not written.
  let sides: Sides
  /// Whether both are written as one duration.
  let isSingle: Bool
  /// The members of the object whose keys begin with `$`, for editors and people.
  let annotations: [Member]

  package struct Sides: Hashable, Sendable {
    var before: Seconds?
    var after: Seconds?
  }

  /// Creates an interval that is as long before a value as after it.
  public init(_ both: Seconds) {
    (sides, isSingle, annotations) = (Sides(before: both, after: both), true, [])
  }

  /// Creates an interval from the times before and after a value; nil means 0.
  public init(before: Seconds? = nil, after: Seconds? = nil) {
    self.init(Sides(before: before, after: after), annotations: [])
  }

  package init(_ sides: Sides, annotations: [Member]) {
    (self.sides, isSingle, self.annotations) = (sides, false, annotations)
  }

  /// An interval without bounds.
  public static let forever = JoinInterval(.forever)

  /// The interval as it is written in a file.
  var encoded: Value {
    if isSingle { return before.encoded }
    let members = [("before", sides.before), ("after", sides.after)].compactMap { name, side in
      side.map { Member(key: Text(name), value: $0.encoded) }
    }
    return .object(Object(members + annotations))
  }
}

extension JoinInterval: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  public init(integerLiteral value: Int64) {
    self.init(Seconds(integerLiteral: value))
  }

  public init(floatLiteral value: Double) {
    self.init(Seconds(floatLiteral: value))
  }
}

/// The keys of an interval.
package enum IntervalKey: Int, ObjectKey {
  case before, after

  static let owner = "the time of a join"
  static let names = allCases.map { "\($0)" }
  static let table = KeyTable(names.map { Text($0) })
}

extension ModelParser where Reader: ~Copyable {
  /// Reads a duration for both sides of a value, or an object with a duration for each side.
  mutating func readInterval(_ parameter: ParameterSpec) throws(ReadError) -> ParameterValue? {
    guard try reader.peek() == .object else {
      return try readDuration(
        named: parameter.name, expecting: parameter.kind.expectation, orForever: true
      ).map { .interval(JoinInterval($0)) }
    }
    var sides = JoinInterval.Sides()
    var references: [Member] = []
    var seen = KeySet()
    var annotations = Annotations()
    let mistakes = diagnostics.count
    try reader.beginObject()
    while let key: IntervalKey = try nextKey(seen: &seen, annotations: &annotations) {
      let name = Text(IntervalKey.names[key.rawValue])
      path.append(.key(name))
      if let text = try readReference(for: parameter) {
        references.append(Member(key: name, value: .string(text)))
      } else {
        let seconds = try readDuration(named: name.string, orForever: true)
        switch key {
        case .before: sides.before = seconds
        case .after: sides.after = seconds
        }
      }
      path.removeLast()
    }
    guard diagnostics.count == mistakes else { return nil }
    let interval = JoinInterval(sides, annotations: annotations.members)
    guard !references.isEmpty else { return .interval(interval) }
    // The other side stays unchanged.
    guard case .object(let others) = interval.encoded else { return nil }
    return .reference(.object(Object(others.members + references)))
  }
}
