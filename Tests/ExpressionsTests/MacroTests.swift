import Testing
import Values

@testable import Expressions

struct MacroTests {
  @Test(arguments: [
    ("[1, 2].all(i, x, x == i + 1)", "true"), ("[].all(i, x, false)", "true"),
    ("{'a': 1}.all(k, v, k == 'a' && v == 1)", "true"),
    ("[0, 1].all(i, x, 1 / x == 2)", "false"), ("[5, 6].exists(i, x, i == 1 && x == 6)", "true"),
    ("[0].exists(i, x, 1 / x == 1 || x == 0)", "true"),
    ("[1, 1].exists_one(i, x, i == 0)", "true"), ("[1, 1].existsOne(i, x, x == 1)", "false"),
    ("['a', 'b'].transformList(i, x, string(i) + x)", "['0a', '1b']"),
    ("[1, 2, 3].transformList(i, x, i != 1, x)", "[1, 3]"),
    ("{'a': 1, 'b': 2}.transformList(k, v, k)", "['a', 'b']"),
    ("{'a': 1, 'b': 2}.transformMap(k, v, v > 1, v * 2)", "{'b': 4}"),
    ("[7, 8].transformMap(i, x, x)", "{'0': 7, '1': 8}"),
    ("[7, 8].transformMap(i, x, x)[1]", "8"),
    ("{'a': 'b'}.transformMapEntry(k, v, {v: k, v + v: 1})", "{'b': 'a', 'bb': 1}"),
    ("['x', 'y'].transformMapEntry(i, x, i > 0, {x: i})", "{'y': 1}"),
    ("[1].transformMapEntry(i, x, {})", "{}"),
    ("{1: 'a', true: 'b'}.map(k, k)", "[1, true]"), ("{1: 'a'}.all(k, v, v == 'a')", "true"),
    ("[3, 4].map(x, x > 3, [x].map(y, x + y))", "[[8]]"),
    ("[[1, 2], [3]].transformList(i, x, x.transformList(j, y, i * 10 + j + y))", "[[1, 3], [13]]"),
    ("cel.bind(x, 2, x * x)", "4"), ("cel.bind(x, 1, cel.bind(x, x + 1, x + 1))", "3"),
    ("cel.bind(x, [1, 2], x.map(y, y + size(x)))", "[3, 4]"),
    ("[1, 2].map(x, cel.bind(y, x + 1, y * y))", "[4, 9]"),
    ("cel.bind(x, cel.bind(y, 5, y), x)", "5"),
  ])
  func `macros have one variable or two`(text: String, result: String) throws {
    #expect(try outcome(text) == result)
  }

  @Test(arguments: [
    ("{'a': 1, 'b': 1}.transformMapEntry(k, v, {v: k})", "duplicate key 1"),
    (
      "[1].transformMapEntry(i, x, dyn(x))",
      "found an int, expected a map before the end of 'transformMapEntry'"
    ),
    ("[1].transformList(i, x, dyn(x), x)", "found an int, expected a bool"),
    ("cel.bind(x, 1 / 0, true)", "division by zero"),
    ("dyn('a').exists(i, x, true)", "found a string, expected a list or a map before a macro"),
    ("{1: 2, '1': 3}", "duplicate key '1', as JSON has the keys of a map"),
  ])
  func `a macro fails on unsuitable values`(text: String, message: String) throws {
    #expect(try outcome(text) == "\(message) in \"\(text)\"")
  }

  @Test(arguments: [
    (
      "[1].all(x, x, true)",
      "11..<12 syntax: both variables of 'all' are called 'x' (write '.all(x, …)' with two names)"
    ),
    (
      "[1].transformMap(x, 1)",
      "20..<21 syntax: 'transformMap' takes the names of two variables and an expression (write '.transformMap(i, x, …)')"
    ),
    (
      "cel.bind(1, 2, 3)",
      "9..<10 syntax: 'cel.bind' takes the name of a variable and an expression (write 'cel.bind(x, value, …)')"
    ),
    ("cel.bind(x, 1)", "13..<14 syntax: found ')', expected ','"),
    (
      "cel.bid(x, 1, x)",
      "0..<7 unknownFunction: unknown function 'cel.bid' (did you mean 'cel.bind'?)"
    ),
    (
      "[1].sortBy(x, [[x]])",
      "14..<19 wrongType: found a list(list(int)), expected something to sort by (numbers, strings, bools, timestamps, durations and lists of them can be compared)"
    ),
    (
      "{'a': 1}.sortBy(x, x)",
      "0..<8 wrongType: found a map(string, int), expected a list before 'sortBy'"
    ),
    (
      "[1].transformMapEntry(i, x, x)",
      "28..<29 wrongType: found an int, expected a map before the end of 'transformMapEntry'"
    ),
    (
      "[1].exists(i, x, x)",
      "17..<18 wrongType: found an int, expected a bool before the end of 'exists'"
    ),
    (
      "1.exists(i, x, true)",
      "0..<1 wrongType: found an int, expected a list or a map before a macro"
    ),
  ])
  func `a macro in the wrong form is reported`(text: String, mistake: String) {
    #expect(mistakes(text).first == mistake)
  }

  @Test(arguments: [
    ("[1].transformMap(i, x, 'a')", "map(string, string)"),
    ("{'a': 1}.transformMap(k, v, 1.5)", "map(string, double)"),
    ("[1.5].transformList(i, x, i)", "list(int)"), ("cel.bind(x, 1, [x])", "list(int)"),
    ("['a'].sortBy(x, x)", "list(string)"), ("[1].first().optMap(x, x + 1).value()", "int"),
  ])
  func `the type of a macro is known`(text: String, type: String) throws {
    #expect(try CheckedExpression(text, in: .value()).type.description == type)
  }
}
