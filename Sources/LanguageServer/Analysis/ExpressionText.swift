import Editing

/// The words of an expression, which may be unfinished.
struct ExpressionText {
  /// A name, with its `$` if it has one, or a string.
  struct Word: Hashable {
    enum Kind {
      case name, string
    }

    let kind: Kind
    let text: String
    /// The range in Unicode scalars.
    let range: Range<Int>
    /// Whether there is a dot before it.
    var followsDot = false
    /// Whether a parenthesis follows.
    var isCalled = false
  }

  let scalars: [Unicode.Scalar]
  private(set) var words: [Word] = []

  init(_ text: String) {
    scalars = Array(text.unicodeScalars)
    var place = 0
    while place < scalars.count {
      if let quote = Self.quote(scalars[place]) {
        place = readString(from: place, quote)
      } else if Self.beginsName(scalars[place]) {
        place = readName(from: place)
      } else if scalars[place].isDigit {
        // The letters of a number, such as `1e5` or `0x1F`, are not a name.
        while place < scalars.count, Self.continuesName(scalars[place]) { place += 1 }
      } else {
        place += 1
      }
    }
  }

  private static func quote(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    scalar == "'" || scalar == "\"" ? scalar : nil
  }

  static func beginsName(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "$" || scalar == "_" || scalar.properties.isAlphabetic
  }

  static func continuesName(_ scalar: Unicode.Scalar) -> Bool {
    beginsName(scalar) || scalar.isDigit
  }

  private mutating func readString(from start: Int, _ quote: Unicode.Scalar) -> Int {
    var place = start + 1
    while place < scalars.count, scalars[place] != quote {
      place += scalars[place] == "\\" ? 2 : 1
    }
    let end = min(place + 1, scalars.count)
    words.append(
      Word(
        kind: .string, text: text(start + 1..<max(start + 1, min(place, scalars.count))),
        range: start..<end))
    return end
  }

  private mutating func readName(from start: Int) -> Int {
    var place = start + 1
    while place < scalars.count, Self.continuesName(scalars[place]) { place += 1 }
    var word = Word(kind: .name, text: text(start..<place), range: start..<place)
    word.followsDot = previous(before: start) == "."
    word.isCalled = next(from: place) == "("
    words.append(word)
    return place
  }

  func text(_ range: Range<Int>) -> String {
    String(String.UnicodeScalarView(scalars[range]))
  }

  /// The last scalar before a place that is not a blank.
  private func previous(before place: Int) -> Unicode.Scalar? {
    scalars[..<place].last { $0 != " " }
  }

  private func next(from place: Int) -> Unicode.Scalar? {
    scalars[place...].first { $0 != " " }
  }

  /// The word at a place, or the word that ends there.
  func word(at scalar: Int) -> Word? {
    words.first { $0.range.lowerBound <= scalar && scalar <= $0.range.upperBound }
  }

  /// The brackets that are open before a place, the innermost last.
  func openBrackets(before place: Int) -> [Unicode.Scalar] {
    var open: [Unicode.Scalar] = []
    let strings = words.filter { $0.kind == .string }.map(\.range)
    for (index, scalar) in scalars[..<place].enumerated() {
      if strings.contains(where: { $0.contains(index) }) { continue }
      switch scalar {
      case "(", "[", "{": open.append(scalar)
      case ")", "]", "}": _ = open.popLast()
      default: break
      }
    }
    return open
  }
}

extension Unicode.Scalar {
  fileprivate var isDigit: Bool { self >= "0" && self <= "9" }
}
