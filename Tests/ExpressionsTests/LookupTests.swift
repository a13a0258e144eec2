import Testing
import Values

@testable import Expressions

struct LookupTests {
  static let value: Value = [
    "name": "lamp", "rooms": [["id": 7], ["id": 8]], "on": true, "nothing": .null, "in": 1,
  ]

  @Test(arguments: [
    ("$0.name", "'lamp'"), ("$0['name']", "'lamp'"), ("$0.rooms[1].id", "8"),
    ("$0.rooms[1.0].id", "8"), ("$0['rooms'][0]['id'] + 1", "8"), ("$0.on ? 1 : 2", "1"),
    ("$0.nothing", "null"), ("$0['in']", "1"), ("$0.`name`", "'lamp'"),
    ("has($0.name)", "true"), ("has($0.nothing)", "true"), ("has($0.other)", "false"),
    ("has($0.rooms[0].id)", "true"), ("has($0.`in`)", "true"),
    ("'on' in $0", "true"), ("7 in $0.rooms", "false"), ("{'id': 7} in $0.rooms", "true"),
    ("{'a': 1}.a", "1"), ("[1, 2][1]", "2"), ("[[1]][0][0]", "1"), ("{'for': 1}.for", "1"),
    ("$0.other", #"no such key 'other' in "$0.other""#),
    ("$0['other']", #"no such key 'other' in "$0['other']""#),
    ("$0.rooms[2]", #"index 2 is out of range of a list of size 2 in "$0.rooms[2]""#),
    (
      "$0.rooms[-1]",
      #"index -1 is out of range of a list of size 2 in "$0.rooms[-1]""#
    ),
    ("$0.rooms[0.5]", #"index 0.5 is out of range of a list of size 2 in "$0.rooms[0.5]""#),
    ("$0.rooms['a']", #"found a string, expected the index of a list, an int in "$0.rooms['a']""#),
    ("$0.name.first", #"found a string, expected a map with the field 'first' in "$0.name.first""#),
    ("has($0.name.first)", #"found a string, expected a map in 'has' in "has($0.name.first)""#),
    ("has($0.other.first)", #"no such key 'other' in "has($0.other.first)""#),
    ("$0.name[0]", #"found a string, expected a list or a map before '[' in "$0.name[0]""#),
    ("{$0.name: 1, 'lamp': 2}", #"duplicate key 'lamp' in "{$0.name: 1, 'lamp': 2}""#),
    ("{$0.on: 1}[true]", "1"),
    ("{$0.on: 1}", "{'true': 1}"),
    ("{$0.name: 1}", "{'lamp': 1}"),
  ])
  func `fields, indices and keys are found or missing`(text: String, result: String) throws {
    #expect(try outcome(text, Self.value) == result)
  }

  @Test func `a field is found wherever it moves`() throws {
    let evaluator = try CheckedExpression("$0.b", in: .value()).evaluator()
    var frame = Frame()
    let objects: [Value] = [
      ["a": 1, "b": 2], ["b": 3], ["a": 1, "c": 2, "b": 4], ["b": 5, "a": 1], ["a": 1, "b": 6],
    ]
    let found = try objects.map { try evaluator.value($0, in: &frame) }
    #expect(found == [2, 3, 4, 5, 6])
    #expect(throws: EvaluationError(#"no such key 'b' in "$0.b""#)) {
      try evaluator.value(["a": 1, "c": 2], in: &frame)
    }
  }

  @Test func `members of one type are compiled for it, and other types are an error`() throws {
    let expression = try CheckedExpression("$0.a * $0.b + $0['a']", in: .value(.map(.int)))
    #expect(expression.type == .int)
    var frame = Frame()
    #expect(try expression.evaluator().value(["a": 2, "b": 3], in: &frame) == 8)
    #expect(
      throws: EvaluationError(#"found a string, expected an int in "$0.a * $0.b + $0['a']""#)
    ) {
      try expression.evaluator().value(["a": 2, "b": "x"], in: &frame)
    }
  }
}
