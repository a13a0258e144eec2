import Testing
import Values

@testable import Expressions
@testable import RegularExpressions

struct PatternOracleTests {
  @Test(arguments: [1, 2, 3] as [UInt64])
  func `random patterns find the same as trying every place`(seed: UInt64) throws {
    var random = RandomExpressions(seed: seed)
    for round in 0..<3_000 {
      let oracle = PatternOracle.random(&random, depth: 4)
      let pattern = try Pattern(oracle.text)
      for _ in 0..<4 {
        let length = random.next() % 9
        let scalars = (0..<length).map { _ in
          PatternOracle.alphabet[Int(random.next() % UInt64(PatternOracle.alphabet.count))]
        }
        if let difference = difference(pattern, oracle, in: scalars) {
          Issue.record("seed \(seed), round \(round): \(difference)")
          return
        }
      }
    }
  }

  /// Returns the difference between a pattern and its oracle, if they disagree.
  private func difference(
    _ pattern: Pattern, _ oracle: PatternOracle, in scalars: [Unicode.Scalar]
  ) -> String? {
    var string = String.UnicodeScalarView()
    string.append(contentsOf: scalars)
    let text = Text(String(string))
    let expected = oracle.firstMatch(in: scalars)
    let isMatch = pattern.matches(text)
    // Converts from bytes to scalars: only the bytes that begin a scalar count.
    let match = pattern.firstMatch(in: text).map { match in
      let offsets = [match.lowerBound, match.upperBound].map { bound in
        text.utf8[..<bound].filter { $0 & 0xC0 != 0x80 }.count
      }
      return offsets[0]..<offsets[1]
    }
    var agrees = isMatch == (expected != nil) && match?.lowerBound == expected?.lowerBound
    if let match, oracle.hasEmptyLoop {
      agrees = agrees && oracle.ends(in: scalars, at: match.lowerBound).contains(match.upperBound)
    } else {
      agrees = agrees && match == expected
    }
    if agrees { return nil }
    return "\(oracle.text) in \(text.string.debugDescription): expected "
      + "\(String(describing: expected)), found \(isMatch), \(String(describing: match))"
  }

  private static let pieces: [String] = [
    "(", ")", "(?:", "(?P<n>", "(?i)", "(?m:", "(?", "[", "]", "[^", "[:", ":]", "alpha", "-", "^",
    "$", ".", "|",
    "*", "+", "?", "{", "}", ",", "2", "1000", "\\", "\\d", "\\W", "\\b", "\\Q", "\\E", "\\x",
    "\\x{", "41",
    "\\p", "\\p{", "Greek", "L", "\\1", "\\0", "a", "é", "😀", "K", "\n", "\u{0}", "i", "=", "<",
    ">", "P",
  ]

  @Test(arguments: [11, 12] as [UInt64])
  func `any text is a pattern or is rejected with a place`(seed: UInt64) {
    var random = RandomExpressions(seed: seed)
    let text: Text = "aé😀K\nab41-Greek[]"
    for _ in 0..<10_000 {
      let count = 1 + random.next() % 14
      let pattern = (0..<count)
        .map { _ in Self.pieces[Int(random.next() % UInt64(Self.pieces.count))] }.joined()
      check(pattern, in: text, seed)
    }
  }

  @Test(arguments: [21, 22] as [UInt64])
  func `a pattern with some characters changed is a pattern or is rejected`(seed: UInt64) {
    var random = RandomExpressions(seed: seed)
    let whole =
      #"^(?P<x>[a-z\d_]+(?i:é|\pL{2,3}?))*\b[^[:space:]\x{41}-\x5A]\.$|\Qa.b\E(?s-m).+\PN"#
    let text: Text = "abc_1É K.x9"
    for _ in 0..<1_000 {
      var scalars = Array(whole.unicodeScalars)
      for _ in 0...(random.next() % 4) {
        let place = Int(random.next() % UInt64(scalars.count))
        let other = scalars[Int(random.next() % UInt64(scalars.count))]
        switch random.next() % 3 {
        case 0: scalars.remove(at: place)
        case 1: scalars.insert(other, at: place)
        default: scalars[place] = other
        }
      }
      var pattern = String.UnicodeScalarView()
      pattern.append(contentsOf: scalars)
      check(String(pattern), in: text, seed)
    }
  }

  private func check(_ pattern: String, in text: Text, _ seed: UInt64) {
    do {
      let compiled = try Pattern(pattern)
      let isMatch = compiled.matches(text)
      let match = compiled.firstMatch(in: text)
      if isMatch != (match != nil) { Issue.record("seed \(seed): \(pattern) in \(text)") }
    } catch {
      let isInside =
        error.range.lowerBound >= 0 && error.range.upperBound <= pattern.unicodeScalars.count
      if !isInside || error.message.isEmpty { Issue.record("seed \(seed): \(pattern): \(error)") }
    }
  }
}
