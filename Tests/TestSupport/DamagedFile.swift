import Foundation

/// A stream file that was correct, damaged in one place.
package struct DamagedFile: Sendable, CustomStringConvertible {
  /// The kind of the damage.
  package let kind: DamageKind
  /// The file that was damaged, by its path below `Streams`.
  package let name: String
  package let text: String
  /// The offsets in bytes at which the mistake may be reported.
  package let place: ClosedRange<Int>
  /// The hint that it must have, or nil if any will do.
  package let hint: String?

  package var description: String { "\(kind) in \(name) at \(place.lowerBound)" }

  /// Damages each of several files in all ways that suit it, and returns the requested number, with
  /// the same number of each kind.
  package static func some(
    of files: [(name: String, text: String)], operators: Set<String>, seed: UInt64, each: Int
  ) -> [DamagedFile] {
    var random = SplitMix64(seed: seed)
    var byKind: [DamageKind: [DamagedFile]] = [:]
    for (name, text) in files {
      var damaging = Damaging(name: name, text: text, operators: operators)
      for file in damaging.all() { byKind[file.kind, default: []].append(file) }
    }
    return DamageKind.allCases.flatMap { kind -> [DamagedFile] in
      var all = byKind[kind] ?? []
      return (0..<min(each, all.count)).map { _ in all.remove(at: random.below(all.count)) }
    }
  }
}

/// The kinds of damage to a file.
package enum DamageKind: String, CaseIterable, Sendable {
  case renamedOperator, renamedParameter, renamedKey, renamedReference
  case renamedVariable, renamedFunction
  case missingFile, cycle
  case unfinishedExpression, numberForExpression
  case openGroup, numberForDiagram
  case badDuration, negativeDuration, boolForDuration, textForCount
  case missingComma, secondComma, trailingComma, wrongBracket, missingColon, missingQuote

  /// The codes of the mistake.
  package var codes: Set<String> {
    switch self {
    case .renamedOperator: ["unknown-operator"]
    case .renamedParameter: ["unknown-key"]
    case .renamedKey: ["unknown-key"]
    case .renamedReference: ["unknown-stream"]
    case .renamedVariable, .renamedFunction: ["unknown-name"]
    case .missingFile: ["unreadable-file"]
    case .cycle: ["cycle"]
    case .unfinishedExpression: ["expression-syntax"]
    case .numberForExpression, .numberForDiagram, .boolForDuration, .textForCount: ["wrong-type"]
    case .openGroup: ["marbles"]
    case .badDuration, .negativeDuration: ["invalid-value"]
    case .missingComma, .secondComma, .trailingComma, .wrongBracket, .missingColon, .missingQuote:
      ["syntax"]
    }
  }

  /// Whether the text is still JSON.
  package var leavesJSON: Bool { codes != ["syntax"] }

  /// Whether a schema can detect it. Any name may be that of a custom operator, and names,
  /// expressions and diagrams are strings.
  package var isKnownToSchemas: Bool {
    switch self {
    case .renamedParameter, .renamedKey, .numberForExpression, .numberForDiagram, .badDuration,
      .negativeDuration, .boolForDuration, .textForCount:
      true
    default: false
    }
  }
}

/// A JSON token with the keys on the way to it.
private struct Token {
  enum Kind { case key, string, number, word, comma, colon, close }
  let kind: Kind
  let range: Range<Int>
  let path: [String]
}

/// Damages one file.
private struct Damaging {
  let name: String
  let text: String
  let operators: Set<String>
  private let bytes: [UInt8]
  private var tokens: [Token] = []
  private var found: [DamagedFile] = []

  init(name: String, text: String, operators: Set<String>) {
    (self.name, self.text, self.operators) = (name, text, operators)
    bytes = Array(text.utf8)
    _ = readValue(at: 0, [])
  }

  mutating func all() -> [DamagedFile] {
    let names = Set(
      tokens.filter { $0.path.count == 2 && $0.path[0] == "definitions" }.map { $0.path[1] })
    for (index, token) in tokens.enumerated() {
      let isData = token.path.dropLast().contains(where: Self.data.contains)
      switch token.kind {
      case .key where !isData: damageKey(token)
      case .string where !isData: damageString(token, names)
      case .number where !isData: damageNumber(token)
      default: break
      }
      damageSyntax(token, next: index + 1 < tokens.count ? tokens[index + 1] : nil)
    }
    return found
  }

