import Values

/// A regular expression compiled to find both its matches and the matches of its groups.
///
/// As with `Pattern`, a search takes time proportional to the length of the text, at most
/// multiplied by the size of the pattern. It finds the leftmost match. If there are several at that
/// position, it finds the one that a search with backtracking would find first.
struct CapturingPattern: Sendable {
  let text: String
  /// The number of groups. Only the first nine can be read.
  let groupCount: Int
  private let program: PatternProgram

  /// The number of groups that a replacement can refer to.
  static let readableGroups = 9

  init(_ text: String) throws(PatternError) {
    let (tree, root) = try PatternParser.parse(text)
    self.text = text
    groupCount = tree.groupCount
    program = PatternProgram(tree, root: root, markedGroups: Self.readableGroups)
  }

  /// The number of instructions of the pattern.
  var size: Int { program.instructions.count }

  /// A match in a string, in bytes.
  struct Match {
    var range: Range<Int>
    /// The range of each group that can be read; nil if the group took no part in the match.
    var groups: [Range<Int>?]

    /// Returns the range of the match (number 0) or of a group; nil if the group took no part in
    /// the match.
    func range(ofGroup number: Int) -> Range<Int>? {
      if number == 0 { return range }
      return number <= groups.count ? groups[number - 1] : nil
    }
  }

  /// Calls a closure with each match from left to right, until it returns false. An empty match
  /// immediately after another match is left out.
  func forEachMatch(
    in text: Text, _ frame: inout Frame,
    _ body: (Match, inout Frame) throws(EvaluationFailure) -> Bool
  ) throws(EvaluationFailure) {
    let bytes = text.utf8
    var (position, end) = (0, -1)
    while position <= bytes.count {
      try frame.spend(1)
      var search = CapturingSearch(program, stepsLeft: frame.searchStepsLeft)
      let match = search.firstMatch(in: bytes, from: position)
      try frame.spend(searchSteps: frame.searchStepsLeft - search.stepsLeft)
      guard let match else { return }
      let isRepeated = match.range.isEmpty && match.range.lowerBound == end
      if !isRepeated, try !body(match, &frame) { return }
      end = match.range.upperBound
      position = match.range.isEmpty ? text.end(ofCodePointAt: end) : end
    }
  }
}

/// A search that records where groups begin and end. It follows all places of the program that the
/// text so far leads to, at the same time.
struct CapturingSearch {
  private struct Thread {
    var place: Int
    var start: Int
    /// The positions of the marks; -1 for marks that the thread has not passed.
    var marks: [Int]
  }

  /// An instruction takes longer than an instruction of a search that records nothing.
  private static let stepsPerInstruction = 16

  private let program: PatternProgram
  private let noMarks: [Int]
  private var threads: [Thread] = []
  /// The threads that are waiting for a character.
  private var waiting: [Thread] = []
  private var visited: PlaceSet
  private var stack: [(place: Int, marks: [Int])] = []
  private var before = Neighbor.edge
  private var match: (thread: Thread, end: Int)?
  /// The number of instructions that may still be followed. If it is below 0, the search has given
  /// up.
  private(set) var stepsLeft: Int

  init(_ program: PatternProgram, stepsLeft: Int) {
    self.program = program
    self.stepsLeft = stepsLeft
    noMarks = Array(repeating: -1, count: 2 * program.markedGroups)
    visited = PlaceSet(capacity: program.instructions.count)
  }

  mutating func firstMatch(in bytes: [UInt8], from start: Int) -> CapturingPattern.Match? {
    var position = start
    before = neighbor(before: start, in: bytes)
    while stepsLeft >= 0 {
      let here = position
      let scalar = position < bytes.count ? decode(bytes, &position) : nil
      if match == nil, here == 0 || !program.isAnchored {
        threads.append(Thread(place: program.start, start: here, marks: noMarks))
      }
      if threads.isEmpty { break }
      follow(to: scalar.map(Neighbor.init) ?? .edge, at: here)
      guard let scalar else { break }
      take(scalar)
    }
    return stepsLeft < 0 ? nil : match.map(Self.match)
  }

  private static func match(
    _ found: (thread: Thread, end: Int)
  ) -> CapturingPattern.Match {
    let marks = found.thread.marks
    return CapturingPattern.Match(
      range: found.thread.start..<found.end,
      groups: stride(from: 0, to: marks.count, by: 2).map {
        marks[$0] < 0 || marks[$0 + 1] < marks[$0] ? nil : marks[$0]..<marks[$0 + 1]
      })
  }

  private func neighbor(before position: Int, in bytes: [UInt8]) -> Neighbor {
    if position == 0 { return .edge }
    var start = position - 1
    while start > 0, bytes[start] & 0xC0 == 0x80 { start -= 1 }
    return Neighbor(decode(bytes, &start))
  }

  /// Follows forks, marks and assertions until each thread waits for a character.
  private mutating func follow(to after: Neighbor, at position: Int) {
    waiting.removeAll(keepingCapacity: true)
    visited.removeAll()
    for thread in threads {
      stack.append((thread.place, thread.marks))
      while let (place, marks) = stack.popLast() {
        guard visited.insert(place) else { continue }
        stepsLeft -= Self.stepsPerInstruction
        let instruction = program.instructions[place]
        switch instruction.operation {
        case .scalar, .set:
          waiting.append(Thread(place: place, start: thread.start, marks: marks))
        case .fork:
          stack.append((instruction.other, marks))
          stack.append((instruction.next, marks))
        case .assertion(let assertion):
          if assertion.holds(between: before, and: after) {
            stack.append((instruction.next, marks))
          }
        case .mark(let number):
          var marks = marks
          marks[number] = position
          stack.append((instruction.next, marks))
        case .accept:
          // All further threads are less preferred.
          match = (Thread(place: place, start: thread.start, marks: marks), position)
          stack.removeAll(keepingCapacity: true)
          return
        }
      }
    }
  }

  /// Advances each thread that is waiting for this character.
  private mutating func take(_ scalar: UInt32) {
    threads.removeAll(keepingCapacity: true)
    for thread in waiting {
      let instruction = program.instructions[thread.place]
      if program.takes(scalar, instruction.operation) {
        threads.append(Thread(place: instruction.next, start: thread.start, marks: thread.marks))
      }
    }
    before = Neighbor(scalar)
  }
}

extension Frame {
  /// The number of instructions that searches may still follow. One step of an evaluation is worth
  /// many of them, because they are short.
  fileprivate var searchStepsLeft: Int {
    (ExpressionLimits.steps - steps) * Pattern.searchStepsPerStep
  }

  fileprivate mutating func spend(searchSteps count: Int) throws(EvaluationFailure) {
    try spend((count + Pattern.searchStepsPerStep - 1) / Pattern.searchStepsPerStep)
  }
}
