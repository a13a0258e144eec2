import Testing
import Values

@testable import Expressions

struct NameTests {
  private func outcome(_ text: String, _ variables: [(Text, Value)]) throws -> String {
    var frame = Frame()
    frame.locals = variables.map(\.1)
    let scope = Scope(names: variables.map { Scope.Name($0.0) })
    return try CheckedExpression(text, in: scope).evaluator().value(in: &frame).text
  }

  @Test(arguments: [
    ("a.b.c", "3"), ("a.b.c.d", "4"), ("a.b", "{'c': 2}"), ("a.x", "1"), (".a.b.c", "3"),
    ("[7].map(a, .a.x + a)", "[8]"), ("[7].map(x, .x)", "['x']"), ("[7].map(x, x)", "[7]"),
    ("a.`b`.c", "2"), ("math.size()", "2"), ("math.abs(-1)", "1"), (".math.abs(-1)", "1"),
    ("int", "5"), ("type(int) == type(5)", "true"),
  ])
  func `the longest name counts, and a leading dot means the outermost`(
    text: String, result: String
  ) throws {
    let variables: [(Text, Value)] = [
      ("a", ["x": 1, "b": ["c": 2]]), ("a.b", ["c": 2]), ("a.b.c", 3), ("a.b.c.d", 4), ("x", "x"),
      ("math", [1, 2]), ("int", 5),
    ]
    #expect(try outcome(text, variables) == result)
  }

  @Test(arguments: [
    ("type(1) == int", "true"), ("type(1.0) == int", "false"), ("type('') == string", "true"),
    ("type(true) == bool", "true"), ("type([]) == list", "true"), ("type({}) == map", "true"),
    ("type({1: 2}) == map", "true"), ("type(null) == null_type", "true"),
    ("type(type(1)) == type", "true"), ("type(int) == type", "true"), ("type(1) == uint", "false"),
    ("type(timestamp(0)) == google.protobuf.Timestamp", "true"),
    ("type(duration('1s')) == google.protobuf.Duration", "true"), ("double == type(1.5)", "true"),
    ("type(1) in [int, double]", "true"), ("[1, 'a'].map(x, type(x) == int)", "[true, false]"),
    ("type($0) == list ? $0 : [$0]", "[7]"),
  ])
  func `types are values that can be compared`(text: String, result: String) throws {
    #expect(try ExpressionsTests.outcome(text, 7) == result)
  }

  @Test(arguments: [
    ("{1: 'a', 2: 'b'}[2]", "'b'"), ("{1: 'a'}[1.0]", "'a'"), ("{true: 1}[true]", "1"),
    ("{1: 'a', '1': 'b'}['1']", "'b'"), ("1 in {1: 2}", "true"), ("'1' in {1: 2}", "false"),
    ("{1: 2} == {1: 2.0}", "true"), ("{1: 2} == {'1': 2}", "false"), ("{1: 2, 3: 4}.size()", "2"),
    ("{1: {2: 3}}", "{'1': {'2': 3}}"), ("{1: 'a', 'b': 2}.b", "2"),
    ("has({1: 2, 'b': 2}.b)", "true"),
    ("{$0: 1}[7]", "1"), ("{$0: 1}", "{'7': 1}"), ("{1: 2}.map(k, k + 1)", "[2]"),
  ])
  func `the keys of a map may be ints and bools`(text: String, result: String) throws {
    #expect(try ExpressionsTests.outcome(text, 7) == result)
  }

  @Test(arguments: [
    ("{1: 2}[3]", "no such key 3"), ("{true: 2}[false]", "no such key false"),
    ("{1: 2, 'a': 3}.b", "no such key 'b'"), ("{$0: 1, 7: 2}", "duplicate key 7"),
    ("{dyn(1.5): 1}", "found a double, expected the key of a map, a string"),
  ])
  func `a missing or duplicate key is an error`(text: String, message: String) throws {
    #expect(try ExpressionsTests.outcome(text, 7) == "\(message) in \"\(text)\"")
  }
}