  /// The keys whose values may be anything.
  private static let data: Set<String> = [
    "value", "values", "expect", "sequence", "with", "initialValue", "$state", "$session",
    "outputs", "tests",
  ]
  private static let modelKeys: Set<String> = [
    "stream", "append", "merge", "combineLatest", "marbles", "operators", "definitions", "expect",
    "tests", "parameters",
  ]
  private static let durations: Set<String> = ["seconds", "gap", "every", "frame"]

  private func content(_ token: Token) -> String {
    String(decoding: bytes[token.range].dropFirst().dropLast(), as: UTF8.self)
  }

  private mutating func damageKey(_ token: Token) {
    let key = content(token)
    let around = token.path.dropLast()
    let isOfOperator = around.last == "operators"
    let damaged = Self.misspelled(key)
    if isOfOperator, operators.contains(key), key.count > 3 {
      replace(
        token.range, by: damaged, .renamedOperator, hint: "did you mean '\(key)'?", quoted: true)
    } else if let parent = around.last, operators.contains(parent),
      around.dropLast().last == "operators",
      key.count > 4, key != "operators"
    {
      replace(
        token.range, by: damaged, .renamedParameter, hint: "did you mean '\(key)'?", quoted: true)
    } else if token.path.count == 1, Self.modelKeys.contains(key) {
      replace(token.range, by: damaged, .renamedKey, hint: "did you mean '\(key)'?", quoted: true)
    }
  }

