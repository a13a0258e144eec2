import Testing
import Values

@testable import Expressions

struct StatisticFunctionTests {
  @Test(arguments: [
    ("[1, 2].avg()", "1.5"), ("[1, 2.5].avg()", "1.75"), ("[7].avg()", "7.0"),
    ("[9223372036854775807, 9223372036854775807].avg()", "9.223372036854776e+18"),
    ("[duration('1s'), duration('2s')].avg() + duration('1s')", "'2.5s'"),
    ("[2, 4, 4, 4, 5, 5, 7, 9].stddev()", "2.138089935299395"), ("[3, 3.0].stddev()", "0.0"),
    ("[1, 2, 3, 4].percentile(0)", "1.0"), ("[4, 3, 2, 1].percentile(100.0)", "4.0"),
    ("[1, 2, 3, 4].percentile(50)", "2.5"), ("[10, 20].percentile(75.0)", "17.5"),
    ("[5].percentile(95)", "5.0"), ("lists.range(101).percentile(55)", "55.0"),
    ("[[0, 1], [1, 3], [2, 5]].slope().value()", "2.0"),
    ("[[1.7e9, 0], [1700000001, -0.5]].slope().value()", "-0.5"),
    ("[[1, 1], [1, 2]].slope().hasValue()", "false"), ("[].slope().orValue(0.0)", "0.0"),
    ("[1, 1.0, '1', true, null, null, [1], [1.0], {'a': 1}, {'a': 1.0}].countDistinct()", "6"),
    ("[{'a': 1, 'b': [2]}, {'b': [2.0], 'a': 1}].countDistinct()", "1"),
    ("[timestamp(0), timestamp('1970-01-01T00:00:00Z')].countDistinct()", "1"),
    ("[0.0, -0.0, 0].countDistinct()", "1"), ("[].countDistinct()", "0"),
    ("[{1: 'a', 2: 'b'}, {2: 'b', 1: 'a'}].distinct().size()", "1"),
  ])
  func `lists are summarized`(text: String, result: String) throws {
    #expect(try outcome(text) == result)
  }

  @Test(arguments: [
    ("[].avg()", "'avg' needs a list that is not empty"),
    ("['a'].avg()", "'avg' cannot be applied to a string"),
    ("[1, null].avg()", "'avg' cannot be applied to null"),
    ("[duration('1s'), 1].avg()", "'avg' cannot be applied to an int"),
    ("[1].stddev()", "'stddev' needs a list of two elements or more, found 1"),
    ("[true].stddev()", "'stddev' cannot be applied to a bool"),
    ("[1].percentile(101)", "found 101 for 'percentile', expected 0 to 100"),
    ("[1].percentile(-0.1)", "found -0.1 for 'percentile', expected 0 to 100"),
    ("[].percentile(50)", "'percentile' needs a list that is not empty"),
    ("[[1]].slope().value()", "found a list in the list of 'slope', expected a pair"),
    ("[['a', 1]].slope().value()", "'slope' cannot be applied to a string"),
  ])
  func `a list without the requested value is an error`(text: String, message: String) throws {
    #expect(try outcome(text) == "\(message) in \"\(text)\"")
  }

  @Test(arguments: [
    ("[1, 2, 3, 4].groupBy(x, x % 2 == 0)[1]", "{'key': true, 'values': [2, 4]}"),
    (
      "[1, 1.0, 'a', null, [1], [1.0]].groupBy(x, x).map(g, g.values.size())",
      "[2, 1, 1, 2]"
    ),
    ("[].groupBy(x, x)", "[]"),
    ("[{'n': 1, 'k': 'b'}, {'n': 2, 'k': 'a'}].groupBy(v, v.k).map(g, g.key)", "['b', 'a']"),
    ("['aa', 'b', 'cc'].maxBy(x, size(x))", "'aa'"), ("['aa', 'b', 'c'].minBy(x, size(x))", "'b'"),
    ("[[1, 2], [3]].maxBy(x, x.sum())[0]", "1"), ("[1, 2.5].minBy(x, -x)", "2.5"),
  ])
  func `elements are grouped and selected by a key`(text: String, result: String) throws {
    #expect(try outcome(text) == result)
  }

  @Test(arguments: [
    ("[].maxBy(x, x)", "'maxBy' needs a list that is not empty"),
    ("[].minBy(x, x)", "'minBy' needs a list that is not empty"),
    ("dyn({}).groupBy(x, x)", "found a map, expected a list before 'groupBy'"),
    (
      "[null].maxBy(x, x)",
      "'<' cannot be applied to null and null, expected two numbers, two strings or two bools"
    ),
  ])
  func `elements without an order are an error`(text: String, message: String) throws {
    var frame = Frame()
    let evaluator = try CheckedExpression(unchecked: text, in: .value()).evaluator()
    let failure = #expect(throws: EvaluationError.self) {
      try evaluator.value(.null, in: &frame)
    }
    #expect(failure?.message == "\(message) in \"\(text)\"")
  }

  @Test(arguments: [
    "$0.avg()", "$0.stddev()", "$0.percentile(95)", "$0.countDistinct()", "$0.groupBy(x, x).size()",
    "$0.maxBy(x, -x)",
  ])
  func `a long list takes a few steps for each element`(
    text: String
  ) throws {
    let many = Value.array((0..<300_000).map { .int($0 % 1_000) })
    var frame = Frame()
    _ = try CheckedExpression(text, in: .value()).evaluator().value(many, in: &frame)
  }

  @Test func `many equal objects are distinguished by their hashes`() throws {
    let many = Value.array((0..<50_000).map { ["id": .int($0 % 25_000), "list": [.int($0 % 7)]] })
    var frame = Frame()
    let text = "$0.countDistinct()"
    let found = try CheckedExpression(text, in: .value()).evaluator().value(many, in: &frame)
    let distinct = Set((0..<50_000).map { [$0 % 25_000, $0 % 7] })
    #expect(found == .int(Int64(distinct.count)))
  }
}
