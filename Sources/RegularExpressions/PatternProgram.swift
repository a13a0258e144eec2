/// The instructions of a pattern, for a machine that may be in many places at the same time.
struct PatternProgram: Sendable {
  struct Instruction: Sendable, Hashable {
    var operation: Operation
    /// The next instruction; at a fork, the preferred one.
    var next: Int
    /// The alternative at a fork.
    var other = 0
  }

  enum Operation: Sendable, Hashable {
    /// Consumes this character.
    case scalar(UInt32)
    /// Consumes a character of one of `sets`.
    case set(Int)
    case assertion(PatternAssertion)
    /// Records the position as the start or the end of a group, or of the match.
    case mark(Int)
    case fork
    case accept
  }

  private(set) var instructions: [Instruction] = []
  private(set) var start = 0
  let sets: [ScalarSet]
  /// Whether matches depend on the neighbours of a place.
  private(set) var hasAssertions = false
  /// Whether a match can only be at the start of the text.
  private(set) var isAnchored = false
  /// Whether a match may begin with each byte; empty if it may be empty.
  private(set) var beginnings: [Bool] = []
  /// The number of groups whose places the program records.
  let markedGroups: Int
  /// The marks of a path that has passed none.
  var noMarks: [Int] { Array(repeating: -1, count: 2 * markedGroups) }

  /// Creates the program from its end to its start, so that the continuation of each part is known.
  ///
  /// - Parameter markedGroups: The number of groups, from the first, whose places are recorded.
  init(_ tree: PatternTree, root: Int, markedGroups: Int = 0) {
    sets = tree.sets
    self.markedGroups = min(markedGroups, tree.groupCount)
    let accept = append(.accept, next: 0)
    start = emit(root, next: accept, of: tree)
    isAnchored = instructions[start].operation == .assertion(.textStart)
    beginnings = findBeginnings()
  }

  private func findBeginnings() -> [Bool] {
    var bytes = Array(repeating: false, count: 256)
    var (waiting, seen) = ([start], Set<Int>())
    while let place = waiting.popLast() {
      guard seen.insert(place).inserted else { continue }
      let instruction = instructions[place]
      switch instruction.operation {
      case .scalar, .set:
        for byte in 0..<0x80 where takes(UInt32(byte), instruction.operation) { bytes[byte] = true }
        if case .scalar(..<0x80) = instruction.operation { continue }
        // The first byte of any other code point.
        for byte in 0xC0..<0x100 { bytes[byte] = true }
      case .fork: waiting += [instruction.next, instruction.other]
      case .assertion, .mark: waiting.append(instruction.next)
      case .accept: return []
      }
    }
    return bytes
  }

  private mutating func append(_ operation: Operation, next: Int, other: Int = 0) -> Int {
    instructions.append(Instruction(operation: operation, next: next, other: other))
    return instructions.count - 1
  }

  private mutating func appendFork(into part: Int, past exit: Int, isGreedy: Bool) -> Int {
    isGreedy ? append(.fork, next: part, other: exit) : append(.fork, next: exit, other: part)
  }

  /// Appends the instructions of a node. Returns its entry.
  private mutating func emit(_ node: Int, next: Int, of tree: PatternTree) -> Int {
    switch tree.nodes[node] {
    case .empty: return next
    case .scalar(let scalar): return append(.scalar(scalar), next: next)
    case .set(let set): return append(.set(set), next: next)
    case .assertion(let assertion):
      hasAssertions = true
      return append(.assertion(assertion), next: next)
    case .sequence(let parts):
      var entry = next
      for part in parts.reversed() { entry = emit(part, next: entry, of: tree) }
      return entry
    case .choice(let parts):
      var entry: Int?
      for part in parts.reversed() {
        let way = emit(part, next: next, of: tree)
        if let rest = entry { entry = append(.fork, next: way, other: rest) } else { entry = way }
      }
      return entry ?? next
    case .repetition(let part, let count): return emit(part, count, next: next, of: tree)
    case .group(let part, let number):
      guard number <= markedGroups else { return emit(part, next: next, of: tree) }
      let end = append(.mark(2 * number - 1), next: next)
      return append(.mark(2 * number - 2), next: emit(part, next: end, of: tree))
    }
  }

  private mutating func emit(
    _ part: Int, _ count: PatternCount, next: Int, of tree: PatternTree
  ) -> Int {
    var entry = next
    var rest = count.least
    if let most = count.most {
      for _ in count.least..<most {
        let copy = emit(part, next: entry, of: tree)
        entry = appendFork(into: copy, past: next, isGreedy: count.isGreedy)
      }
    } else {
      let loop = append(.fork, next: 0)
      let copy = emit(part, next: loop, of: tree)
      instructions[loop].next = count.isGreedy ? copy : next
      instructions[loop].other = count.isGreedy ? next : copy
      if rest > 0 {
        entry = copy
        rest -= 1
      } else if tree.measures[part].matchesEmpty {
        // Otherwise an empty match would be tried after a longer one, whatever the pattern prefers.
        entry = appendFork(into: copy, past: next, isGreedy: count.isGreedy)
      } else {
        entry = loop
      }
    }
    for _ in 0..<rest { entry = emit(part, next: entry, of: tree) }
    return entry
  }
}

/// A program that many searches share.
final class SharedProgram: Sendable {
  let program: PatternProgram

  init(_ program: PatternProgram) { self.program = program }
}
