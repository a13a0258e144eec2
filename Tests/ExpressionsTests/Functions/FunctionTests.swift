import Testing
import Values

@testable import Expressions

struct FunctionTests {
  @Test(
    arguments: FunctionTable.all.flatMap { function in function.examples.map { (function.name, $0) }
    })
  func `an example in the table has its stated result`(name: String, example: Function.Example)
    throws
  {
    #expect(example.text.contains("\(name)("))
    #expect(try outcome(example.text) == outcome(example.result))
  }

  @Test func `every function has a sentence, an example and overloads`() {
    for function in FunctionTable.all {
      #expect(function.summary.hasSuffix("."), "\(function.name)")
      #expect(!function.examples.isEmpty && !function.overloads.isEmpty, "\(function.name)")
    }
    #expect(Set(FunctionTable.all.map(\.name)).count == FunctionTable.all.count)
  }

  @Test(arguments: [
    ("size('πέντε')", "5"), ("'😀e\\u0301'.size()", "3"), ("size({'a': 1})", "1"), ("size([])", "0"),
    ("size(dyn(1))", #"'size' cannot be applied to an int in "size(dyn(1))""#),
    ("int(-2.9)", "-2"), ("int('12')", "12"), ("int(1e18)", "1000000000000000000"),
    ("int(1e19)", #"double 1e+19 is out of the range of an int in "int(1e19)""#),
    ("int(0.0 / 0.0)", #"double NaN is out of the range of an int in "int(0.0 / 0.0)""#),
    ("int('1.5')", #"'1.5' is not an int in "int('1.5')""#),
    ("double('-1.5e3')", "-1500.0"),
    ("double('0x10')", #"'0x10' is not a double in "double('0x10')""#),
    ("double('NaN') == double('NaN')", "false"), ("double('Infinity') > 1e300", "true"),
    ("double('inf')", #"'inf' is not a double in "double('inf')""#),
    ("string(4.0)", "'4.0'"), ("string(true)", "'true'"), ("string(-7)", "'-7'"),
    ("string(1.0 / 0.0)", "'Infinity'"), ("bool('False')", "false"),
    ("bool('no')", #"'no' is not a bool in "bool('no')""#),
    ("'abc'.startsWith('ab')", "true"), ("'abc'.endsWith('bc')", "true"),
    ("'c'.endsWith('bc')", "false"),
    ("'abcabd'.contains('abd')", "true"), ("'ab'.contains('abc')", "false"),
    ("''.contains('')", "true"),
    ("'é'.contains('\\u0301')", "false"),
    (
      "dyn(1).contains('a')",
      #"'contains' cannot be applied to an int and a string in "dyn(1).contains('a')""#
    ),
  ])
  func `functions return the documented results`(text: String, result: String) throws {
    #expect(try outcome(text) == result)
  }

  @Test(arguments: [
    ("[1, 2, 3].all(x, x > $0)", "true"), ("[].all(x, false)", "true"),
    ("[1, 2].exists(x, x == 2)", "true"), ("[1, 0].exists(x, 1 / x == 1)", "true"),
    ("[0, 1].all(x, 1 / x == 2)", "false"),
    ("[0, 1].all(x, 1 / x == 1)", #"division by zero in "[0, 1].all(x, 1 / x == 1)""#),
    ("[1, 2, 2].exists_one(x, x == 2)", "false"), ("[1, 2].existsOne(x, x == 2)", "true"),
    ("[0].exists_one(x, 1 / x == 1)", #"division by zero in "[0].exists_one(x, 1 / x == 1)""#),
    ("[1, 2].map(x, x * 2)", "[2, 4]"), ("[1, 2, 3].map(x, x % 2 == 1, x * 2)", "[2, 6]"),
    ("[1, 2, 3].filter(x, x != 2)", "[1, 3]"), ("{'b': 1, 'a': 2}.map(k, k)", "['b', 'a']"),
    ("[[1, 2], [3]].map(x, x.map(y, y + size(x)))", "[[3, 4], [4]]"),
    ("[1].map(x, [2].map(x, x))", "[[2]]"), ("[1, 2].map(x, x + $0)", "[1, 2]"),
    ("[[1], []].filter(x, size(x) > 0).map(y, y[0])", "[1]"),
    (
      "dyn(1).map(x, x)",
      #"found an int, expected a list or a map before a macro in "dyn(1).map(x, x)""#
    ),
  ])
  func `macros iterate over lists and keys`(text: String, result: String) throws {
    #expect(try outcome(text, 0) == result)
  }
}
