import Testing
import Values

@testable import Expressions

struct OptionalTests {
  static let value: Value = ["a": ["b": 1], "list": [5], "nothing": .null]

  @Test(arguments: [
    ("$0.?a.b.value()", "1"), ("$0.?x.b.hasValue()", "false"), ("$0.?a.?x.hasValue()", "false"),
    ("$0.?x.orValue(3)", "3"), ("$0.?nothing.hasValue()", "true"), ("$0.?nothing.value()", "null"),
    ("$0[?'a'].b.value()", "1"), ("$0[?'x'].hasValue()", "false"), ("$0.list[?0].value()", "5"),
    ("$0.list[?1].hasValue()", "false"), ("$0.list[?-1].hasValue()", "false"),
    ("$0.?list[0].value()", "5"), ("$0.?list[7].hasValue()", "false"),
    ("$0.?x[0].hasValue()", "false"), ("has($0.?a.b)", "true"), ("has($0.?x.b)", "false"),
    ("[?$0.?x, ?$0.?a.b, 2]", "[1, 2]"), ("{?'x': $0.?x, ?'b': $0.?a.b}", "{'b': 1}"),
    ("{?1: optional.of('a')}[1]", "'a'"),
    ("optional.of(1) == optional.of(1.0)", "true"), ("optional.none() == optional.none()", "true"),
    ("optional.of(1) == 1", "false"), ("optional.of(null) == optional.none()", "false"),
    ("optional.of(1) in [optional.of(1)]", "true"),
    ("optional.ofNonZeroValue(0).hasValue()", "false"),
    ("optional.ofNonZeroValue(null).hasValue()", "false"),
    ("optional.ofNonZeroValue([]).hasValue()", "false"),
    ("optional.ofNonZeroValue({}).hasValue()", "false"),
    ("optional.ofNonZeroValue({1: 2}).hasValue()", "true"),
    ("optional.ofNonZeroValue(duration('0s')).hasValue()", "false"),
    ("optional.ofNonZeroValue(false).orValue(true)", "true"),
    ("optional.none().or(optional.of(2)).value()", "2"),
    ("optional.of(1).or(optional.of(1 / 0)).value()", "1"), ("optional.of(1).orValue(1 / 0)", "1"),
    ("optional.of(2).optMap(x, x * 2).value()", "4"),
    ("optional.none().optMap(x, x * 2).hasValue()", "false"),
    ("optional.of({'a': 1}).optFlatMap(x, x.?a).value()", "1"),
    ("optional.of({}).optFlatMap(x, x.?a).hasValue()", "false"),
    ("optional.unwrap([optional.of(1), optional.none(), optional.of(2)])", "[1, 2]"),
    ("[optional.none()].unwrapOpt()", "[]"), ("type(optional.none()) == optional_type", "true"),
    ("optional.of(optional.of(1)).value().value()", "1"),
    ("[1, 2].map(x, optional.of(x).value())", "[1, 2]"),
  ])
  func `an optional may have a value`(text: String, result: String) throws {
    #expect(try outcome(text, Self.value) == result)
  }

  @Test(arguments: [
    ("$0.?x.value()", "'value' needs an optional that has a value"),
    ("optional.none().or(optional.of(1 / 0))", "division by zero"),
    ("optional.none().orValue(1 / 0)", "division by zero"),
    ("$0.?nothing.b.hasValue()", "found null, expected a list or a map before '['"),
    ("$0.nothing.?b.hasValue()", "found null, expected a map with the field 'b'"),
    (
      "[optional.of(1)]",
      "an optional is not a JSON value (write '.orValue(…)' or '.value()' after it)"
    ),
    ("dyn(optional.none())", "an optional is not a JSON value"),
    ("[?dyn(1)]", "found an int, expected an optional"),
    ("dyn(1).hasValue()", "'hasValue' cannot be applied to an int"),
    ("dyn(1).optMap(x, x)", "found an int, expected an optional"),
    ("optional.of(1).optFlatMap(x, dyn(x)).value()", "found an int, expected an optional"),
    ("optional.none() + 1", "'+' cannot be applied to an optional and an int"),
  ])
  func `an unsuitable optional is an error`(text: String, message: String) throws {
    let scope = Scope.value()
    var frame = Frame()
    let evaluator = try CheckedExpression(unchecked: text, in: scope).evaluator()
    let error = #expect(throws: EvaluationError.self) {
      try evaluator.value(Self.value, in: &frame)
    }
    #expect(error?.message.hasPrefix(message) == true, "\(error?.message ?? "")")
  }

  @Test(arguments: [
    (
      "optional.of(1) + 1",
      "0..<18 wrongType: '+' cannot be applied to an optional of an int and an int, expected two numbers, two strings or two lists"
    ),
    ("[?1]", "2..<3 wrongType: found an int, expected an optional after '?'"),
    ("{?'a': 1}", "7..<8 wrongType: found an int, expected an optional after '?'"),
    (
      "1.?a",
      "3..<4 wrongType: cannot read the field 'a' of an int, expected a map"
    ),
    ("1[?0]", "0..<1 wrongType: found an int, expected a list or a map before '['"),
    ("[1].optMap(x, x)", "0..<3 wrongType: found a list(int), expected an optional before a macro"),
    (
      "$0.?a.optFlatMap(x, 1).hasValue()",
      "20..<21 wrongType: found an int, expected an optional before the end of 'optFlatMap'"
    ),
    (
      "optional.off(1)",
      "0..<12 unknownFunction: unknown function 'optional.off' (did you mean 'optional.of'?)"
    ),
  ])
  func `an optional in the wrong place is reported before it runs`(text: String, mistake: String) {
    #expect(mistakes(text) == [mistake])
  }
}
