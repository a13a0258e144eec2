import Pipelines
import TestSupport
import Testing
import Values

/// Custom operators: definitions with operators and without a source.
@Suite struct OwnOperatorTests {
  static let cases = [
    ParameterTests.Case(
      "an operator is used by its name, also before it is defined",
      #"{"sequence": [1], "operators": [{"up": {}}], "definitions": {"up": {"operators": [{"map": {"expression": "$0 + 1"}}]}}}"#,
      "2@0 |@0"),
    ParameterTests.Case(
      "operators in operators, in items, in inner models",
      #"""
      {"definitions": {"up": {"parameters": {"by": 1}, "operators": [{"map": {"expression": "$0 + $by"}}]},
                       "twice": {"parameters": {"by": 2}, "operators": [{"up": {"by": "$by"}}, {"up": {"by": "$by"}}]}},
       "stream": [{"value": 1, "operators": [{"twice": {}}]}, {"value": 1, "operators": [{"twice": {}}]},
                  {"value": 1, "operators": [{"up": {"by": 10}}, {"delay": {"seconds": 1}}]}],
       "operators": [{"append": {"streams": [{"sequence": [0], "operators": [{"twice": {"by": 5}}]}]}},
                     {"groupBy": {"key": "$0", "operators": [{"up": {"by": 100}}]}}]}
      """#, "105@0 105@0 111@1 110@1 |@1"),
    ParameterTests.Case(
      "its names belong to where it is defined, its variables to where it is used",
      #"""
      {"definitions": {"other": {"sequence": ["outside"]},
         "tag": {"definitions": {"other": {"sequence": ["inside"]}},
                 "operators": [{"map": {"expression": "[$key, $0]"}}, {"append": {"streams": ["other"]}}]}},
       "sequence": [1], "operators": [{"groupBy": {"key": "'k'", "operators": [{"tag": {}}]}},
         {"append": {"streams": ["other"]}}]}
      """#, #"["k",1]@0 "inside"@0 "outside"@0 |@0"#),
    ParameterTests.Case(
      "an expression reads the key of the group in which it is set",
      #"""
      {"definitions": {"f": {"parameters": {"by": {"type": "expression"}}, "operators": [{"map": {"expression": "$by"}}]}},
       "sequence": [1, 2], "operators": [{"groupBy": {"key": "$0 * 2", "operators": [{"f": {"by": "$key + $0"}}]}}]}
      """#, "3@0 6@0 |@0"),
    ParameterTests.Case(
      "one with streams in it, used twice",
      #"""
      {"definitions": {"with": {"parameters": {"s": {"type": "stream"}}, "operators": [
           {"append": {"streams": [{"sequence": ["m"]}, "$s"]}}, {"zip": {"streams": ["$s"]}}]}},
       "sequence": ["a"], "operators": [{"with": {"s": {"sequence": [1, 2, 3]}}}, {"with": {"s": {"sequence": [7, 8]}}}]}
      """#, #"[["a",1],7]@0 [["m",2],8]@0 |@0"#),
    ParameterTests.Case(
      "one named as a built-in one hides it where it is in scope",
      #"""
      {"append": [{"definitions": {"map": {"parameters": {"to": 0}, "operators": [{"filter": {"expression": "$0 > $to"}}]}},
                   "sequence": [1, 2], "operators": [{"map": {"to": 1}}]},
                  {"sequence": [1, 2], "operators": [{"map": {"expression": "$0 * 10"}}]}]}
      """#, "2@0 10@0 20@0 |@0"),
    ParameterTests.Case(
      "a stream may have the name of an operator",
      #"{"definitions": {"filter": {"sequence": [1, 2]}}, "from": "filter", "operators": [{"filter": {"expression": "$0 > 1"}}]}"#,
      "2@0 |@0"),
    ParameterTests.Case(
      "failures are caught where it is used",
      ##"""
      {"definitions": {"tell": {"operators": [{"map": {"expression": "$error + '!'"}}]}},
       "marbles": "#", "operators": [{"catch": {"stream": {"sequence": [0], "operators": [{"tell": {}}]}}}]}
      """##, #""error!"@0 |@0"#),
  ]

  @Test(arguments: cases)
  func `a custom operator does what its operators do`(_ example: ParameterTests.Case) throws {
    #expect(outcome { try played(example.text) } == example.plays)
    let model = try StreamModel<Value>(SourceText(name: "t.json", example.text))
    let value = try ValueEncoder().encode(model)
    #expect(try StreamModel<Value>(SourceText(name: "t.json", "\(value)")) == model)
    // Another decoder does not keep the order of keys.
    let decoded = try ValueDecoder().decode(StreamModel<Value>.self, from: value)
    #expect(outcome { try decoded.play().brief } == example.plays)
  }

  @Test func `a file can be an operator`() throws {
    let folder = try Folder([
      "up.json":
        #"{"parameters": {"by": 1, "s": "x"}, "operators": [{"map": {"expression": "[$0[0] + $by, $s]"}}]}"#,
      "top.json": #"""
      {"definitions": {"up": {"from": "./up.json"}, "up5": {"from": "./up.json", "with": {"by": 5, "s": "five"}}},
       "sequence": [[1]], "operators": [{"up": {}}, {"up": {"by": 10}}, {"up5": {"s": "y"}}, {"up5": {}}]}
      """#,
      "wrong.json": #"""
      {"definitions": {"up": {"from": "./up.json"}, "a": {"from": "./list.json"}},
       "append": ["./up.json", "up"], "operators": [{"a": {}}, {"up": {"bye": 1}}]}
      """#,
      "list.json": #"{"sequence": [1]}"#,
    ])
    #expect(folder.outcome(of: "top.json") == #"[22,"five"]@0 |@0"#)
    #expect(
      folder.outcome(of: "up.json") == """
        up.json:1:1: error: this is an operator, expected a stream; add a source, such as \
        "stream": [ … ]
        """)
    #expect(
      folder.outcome(of: "wrong.json") == """
        wrong.json:1:33: error: './up.json' is an operator, expected a stream; apply it under \
        'operators'
        wrong.json:2:13: error: './up.json' is an operator, expected a stream; apply it under \
        'operators'
        wrong.json:2:53: error: './list.json' is a stream, expected an operator; an operator has \
        'operators' and no source
        wrong.json:2:73: error: unknown parameter 'bye'; did you mean 'by'?
        up.json:1:16: note: the parameters are declared here
        """)
  }

  @Test func `a file plays with other streams than the ones it defines`() throws {
    let folder = try Folder([
      "cpu.json": #"""
      {"definitions": {"metrics": {"sequence": [1]}, "both": {"append": ["metrics", {"input": "log"}, "inner.json"]}},
       "append": ["both", "metrics"]}
      """#,
      "inner.json": #"{"definitions": {"metrics": {"sequence": ["inner"]}}, "from": "metrics"}"#,
      "top.json": #"""
      {"definitions": {"filtered": {"sequence": [10], "operators": [{"delay": {"seconds": 1}}]}},
       "from": "./cpu.json", "inputs": {"metrics": "filtered", "log": {"sequence": ["log"]}}}
      """#,
      "twice.json": #"""
      {"append": [{"from": "./cpu.json", "inputs": {"metrics": {"sequence": [2]}, "log": {"sequence": []}}},
                  {"from": "./cpu.json", "inputs": {"log": {"sequence": [3]}}}]}
      """#,
      "wrong.json": #"""
      {"append": [{"from": "./cpu.json", "inputs": {"log": {"sequence": []}, "metrcs": {"sequence": [2]}}},
                  {"definitions": {"d": {"sequence": [1]}}, "from": "d", "inputs": {"x": "d"}}]}
      """#,
    ])
    #expect(folder.outcome(of: "top.json") == #"10@1 "log"@1 "inner"@1 10@2 |@2"#)
    #expect(folder.outcome(of: "twice.json") == #"2@0 "inner"@0 2@0 1@0 3@0 "inner"@0 1@0 |@0"#)
    #expect(
      folder.outcome(of: "wrong.json") == """
        wrong.json:1:82: error: that file has no definition or input 'metrcs'; did you mean \
        'metrics'?
        wrong.json:2:78: error: found 'inputs' beside a definition, expected it beside a file; use \
        a parameter of type 'stream' to replace a stream within a file
        """)
  }
}
