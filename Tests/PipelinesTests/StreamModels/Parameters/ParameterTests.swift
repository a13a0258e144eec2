import Marbles
import Pipelines
import TestSupport
import Testing
import Values

/// Parameters: names for values, expressions and streams of a model.
@Suite struct ParameterTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let text: String
    let plays: String

    init(_ name: String, _ text: String, _ plays: String) {
      (testDescription, self.text, self.plays) = (name, text, plays)
    }
  }

  static let cases = [
    Case(
      "every kind of value has its place",
      #"""
      {"parameters": {"n": 2, "gap": "1s", "short": 0, "on": true, "word": "emit", "list": [1, 2], "half": 0.5,
                      "object": {"value": {"a": 1}}, "none": null},
       "marbles": "123456|", "frame": "$gap",
       "operators": [{"dropFirst": {"count": "$n"}}, {"filter": {"expression": "$on && $0 > $list[0]"}},
         {"debounce": {"seconds": "$short", "atEnd": "$word"}},
         {"map": {"expression": "[double($0) * $half, $object.a, $none, $gap == duration('1s')]"}}]}
      """#, "[1.5,1,null,true]@2 [2.0,1,null,true]@3 [2.5,1,null,true]@4 [3.0,1,null,true]@5 |@6"),
    Case(
      "beside a number, a duration is a number of seconds",
      #"""
      {"parameters": {"wait": "10s"}, "marbles": "-ab|", "values": {"a": {"after": 5}, "b": {"after": 11.5}},
       "operators": [{"map": {"expression":
         "[$0.after > $wait, $wait <= 10, $0.after + $wait, $wait - 1, $time + $wait, $wait + duration('1s'), $wait > dyn(duration('1s'))]"}}]}
      """#,
      "[false,true,15.0,9.0,11.0,\"11s\",true]@1 [true,true,21.5,9.0,12.0,\"11s\",true]@2 |@3"),
    Case(
      "any word may be the name of one",
      #"{"parameters": {"for": 1, "in": 2, "true": 3, "if": 4}, "sequence": "[$for, $in, $true, $if]"}"#,
      "1@0 2@0 3@0 4@0 |@0"),
    Case(
      "a parameter is visible in inner models, and an inner one hides it",
      #"""
      {"parameters": {"n": 1, "m": 5},
       "definitions": {"outer": {"sequence": "[$n, $m]"},
         "inner": {"parameters": {"n": 2}, "append": [{"sequence": "[$n, $m]"}, "outer"]}},
       "append": ["outer", "inner"]}
      """#, "1@0 5@0 2@0 5@0 1@0 5@0 |@0"),
    Case(
      "'with' sets parameters, also by those around it",
      #"""
      {"parameters": {"wait": "2s"},
       "definitions": {"late": {"parameters": {"by": "0s", "n": 7}, "sequence": "[$n]",
                                "operators": [{"delay": {"seconds": "$by"}}]}},
       "append": ["late", {"from": "late", "with": {"by": "$wait"}},
                  {"from": "late", "with": {"$why": "a comment", "by": 1.5, "n": 8}}]}
      """#, "7@0 7@2 8@3.5 |@3.5"),
    Case(
      "equal values make one stream, and other values another",
      #"""
      {"definitions": {"hot": {"parameters": {"v": {"value": 1, "type": "number"}}, "marbles": "-a|", "hot": true,
                               "operators": [{"map": {"expression": "$v"}}]}},
       "merge": [{"from": "hot", "with": {"v": 1}}, "hot", {"from": "hot", "with": {"v": 1.0}}]}
      """#, "1@1 1@1 1.0@1 |@2"),
    Case(
      "seconds may be set as a string, and a duration as seconds",
      #"""
      {"definitions": {"late": {"parameters": {"by": 1, "and": "1m"}, "sequence": [0],
         "operators": [{"delay": {"seconds": "$by"}}, {"delay": {"seconds": "$and"}}]}},
       "from": "late", "with": {"by": "1500ms", "and": 0.5}}
      """#, "0@2 |@2"),
    Case(
      "a list of durations may contain parameters",
      #"""
      {"parameters": {"wait": "2s"}, "from": {"marbles": "#"},
       "operators": [{"retry": {"count": 2, "delay": [1, "$wait"]}}]}
      """#, "#error@3"),
    Case(
      "without a parameter in scope, strings are literal",
      ##"""
      {"marbles": "#", "error": "$name", "operators": [{"replaceError": {"with": "$x"}}]}
      """##, #""$x"@0 |@0"#),
    Case(
      "with one in scope, '$$name' is the text '$name'",
      ##"""
      {"parameters": {"name": "wrong"}, "append": [{"marbles": "#", "error": "$name",
        "operators": [{"catch": {"stream": {"sequence": "[$error]"}}}]},
       {"marbles": "#", "error": "$$name", "operators": [{"catch": {"stream": {"sequence": "[$error]"}}}]}]}
      """##, #""wrong"@0 "$name"@0 |@0"#),
    Case(
      "data is never a parameter",
      #"""
      {"parameters": {"a": 1}, "append": [{"stream": [{"value": "$a"}]}, {"sequence": ["$a"]},
        {"marbles": "a|", "values": {"a": "$a"}},
        {"sequence": [], "operators": [{"scan": {"initialValue": "$a", "expression": "$0"}},
          {"replaceEmpty": {"with": "$a"}}]}]}
      """#, #""$a"@0 "$a"@0 "$a"@0 "$a"@1 |@1"#),
    Case(
      "the value of a parameter may be another one, in any order",
      #"""
      {"parameters": {"a": "$b", "b": "$z", "z": 5, "list": ["$a", 1], "e": {"type": "expression", "value": "$a + $f"},
                      "f": {"type": "expression", "value": "$b"}}, "sequence": "[$list, $e]"}
      """#, "[5,1]@0 10@0 |@0"),
    Case(
      "an expression is a function of the values where it is used",
      #"""
      {"definitions": {"f": {"parameters": {"by": {"type": "expression", "value": "$0 * 10"}},
         "operators": [{"scan": {"initialValue": 0, "expression": "$by($1) + $by($0 / 100)"}}]}},
       "sequence": [1, 2, 3], "operators": [{"f": {}}, {"f": {"by": "$0 + 1"}}]}
      """#, "12@0 22@0 32@0 |@0"),
    Case(
      "an expression of two values",
      #"""
      {"definitions": {"f": {"parameters": {"less": {"type": "expression"}},
         "operators": [{"scan": {"initialValue": 5, "expression": "$less ? $0 : $less($1, $0) ? $1 : -1"}}]}},
       "sequence": [7, 3, 5, 5], "operators": [{"f": {"less": "$0 < $1"}}]}
      """#, "5@0 3@0 3@0 3@0 |@0"),
    Case(
      "names in an expression mean what they mean where it is set",
      #"""
      {"parameters": {"x": 1}, "definitions": {"f": {
         "parameters": {"x": 100, "by": {"type": "expression"}},
         "operators": [{"map": {"expression": "[7, 8].map(x, $by(x) + x)"}}]}},
       "sequence": [0], "operators": [{"f": {"by": "[$0].map(x, x + $x)[0]"}}]}
      """#, "[15,17]@0 |@0"),
    Case(
      "an expression can use others, including one that is passed on",
      #"""
      {"definitions": {
         "twice": {"parameters": {"f": {"type": "expression"}}, "operators": [{"map": {"expression": "$f($f)"}}]},
         "more": {"parameters": {"g": {"type": "expression"}, "n": 1},
                  "operators": [{"twice": {"f": "$g + $n"}}, {"twice": {"f": "$g($0 + $n)"}}]}},
       "sequence": [1], "operators": [{"more": {"g": "$0 * 2", "n": 3}}]}
      """#, "70@0 |@0"),
    Case(
      "'%d' in an expression is the value there",
      #"""
      {"definitions": {"f": {"parameters": {"by": {"type": "expression"}},
         "operators": [{"map": {"expression": "$by + $by(%d * 10)"}}]}},
       "sequence": [1], "operators": [{"f": {"by": "%d + 1"}}]}
      """#, "13@0 |@0"),
    Case(
      "a stream is used in the places of streams",
      #"""
      {"definitions": {"a": {"sequence": [1]}, "f": {
         "parameters": {"s": {"type": "stream"}, "t": {"type": "stream", "value": "a"}},
         "definitions": {"a": {"sequence": ["hidden"]}},
         "append": ["$s", {"from": "$t"}, {"sequence": [], "operators": [{"append": {"streams": ["$s"]}}]}]}},
       "append": [{"from": "f", "with": {"s": "a"}},
                  {"from": "f", "with": {"s": {"append": ["a", {"sequence": [2]}]}, "t": {"from": "a"}}}]}
      """#, #"1@0 "hidden"@0 1@0 1@0 2@0 1@0 1@0 2@0 |@0"#),
    Case(
      "an inline stream has the names around it",
      #"""
      {"parameters": {"n": 5}, "definitions": {"a": {"sequence": [1]},
         "op": {"parameters": {"s": {"type": "stream"}}, "operators": [{"append": {"streams": ["$s"]}}]}},
       "sequence": [0], "operators": [{"op": {"s": {"sequence": [2], "operators": [
         {"op": {"s": {"append": ["a", {"sequence": "[$n]"}], "operators": [{"prefix": {"count": "$n"}}]}}}]}}}]}
      """#, "0@0 2@0 1@0 5@0 |@0"),
    Case(
      "the stream of a declaration may use the parameters beside it",
      #"""
      {"parameters": {"s": {"type": "stream", "value": {"definitions": {"d": {"marbles": "-a|", "frame": "$gap"}},
                                                        "append": ["d", {"sequence": "[$n]"}, "$t"]}},
                      "t": {"type": "stream", "value": {"sequence": "[$n + 1]"}}, "n": 5, "gap": "2s"},
       "from": "$s"}
      """#, #""a"@2 5@4 6@4 |@4"#),
    Case(
      "streams in streams that are set",
      #"""
      {"definitions": {"f": {"parameters": {"s": {"type": "stream"}}, "append": ["$s", {"sequence": [1]}]}},
       "from": "f", "with": {"s": {"from": "f", "with": {"s": {"sequence": [0]}}}}}
      """#, "0@0 1@0 1@0 |@0"),
    Case(
      "the instants of records and their order have parameters too",
      #"""
      {"parameters": {"every": "2s"}, "definitions": {"log": {"input": "log", "every": "$every"}},
       "sequence": [1]}
      """#, "1@0 |@0"),
  ]

  @Test(arguments: cases)
  func `a parameter has its value`(_ example: Case) {
    #expect(outcome { try played(example.text) } == example.plays)
  }

  @Test(arguments: cases)
  func `a model with parameters is written and read without loss`(_ example: Case) throws {
    let model = try StreamModel<Value>(SourceText(name: "t.json", example.text))
    let value = try ValueEncoder().encode(model)
    let read = try StreamModel<Value>(SourceText(name: "t.json", "\(value)"))
    #expect(read == model)
    #expect("\(try ValueEncoder().encode(read))" == "\(value)")
    #expect(outcome { try read.play().brief } == example.plays)
    // Another decoder does not keep the order of keys.
    let decoded = try ValueDecoder().decode(StreamModel<Value>.self, from: value)
    #expect(outcome { try decoded.play().brief } == example.plays)
  }

  @Test func `parameters can be used for the times of records`() throws {
    let text = #"""
      {"parameters": {"field": {"type": "expression", "value": "$0.at"}, "hold": "5s", "from": "epoch"},
       "input": "log", "time": "$field", "origin": "$from", "late": {"reorder": "$hold"},
       "operators": [{"map": {"expression": "$0.v"}}]}
      """#
    let log = #"{"at": 3, "v": 1}"# + "\n" + #"{"at": 1, "v": 2}"# + "\n" + #"{"at": 9, "v": 3}"#
    #expect(try played(text, reading: ["log": log]) == "2@1 1@3 3@9 |@9")
    let every = #"{"parameters": {"e": "2s"}, "input": "log", "every": "$e"}"#
    #expect(try played(every, reading: ["log": "1\n2\n"]) == "1@0 2@2 |@2")
    let named = #"{"parameters": {"which": "log"}, "input": "$which"}"#
    #expect(try played(named, reading: ["log": "1\n"]) == "1@0 |@0")
  }

  @Test func `a long string that is used often is refused, not copied a thousand times`() throws {
    let long = String(repeating: "x", count: 90_000)
    let uses = Array(repeating: "size($a)", count: 1000).joined(separator: " + ")
    let text = #"""
      {"parameters": {"a": {"type": "expression", "value": "'\#(long)'"}}, "sequence": "[\#(uses)]"}
      """#
    #expect(
      outcome { try played(text) }.contains(
        "more than 1000000 code points with the expressions of parameters"))
  }

  @Test func `a playback can set parameters`() throws {
    let text =
      #"{"parameters": {"n": 1, "by": {"type": "expression", "value": "$0"}}, "sequence": "[$n]", "operators": [{"map": {"expression": "$by"}}]}"#
    let model = try StreamModel<Value>(SourceText(name: "t.json", text))
    #expect(try model.play(with: ["n": 5]).brief == "5@0 |@0")
    #expect(try model.play(with: ["by": "$0 + $n", "n": 2]).brief == "4@0 |@0")
    #expect(try Program(model, with: ["n": 3]).play(Playback()).brief == "3@0 |@0")
    #expect(
      outcome { try model.play(with: ["m": 5]).brief }
        == "parameters: error: unknown parameter 'm'; did you mean 'n'?")
    #expect(
      outcome { try model.play(with: ["n": "five"]).brief }.hasPrefix(
        "parameters.n: error: \"five\" for 'n', expected a whole number"))
  }

  @Test func `parameters and custom operators are values in Swift`() throws {
    var model = StreamModel<Int>(
      source: .sequence(.values([1, 2, 3])),
      operators: [.own("larger", ["than": "$least", "by": "$0 * 10"])],
      definitions: [
        StreamDefinition(
          "larger",
          StreamModel<Value>(
            source: .upstream,
            operators: [.map(expression: "$by"), .filter(expression: "$0 > $than")]))
      ])
    model.parameters = [ParameterDeclaration("least", 15)]
    model.definitions[0].model.parameters = [
      ParameterDeclaration("than", of: .int), ParameterDeclaration("by", of: .expression, "$0"),
    ]
    #expect(try model.play().brief == "20@0 30@0 |@0")
    #expect(try model.play(with: ["least": 25]).brief == "30@0 |@0")
    let read = try StreamModel<Int>(
      SourceText(name: "t.json", "\(try ValueEncoder().encode(model))"))
    #expect(read == model)
  }

  @Test func `a constant costs as much as a literal, and a failure has its place`() throws {
    let text = #"""
      {"definitions": {"f": {"parameters": {"by": {"type": "expression"}},
         "operators": [{"map": {"expression": "[$by]"}}]}},
       "sequence": [0], "operators": [{"f": {"by": "1 / $0"}}]}
      """#
    let program = try program(text)
    let timeline = program.play(Playback())
    guard case .failure(let failure)? = timeline.events.last?.kind else {
      Issue.record("no failure: \(timeline.brief)")
      return
    }
    #expect("\(failure)".contains("division by zero"))
  }
}
