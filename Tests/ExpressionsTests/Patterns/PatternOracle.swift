/// A random pattern with a plain meaning: for a node and a place, all ends of its matches, the
/// preferred first.
indirect enum PatternOracle {
  case scalar(Unicode.Scalar)
  case set([Unicode.Scalar], isNegated: Bool)
  case any
  case assertion(String)
  case sequence([PatternOracle])
  case choice([PatternOracle])
  case repetition(PatternOracle, least: Int, most: Int?, isGreedy: Bool)

  static let alphabet: [Unicode.Scalar] = ["a", "b", "\n", "é"]

  /// The syntax of the pattern.
  var text: String {
    switch self {
    case .scalar(let scalar): return Self.spelling(scalar)
    case .set(let scalars, let isNegated):
      return "[\(isNegated ? "^" : "")\(scalars.map(Self.spelling).joined())]"
    case .any: return "."
    case .assertion(let text): return text
    case .sequence(let parts): return parts.map { "(?:\($0.text))" }.joined()
    case .choice(let parts): return parts.map(\.text).joined(separator: "|")
    case .repetition(let part, let least, let most, let isGreedy):
      let count: String
      switch (least, most) {
      case (0, nil): count = "*"
      case (1, nil): count = "+"
      case (0, 1): count = "?"
      case (_, nil): count = "{\(least),}"
      case (_, let most?): count = least == most ? "{\(least)}" : "{\(least),\(most)}"
      }
      return "(\(part.text))\(count)\(isGreedy ? "" : "?")"
    }
  }

  private static func spelling(_ scalar: Unicode.Scalar) -> String {
    scalar == "\n" ? "\\n" : String(scalar)
  }

  var matchesEmpty: Bool {
    switch self {
    case .scalar, .set, .any: false
    case .assertion: true
    case .sequence(let parts): parts.allSatisfy(\.matchesEmpty)
    case .choice(let parts): parts.contains(where: \.matchesEmpty)
    case .repetition(let part, let least, _, _): least == 0 || part.matchesEmpty
    }
  }

  /// Whether something that may be empty is repeated endlessly. The preference of such a loop is a
  /// matter of taste, but the places of its matches are not.
  var hasEmptyLoop: Bool {
    switch self {
    case .scalar, .set, .any, .assertion: false
    case .sequence(let parts), .choice(let parts): parts.contains(where: \.hasEmptyLoop)
    case .repetition(let part, _, let most, _):
      part.hasEmptyLoop || (most == nil && part.matchesEmpty)
    }
  }
}

extension PatternOracle {
  /// Returns the first match in a string, tried from each position.
  func firstMatch(in text: [Unicode.Scalar]) -> Range<Int>? {
    for start in 0...text.count {
      if let end = ends(in: text, at: start).first { return start..<end }
    }
    return nil
  }

  func ends(in text: [Unicode.Scalar], at place: Int) -> [Int] {
    switch self {
    case .scalar(let scalar): return ends(in: text, at: place) { $0 == scalar }
    case .set(let scalars, let isNegated):
      return ends(in: text, at: place) { scalars.contains($0) != isNegated }
    case .any: return ends(in: text, at: place) { $0 != "\n" }
    case .assertion(let assertion):
      return Self.holds(assertion, in: text, at: place) ? [place] : []
    case .sequence(let parts):
      var places = [place]
      for part in parts { places = unique(places.flatMap { part.ends(in: text, at: $0) }) }
      return places
    case .choice(let parts): return unique(parts.flatMap { $0.ends(in: text, at: place) })
    case .repetition(let part, let least, let most, let isGreedy):
      if let most, most == 0 { return [place] }
      let rest = PatternOracle.repetition(
        part, least: max(0, least - 1), most: most.map { $0 - 1 }, isGreedy: isGreedy)
      let more = part.ends(in: text, at: place).flatMap { end in
        // An empty round adds nothing to the ends that already exist.
        end == place && least == 0 ? [end] : rest.ends(in: text, at: end)
      }
      if least > 0 { return unique(more) }
      return unique(isGreedy ? more + [place] : [place] + more)
    }
  }

  private func ends(
    in text: [Unicode.Scalar], at place: Int, where isMember: (Unicode.Scalar) -> Bool
  ) -> [Int] {
    place < text.count && isMember(text[place]) ? [place + 1] : []
  }

  private func unique(_ places: [Int]) -> [Int] {
    var seen: Set<Int> = []
    return places.filter { seen.insert($0).inserted }
  }

  private static func holds(_ assertion: String, in text: [Unicode.Scalar], at place: Int) -> Bool {
    let before = place > 0 ? text[place - 1] : nil
    let after = place < text.count ? text[place] : nil
    let isWordBefore = before == "a" || before == "b"
    let isWordAfter = after == "a" || after == "b"
    switch assertion {
    case "^", "\\A": return before == nil
    case "$", "\\z": return after == nil
    case "(?m:^)": return before == nil || before == "\n"
    case "(?m:$)": return after == nil || after == "\n"
    case "\\b": return isWordBefore != isWordAfter
    default: return isWordBefore == isWordAfter
    }
  }
}

extension PatternOracle {
  static func random(_ random: inout RandomExpressions, depth: Int) -> PatternOracle {
    func number(_ bound: UInt64) -> Int { Int(random.next() % bound) }
    func scalar() -> Unicode.Scalar { alphabet[number(UInt64(alphabet.count))] }
    switch depth > 0 ? number(10) : number(4) {
    case 0, 1: return .scalar(scalar())
    case 2:
      switch number(3) {
      case 0: return .any
      default: return .set((0...number(2)).map { _ in scalar() }, isNegated: number(2) == 0)
      }
    case 3:
      let assertions = ["^", "\\A", "$", "\\z", "(?m:^)", "(?m:$)", "\\b", "\\B"]
      return number(2) == 0 ? .assertion(assertions[number(8)]) : .scalar(scalar())
    case 4, 5, 6:
      let count = number(4)
      return .sequence((0..<count).map { _ in Self.random(&random, depth: depth - 1) })
    case 7:
      let count = 2 + number(2)
      return .choice((0..<count).map { _ in Self.random(&random, depth: depth - 1) })
    default:
      let least = number(3)
      let bounds: [Int?] = [nil, max(1, least), least + 1]
      return .repetition(
        Self.random(&random, depth: depth - 1), least: least, most: bounds[number(3)],
        isGreedy: number(3) > 0)
    }
  }
}
