import Testing
import Values

@testable import Expressions

struct CheckerTests {
  @Test(arguments: [
    ("siez($0)", "0..<4 unknownFunction: unknown function 'siez' (did you mean 'size'?)"),
    ("frobnicate(1)", "0..<10 unknownFunction: unknown function 'frobnicate'"),
    (
      "$0.startswith('a')",
      "3..<13 unknownFunction: unknown function 'startswith' (did you mean 'startsWith'?)"
    ),
    (
      "startsWith('a', 'b')",
      "0..<10 unknownFunction: 'startsWith' needs a value in front of it (write 'x.startsWith(…)')"
    ),
    (
      "$0.int()", "3..<6 unknownFunction: 'int' cannot have a value in front of it (write 'int(x)')"
    ),
    (
      "math.greatset(1, 2)",
      "0..<13 unknownFunction: unknown function 'math.greatset' (did you mean 'math.greatest'?)"
    ),
    (
      "1 + greatest(1, 2)",
      "4..<12 unknownFunction: unknown function 'greatest' (write 'math.greatest(x, y)', or 'list.max()')"
    ),
    (
      "strings.quot('a')",
      "0..<12 unknownFunction: unknown function 'strings.quot' (did you mean 'strings.quote'?)"
    ),
    ("math.abs()", "0..<10 wrongArgumentCount: found 0 arguments for 'math.abs', expected 1"),
    (
      "math.least()",
      "0..<12 wrongArgumentCount: found 0 arguments for 'math.least', expected 1 or more"
    ),
    ("'a'.split()", "0..<11 wrongArgumentCount: found 0 arguments for 'split', expected 1 or 2"),
    (
      "'a'.replace('b')",
      "0..<16 wrongArgumentCount: found 1 argument for 'replace', expected 2 or 3"
    ),
    (
      "math.greatest(1, 'a')",
      "17..<20 wrongType: 'math.greatest' cannot be applied to a string, expected an int or a double"
    ),
    (
      "math.round(1)",
      "11..<12 wrongType: 'math.round' cannot be applied to an int, expected a double"
    ),
    (
      "uint(1)",
      "0..<4 unknownFunction: 'uint' is not supported (JSON has no unsigned numbers; write 'int')"
    ),
    (
      "bytes('a')",
      "0..<5 unknownFunction: 'bytes' is not supported (JSON has no bytes; write a string)"
    ),
    (
      "base64.encode('a')",
      "0..<13 unknownFunction: 'base64.encode' is not supported (JSON has no bytes)"
    ),
    (
      "Point{x: 1}",
      "0..<6 literal: message literals are not supported (JSON has no messages; write a map)"
    ),
    (
      "a.b.Point{x: 1}",
      "0..<10 literal: message literals are not supported (JSON has no messages; write a map)"
    ),
    (
      "timestamp(0) + 1",
      "0..<16 wrongType: '+' cannot be applied to a timestamp and an int, expected two numbers, two strings or two lists"
    ),
    ("[1].sort(2)", "0..<11 wrongArgumentCount: found 1 argument for 'sort', expected 0"),
    ("'a'.sum()", "0..<3 wrongType: 'sum' cannot be applied to a string, expected a list"),
    ("size()", "0..<6 wrongArgumentCount: found 0 arguments for 'size', expected 1"),
    ("size(1, 2)", "0..<10 wrongArgumentCount: found 2 arguments for 'size', expected 1"),
    ("'a'.contains()", "0..<14 wrongArgumentCount: found 0 arguments for 'contains', expected 1"),
    (
      "size(1)",
      "5..<6 wrongType: 'size' cannot be applied to an int, expected a string, a list or a map"
    ),
    (
      "'a'.contains(1)",
      "13..<14 wrongType: 'contains' cannot be applied to an int, expected a string"
    ),
    (
      "price > 1",
      "0..<5 unknownVariable: unknown variable 'price' (write '$0.price' for a field of the value)"
    ),
    ("$o + 1", "0..<2 unknownVariable: unknown variable '$o' (did you mean '$0'?)"),
    ("$2 + 1", "0..<2 unknownVariable: unknown variable '$2' (did you mean '$0'?)"),
    (
      "1 + 'a'",
      "0..<7 wrongType: '+' cannot be applied to an int and a string, expected two numbers, two strings or two lists (convert the other value to a string with 'string(…)')"
    ),
    (
      "2 * (1 - 'a')",
      "5..<12 wrongType: '-' cannot be applied to an int and a string, expected two numbers"
    ),
    (
      "1.5 % 2",
      "0..<7 wrongType: '%' cannot be applied to a double and an int, expected two ints (convert a double to an int with 'int(…)')"
    ),
    (
      "null < 1",
      "0..<8 wrongType: '<' cannot be applied to null and an int, expected two numbers, two strings or two bools"
    ),
    (
      "[1] < [2]",
      "0..<9 wrongType: '<' cannot be applied to a list(int) and a list(int), expected two numbers, two strings or two bools"
    ),
    (
      "$0 < null",
      "0..<9 wrongType: '<' cannot be applied to a value of any type and null, expected two numbers, two strings or two bools"
    ),
    ("-'a'", "0..<4 wrongType: '-' cannot be applied to a string, expected a number"),
    ("!1", "0..<2 wrongType: '!' cannot be applied to an int, expected a bool"),
    ("true && 1", "8..<9 wrongType: '&&' cannot be applied to an int, expected two bools"),
    ("'a' || true", "0..<3 wrongType: '||' cannot be applied to a string, expected two bools"),
    ("1 ? 2 : 3", "0..<1 wrongType: found an int, expected a bool before '?'"),
    (
      "1 in 2",
      "0..<6 wrongType: 'in' cannot be applied to an int and an int, expected a list or a map after it"
    ),
    ("'a'.b", "4..<5 wrongType: cannot read the field 'b' of a string, expected a map"),
    (
      "has('a'.b)",
      "8..<9 wrongType: cannot read the field 'b' of a string, expected a map"
    ),
    ("[1]['a']", "4..<7 wrongType: found a string, expected the index of a list, an int"),
    ("{'a': 1}[0]", "9..<10 wrongType: found an int, expected the key of a map, a string"),
    ("1[0]", "0..<1 wrongType: found an int, expected a list or a map before '['"),
    ("$0[null]", "3..<7 wrongType: found null, expected an int or a string in brackets"),
    (
      "type(1)",
      "0..<7 wrongResult: this is a type, expected a value that JSON can hold (compare it with another type)"
    ),
    (
      "$0.?a",
      "0..<5 wrongResult: this is an optional, expected a value that JSON can hold (write '.orValue(…)' or '.value()' after it)"
    ),
    (
      "{1.5: 2}.a",
      "1..<4 wrongType: found a double, expected the key of a map, a string (keys in JSON are strings; write it in quotes)"
    ),
    ("{1: 2, 3: 4, 1: 5}[1]", "13..<14 duplicateKey: duplicate key 1"),
    ("{'a': 1, 'b': 2, 'a': 3}", "17..<20 duplicateKey: duplicate key 'a'"),
    ("1.map(x, x)", "0..<1 wrongType: found an int, expected a list or a map before a macro"),
    (
      "[1].filter(x, x)",
      "14..<15 wrongType: found an int, expected a bool before the end of 'filter'"
    ),
    (
      "['a'].map(x, x - 1)",
      "13..<18 wrongType: '-' cannot be applied to a string and an int, expected two numbers"
    ),
    (
      "[1].map(x, x) + y",
      "16..<17 unknownVariable: unknown variable 'y' (write '$0.y' for a field of the value)"
    ),
  ])
  func `an expression that must fail is reported before it runs`(text: String, mistake: String) {
    #expect(mistakes(text) == [mistake])
  }

