/// A parsed pattern, as nodes that refer to one another by index. The parts of a node come before
/// it.
struct PatternTree: Sendable {
  enum Node: Sendable, Hashable {
    case empty
    case scalar(UInt32)
    /// One of `sets`.
    case set(Int)
    case assertion(PatternAssertion)
    case sequence([Int])
    case choice([Int])
    case repetition(Int, PatternCount)
    /// A part with the number of its group, counted from 1.
    case group(Int, number: Int)
  }

  private(set) var nodes: [Node] = []
  private(set) var measures: [Measure] = []
  private(set) var sets: [ScalarSet] = []
  private var places: [ScalarSet: Int] = [:]
  /// The number of groups that capture what they match.
  var groupCount = 0
  /// The names of groups that have one, with the numbers of these groups, in order.
  var groupNames: [(name: String, number: Int)] = []

  /// Measurements of a node, taken before its program is created, so that no program becomes too
  /// large.
  struct Measure: Sendable, Hashable {
    /// The number of instructions of the node.
    var size = 0
    /// The maximum number of repetitions of one part, all counts in it combined.
    var repeats = 1
    /// The nesting of repetitions.
    var depth = 0
    var matchesEmpty = false
  }
}

/// The number of times that a part is repeated.
struct PatternCount: Sendable, Hashable {
  var least: Int
  /// The maximum; nil for any number.
  var most: Int?
  /// Whether many repetitions are tried before few.
  var isGreedy = true

  static let optional = PatternCount(least: 0, most: 1)
  static let any = PatternCount(least: 0, most: nil)
  static let some = PatternCount(least: 1, most: nil)

  /// The number of copies of the repeated part in the program, at least one.
  var copies: Int { max(1, most ?? least) }
}

/// A condition on a position in a string, which consumes no character.
enum PatternAssertion: Sendable, Hashable {
  case textStart, textEnd, lineStart, lineEnd, wordBoundary, noWordBoundary

  /// Returns whether the assertion holds between two neighbours.
  func holds(between before: Neighbor, and after: Neighbor) -> Bool {
    switch self {
    case .textStart: before == .edge
    case .textEnd: after == .edge
    case .lineStart: before == .edge || before == .newline
    case .lineEnd: after == .edge || after == .newline
    case .wordBoundary: (before == .word) != (after == .word)
    case .noWordBoundary: (before == .word) == (after == .word)
    }
  }
}

/// The neighbours of a position that an assertion distinguishes.
enum Neighbor: Sendable, Hashable {
  /// The start or the end of the text.
  case edge
  case newline, word, other

  init(_ scalar: UInt32) {
    switch scalar {
    case 0x0A: self = .newline
    case 0x30...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A: self = .word
    default: self = .other
    }
  }
}

extension PatternTree {
  mutating func append(_ node: Node) -> Int {
    nodes.append(node)
    measures.append(measure(of: node))
    return nodes.count - 1
  }

  /// Appends a node for a set. Equal sets are stored once.
  mutating func append(_ set: ScalarSet) -> Int {
    if let place = places[set] { return append(.set(place)) }
    places[set] = sets.count
    sets.append(set)
    return append(.set(sets.count - 1))
  }

  private func measure(of node: Node) -> Measure {
    switch node {
    case .empty: return Measure(matchesEmpty: true)
    case .scalar, .set: return Measure(size: 1)
    case .assertion: return Measure(size: 1, matchesEmpty: true)
    case .sequence(let parts):
      var whole = combined(parts)
      whole.matchesEmpty = parts.allSatisfy { measures[$0].matchesEmpty }
      return whole
    case .choice(let parts):
      var whole = combined(parts)
      whole.size += parts.count - 1
      whole.matchesEmpty = parts.contains { measures[$0].matchesEmpty }
      return whole
    case .repetition(let part, let count): return measure(of: measures[part], repeated: count)
    case .group(let part, _): return measures[part]
    }
  }

  private func combined(_ parts: [Int]) -> Measure {
    var whole = Measure()
    for part in parts {
      whole.size += measures[part].size
      whole.repeats = max(whole.repeats, measures[part].repeats)
      whole.depth = max(whole.depth, measures[part].depth)
    }
    return whole
  }

  private func measure(of part: Measure, repeated count: PatternCount) -> Measure {
    var whole = part
    // There are all copies, and a fork for each optional one.
    whole.size = part.size * count.copies
    if let most = count.most {
      whole.size = most == 0 ? 0 : whole.size + most - count.least
    } else {
      whole.size += count.least == 0 && part.matchesEmpty ? 2 : 1
    }
    whole.repeats *= count.copies
    whole.depth += 1
    whole.matchesEmpty = part.matchesEmpty || count.least == 0
    return whole
  }
}
