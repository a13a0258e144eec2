import Testing
import Values

@testable import Expressions

struct ObjectFunctionTests {
  @Test(arguments: [
    ("$0.with({'x': 1})", "{'a': 1, 'b': 2, 'x': 1}"),
    ("$0.with({'b': null, 'a': [3]})", "{'a': [3], 'b': null}"),
    ("$0.with({})", "{'a': 1, 'b': 2}"), ("{}.with($0)", "{'a': 1, 'b': 2}"),
    ("{1: 'a', 'b': 2}.with({1: 'c', true: 3})", "{'1': 'c', 'b': 2, 'true': 3}"),
    ("$0.with({?'c': $0.?c, ?'a': $0.?b})", "{'a': 2, 'b': 2}"),
    ("$0.with({'c': 3}).size()", "3"),
    ("$0.without(['b', 'x', 'b'])", "{'a': 1}"), ("$0.without([])", "{'a': 1, 'b': 2}"),
    ("$0.without(['a', 'b'])", "{}"), ("{1: 'a', 'b': 2}.without([1.0])", "{'b': 2}"),
    ("{1: 'a', 'b': 2}.without([1]) == {'b': 2}", "true"),
    ("{1: 'a', true: 2}.without([1])", "{'true': 2}"),
  ])
  func `maps are changed`(text: String, result: String) throws {
    #expect(try outcome(text, ["a": 1, "b": 2]) == result)
  }

  @Test(arguments: [
    ("dyn(1).with({})", "'with' cannot be applied to an int and a map"),
    ("{'a': 1}.without(dyn('a'))", "'without' cannot be applied to a map and a string"),
    ("{'a': 1}.without([null])", "found null, expected the key of a map, a string"),
  ])
  func `anything else is an error`(text: String, message: String) throws {
    #expect(try outcome(text) == "\(message) in \"\(text)\"")
  }

  @Test func `the checker knows the types`() throws {
    #expect(try CheckedExpression("{'a': 1}.with({'b': 2})", in: .value()).type == .map(.int))
    #expect(
      mistakes("$0.without('a')") == [
        "11..<14 wrongType: 'without' cannot be applied to a string, expected a list"
      ])
  }
}
