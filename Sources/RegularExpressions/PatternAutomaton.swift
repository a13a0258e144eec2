/// The first states that ASCII texts lead a search to, as a table that is built with the pattern.
///
/// Most patterns have few states, and a character then needs only one table lookup. Where a string
/// leaves the table, because of another character or a state beyond the limit, a search continues.
struct PatternAutomaton: Sendable {
  /// The maximum number of states.
  private static let stateLimit = 64
  /// The maximum size of a program. Larger programs are searched directly, because building their
  /// states would take too long.
  private static let sizeLimit = 500

  /// The column of each ASCII character. Characters that no instruction distinguishes share a
  /// column.
  private var columns: [UInt8] = []
  /// The number of columns. The last column is for the end of the text.
  private var width = 1
  private var states: [PatternSearch.State] = [.start]
  /// A row for each state, with the beginning of the next state's row or a mark in each column.
  private var table: [Int16] = []

  private static let match: Int16 = -1
  private static let noMatch: Int16 = -2
  private static let beyond: Int16 = -3

  enum Outcome {
    case decided(Bool)
    /// The table has no entry for this state and position.
    case left(PatternSearch.State, position: Int)
  }

  init(_ program: PatternProgram) {
    guard program.instructions.count <= Self.sizeLimit else { return }
    let samples = makeColumns(program)
    width = samples.count + 1
    var search = PatternSearch(program, from: .start, stopsAtAnyMatch: true)
    var rows: [PatternSearch.State: Int16] = [.start: 0]
    var next = 0
    while next < states.count {
      for sample in samples + [nil] {
        switch search.step(from: states[next], taking: sample) {
        case .match: table.append(Self.match)
        case .noMatch: table.append(Self.noMatch)
        case .state(let state): table.append(row(of: state, &rows))
        }
      }
      next += 1
    }
  }

  private mutating func row(
    of state: PatternSearch.State, _ rows: inout [PatternSearch.State: Int16]
  ) -> Int16 {
    if let row = rows[state] { return row }
    guard states.count < Self.stateLimit else { return Self.beyond }
    let row = Int16(states.count * width)
    rows[state] = row
    states.append(state)
    return row
  }

  /// Assigns a column to each ASCII character, and returns one character of each column.
  private mutating func makeColumns(_ program: PatternProgram) -> [UInt32?] {
    columns = Array(repeating: 0, count: 0x80)
    var count = 1
    if program.hasAssertions {
      split(&count) { Neighbor(UInt32($0)) == .word }
      split(&count) { Neighbor(UInt32($0)) == .newline }
    }
    var seen: Set<PatternProgram.Operation> = []
    for instruction in program.instructions where seen.insert(instruction.operation).inserted {
      split(&count) { program.takes(UInt32($0), instruction.operation) }
    }
    return (0..<count).map { column in
      columns.firstIndex(of: UInt8(column)).map { UInt32($0) }
    }
  }

  /// Splits each column into the characters that satisfy a condition and those that do not.
  private mutating func split(_ count: inout Int, where isSuch: (Int) -> Bool) {
    // The result for the first character of a column. If other characters differ, they get a new
    // column.
    var kinds: [Bool?] = Array(repeating: nil, count: count)
    var halves: [UInt8?] = Array(repeating: nil, count: count)
    for scalar in columns.indices {
      let column = Int(columns[scalar])
      let kind = isSuch(scalar)
      guard let first = kinds[column] else {
        kinds[column] = kind
        continue
      }
      if kind == first { continue }
      if halves[column] == nil {
        halves[column] = UInt8(count)
        count += 1
      }
      columns[scalar] = halves[column] ?? 0
    }
  }

  /// Reads the text up to the point where the table decides or has no entry.
  func run(_ bytes: [UInt8]) -> Outcome {
    guard !table.isEmpty else { return .left(.start, position: 0) }
    var row = 0
    for position in bytes.indices {
      let byte = bytes[position]
      guard byte < 0x80 else { return .left(states[row / width], position: position) }
      let next = table[row + Int(columns[Int(byte)])]
      if next < 0 {
        if next == Self.beyond { return .left(states[row / width], position: position) }
        return .decided(next == Self.match)
      }
      row = Int(next)
    }
    return .decided(table[row + width - 1] == Self.match)
  }
}
