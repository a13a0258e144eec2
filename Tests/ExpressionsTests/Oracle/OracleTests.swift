import Testing
import Values

@testable import Expressions

struct OracleTests {
  @Test(arguments: [1, 2, 3] as [UInt64])
  func `closures agree with a plain evaluator`(seed: UInt64) throws {
    var random = RandomExpressions(seed: seed)
    var evaluated = 0
    for round in 0..<1_000 {
      // Every other round is about numbers, where most expressions have a value.
      let isNumeric = round % 2 == 0
      let depth = 1 + round % 4
      let text = isNumeric ? random.comparison(depth: depth) : random.expression(depth: depth)
      let (first, second) =
        isNumeric ? (random.number(), random.number()) : (random.value(), random.value())
      let known = Scope.pair(ValueType.of(first), ValueType.of(second))
      for scope in [known, Scope.pair(known.first ?? .dyn, .dyn), Scope.pair()] {
        let expression = try CheckedExpression(unchecked: text, in: scope)
        let wanted = Oracle.evaluate(expression.tree, first, second)?.text
        var frame = Frame()
        let found = try? expression.evaluator().value(first, second, in: &frame).text
        if found != wanted {
          let arguments = "$0 = \(first.text), $1 = \(second.text)"
          let results = "\(found ?? "an error"), expected \(wanted ?? "an error")"
          Issue.record("seed \(seed), round \(round): \(text) with \(arguments): \(results)")
        }
        if found != nil {
          evaluated += 1
          checkPromises(text, scope)
        }
      }
    }
    // The test is worth something only if many expressions do not fail.
    #expect(evaluated > 1_000)
  }

  /// What has a value must not be refused.
  private func checkPromises(_ text: String, _ scope: Scope) {
    do {
      _ = try CheckedExpression(text, in: scope)
    } catch {
      // Unless what is refused is never evaluated, or its failure counts for nothing.
      let signs = [
        "?", "&&", "||", "all", "exists", "map", "filter", ".or", "transform", "optMap", "sortBy",
        "optFlatMap",
      ]
      let mayBeUnused = signs.contains { text.contains($0) }
      #expect(mayBeUnused, "refused, but it has a value: \(text): \(error.errors)")
    }
  }
}

