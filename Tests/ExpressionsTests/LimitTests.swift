import Testing
import Values

@testable import Expressions

struct LimitTests {
  @Test(arguments: [
    (ExpressionLimits.length, 100_000), (ExpressionLimits.nesting, 250),
    (ExpressionLimits.nodes, 20_000), (ExpressionLimits.depth, 1_000),
    (ExpressionLimits.macroNesting, 12), (ExpressionLimits.steps, 1_000_000),
    (ExpressionLimits.valueSize, 16_777_216), (ExpressionLimits.valueDepth, 1_000),
    (ExpressionLimits.patternSizes, 100_000),
  ])
  func `a limit has the documented number`(limit: Int, number: Int) {
    #expect(limit == number)
  }

  static let hostile: [(String, String)] = [
    (
      repeated("("), "250..<251 limit: nested deeper than 250 levels, the limit for an expression"
    ),
    (
      repeated("["), "250..<251 limit: nested deeper than 250 levels, the limit for an expression"
    ),
    (
      repeated("{'a':", 20_000),
      "1246..<1249 limit: nested deeper than 250 levels, the limit for an expression"
    ),
    (
      repeated("size(", 20_000),
      "1250..<1254 limit: nested deeper than 250 levels, the limit for an expression"
    ),
    (
      repeated("$0[", 30_000),
      "750..<752 limit: nested deeper than 250 levels, the limit for an expression"
    ),
    (
      repeated("true?1:", 14_000),
      "1750..<1754 limit: nested deeper than 250 levels, the limit for an expression"
    ),
    (
      repeated("-", 99_998) + "$0",
      "98997..<100000 limit: more than 1000 nested operations, the limit for an expression"
    ),
    (
      repeated("!", 99_998) + "$0",
      "98997..<100000 limit: more than 1000 nested operations, the limit for an expression"
    ),
    (
      "a" + repeated(".a", 49_999),
      "0..<2003 limit: more than 1000 nested operations, the limit for an expression"
    ),
    (
      "a" + repeated("[0]", 33_000),
      "0..<3004 limit: more than 1000 nested operations, the limit for an expression"
    ),
    (
      "1" + repeated("+1", 49_999),
      "0..<2003 limit: more than 1000 nested operations, the limit for an expression"
    ),
    (
      "true" + repeated("&&true", 16_000) + " +",
      "96006..<96006 syntax: found the end, expected an operand"
    ),
    (
      "[" + repeated("1,", 49_999) + "]",
      "40001..<40002 limit: more than 20000 nodes, the limit for an expression"
    ),
    (
      repeated("(", 250) + "1",
      "250..<251 limit: nested deeper than 250 levels, the limit for an expression"
    ),
    (
      repeated("1", 100_001),
      "100000..<100001 limit: more than 100000 code points, the limit for an expression"
    ),
    (
      repeated("[1].map(x,", 13) + "1",
      "124..<127 limit: more than 12 macros inside one another, the limit for an expression"
    ),
  ]

  @Test(arguments: hostile.indices)
  func `an expression beyond a limit is a mistake, not a crash`(index: Int) {
    let (text, mistake) = Self.hostile[index]
    #expect(mistakes(text) == [mistake])
  }

