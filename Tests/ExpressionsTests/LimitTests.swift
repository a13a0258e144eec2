import Testing
import Values

@testable import Expressions

struct LimitTests {
  @Test(arguments: [
    (ExpressionLimits.length, 100_000), (ExpressionLimits.nesting, 250),
    (ExpressionLimits.nodes, 20_000), (ExpressionLimits.depth, 1_000),
    (ExpressionLimits.macroNesting, 12), (ExpressionLimits.steps, 1_000_000),
    (ExpressionLimits.valueSize, 16_777_216), (ExpressionLimits.valueDepth, 1_000),
  ])
  func `a limit has the number that is documented`(limit: Int, number: Int) {
    #expect(limit == number)
  }

  static let hostile: [(String, String)] = [
    (
      repeated("("), "250..<251 limit: nested deeper than 250, the limit 'nesting' of an expression"
    ),
    (
      repeated("["), "250..<251 limit: nested deeper than 250, the limit 'nesting' of an expression"
    ),
    (
      repeated("{'a':", 20_000),
      "1246..<1249 limit: nested deeper than 250, the limit 'nesting' of an expression"
    ),
    (
      repeated("size(", 20_000),
      "1250..<1254 limit: nested deeper than 250, the limit 'nesting' of an expression"
    ),
    (
      repeated("$0[", 30_000),
      "750..<752 limit: nested deeper than 250, the limit 'nesting' of an expression"
    ),
    (
      repeated("true?1:", 14_000),
      "1750..<1754 limit: nested deeper than 250, the limit 'nesting' of an expression"
    ),
    (
      repeated("-", 99_998) + "$0",
      "98997..<100000 limit: more than 1000 operations on one another's results, the limit 'depth' of an expression"
    ),
    (
      repeated("!", 99_998) + "$0",
      "98997..<100000 limit: more than 1000 operations on one another's results, the limit 'depth' of an expression"
    ),
    (
      "a" + repeated(".a", 49_999),
      "0..<2003 limit: more than 1000 operations on one another's results, the limit 'depth' of an expression"
    ),
    (
      "a" + repeated("[0]", 33_000),
      "0..<3004 limit: more than 1000 operations on one another's results, the limit 'depth' of an expression"
    ),
    (
      "1" + repeated("+1", 49_999),
      "0..<2003 limit: more than 1000 operations on one another's results, the limit 'depth' of an expression"
    ),
    (
      "true" + repeated("&&true", 16_000) + " +",
      "96006..<96006 syntax: found the end, expected an operand"
    ),
    (
      "[" + repeated("1,", 49_999) + "]",
      "40001..<40002 limit: more than 20000 nodes, the limit 'nodes' of an expression"
    ),
    (
      repeated("(", 250) + "1",
      "250..<251 limit: nested deeper than 250, the limit 'nesting' of an expression"
    ),
    (
      repeated("1", 100_001),
      "100000..<100001 limit: more than 100000 code points, the limit 'length' of an expression"
    ),
    (
      repeated("[1].map(x,", 13) + "1",
      "124..<127 limit: more than 12 macros inside one another, the limit 'macroNesting' of an expression"
    ),
  ]

  @Test(arguments: hostile.indices)
  func `a text that goes too far is a mistake, not a crash`(index: Int) {
    let (text, mistake) = Self.hostile[index]
    #expect(mistakes(text) == [mistake])
  }

  @Test func `what just fits is evaluated`() throws {
    #expect(try outcome("$0" + repeated(" + 1", 1_000), 0) == "1000")
    #expect(try outcome(repeated("-", 1_000) + "$0", 7) == "7")
    #expect(try outcome(repeated("(", 249) + "$0" + repeated(")", 249), 7) == "7")
    #expect(
      try outcome(repeated("[", 249) + "$0" + repeated("]", 249) + repeated("[0]", 249), 7) == "7")
    #expect(try outcome("$0 == 1" + repeated(" && $0 == 1", 6_000), 1) == "true")
    #expect(
      try outcome(repeated("[1].map(x,", 12) + "$0" + repeated(")", 12), 7) == repeated("[", 12)
        + "7" + repeated("]", 12))
  }

  @Test func `macros take a bounded number of steps`() throws {
    let many = Value.array(Array(repeating: 1, count: 1_000))
    let inner = "$0.exists(y, x + y == 3)"
    #expect(
      try outcome("$0.exists(x, \(inner))", many)
        == #"more than 1000000, the limit 'steps' of an expression in "$0.exists(x, \#(inner))""#)
    #expect(try outcome("$0.all(x, x == 1) && $0.all(x, x == 1)", many) == "true")
  }

  @Test func `a string or a list that would get too large is an error`() throws {
    let text = Value.string(Text(repeated("a", 9 << 20)))
    #expect(
      try outcome("$0 + $0", text)
        == #"more than 16777216, the limit 'valueSize' of an expression in "$0 + $0""#)
    let list = Value.array(Array(repeating: .null, count: 600_000))
    #expect(
      try outcome("$0 + $0", list)
        == #"more than 16777216, the limit 'valueSize' of an expression in "$0 + $0""#)
  }
}

private func repeated(_ text: String, _ count: Int = 100_000) -> String {
  String(repeating: text, count: count)
}
