extension BrokenFile {
  /// Mistakes in a file's expectations, and in its tests.
  static let expectationMistakes = [
    BrokenFile(
      "expectations of other types",
      #"""
      {"sequence": [1], "expect": 5, "tests": {"expect": "1|"}}
      """#,
      """
      t.json:1:29: error: found a number, expected marbles in a string, an object with 'marbles', \
      or an array of events
      t.json:1:41: error: found an object, expected an array of tests; put it in brackets: [ … ]
      """),
    BrokenFile(
      "a diagram without marbles",
      #"""
      {"sequence": [1], "expect": {"values": {"a": 1}}, "tests": [{"expect": {"marble": "1|"}}]}
      """#,
      """
      t.json:1:29: error: a diagram needs 'marbles'; write { "marbles": "-a-|" }; events are in an \
      array
      t.json:1:73: error: unknown key 'marble' in a diagram; did you mean 'marbles'?
      """),
    BrokenFile(
      "marbles that cannot be read",
      #"""
      {"sequence": [1], "definitions": {"a": {"sequence": [], "expect": "(1|"}},
       "expect": "-\u0031|b",
       "tests": [{"inputs": {"a": "^-"}, "expect": {"marbles": "1||", "frame": 0, "hot": true}}]}
      """#,
      """
      t.json:1:68: error: '(' without ')'; every group must be closed
      t.json:2:21: error: 'b' after the end, expected only spaces and '-'; a stream ends only once
      t.json:3:30: error: '^' in a diagram that is not hot, expected a value, '-' or the end; only \
      a hot diagram marks its start
      t.json:3:61: error: '|' after the end, expected only spaces and '-'; a stream ends only once
      t.json:3:74: error: 'frame' is 0, expected 1 nanosecond (1e-9) or more
      t.json:3:77: error: unknown key 'hot' in a diagram; there are 'marbles', 'values', 'frame', \
      'error' and 'path'
      """),
    BrokenFile(
      "events",
      #"""
      {"sequence": [1], "expect": [
        {"value": 1}, {"time": 1}, {"time": -1, "value": 1}, {"time": "1", "value": 1},
        {"time": 1, "value": 2, "completion": "finished"}, {"time": 1, "completion": "finnished"},
        {"time": 1, "completion": "finished", "error": "no"}, {"time": 1, "val": 1}, 7]}
      """#,
      """
      t.json:2:3: error: an event needs a 'time'
      t.json:2:17: error: an event needs a 'value' or a 'completion'
      t.json:2:39: error: 'time' is negative, expected 0 or more
      t.json:2:65: error: '1' has no unit; write the number 1, or "1s"
      t.json:3:3: error: an event has a 'value' or a 'completion', not both; write two events
      t.json:3:80: error: found 'finnished', expected 'finished' or 'failure'; did you mean \
      'finished'?
      t.json:4:3: error: only a failure can have an 'error'; write "completion": "failure", or \
      remove it
      t.json:4:69: error: unknown key 'val' in an event; did you mean 'value'?
      t.json:4:80: error: found a number, expected an event, which is an object with a 'time'; \
      write { "time": 1, "value": … }
      """),
    BrokenFile(
      "events out of order",
      #"""
      {"sequence": [1], "expect": [{"time": 2, "value": 1}, {"time": 1, "value": 1},
                                   {"time": 3, "completion": "finished"}, {"time": 3, "value": 1}]}
      """#,
      """
      t.json:1:64: error: 'time' is earlier than in the previous event, expected increasing times
      t.json:2:69: error: found an event after the end of the stream; a stream ends only once
      """),
    BrokenFile(
      "tests",
      #"""
      {"from": "clicks", "definitions": {"clicks": {"sequence": [1]}},
       "tests": [7, {"name": 7, "inputs": []}, {"input": {}, "expect": "1|"},
                 {"inputs": {"click": "1|", "clicks": "./clicks.csv"}, "expect": ""},
                 {"inputs": {"clicks": "", "clicks": ""}, "expect": "", "expects": ""}]}
      """#,
      """
      t.json:2:12: error: found a number, expected a test, which is an object with an 'expect'
      t.json:2:15: error: a test needs an 'expect', the events that it must emit; write "expect": \
      "", and 'stream-run test --accept' fills it in
      t.json:2:24: error: found a number, expected a name in a string; put it in double quotes
      t.json:2:37: error: found an array, expected an object of streams by the names of \
      definitions
      t.json:2:43: error: unknown key 'input' in a test; did you mean 'inputs'?
      t.json:3:24: error: there is no definition 'click' to replace with this; did you mean \
      'clicks'?
      t.json:3:39: error: there is no input 'clicks' to replace with this file; write a diagram, \
      or a list of { "time", "value" }
      t.json:4:38: error: key 'clicks' is already in this object; remove one of the two
      t.json:4:67: error: unknown key 'expects' in a test; did you mean 'expect'?
      """),
    BrokenFile(
      "a test of a file without definitions",
      #"""
      {"sequence": [1], "tests": [{"inputs": {"a": "1|"}, "expect": "1|"}]}
      """#,
      """
      t.json:1:41: error: there is no definition 'a' to replace with this; the file defines none
      """),
  ]
}
