import Marbles
import Testing

@testable import Pipelines
@testable import Playing
@testable import StreamModels

/// Streams that an operator plays itself, and the variables that they read from it.
@Suite struct InnerStreamTests {
  @Test func `reads the nearest outer value`() throws {
    #expect(
      try played(
        """
        {"sequence": [1, 2], "operators": [{"flatMap": {"stream":
          {"sequence": "[$outer * 10]", "operators": [{"flatMap": {"stream":
            {"sequence": "[$outer, $outer + 1]"}}}, {"map": {"expression": "[$outer, $0]"}}]}}}]}
        """) == "[1,10]@0 [1,11]@0 [2,20]@0 [2,21]@0 |@0")
  }

  @Test func `a definition reads the variables at its place of use`() throws {
    #expect(
      try played(
        """
        {"definitions": {"twice": {"from": "once", "operators": [{"append": {"streams": ["once"]}}]},
                         "once": {"sequence": "[$outer]"}},
         "merge": [{"sequence": [1], "operators": [{"flatMap": {"stream": "twice"}}]},
                   {"sequence": [2], "operators": [{"switchMap": {"stream": "twice"}}]}]}
        """) == "1@0 1@0 2@0 2@0 |@0")
  }

  @Test func `operators of items play inner streams, which use the names around them`() throws {
    #expect(
      try played(
        """
        {"definitions": {"later": {"sequence": "[$outer]",
                                   "operators": [{"delay": {"seconds": 2}}]}},
         "stream": [{"value": 1, "operators": [{"flatMap": {"stream": "later"}}]},
                    {"value": 2, "operators": [{"delay": {"seconds": 1}},
                      {"flatMap": {"stream": {"merge": ["later", "later"]}}}]}]}
        """) == "1@2 2@5 2@5 |@5")
  }

  @Test func `operators of items inside an inner stream read its variables`() throws {
    #expect(
      try played(
        """
        {"sequence": [1, 2], "operators": [{"concatMap": {"stream":
          {"stream": [{"value": 10, "operators": [{"map": {"expression": "$0 + $outer"}}]},
                      {"value": 20, "operators": [{"delay": {"seconds": 1}},
                        {"merge": {"streams": [{"sequence": "[$outer]"}]}}]}]}}}]}
        """) == "11@0 1@0 20@1 12@1 2@1 20@2 |@2")
  }

  @Test func `outer value, key and failure can be read together`() throws {
    #expect(
      try played(
        """
        {"sequence": [5], "operators": [{"flatMap": {"stream":
          {"sequence": [1, 2], "operators": [{"groupBy": {"key": "$0 % 2", "operators": [
            {"fail": {"error": "no", "expression": "$0 == 2"}},
            {"catch": {"stream": {"sequence": "[[$outer, $key, $error]]"}}}]}}]}}}]}
        """) == #"1@0 [5,0,"no"]@0 |@0"#)
  }

  @Test func `a group is hot, however often it is used`() throws {
    #expect(
      try played(
        """
        {"marbles": "121-|", "operators": [{"groupBy": {"key": "$0", "stream":
          {"zip": ["$group", {"from": "$group", "operators": [{"map": {"expression": "[$key]"}}]}]}}}]}
        """) == "[1,[1]]@0 [2,[2]]@1 [1,[1]]@2 |@4")
  }

  @Test func `a definition can use the values of a group`() throws {
    #expect(
      try played(
        """
        {"definitions": {"sums": {"from": "$group",
           "operators": [{"scan": {"initialValue": 0, "expression": "$0 + $1"}}]}},
         "marbles": "1234|", "operators": [{"groupBy": {"key": "$0 % 2", "stream":
           {"from": "sums", "operators": [{"map": {"expression": "{'key': $key, 'sum': $0}"}}]}}}]}
        """)
        == #"{"key":1,"sum":1}@0 {"key":0,"sum":2}@1 {"key":1,"sum":4}@2 {"key":0,"sum":6}@3 |@4"#)
  }

  @Test func `runs that take turns have their own variables and memory`() throws {
    #expect(
      try played(
        """
        {"marbles": "1-2----|", "operators": [{"flatMap": {"stream":
          {"marbles": "a--b|", "operators": [
            {"scan": {"initialValue": 0, "expression": "$0 + $outer"}},
            {"map": {"expression": "[$outer, $0]"}}]}}}]}
        """) == "[1,1]@0 [2,2]@2 [1,2]@3 [2,4]@5 |@7")
  }

  @Test func `groups that take turns have their own key and memory`() throws {
    #expect(
      try played(
        """
        {"sequence": ["a", "b", "a", "longer than eight bytes", "longer than eight bytes, and sixteen",
                      "b", "longer than eight bytes"],
         "operators": [{"groupBy": {"key": "$0", "operators": [
           {"scan": {"initialValue": 0, "expression": "$0 + 1"}},
           {"map": {"expression": "[size($key), $0]"}}]}}]}
        """)
        == "[1,1]@0 [1,1]@0 [1,2]@0 [23,1]@0 [36,1]@0 [1,2]@0 [23,2]@0 |@0")
  }

  @Test func `a run that starts during another one does not disturb it`() throws {
    #expect(
      try played(
        """
        {"sequence": [1, 2], "operators": [{"flatMap": {"stream":
          {"sequence": [10, 20], "operators": [{"map": {"expression": "$0 + $outer"}},
            {"flatMap": {"stream": {"sequence": "[$outer]", "operators": [
              {"map": {"expression": "[$outer, $0]"}}]}}}]}}}]}
        """) == "[11,11]@0 [21,21]@0 [12,12]@0 [22,22]@0 |@0")
  }

  @Test func `items that are only values are emitted at once`() throws {
    #expect(
      try played(
        """
        {"marbles": "1-2|", "operators": [{"concatMap": {"stream":
          {"stream": [{"value": "x"}, {"value": "y"}],
           "operators": [{"map": {"expression": "$0 + string($outer)"}}]}}}]}
        """) == #""x1"@0 "y1"@0 "x2"@2 "y2"@2 |@3"#)
  }

  @Test func `groups can be nested`() throws {
    #expect(
      try played(
        """
        {"sequence": [1, 2, 3, 4, 5, 6, 7], "operators": [{"groupBy": {"key": "$0 % 2", "operators": [
          {"groupBy": {"key": "$0 % 3", "operators": [{"map": {"expression": "[$key, $0]"}}]}}]}}]}
        """) == "[1,1]@0 [2,2]@0 [0,3]@0 [1,4]@0 [2,5]@0 [0,6]@0 [1,7]@0 |@0")
  }

  @Test func `keys are equal as numbers are`() throws {
    #expect(
      try played(
        #"""
        {"sequence": [1, 1.0, "1", [2], [2.0], {"a": 0, "b": 1}, {"b": 1.0, "a": 0.0}, null, true],
         "operators": [{"groupBy": {"key": "$0", "operators": [
           {"scan": {"initialValue": 0, "expression": "$0 + 1"}}]}}]}
        """#) == "1@0 2@0 1@0 1@0 2@0 1@0 2@0 1@0 1@0 |@0")
  }

  @Test(arguments: [
    ("pair", "merge[0]", "'pair' reads '$outer'"),
    ("$group", "merge[0]", "'$group' is"),
  ])
  func `a missing variable of a stream is reported where the stream is named`(
    name: String, place: String, message: String
  ) throws {
    let text = """
      {"definitions": {"pair": {"from": "one"}, "one": {"sequence": "[$outer]"}}, "merge": ["\(name)"]}
      """
    do throws(Diagnostics) {
      _ = try program(text)
      Issue.record("a program without '\(name)'")
    } catch {
      #expect(error.items.map(\.code) == [.unknownName])
      #expect(error.items.allSatisfy { $0.message.hasPrefix(message) }, "\(error)")
      #expect(error.items.first.map { "\($0.path)" } == place)
    }
  }

  @Test(arguments: [
    #"{"sequence": [1], "operators": [{"map": {"expression": "$outer"}}]}"#,
    #"{"sequence": "$outer"}"#,
    #"{"stream": [{"value": 1, "operators": [{"map": {"expression": "$outer"}}]}]}"#,
    #"{"from": {"merge": [{"sequence": "[$outer]"}]}}"#,
    #"{"sequence": [1], "operators": [{"catch": {"stream": {"sequence": "[$outer]"}}}]}"#,
    #"{"sequence": [1], "operators": [{"groupBy": {"key": "$outer", "operators": []}}]}"#,
    #"{"sequence": [1], "operators": [{"groupBy": {"key": "1", "operators": [{"map": {"expression": "$outer"}}]}}]}"#,
  ])
  func `a missing variable in an expression is reported at its place`(text: String) throws {
    do throws(Diagnostics) {
      _ = try program(text)
      Issue.record("a program without '$outer'")
    } catch {
      #expect(error.items.map(\.message) == ["'$outer' is not available here"])
      let location = try #require(error.items.first?.location)
      #expect(Array(text.utf8)[location.offset...].starts(with: Array("$outer".utf8)))
    }
  }

  @Test func `a key cannot be read in its own expression, nor outside its group`() throws {
    for text in [
      #"{"sequence": [1], "operators": [{"groupBy": {"key": "$key", "operators": []}}]}"#,
      #"{"sequence": [1], "operators": [{"groupBy": {"key": "1", "operators": []}}, {"map": {"expression": "$key"}}]}"#,
    ] {
      #expect(throws: Diagnostics.self) { try program(text) }
    }
  }

  @Test func `hot diagrams continue for inner streams`() throws {
    #expect(
      try played(
        """
        {"definitions": {"ticks": {"marbles": "abcdef|", "hot": true}},
         "marbles": "1--2-|", "operators": [{"switchMap": {"stream": {"from": "ticks",
            "operators": [{"map": {"expression": "string($outer) + $0"}}]}}}]}
        """) == #""1b"@1 "1c"@2 "1d"@3 "2e"@4 "2f"@5 |@6"#)
  }

  @Test(arguments: [
    #"{"sequence": [], "operators": [{"repeat": {"count": 10000}}, {"repeat": {"count": 10000}}]}"#,
    ##"{"marbles": "#", "operators": [{"retry": {"delay": 0}}]}"##,
  ])
  func `repetition ends if time stands still`(text: String) throws {
    let timeline = try SubscriptionCount.$limit.withValue(50_000) { try program(text).play() }
    #expect(
      timeline.events.last?.brief.hasPrefix("#time does not advance: more than 50000 ") == true)
    #expect(timeline.events.last?.brief.hasSuffix("@0") == true)
  }
}