/// Expressions and values by chance; the same seed gives the same ones.
struct RandomExpressions: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  /// SplitMix64.
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  private mutating func choose<Element>(_ elements: [Element]) -> Element {
    elements[Int(next() % UInt64(elements.count))]
  }

  mutating func number() -> Value {
    next() % 3 == 0
      ? .double(choose([0.0, -0.0, 1.0, 2.5, 3.0, 1e19, -1e300]))
      : .int(choose([0, 1, 2, 3, -1, 7, 12, .max, .min, 1 << 53]))
  }

  mutating func value(depth: Int = 2) -> Value {
    switch next() % (depth == 0 ? 8 : 10) {
    case 0: .null
    case 1: .bool(next() % 2 == 0)
    case 2, 3, 4, 5, 6: number()
    case 7: .string(choose(["", "a", "b", "é", "😀"]))
    case 8: .array((0..<next() % 4).map { _ in value(depth: depth - 1) })
    default: ["a": value(depth: depth - 1), "b": value(depth: depth - 1)]
    }
  }

  mutating func expression(depth: Int = 4) -> String {
    if depth == 0 || next() % 8 == 0 { return operand() }
    switch next() % 24 {
    case 16: return text(depth)
    case 17: return list(depth)
    case 18: return optional(depth)
    case 19: return number(depth)
    case 20: return time(depth)
    case 21:
      return "\(choose(["$0", "$1", "[3, 1, 2]", part(depth)])).\(pairMacro(depth))"
    case 22: return "cel.bind(y, \(part(depth)), \(choose(["y", "[y, y]", "y == $0", "y + 1"])))"
    case 23:
      return "type(\(part(depth))) \(choose(["==", "!="])) \(choose(["int", "type($0)", "list"]))"
    case 0, 1, 2, 3, 4:
      return "(\(part(depth)) \(choose(["+", "-", "*", "/", "%"])) \(part(depth)))"
    case 5, 6, 7:
      return "(\(part(depth)) \(choose(["==", "!=", "<", "<=", ">", ">="])) \(part(depth)))"
    case 8: return "(\(part(depth)) \(choose(["&&", "||"])) \(part(depth)))"
    case 9: return "(\(part(depth)) || \(part(depth)) || \(part(depth)))"
    case 10: return "(\(part(depth)) ? \(part(depth)) : \(part(depth)))"
    case 11: return choose(["-", "!"]) + part(depth)
    case 12: return "\(choose(["$0", "$1", "{'a': 1}", part(depth)])).\(choose(["a", "b"]))"
    case 13: return "\(part(depth))[\(choose(["0", "1.0", "'a'", part(depth)]))]"
    case 14:
      let macro = choose(["all", "exists", "exists_one", "map", "filter"])
      return "\(choose(["$0", "[1, 2, $1]", part(depth)])).\(macro)(x, \(body(depth)))"
    default: return choose(["size", "dyn", "double"]) + "(\(part(depth)))"
    }
  }

  private mutating func text(_ depth: Int) -> String {
    let text = choose(["'abcabc'", "'é😀aé'", "''", "'a,b'", "string($0)", part(depth)])
    let other = choose(["'a'", "''", "'bc'", "'é'", part(depth)])
    let index = choose(["0", "1", "2", "-1", "7", part(depth)])
    return text
      + choose([
        ".size()", ".charAt(\(index))", ".indexOf(\(other))", ".indexOf(\(other), \(index))",
        ".lastIndexOf(\(other))", ".lastIndexOf(\(other), \(index))", ".substring(\(index))",
        ".substring(\(index), \(choose(["2", "3", "0"])))", ".reverse()", ".lowerAscii()",
        ".upperAscii()", ".split(\(other))", ".split(\(other), \(index))",
        ".replace(\(other), 'xy')", ".replace(\(other), '', \(index))", ".contains(\(other))",
        ".startsWith(\(other))", ".endsWith(\(other))",
      ])
  }

  private mutating func list(_ depth: Int) -> String {
    let list = choose(["[3, 1, 2]", "['b', 'a']", "[1, [2, [$0]]]", "[$0, $1]", "$0", part(depth)])
    let index = choose(["0", "1", "2", "-1", part(depth)])
    return list
      + choose([
        ".sum()", ".min()", ".max()", ".isSorted()", ".sort()", ".distinct()", ".flatten()",
        ".flatten(\(index))", ".slice(0, \(index))", ".reverse()", ".first()", ".last()",
        ".indexOf(\(index))", ".lastIndexOf(\(index))", ".join('-')", ".join()",
        ".sortBy(x, -x)", ".sortBy(x, size(x))", ".first().orValue(\(index))", "[?\(index)]",
      ])
  }

  private mutating func optional(_ depth: Int) -> String {
    let optional = choose([
      "$0.?a", "$1[?0]", "{'a': $0}.?a", "optional.of(\(part(depth)))", "optional.none()",
      "optional.ofNonZeroValue(\(part(depth)))", "{1: $0}[?1]", "$0.?a.b",
    ])
    switch next() % 8 {
    case 0: return "[?\(optional), 1]"
    case 1: return "{?'a': \(optional), 'b': 2}"
    case 2: return "\(optional).optMap(y, \(choose(["y", "y + 1", "[y]"]))).orValue(\(part(depth)))"
    case 3: return "\(optional).optFlatMap(y, \(choose(["y.?a", "optional.of(y)"]))).hasValue()"
    case 4: return "\(optional).or(\(choose(["optional.of(1)", "$0.?b"]))).value()"
    case 5: return "\(optional) == \(choose(["optional.none()", "optional.of($0)"]))"
    default:
      return "\(optional)\(choose([".hasValue()", ".value()", ".orValue(\(part(depth)))", ""]))"
    }
  }

  private mutating func number(_ depth: Int) -> String {
    let number = choose(["$0", "$1", "-7", "2.5", part(depth)])
    return choose([
      "math.greatest(\(number), 1, 2.5)", "math.least(\(number), $1)", "math.abs(\(number))",
      "math.greatest([\(number), $0])", "math.sign(\(number))", "math.ceil(\(number))",
      "math.floor(\(number))", "math.bitAnd(\(number), 6)", "math.bitOr($0, \(number))",
      "math.bitShiftRight(\(number), $1)", "int(\(number))", "{1: 'a', true: \(number)}[true]",
      "{\(number): 1}[$0]", "lists.range(\(number))", "\(number) in {1: 2, 'a': 3}",
    ])
  }

  private mutating func time(_ depth: Int) -> String {
    let time = choose(["timestamp(0)", "timestamp(253402300799)", "timestamp($0)"])
    let span = choose(["duration('1.5s')", "duration('-2h')", "duration('290y')"])
    return choose([
      "\(time) + \(span)", "\(time) - \(time)", "\(time) < \(time)", "\(span) + \(span)",
      "[\(time), \(span)]", "\(time) - \(span) == \(part(depth))", "{'a': \(span)}.a - \(span)",
    ])
  }

  private mutating func pairMacro(_ depth: Int) -> String {
    choose([
      "all(i, x, x != i)", "exists(i, x, x == $1)", "existsOne(i, x, i == x)",
      "transformList(i, x, [i, x])", "transformList(i, x, i != 1, \(body(depth)))",
      "transformMap(i, x, x)", "transformMap(i, x, i != 'a', \(body(depth)))",
      "transformMapEntry(i, x, {string(i): x})", "transformMapEntry(i, x, {'a': \(body(depth))})",
    ])
  }

  /// An expression of numbers, or a comparison of two.
  mutating func comparison(depth: Int) -> String {
    let left = arithmetic(depth: depth)
    switch next() % 4 {
    case 0: return left
    case 1: return "\(left) < \(arithmetic(depth: 1)) && \(left) != \(arithmetic(depth: 1))"
    default:
      let sign = choose(["==", "!=", "<", "<=", ">", ">="])
      return "\(left) \(sign) \(arithmetic(depth: depth - 1))"
    }
  }

  private mutating func arithmetic(depth: Int) -> String {
    if depth == 0 || next() % 6 == 0 {
      return choose(["$0", "$0", "$1", "1", "2", "3", "-1", "0.5"])
    }
    let sign = choose(["+", "-", "*", "+", "-", "*", "/", "%"])
    let text = "\(arithmetic(depth: depth - 1)) \(sign) \(arithmetic(depth: depth - 1))"
    return next() % 2 == 0 ? text : "(\(text))"
  }

  private mutating func part(_ depth: Int) -> String { expression(depth: depth - 1) }

  private mutating func body(_ depth: Int) -> String {
    choose(["x", "x == $0", "x > 1", "x * 2 + 1 != 3", "x.a == \(part(depth))", part(depth)])
  }

  private mutating func operand() -> String {
    choose([
      "$0", "$0", "$0", "$1", "$1", "0", "1", "2", "3", "-1", "9223372036854775807", "1.0", "2.5",
      "true", "false", "null", "'a'", "''", "'é'", "[]", "[1, 2.0, 'a']", "[$0]", "{'a': $1}",
      "has($0.a)", "$0.a", "1 in $0", "'a' in $1",
    ])
  }
}
