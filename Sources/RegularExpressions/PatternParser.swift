/// Reads the text of a pattern in the syntax of RE2, without recursion and in one pass.
struct PatternParser {
  let scalars: [Unicode.Scalar]
  var position = 0
  var tree = PatternTree()
  var flags = Flags()
  /// The open groups, beginning with the whole pattern.
  private var groups: [Group]
  private var names: Set<String> = []
  /// The range of the repetition that was read last. Another repetition must not follow it
  /// immediately.
  private var lastRepetition: Range<Int>?

  /// The flags that `(?imsU)` sets.
  struct Flags: Sendable, Hashable {
    var ignoresCase = false
    var areLinesMatched = false
    var matchesNewline = false
    var isLazy = false
  }

  struct Group {
    /// The position of its `(`.
    var start: Int
    /// The flags that apply again after it.
    var outerFlags: Flags
    /// The group's number, if it captures what it matches.
    var number: Int?
    var alternatives: [Int] = []
    var parts: [Int] = []
  }

  private init(_ scalars: [Unicode.Scalar]) {
    self.scalars = scalars
    groups = [Group(start: 0, outerFlags: flags)]
  }

  /// Returns the nodes of the pattern and the root.
  static func parse(_ text: String) throws(PatternError) -> (tree: PatternTree, root: Int) {
    let scalars = Array(text.unicodeScalars)
    if scalars.count > PatternLimits.length {
      throw .limit(
        "characters", PatternLimits.length,
        range: PatternLimits.length..<scalars.count)
    }
    var parser = PatternParser(scalars)
    while let scalar = parser.peek() { try parser.readPart(beginningWith: scalar) }
    let group = parser.groups.removeLast()
    guard parser.groups.isEmpty else {
      throw PatternError(
        "found '(' without ')', expected ')' at the end; write '\\(' for the character",
        range: group.start..<(group.start + 1))
    }
    let root = parser.close(group)
    try parser.checkSize(of: root, from: 0)
    return (parser.tree, root)
  }

  func peek(_ distance: Int = 0) -> Unicode.Scalar? {
    let index = position + distance
    return index < scalars.count ? scalars[index] : nil
  }

  /// Returns whether the rest begins with these characters.
  func isAt(_ prefix: String) -> Bool {
    scalars[position...].starts(with: prefix.unicodeScalars)
  }

  func text(_ range: Range<Int>) -> String {
    var text = String.UnicodeScalarView()
    for index in range { text.append(scalars[index]) }
    return String(text)
  }

  /// Returns a mistake whose range extends from a position to the current one.
  func mistake(_ message: String, from start: Int) -> PatternError {
    PatternError(message, range: start..<position)
  }

  private mutating func readPart(beginningWith scalar: Unicode.Scalar) throws(PatternError) {
    let start = position
    var repetition: Range<Int>?
    switch scalar {
    case "(": try openGroup()
    case ")": try closeGroup()
    case "|":
      position += 1
      endAlternative()
    case "*", "+", "?":
      position += 1
      try readRepetition(Self.count(of: scalar), from: start)
      repetition = start..<position
    case "{":
      if let count = try readCount() {
        try readRepetition(count, from: start)
        repetition = start..<position
      } else {
        readLiteral()
      }
    case "[": add(tree.append(try readClass()))
    case ".":
      position += 1
      add(tree.append(flags.matchesNewline ? ScalarSet(.all) : .line))
    case "^":
      position += 1
      add(tree.append(.assertion(flags.areLinesMatched ? .lineStart : .textStart)))
    case "$":
      position += 1
      add(tree.append(.assertion(flags.areLinesMatched ? .lineEnd : .textEnd)))
    case "\\": try readEscape()
    default: readLiteral()
    }
    lastRepetition = repetition
  }

  mutating func readLiteral() {
    addLiteral(scalars[position].value)
    position += 1
  }

  mutating func addLiteral(_ scalar: UInt32) {
    add(literal(scalar))
  }

  private mutating func literal(_ scalar: UInt32) -> Int {
    guard flags.ignoresCase else { return tree.append(.scalar(scalar)) }
    let ranges = ScalarRanges([scalar...scalar]).ignoringCase
    return ranges.ranges == [scalar...scalar]
      ? tree.append(.scalar(scalar)) : tree.append(ScalarSet(ranges))
  }

