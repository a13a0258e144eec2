package import Values

/// A regular expression compiled to find both its matches and the matches of its groups.
///
/// As with `Pattern`, a search takes time proportional to the length of the text, at most
/// multiplied by the size of the pattern. It finds the leftmost match. If there are several at that
/// position, it finds the one that a search with backtracking would find first.
package final class CapturingPattern: Sendable {
  /// The number of groups. Only the first nine can be read.
  package let groupCount: Int
  private let program: SharedProgram
  /// The same pattern without groups, which is faster where nothing matches.
  private let plain: Pattern
  private let memory = PatternMemory()

  /// The number of groups that a replacement can refer to.
  static let readableGroups = 9

  package init(_ text: String) throws(PatternError) {
    let (tree, root) = try PatternParser.parse(text)
    groupCount = tree.groupCount
    plain = try Pattern(text)
    program = SharedProgram(PatternProgram(tree, root: root, markedGroups: Self.readableGroups))
  }

  /// The number of instructions of the pattern.
  package var size: Int { program.program.instructions.count }

  /// Calls a closure with the matches in a string, from left to right.
  package func search<Result, Failure>(
    _ text: Text, _ body: (inout PatternMatches) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if plain.excludes(text) {
      var none = PatternMatches(text, by: nil)
      return try body(&none)
    }
    var matches = PatternMatches(text, by: memory.take() ?? PathSearch(program, steps: 0))
    defer { if let search = matches.search.take() { memory.put(search) } }
    return try body(&matches)
  }
}

/// The matches of a pattern in a string, as they are asked for. An empty match immediately after
/// another match is left out.
package struct PatternMatches {
  private let text: Text
  /// The search, or nil if nothing matches.
  fileprivate var search: PathSearch?
  private var position = 0
  private var end = -1

  fileprivate init(_ text: Text, by search: PathSearch?) {
    self.text = text
    self.search = search
  }

  /// Finds the next match. Subtracts the steps of the search from the remaining steps, which are
  /// below 0 if it has given up.
  package mutating func next(stepsLeft: inout Int) -> PatternMatch? {
    let bytes = text.utf8
    search?.stepsLeft = stepsLeft
    defer { stepsLeft = search?.stepsLeft ?? stepsLeft }
    while position <= bytes.count {
      let match = unsafe bytes.withUnsafeBufferPointer { bytes in
        unsafe search?.firstMatch(in: bytes, from: position)
      }
      guard let match else { break }
      let isRepeated = match.range.isEmpty && match.range.lowerBound == end
      end = match.range.upperBound
      position = match.range.isEmpty ? end + 1 : end
      while position < bytes.count, bytes[position] & 0xC0 == 0x80 { position += 1 }
      if !isRepeated { return match }
    }
    position = bytes.count + 1
    return nil
  }
}
