import Testing
import Values

@testable import Expressions

struct ListFunctionTests {
  @Test(arguments: [
    ("[].sum()", "0"), ("[2].sum()", "2"), ("[1, 2.5].sum()", "3.5"), ("[1.5, 2.5].sum()", "4.0"),
    ("[duration('1s'), duration('2s')].sum()", "'3s'"), ("$0.sum()", "6"), ("$0.max() + 1", "4"),
    ("[3, 1.5].min()", "1.5"), ("['b', 'a'].min()", "'a'"), ("[true, false].max()", "true"),
    ("[timestamp(5), timestamp(7)].max()", "'1970-01-01T00:00:07Z'"),
    ("[].isSorted()", "true"), ("[1, 1.5, 1.5].isSorted()", "true"), ("[2, 1].isSorted()", "false"),
    ("[1, 2, 1].indexOf(1)", "0"), ("[1, 2, 1].lastIndexOf(1.0)", "2"), ("[1].indexOf('a')", "-1"),
    ("[[1], [2]].indexOf([2])", "1"),
    ("[3, 1, 2].sort()", "[1, 2, 3]"), ("['b', 'a', 'Z'].sort()", "['Z', 'a', 'b']"),
    ("[].sort()", "[]"), ("[2, 1.5, 1].sort()", "[1, 1.5, 2]"),
    ("[{'n': 2}, {'n': 1}].sortBy(x, x.n)", "[{'n': 1}, {'n': 2}]"),
    ("['bb', 'a', 'cc'].sortBy(x, size(x))", "['a', 'bb', 'cc']"),
    ("['bb', 'd', 'cc', 'a'].sortBy(x, [dyn(-size(x)), x])", "['bb', 'cc', 'a', 'd']"),
    ("[[2], [1, 3], [1], []].sortBy(x, x)", "[[], [1], [1, 3], [2]]"),
    ("['bb', 'd', 'cc', 'a'].maxBy(x, [dyn(size(x)), x])", "'cc'"),
    ("[['b', 1], ['a', 2]].minBy(x, [dyn(1.0), x[0]])", "['a', 2]"),
    ("[].sortBy(x, x)", "[]"),
    ("[1, 2, 1.0, 'a', 'a', null, null, [1], [1.0]].distinct()", "[1, 2, 'a', null, [1]]"),
    ("[].distinct()", "[]"), ("[0.0 / 0.0, 0.0 / 0.0, 1].distinct().size()", "3"),
    ("[[0.0 / 0.0], [0.0 / 0.0], [1], [1.0]].distinct().size()", "3"),
    ("[0.0, -0.0, 0.0 / 0.0].countDistinct()", "2"),
    ("[1, 2, 3].groupBy(x, x < 3 ? 0.0 / 0.0 : 3.0).size()", "3"),
    ("[true, false, true].distinct()", "[true, false]"),
    ("[1, [2, [3, [4]]]].flatten()", "[1, 2, [3, [4]]]"), ("[[], [[]]].flatten()", "[[]]"),
    ("[1, [2, [3]]].flatten(0)", "[1, [2, [3]]]"), ("[1, [2, [3]]].flatten(9)", "[1, 2, 3]"),
    ("[1, 2, 3].slice(0, 3)", "[1, 2, 3]"), ("[1, 2, 3].slice(1, 1)", "[]"),
    ("[1, 2].reverse()", "[2, 1]"), ("lists.range(0)", "[]"), ("lists.range(3)", "[0, 1, 2]"),
    ("[1, 2].first().value()", "1"), ("[1, 2].last().value()", "2"),
    ("[].first().orValue(5)", "5"), ("[].last() == optional.none()", "true"),
  ])
  func `lists are searched, sorted and cut`(text: String, result: String) throws {
    #expect(try outcome(text, [1, 2, 3]) == result)
  }

  @Test(arguments: [
    ("['a'].sum()", "'sum' cannot be applied to a string"),
    ("[null].sum()", "'sum' cannot be applied to null"),
    ("[9223372036854775807, 1].sum()", "int overflow"),
    ("[].min()", "'min' needs a list that is not empty"),
    ("[].max()", "'max' needs a list that is not empty"),
    (
      "[1, 'a'].max()",
      "'>' cannot be applied to a string and an int, expected two numbers, two strings or two bools"
    ),
    (
      "[null].min()",
      "'<' cannot be applied to null and null, expected two numbers, two strings or two bools"
    ),
    (
      "[1, 'a'].sort()",
      "'<' cannot be applied to a string and an int, expected two numbers, two strings or two bools"
    ),
    (
      "[[1]].sort()",
      "'<' cannot be applied to a list and a list, expected two numbers, two strings or two bools"
    ),
    ("[1].flatten(-1)", "found -1 levels for 'flatten', expected 0 or more"),
    ("[1].slice(0, 2)", "'slice' from 0 to 2 is out of range of a list of size 1"),
    ("[1].slice(-1, 1)", "'slice' from -1 to 1 is out of range of a list of size 1"),
    ("[1].slice(1, 0)", "'slice' from 1 to 0 is out of range of a list of size 1"),
    ("lists.range(-1)", "found -1 for 'lists.range', expected 0 or more"),
    (
      "lists.range(9223372036854775807)",
      "more than 16777216 bytes in a value, the limit for an expression"
    ),
    (
      "[1].sortBy(x, [dyn([x])])",
      "'<' cannot be applied to a list and a list, expected two numbers, two strings or two bools"
    ),
    ("dyn({}).sortBy(x, x)", "found a map, expected a list before 'sortBy'"),
    ("dyn(1).sum()", "'sum' cannot be applied to an int"),
  ])
  func `an unsuitable list is an error`(text: String, message: String) throws {
    #expect(try outcome(text) == "\(message) in \"\(text)\"")
  }
}