  @Test func `patterns are counted together`() {
    let text = repeated("$0.matches('a{1000}') || ", 101) + "true"
    let mistake = mistakes(text).first ?? ""
    #expect(
      mistake.hasSuffix(
        "limit: more than 100000 instructions of patterns, the limit for an expression"
      ))
  }

  @Test func `an expression that just fits is evaluated`() throws {
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
        == #"more than 1000000 steps, the limit for an expression in "$0.exists(x, \#(inner))""#)
    #expect(try outcome("$0.all(x, x == 1) && $0.all(x, x == 1)", many) == "true")
  }

  @Test func `a string or a list that would become too large is an error`() throws {
    let text = Value.string(Text(repeated("a", 9 << 20)))
    #expect(
      try outcome("$0 + $0", text)
        == #"more than 16777216 bytes in a value, the limit for an expression in "$0 + $0""#)
    let list = Value.array(Array(repeating: .null, count: 600_000))
    #expect(
      try outcome("$0 + $0", list)
        == #"more than 16777216 bytes in a value, the limit for an expression in "$0 + $0""#)
  }

  /// Evaluates an expression on its own last result until it fails. Returns the number of
  /// evaluations that did not fail.
  private func scan(
    _ text: String, from first: Value, scope: Scope = .pair()
  ) throws -> (count: Int, failure: String, last: Value) {
    let evaluator = try CheckedExpression(text, in: scope).evaluator()
    var frame = Frame()
    var last = first
    for count in 0..<5_000 {
      do {
        last = try evaluator.value(last, 1, in: &frame)
      } catch {
        return (count, error.message, last)
      }
    }
    return (5_000, "", last)
  }

  @Test(
    arguments: [
      ("$0 + $0", .string("ab"), 23), ("$0 + $0", [1], 19), ("[$0, $0]", 1, 19),
      ("{'a': $0, 'b': $0}", 1, 18), ("$0 + [$0]", [1], 19), ("[[$0], $0].flatten()", [1], 19),
      ("$0.map(x, [$0])", [1], 499), ("'%s%s'.format([$0, $0])", .string("ab"), 23),
      ("[$0, $0].join()", .string("ab"), 23), ("$0.replace('b', 'bb') + $0", .string("a"), 24),
      ("{1: $0, 2: $0}", 1, 18),
    ] as [(String, Value, Int)])
  func `a value that doubles with each item causes an error`(
    text: String, first: Value, count: Int
  ) throws {
    let result = try scan(text, from: first)
    let name = count == 499 ? "levels of nesting in a value" : "bytes in a value"
    #expect(
      result.failure.contains("\(name), the limit for an expression"), "\(result.failure)")
    #expect(result.count == count)
  }

  @Test(arguments: ["[$0]", "{'a': $0}", "[{'a': $0}]", "{1: [$0]}", "[1, $0].reverse()"])
  func `a value that nests deeper with each item causes an error`(text: String) throws {
    let result = try scan(text, from: 1)
    #expect(
      result.failure
        == "more than 1000 levels of nesting in a value, the limit for an expression in \"\(text)\""
    )
    #expect(result.count >= 500)
    // A value of the maximum depth can still be compared, written and released.
    var frame = Frame()
    let isEqual = try CheckedExpression("$0 == $1 && $0 in [$1]", in: .pair()).evaluator()
    #expect(try isEqual.condition(result.last, result.last, in: &frame))
    #expect(result.last.description.count > 1_000)
  }

  @Test func `a value that passes through unchanged is not inspected`() throws {
    var deep: Value = 1
    for _ in 0..<1_500 { deep = [deep] }
    var frame = Frame()
    let text = "$0 == $0 ? $0 : 1"
    #expect(try CheckedExpression(text, in: .value()).evaluator().value(deep, in: &frame) == deep)
  }

  /// A large value, identified by its name, because the test library writes out the arguments
  /// themselves.
  enum Input {
    case null, thousand, million, longText

    var value: Value {
      switch self {
      case .null: .null
      case .thousand: .array(Array(repeating: 1, count: 1_000))
      case .million: .array(Array(repeating: 1, count: 1 << 20))
      case .longText: .string(Text(repeated("a", 16 << 20)))
      }
    }
  }

  @Test(
    arguments: [
      ("$0.sum()", .million), ("$0.map(x, x)", .million), ("$0.sort()", .million),
      ("$0.distinct()", .million), ("$0 == $0.slice(0, size($0))", .million),
      ("lists.range(100000).map(i, $0 + [i])", .million),
      ("lists.range(100000).map(i, $0.slice(1, 1000000))", .million),
      ("lists.range(100000).map(i, $0 < $0)", .longText),
      ("lists.range(100000).map(i, {$0: i})", .longText),
      ("lists.range(100000).map(i, '%s'.format([$0]))", .longText),
      ("$0.split('')", .longText), ("$0.replace('', 'b')", .longText),
      ("lists.range(1000000).map(i, '%.900f'.format([1.5]))", .null),
      ("lists.range(1000000).map(i, 'a'.matches(string(i) + '(a{1,30}){1,30}'))", .null),
      (
        "cel.bind(a, lists.range(1000), cel.bind(b, a.map(x, a), b.map(x, b) == b.map(x, b)))",
        .null
      ),
      ("cel.bind(a, $0.map(x, $0), cel.bind(b, $0.map(x, a), b.flatten(9)))", .thousand),
    ] as [(String, Input)])
  func `work that grows with values causes an error`(text: String, input: Input) throws {
    var frame = Frame()
    let error = #expect(throws: EvaluationError.self) {
      try CheckedExpression(text, in: .value()).evaluator().value(input.value, in: &frame)
    }
    let message = error?.message ?? ""
    #expect(
      message.hasPrefix("more than 1000000 steps, the limit for an expression")
        || message.hasPrefix("more than 16777216 bytes in a value, the limit for an expression"),
      "\(message.prefix(200))")
  }

  @Test(arguments: [
    ("size($0)", 10), ("$0.contains('b')", 10), ("$0.matches('b')", 10), ("$0 == $0", 10),
    ("$0 < $0", 10), ("$0 + $0 == ''", 20), ("$0.upperAscii().size()", 20), ("$0 == 'a'", 0),
    ("{'a': 1}[?$0].hasValue()", 10), ("$0 in {'a': 1}", 10), ("$0 in ['b']", 1),
    ("'%s'.format([$0]).size()", 22), ("[$0, $0].join().size()", 42), ("$0.indexOf('b')", 10),
    ("$0.split(',') == []", 10), ("$0.replace('a', 'b', 2).size()", 32), ("$0.trim() == ''", 10),
    ("strings.quote($0).size()", 20), ("{$0: 1}.size()", 10), ("$1.size()", 0),
    ("$1.sum()", 320), ("$1 + $1 == []", 40), ("$1.slice(0, 320) == []", 20),
    ("$1.reverse() == []", 20), ("$1 == $1", 320), ("0 in $1", 320), ("$1.indexOf(0)", 320),
    ("$1.isSorted()", 319), ("$1.distinct() == []", 639),
    ("$1.map(x, 0.0 / 0.0).countDistinct()", 959),
    ("$1.map(x, [0.0 / 0.0]).countDistinct()", 1917), ("$1.flatten() == []", 320),
    ("lists.range($1.size()) == []", 20), ("$1.all(x, x > 0)", 320),
    ("$1.exists(i, x, i == 9)", 10),
    ("$1.all(x, x == x && x == x && x == x && x == x && x == x)", 640), ("$1.min()", 320),
    ("math.least($1)", 320), ("cel.bind(x, $1, x.size())", 0), ("$1[0]", 0),
    ("$1.sort() == []", 2880),
  ])
  func `steps are counted when the work is done`(text: String, steps: Int) throws {
    var frame = Frame()
    let evaluator = try CheckedExpression(text, in: .pair()).evaluator()
    let (first, second) = (
      Value.string(Text(repeated("a", 2_560))), Value.array(Array(repeating: 1, count: 320))
    )
    for _ in 0..<2 { _ = try evaluator.value(first, second, in: &frame) }
    #expect(frame.steps == steps)
  }

  @Test(arguments: [
    ("$0 + 'b' == ''", 10), ("$0 == 'a'", 7), ("$0 < 'b' && 'a' < $0", 7), ("$1[0] == 1", 7),
    ("$1[0] * 2 + 1", 7), ("$0['a' + 'b'] == 1 || true", 0), ("$0 == $1", 0),
  ])
  func `steps begin at zero where they can be counted`(text: String, steps: Int) throws {
    var frame = Frame()
    frame.steps = 7
    let evaluator = try CheckedExpression(text, in: .pair()).evaluator()
    _ = try evaluator.value(.string(Text(repeated("a", 2_560))), [1], in: &frame)
    #expect(frame.steps == steps)
  }

  @Test(arguments: [
    ("0.0 / $0", "NaN"), ("1 / $0", "Infinity"), ("[1, -1 / $0]", "-Infinity"),
    ("{'a': [1.0 / $0]}", "Infinity"), ("[1.5].map(x, x / $0)", "Infinity"),
    ("$0 == 0 ? double('NaN') : 1.0", "NaN"), ("$0 + 1e308 * 10", "Infinity"),
    ("{1: 1 / $0}", "Infinity"),
  ])
  func `a number that JSON lacks cannot leave an expression`(text: String, number: String) throws {
    let message = "the result is \(number), which is not a JSON number in \"\(text)\""
    #expect(try outcome(text, 0.0) == message)
    var frame = Frame()
    let condition = try CheckedExpression("1 / $0 > 1", in: .value()).evaluator()
    #expect(try condition.condition(0.0, in: &frame))
  }
}

private func repeated(_ text: String, _ count: Int = 100_000) -> String {
  String(repeating: text, count: count)
}
