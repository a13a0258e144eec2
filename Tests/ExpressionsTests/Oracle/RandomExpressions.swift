import Values

@testable import Expressions

/// Random expressions and values. The same seed produces the same ones.
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

  /// Returns the expression with a part removed, inserted or doubled.
  mutating func mutated(_ text: String) -> String {
    var scalars = Array(text.unicodeScalars)
    for _ in 0...next() % 2 {
      let start = Int(next() % UInt64(scalars.count + 1))
      let end = min(scalars.count, start + Int(next() % 4))
      switch next() % 4 {
      case 0: scalars.removeSubrange(start..<end)
      case 1: scalars.insert(contentsOf: scalars[start..<end], at: start)
      default:
        let pieces = [
          "?", ".", "[?", "0", "1", "'", "(", ")", "x", ",", "$0", "$1", "-", "!", "[", "]", "{",
          "}", ":", ".?a", "a", " ", "true", "optional.none()", ".size()", "math.", "cel.bind(",
        ]
        scalars.insert(contentsOf: choose(pieces).unicodeScalars, at: start)
      }
    }
    var result = String.UnicodeScalarView()
    result.append(contentsOf: scalars)
    return String(result)
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
    switch next() % 26 {
    case 24: return map(depth)
    case 25: return reading(depth)
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
    if next() % 6 == 0 { return format(depth) }
    return text
      + choose([
        ".size()", ".charAt(\(index))", ".indexOf(\(other))", ".indexOf(\(other), \(index))",
        ".lastIndexOf(\(other))", ".lastIndexOf(\(other), \(index))", ".substring(\(index))",
        ".substring(\(index), \(choose(["2", "3", "0"])))", ".reverse()", ".lowerAscii()",
        ".upperAscii()", ".split(\(other))", ".split(\(other), \(index))",
        ".replace(\(other), 'xy')", ".replace(\(other), '', \(index))", ".contains(\(other))",
        ".startsWith(\(other))", ".endsWith(\(other))", ".trim()", ".matches(\(other))",
        ".matches('^.b?' + \(other))",
      ])
  }

  private mutating func format(_ depth: Int) -> String {
    let clause = choose(["%s", "%d", "%f", "%.1f", "%.3e", "%b", "%x", "%X", "%o", "%s%%", "%.0f"])
    let value = choose([
      "$0", "$1", "2.5", "-0.125", "1e21", "[1, $0]", "{2: 'b', '1': $1}", "int", part(depth),
    ])
    return choose([
      "'\(clause) \(clause)'.format([\(value), $1])", "'é\(clause)'.format([\(value)])",
      "strings.quote('\(clause)\\n')",
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
        ".avg()", ".stddev()", ".countDistinct()", ".percentile(\(index))", ".percentile(50)",
        ".groupBy(x, \(choose(["x", "size(x)", "x == $1"])))", ".maxBy(x, -x)", ".minBy(x, x)",
        ".map(x, [x, 2 * x]).slope().orValue(0.5)", ".sortBy(x, -x)", ".sortBy(x, size(x))",
        ".first().orValue(\(index))", "[?\(index)]",
      ])
  }

  private mutating func map(_ depth: Int) -> String {
    let map = choose(["$0", "{'a': 1}", "{'b': $1, 'a': 2}", "{1: 'a', 'b': 2}", part(depth)])
    let other = choose(["{}", "{'a': $0}", "{?'c': $1.?a}", "{1: 2}", "$1"])
    let key = choose(["'a'", "1", "'b'", "$0", "'x', 'a'"])
    return map + choose([".with(\(other))", ".without([\(key)])", ".with(\(other)).size()"])
  }

  private mutating func reading(_ depth: Int) -> String {
    let text = choose(["'abcabc'", "'é1a22'", "''", "string($0)", part(depth)])
    let pattern = choose(["b", "[a-c]+", "a(b)?", "(.)a", "x*", "\\\\d+", "^.", "b|bc", "(a)(b)"])
    let time = choose(["2026-03-0\(next() % 10) 1\(next() % 10):30", "2026-3-1 10:30", "x"])
    return choose([
      "\(text).parseNumber()\(choose([".orValue(1)", ".hasValue()"]))", "'1.50'.parseNumber()",
      "'a=1 \(choose(["b", "b=\"c d\"", "=", "a=2", "b=\"", "'+ string($0) +'"]))'.parseKeyValues()",
      "regex.extract(\(text), '\(pattern)').orValue('none')",
      "regex.extractAll(\(text), '\(pattern)')",
      "regex.replace(\(text), '\(pattern)', '<\(choose(["", "\\\\0", "\\\\1"]))>')",
      "regex.replace(\(text), '\(pattern)', 'y', \(choose(["0", "1", "2", part(depth)])))",
      "timestamp('\(time)', 'yyyy-MM-dd HH:mm', '\(choose(["UTC", "-01:30"]))')",
      "timestamp(\(choose(["1.5", "2e10", "1e300", "$0"])))", "double(duration('1.5s') * 1)",
      "double(duration('-90s'))",
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
      "math.floor(\(number))", "math.round(\(number))", "math.trunc(\(number))",
      "math.sqrt(\(number))", "math.isNaN(\(number))", "math.isInf(\(number) / 0.0)",
      "math.isFinite(\(number))", "math.bitXor(\(number), 5)", "math.bitNot(\(number))",
      "math.bitShiftLeft($0, \(number))", "math.bitAnd(\(number), 6)", "math.bitOr($0, \(number))",
      "math.bitShiftRight(\(number), $1)", "int(\(number))", "{1: 'a', true: \(number)}[true]",
      "{\(number): 1}[$0]", "lists.range(\(number))", "\(number) in {1: 2, 'a': 3}",
    ])
  }

  private mutating func time(_ depth: Int) -> String {
    let time = choose(["timestamp(0)", "timestamp(253402300799)", "timestamp($0)"])
    let span = choose(["duration('1.5s')", "duration('-2h')", "duration('290y')"])
    return choose([
      "\(time) + \(span)", "\(time) - \(time)", "\(time) < \(time)", "\(span) + \(span)",
      "\(time).getDayOfYear()", "\(time).getHours('+01:00')", "\(span).getMinutes()",
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

  /// Returns an expression of numbers, or a comparison of two.
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
