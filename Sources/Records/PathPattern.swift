/// A pattern of paths, in the notation of shells and version control: `*.tmp.json`, `build/**`.
///
/// `*` is any text without a `/`, `**` is any text, `?` is one character, and `[a-z]` or `[!a-z]`
/// is one of a set. A backslash makes the next character literal. A pattern matches a path, or the
/// name at its end.
package struct PathPattern: Sendable {
  private enum Part: Sendable {
    case one(Unicode.Scalar)
    case anyOne
    case oneOf([ClosedRange<Unicode.Scalar>], isNegated: Bool)
    /// `*`
    case within
    /// `**`
    case across
    /// `**/`: any number of folders.
    case folders
  }

  private let parts: [Part]

  /// Parses a pattern; nil if a set is not closed.
  package init?(_ text: String) {
    var rest = Array(text.unicodeScalars)[...]
    if rest.starts(with: ["." as Unicode.Scalar, "/"]) { rest = rest.dropFirst(2) }
    // A folder matches without its slash.
    while rest.count > 1, rest.last == "/" { rest.removeLast() }
    var parts: [Part] = []
    while let next = rest.popFirst() {
      switch next {
      case "*" where rest.first == "*":
        rest.removeFirst()
        let isOfFolders = rest.first == "/"
        if isOfFolders { rest.removeFirst() }
        parts.append(isOfFolders ? .folders : .across)
      case "*": parts.append(.within)
      case "?": parts.append(.anyOne)
      case "[":
        guard let set = Self.readSet(&rest) else { return nil }
        parts.append(set)
      case "\\": parts.append(.one(rest.popFirst() ?? next))
      default: parts.append(.one(next))
      }
    }
    self.parts = parts
  }

  private static func readSet(_ rest: inout ArraySlice<Unicode.Scalar>) -> Part? {
    var ranges: [ClosedRange<Unicode.Scalar>] = []
    let isNegated = rest.first == "!" || rest.first == "^"
    if isNegated { rest.removeFirst() }
    while let next = rest.popFirst() {
      // A bracket at the beginning is part of the set.
      if next == "]", !ranges.isEmpty { return .oneOf(ranges, isNegated: isNegated) }
      var last = next
      if rest.first == "-", let end = rest.dropFirst().first, end != "]", end >= next {
        last = end
        rest = rest.dropFirst(2)
      }
      ranges.append(next...last)
    }
    return nil
  }

  package func matches(_ path: String) -> Bool {
    let path = path.hasPrefix("./") ? path.dropFirst(2) : path[...]
    let name = path.lastIndex(of: "/").map { path[path.index(after: $0)...] }
    return holds(for: path) || name.map(holds) == true
  }

  /// Follows all paths through the pattern at the same time. The time is at most proportional to
  /// the length of the pattern times that of the string.
  private func holds(for text: Substring) -> Bool {
    var states = entered([0], atStartOfName: true)
    for scalar in text.unicodeScalars {
      var next: Set<Int> = []
      for state in states where state < parts.count {
        switch parts[state] {
        case .one(let expected): if scalar == expected { next.insert(state + 1) }
        case .anyOne: if scalar != "/" { next.insert(state + 1) }
        case .oneOf(let ranges, let isNegated):
          let isIn = ranges.contains { $0.contains(scalar) }
          if scalar != "/", isIn != isNegated { next.insert(state + 1) }
        case .within: if scalar != "/" { next.insert(state) }
        case .across, .folders: next.insert(state)
        }
      }
      states = entered(next, atStartOfName: scalar == "/")
    }
    return states.contains(parts.count)
  }

  /// Returns the states, together with those that can be reached from them without input.
  private func entered(_ states: Set<Int>, atStartOfName: Bool) -> Set<Int> {
    var all = states
    var waiting = Array(states)
    while let state = waiting.popLast() {
      guard state < parts.count else { continue }
      let isPassed =
        switch parts[state] {
        case .within, .across: true
        case .folders: atStartOfName
        case .one, .anyOne, .oneOf: false
        }
      if isPassed, all.insert(state + 1).inserted { waiting.append(state + 1) }
    }
    return all
  }
}