  mutating func add(_ node: Int) {
    groups[groups.count - 1].parts.append(node)
  }
}

// MARK: - Groups

extension PatternParser {
  /// Opens a group after its introduction, `(`, `(?:` or `(?P<name>`.
  mutating func beginGroup(
    at start: Int, outerFlags: Flags, captures: Bool
  ) throws(PatternError) {
    guard groups.count <= PatternLimits.nesting else {
      throw .limit(
        "levels of nesting", PatternLimits.nesting, range: start..<(start + 1))
    }
    if captures { tree.groupCount += 1 }
    groups.append(
      Group(start: start, outerFlags: outerFlags, number: captures ? tree.groupCount : nil))
  }

  /// Records a name. Returns false if a group already has it.
  mutating func declare(_ name: String) -> Bool {
    names.insert(name).inserted
  }

  private mutating func endAlternative() {
    let last = groups.count - 1
    groups[last].alternatives.append(sequence(groups[last].parts))
    groups[last].parts = []
  }

  private mutating func closeGroup() throws(PatternError) {
    position += 1
    guard groups.count > 1 else {
      throw mistake(
        "found ')' without '(', expected the end; write '\\)' for the character",
        from: position - 1)
    }
    let group = groups.removeLast()
    let node = close(group)
    try checkSize(of: node, from: group.start)
    flags = group.outerFlags
    add(group.number.map { tree.append(.group(node, number: $0)) } ?? node)
  }

  private mutating func close(_ group: Group) -> Int {
    let last = sequence(group.parts)
    return group.alternatives.isEmpty ? last : tree.append(.choice(group.alternatives + [last]))
  }

  private mutating func sequence(_ parts: [Int]) -> Int {
    switch parts.count {
    case 0: tree.append(.empty)
    case 1: parts[0]
    default: tree.append(.sequence(parts))
    }
  }
}

// MARK: - Repetitions

extension PatternParser {
  private static func count(of sign: Unicode.Scalar) -> PatternCount {
    switch sign {
    case "*": .any
    case "+": .some
    default: .optional
    }
  }

  /// Repeats the part before the operator, which has been read.
  private mutating func readRepetition(
    _ count: PatternCount, from start: Int
  ) throws(PatternError) {
    let sign = text(start..<position)
    guard let part = groups[groups.count - 1].parts.popLast() else {
      throw mistake(
        "found '\(sign)', expected something to repeat before it; "
          + "write '\\\(sign)' for the \(sign.unicodeScalars.count == 1 ? "character" : "text")",
        from: start)
    }
    var count = count
    count.isGreedy = !flags.isLazy
    if peek() == "?" {
      position += 1
      count.isGreedy.toggle()
    }
    if let last = lastRepetition { throw doubled(last, start) }
    let node = tree.append(.repetition(part, count))
    let measure = tree.measures[node]
    if measure.repeats > Self.mostRepeats {
      throw mistake(
        "repeats \(measure.repeats) times, including the counts "
          + "inside, expected at most \(Self.mostRepeats)", from: start)
    }
    if measure.depth > PatternLimits.nesting {
      throw .limit(
        "levels of nesting", PatternLimits.nesting, range: start..<position)
    }
    try checkSize(of: node, from: start)
    add(node)
  }

  private func doubled(_ last: Range<Int>, _ start: Int) -> PatternError {
    let signs = text(last.lowerBound..<position)
    if text(start..<position) == "+" {
      return PatternError(
        "found '\(signs)', a possessive repetition, which is not supported; "
          + "write '\(text(last))'", range: last.lowerBound..<position)
    }
    return PatternError(
      "found '\(signs)', expected one repetition; put the repeated part in '(?:' and ')'",
      range: last.lowerBound..<position)
  }

  /// Refuses a node before its program is created.
  private func checkSize(of node: Int, from start: Int) throws(PatternError) {
    if tree.measures[node].size > PatternLimits.size {
      throw .limit("instructions", PatternLimits.size, range: start..<position)
    }
  }
}