  @Test(arguments: [
    (
      "'x'.matches('a(b')",
      #"14..<15 literal: bad pattern: found '(' without ')', expected ')' at the end (write '\(' for the character)"#
    ),
    (
      #"'x'.matches('\u0061\n(b')"#,
      #"21..<22 literal: bad pattern: found '(' without ')', expected ')' at the end (write '\(' for the character)"#
    ),
    (
      #"matches($0, r'\d)')"#,
      #"16..<17 literal: bad pattern: found ')' without '(', expected the end (write '\)' for the character)"#
    ),
    (
      #"$0.matches("""é)""")"#,
      #"15..<16 literal: bad pattern: found ')' without '(', expected the end (write '\)' for the character)"#
    ),
    (
      "($0.matches((')')))",
      #"14..<15 literal: bad pattern: found ')' without '(', expected the end (write '\)' for the character)"#
    ),
  ])
  func `a mistake in a pattern is reported at its place in the literal`(
    text: String, mistake: String
  ) {
    #expect(mistakes(text) == [mistake])
  }

  @Test func `all mistakes are reported, sorted by place`() {
    #expect(
      mistakes("siez(1) + $outer + (1 - 'a')") == [
        "0..<4 unknownFunction: unknown function 'siez' (did you mean 'size'?)",
        "10..<16 unavailableVariable: '$outer' is not available here (it is the outer value inside 'flatMap', 'switchMap', 'concatMap' and 'exhaustMap')",
        "20..<27 wrongType: '-' cannot be applied to an int and a string, expected two numbers",
      ])
  }

  @Test(arguments: [
    "$0 + 1", "$0 + 'a'", "$0 == 'a'", "1 == 'a'", "[1, 'a'] != null", "$0.a.b[0]['c']",
    "dyn(1) + 'a'",
    "$0 && $0", "$0 ? 1 : 'a'", "size($0)", "-$0", "7 in {}", "$0 in $0", "[1, 'a'][0] + 1",
    "$0.matches($0)", "$0 - timestamp(0) < duration('1s')", "$0[true]", "[?$0]", "$0.?a == $0",
    "math.greatest($0, 1)", "math.round($0)", "$0.sum() + 1", "[1, 'a'].sum()", "$0.reverse()",
    "{'a': 1, 'b': 'c'}.a - 1", "($0 ? 1 : 'a') + 1", "{$0: 1}", "$0.map(x, x.y)",
  ])
  func `an expression that may succeed is not rejected`(text: String) {
    #expect(mistakes(text) == [])
  }

  @Test(arguments: [
    ("1", "int"), ("1 + 1.5", "double"), ("$0 + 1", "dyn"), ("$0 + 1.5", "double"),
    ("$0 % 2", "int"),
    ("$0 + 'a'", "string"), ("[1, 2]", "list(int)"), ("[1, 2.5]", "list(dyn)"), ("[]", "list(dyn)"),
    ("[1] + ['a']", "list(dyn)"), ("{'a': 1}", "map(string, int)"), ("{'a': [1]}.a[0]", "int"),
    ("$0 == 1", "bool"), ("$0 ? 1 : 2", "int"), ("$0 ? 1 : 'a'", "dyn"), ("size($0)", "int"),
    ("int($0)", "int"), ("dyn(1)", "dyn"), ("[1].map(x, string(x))", "list(string)"),
    ("{'a': 1}.map(k, k)", "list(string)"), ("[1.5].filter(x, x > 1)", "list(double)"),
    ("$time", "double"), ("null", "null"),
  ])
  func `types flow from operands to results`(text: String, type: String) throws {
    #expect(try CheckedExpression(text, in: .value()).type.description == type)
  }

  @Test func `a condition must be a bool`() {
    #expect(
      mistakes(" $0 % 2 ", as: .condition) == [
        "0..<8 wrongResult: a condition must be a bool, but this is an int"
      ])
    #expect(mistakes("$0 % 2 == 0", as: .condition) == [])
    #expect(mistakes("$0.on", as: .condition) == [])
    #expect(
      mistakes("1 + 1", as: .list) == [
        "0..<5 wrongResult: a list is expected here, but this is an int"
      ])
    #expect(mistakes("[1] + $0", as: .list) == [])
  }

  @Test func `a condition with any other result is an error`() throws {
    let evaluator = try CheckedExpression("$0.on", in: .value(), as: .condition).evaluator()
    var frame = Frame()
    #expect(try evaluator.condition(["on": true], in: &frame))
    #expect(
      throws: EvaluationError(#"a condition must be a bool, but this is an int in "$0.on""#)
    ) { try evaluator.condition(["on": 1], in: &frame) }
  }

  @Test(arguments: [
    ("size", ["siez", "sizee", "Size", "ize"]), ("", ["length", "s", "sizes_of_all"]),
  ])
  func `a near name is suggested`(name: String, others: [String]) {
    for other in others {
      #expect(NearestName(to: other, among: ["int", "size", "bool"]).name ?? "" == name)
    }
  }
}