  private mutating func damageString(_ token: Token, _ names: Set<String>) {
    let string = content(token)
    let (start, end) = (token.range.lowerBound, token.range.upperBound)
    switch token.path.last {
    case "from"?:
      replace(token.range, by: "./nowhere.json", .missingFile, quoted: true)
      guard names.contains(string) else { break }
      replace(
        token.range, by: Self.misspelled(string), .renamedReference,
        hint: string.count > 2 ? "'\(string)'" : nil, quoted: true)
      if token.path.count == 3, token.path[0] == "definitions" {
        replace(token.range, by: token.path[1], .cycle, quoted: true)
      }
    case "expression"?:
      replace(token.range, by: "5", .numberForExpression)
      replace(token.range, by: string + " +", .unfinishedExpression, quoted: true)
      if let variable = string.range(of: "$0") {
        let offset = start + 1 + string[..<variable.lowerBound].utf8.count
        replace(offset..<offset + 2, by: "$q", .renamedVariable)
      }
      if let call = string.firstRange(of: /\.[a-z]{4,}\(/),
        !["math.", "cel.", "regex.", "lists."].contains(where: string.contains)
      {
        let offset = start + 1 + string[..<call.lowerBound].utf8.count + 1
        let word = String(string[call].dropFirst().dropLast())
        replace(
          offset..<offset + word.utf8.count, by: Self.misspelled(word), .renamedFunction,
          hint: "did you mean '\(word)'?")
      }
    case "marbles"?:
      replace(token.range, by: "17", .numberForDiagram)
      insert("(", at: start + 1, .openGroup, until: end + 1)
    case let key? where Self.durations.contains(key) && !string.contains("$"):
      damageDuration(token)
    default: break
    }
  }

  private mutating func damageDuration(_ token: Token) {
    // A parameter may have any value; what it is used for shows that it is damaged.
    guard !token.path.dropLast().contains("parameters") else { return }
    replace(token.range, by: "10 sec", .badDuration, quoted: true)
    replace(token.range, by: "-3", .negativeDuration)
    replace(token.range, by: "true", .boolForDuration)
  }

  private mutating func damageNumber(_ token: Token) {
    guard let key = token.path.last else { return }
    if Self.durations.contains(key) { damageDuration(token) }
    if key == "count" { replace(token.range, by: "two", .textForCount, quoted: true) }
  }

  private mutating func damageSyntax(_ token: Token, next: Token?) {
    switch token.kind {
    case .comma:
      // Between two numbers it would join them.
      if let next, next.kind == .key || next.kind == .string {
        remove(token.range, .missingComma, until: next.range.lowerBound)
      }
      insert(",", at: token.range.upperBound, .secondComma, until: token.range.upperBound)
    case .colon:
      if let next { remove(token.range, .missingColon, until: next.range.lowerBound + 1) }
    case .close:
      insert(",", at: token.range.lowerBound, .trailingComma, until: token.range.upperBound)
      let other = bytes[token.range.lowerBound] == UInt8(ascii: "]") ? "}" : "]"
      replace(token.range, by: other, .wrongBracket)
    case .string:
      let quote = token.range.upperBound - 1
      remove(quote..<quote + 1, .missingQuote, from: token.range.lowerBound, until: bytes.count)
    default: break
    }
  }

  // MARK: - Changes

  private mutating func replace(
    _ range: Range<Int>, by new: String, _ kind: DamageKind, hint: String? = nil,
    quoted: Bool = false
  ) {
    let new = quoted ? "\"\(new)\"" : new
    add(range, new, kind, range.lowerBound...range.lowerBound + max(new.utf8.count, 1), hint)
  }

  private mutating func insert(_ new: String, at offset: Int, _ kind: DamageKind, until end: Int) {
    add(offset..<offset, new, kind, offset...end, nil)
  }

  private mutating func remove(
    _ range: Range<Int>, _ kind: DamageKind, from start: Int? = nil, until end: Int
  ) {
    add(range, "", kind, (start ?? range.lowerBound)...end, nil)
  }

  private mutating func add(
    _ range: Range<Int>, _ new: String, _ kind: DamageKind, _ place: ClosedRange<Int>,
    _ hint: String?
  ) {
    var damaged = bytes
    damaged.replaceSubrange(range, with: new.utf8)
    found.append(
      DamagedFile(
        kind: kind, name: name, text: String(decoding: damaged, as: UTF8.self), place: place,
        hint: hint))
  }

  /// Returns a word with two of its letters swapped.
  private static func misspelled(_ word: String) -> String {
    var letters = Array(word)
    for index in letters.indices.dropFirst().dropLast() where letters[index] != letters[index + 1] {
      letters.swapAt(index, index + 1)
      return String(letters)
    }
    return word + "q"
  }

  // MARK: - Reading

  private func skipBlanks(_ place: Int) -> Int {
    var place = place
    while place < bytes.count, bytes[place] <= 0x20 { place += 1 }
    return place
  }

  private mutating func add(_ kind: Token.Kind, _ range: Range<Int>, _ path: [String]) {
    tokens.append(Token(kind: kind, range: range, path: path))
  }

  private func endOfString(at start: Int) -> Int {
    var place = start + 1
    while bytes[place] != UInt8(ascii: "\"") {
      place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1
    }
    return place + 1
  }

  /// Reads a correct value, and returns the offset after it.
  private mutating func readValue(at start: Int, _ path: [String]) -> Int {
    let start = skipBlanks(start)
    switch bytes[start] {
    case UInt8(ascii: "{"), UInt8(ascii: "["): return readContainer(at: start, path)
    case UInt8(ascii: "\""):
      let end = endOfString(at: start)
      add(.string, start..<end, path)
      return end
    default:
      var end = start
      while end < bytes.count, !Array(",]} \n\r\t".utf8).contains(bytes[end]) { end += 1 }
      let isNumber = bytes[start] == UInt8(ascii: "-") || (0x30...0x39).contains(bytes[start])
      add(isNumber ? .number : .word, start..<end, path)
      return end
    }
  }

  private mutating func readContainer(at start: Int, _ path: [String]) -> Int {
    let isObject = bytes[start] == UInt8(ascii: "{")
    var place = skipBlanks(start + 1)
    while bytes[place] != UInt8(ascii: isObject ? "}" : "]") {
      var inner = path
      if isObject {
        let end = endOfString(at: place)
        inner.append(String(decoding: bytes[place + 1..<end - 1], as: UTF8.self))
        add(.key, place..<end, inner)
        place = skipBlanks(end)
        add(.colon, place..<place + 1, inner)
        place += 1
      }
      place = skipBlanks(readValue(at: place, inner))
      if bytes[place] == UInt8(ascii: ",") {
        add(.comma, place..<place + 1, path)
        place = skipBlanks(place + 1)
      }
    }
    add(.close, place..<place + 1, path)
    return place + 1
  }
}
