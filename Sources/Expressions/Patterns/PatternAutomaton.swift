/// The first states that texts of ASCII lead a search to, as a table made with the pattern.
///
/// Most patterns have few states, and for them a character costs one look into the table. Where a
/// text leaves it, by another character or to a state beyond the limit, a search goes on.
struct PatternAutomaton: Sendable {
  /// How many states are made at most.
  private static let stateLimit = 64
  /// Larger programs are searched with at once: their states would take too long to make.
  private static let sizeLimit = 500

  /// For each character of ASCII its column; characters that no instruction tells apart share one.
  private var columns: [UInt8] = []
  /// How many columns there are; the last is for the end of the text.
  private var width = 1
  private var states: [PatternSearch.State] = [.start]
  /// For each state, for each column, the next state or one of the marks.
  private var table: [Int16] = []

  private static let match: Int16 = -1
  private static let noMatch: Int16 = -2
  private static let beyond: Int16 = -3

  enum Outcome {
    case decided(Bool)
    /// The table says no more at this state and position.
    case left(PatternSearch.State, position: Int)
  }

  init(_ program: PatternProgram) {
    guard program.instructions.count <= Self.sizeLimit else { return }
    let samples = makeColumns(program)
    var numbers: [PatternSearch.State: Int16] = [.start: 0]
    var next = 0
    while next < states.count {
      for sample in samples + [nil] {
        switch PatternSearch.step(program, from: states[next], taking: sample) {
        case .match: table.append(Self.match)
        case .noMatch: table.append(Self.noMatch)
        case .state(let state): table.append(number(of: state, &numbers))
        }
      }
      next += 1
    }
  }

  private mutating func number(
    of state: PatternSearch.State, _ numbers: inout [PatternSearch.State: Int16]
  ) -> Int16 {
    if let number = numbers[state] { return number }
    guard states.count < Self.stateLimit else { return Self.beyond }
    let number = Int16(states.count)
    numbers[state] = number
    states.append(state)
    return number
  }

  /// Gives each character of ASCII a column, and one character of each column.
  private mutating func makeColumns(_ program: PatternProgram) -> [UInt32?] {
    var operations: [PatternProgram.Operation] = []
    var seen: Set<PatternProgram.Operation> = []
    for instruction in program.instructions where seen.insert(instruction.operation).inserted {
      operations.append(instruction.operation)
    }
    var known: [Traits: UInt8] = [:]
    var samples: [UInt32?] = []
    for scalar in UInt32(0)..<0x80 {
      let traits = Traits(
        answers: operations.map { program.takes(scalar, $0) },
        neighbor: program.hasAssertions ? Neighbor(scalar) : .other)
      let column = known[traits] ?? UInt8(samples.count)
      if known[traits] == nil {
        known[traits] = column
        samples.append(scalar)
      }
      columns.append(column)
    }
    width = samples.count + 1
    return samples
  }

  /// What the program can see of a character.
  private struct Traits: Hashable {
    var answers: [Bool]
    var neighbor: Neighbor
  }

  /// Reads the text up to where the table decides or says no more.
  func run(_ bytes: [UInt8]) -> Outcome {
    guard !table.isEmpty else { return .left(.start, position: 0) }
    var state = 0
    for (position, byte) in bytes.enumerated() {
      guard byte < 0x80 else { return .left(states[state], position: position) }
      let next = table[state * width + Int(columns[Int(byte)])]
      if next < 0 {
        if next == Self.beyond { return .left(states[state], position: position) }
        return .decided(next == Self.match)
      }
      state = Int(next)
    }
    return .decided(table[state * width + width - 1] == Self.match)
  }
}
