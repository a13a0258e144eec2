import Testing
import Values

@testable import Expressions

struct OperatorTests {
  @Test(
    arguments: [
      ("$0 + 1", 2, "3"), ("$0 - 5", 2, "-3"), ("$0 * 2", 21, "42"), ("7 / $0", -2, "-3"),
      ("-7 % $0", 3, "-1"), ("-$0", 5, "-5"), ("- - $0", 5, "5"),
      ("$0 + 1", 1.5, "2.5"), ("1 + $0", 1.5, "2.5"), ("3 * $0", 0.5, "1.5"),
      ("1 / $0", 4.0, "0.25"),
      ("1.5 + $0", 1, "2.5"), ("$0 - 0.5", 1, "0.5"), ("$0 / 2", 3.0, "1.5"),
      ("1.0 / $0 > 1e300", 0, "true"), ("-$0", 0.0, "-0.0"),
      ("'a' + $0", "b", "'ab'"), ("[1] + $0", [2], "[1, 2]"), ("$0 + [1.5]", ["a"], "['a', 1.5]"),
      ("1 + 2 * 3 - 4 / 2", .null, "5"), ("(1 + 2) * 3", .null, "9"), ("10 - 3 - 2", .null, "5"),
      ("$0 % -1", .int(.min), "0"), ("2 % 3 == 2 && true ? 1 : 2", .null, "1"),
    ] as [(String, Value, String)])
  func `arithmetic has the results of CEL`(text: String, first: Value, result: String) throws {
    #expect(try outcome(text, first) == result)
  }

  @Test(
    arguments: [
      ("10 / $0", 0, #"division by zero in "10 / $0""#),
      ("10 % $0", 0, #"division by zero in "10 % $0""#),
      ("1 / 0", .null, #"division by zero in "1 / 0""#),
      ("$0 + 1", .int(.max), #"int overflow in "$0 + 1""#),
      ("$0 - 1", .int(.min), #"int overflow in "$0 - 1""#),
      ("$0 * 2", .int(.max), #"int overflow in "$0 * 2""#),
      ("$0 / -1", .int(.min), #"int overflow in "$0 / -1""#),
      ("-$0", .int(.min), #"int overflow in "-$0""#),
      ("$0 * 2 + 1", .int(.max / 2), "9223372036854775807"),
      ("$0 * 2 + 2", .int(.max / 2), #"int overflow in "$0 * 2 + 2""#),
    ] as [(String, Value, String)])
  func `a result that overflows is an error`(text: String, first: Value, message: String) throws {
    #expect(try outcome(text, first) == message)
  }

  @Test(arguments: [
    (
      "dyn(1) + 'a'",
      #"'+' cannot be applied to an int and a string, expected two numbers, two strings or two lists in "dyn(1) + 'a'""#
    ),
    (
      "dyn(1.5) % 2",
      #"'%' cannot be applied to a double and an int, expected two ints in "dyn(1.5) % 2""#
    ),
    (
      "dyn(null) < 1",
      #"'<' cannot be applied to null and an int, expected two numbers, two strings or two bools in "dyn(null) < 1""#
    ),
    ("-dyn('a')", #"'-' cannot be applied to a string, expected a number in "-dyn('a')""#),
    ("!dyn(1)", #"'!' cannot be applied to an int, expected a bool in "!dyn(1)""#),
    ("1 in dyn(1)", #"found an int, expected a list or a map after 'in' in "1 in dyn(1)""#),
    ("dyn(1) ? 1 : 2", #"found an int, expected a bool in "dyn(1) ? 1 : 2""#),
  ])
  func `a wrong type found at run time is an error`(text: String, message: String) throws {
    #expect(try outcome(text) == message)
  }

  @Test(arguments: [
    ("1 == 1.0", "true"), ("[1, {'a': 2.0}] == [1.0, {'a': 2}]", "true"), ("1 == '1'", "false"),
    ("null == false", "false"), ("null != 0", "true"), ("'a' == 'a'", "true"),
    ("'\\u00e9' == 'e\\u0301'", "false"), ("{'a': 1, 'b': 2} == {'b': 2, 'a': 1}", "true"),
    ("{'a': 1} == {'b': 1}", "false"), ("[1, 2] == [1]", "false"),
    ("0.0 / 0.0 == 0.0 / 0.0", "false"), ("0.0 / 0.0 != 0.0 / 0.0", "true"),
    ("0.0 == -0.0", "true"), ("0.0 / 0.0 < 1.0", "false"), ("0.0 / 0.0 >= 1", "false"),
    ("1 < 1.5", "true"), ("2.0 >= 2", "true"), ("'a' < 'b'", "true"), ("'Z' < 'a'", "true"),
    ("'\\uFFFD' < '\\U0001F600'", "true"), ("false < true", "true"), ("'a' <= 'a'", "true"),
    ("9223372036854775807 < 9223372036854775808.0", "false"),
    ("9223372036854775807 >= 9223372036854775808.0", "true"),
    ("2 in [1.0, 2.0]", "true"), ("'a' in {'a': 1}", "true"), ("1 in {'a': 1}", "false"),
    ("{'a': 1} in [{'a': 1.0}]", "true"),
  ])
  func `comparison follows CEL's rules`(text: String, result: String) throws {
    #expect(try outcome(text) == result)
    #expect(try outcome(text.replacingFirstOperand()) == result)
  }

  @Test(arguments: [
    ("true && false", "false"), ("false && $0.x", "false"), ("$0.x && false", "false"),
    ("true || $0.x", "true"), ("$0.x || true", "true"), ("1 / 0 == 1 || true", "true"),
    ("false && 1 / 0 == 1 && true", "false"), ("1 / 0 == 1 && true && false", "false"),
    ("dyn(1) || true", "true"), ("dyn('a') && false", "false"),
    ("$0.x && true", #"found null, expected a map with the field 'x' in "$0.x && true""#),
    ("false || 1 / 0 == 1", #"division by zero in "false || 1 / 0 == 1""#),
    ("1 / 0 == 1 || false || $0.x", #"division by zero in "1 / 0 == 1 || false || $0.x""#),
    ("!true", "false"), ("!!true", "true"), ("true ? 1 : 1 / 0", "1"), ("false ? 1 / 0 : 2", "2"),
    ("true ? 1 : 'a'", "1"), ("false ? 1 : true ? 2 : 3", "2"),
  ])
  func `logic fails only if no operand decides`(text: String, result: String) throws {
    var frame = Frame()
    let evaluator = try CheckedExpression(text, in: .value()).evaluator()
    let found: String
    do throws(EvaluationError) {
      found = try evaluator.value(.null, in: &frame).text
    } catch {
      found = error.message
    }
    #expect(found == result)
  }

  @Test func `operators bind as in CEL`() throws {
    #expect(try outcome("1 + 1 == 2 && 2 * 3 == 6 || false ? 'yes' : 'no'") == "'yes'")
    #expect(try outcome("-2 * -3 + 4 % 3") == "7")
    #expect(try outcome("!false && 1 in [1]") == "true")
  }
}

extension String {
  /// The same text with its first operand replaced by one of a type that the checker does not know.
  fileprivate func replacingFirstOperand() -> String {
    for sign in [" == ", " != ", " <= ", " >= ", " < ", " > ", " in "] {
      let parts = split(separator: sign, maxSplits: 1)
      if parts.count == 2 { return "dyn(\(parts[0]))\(sign)\(parts[1])" }
    }
    return self
  }
}
