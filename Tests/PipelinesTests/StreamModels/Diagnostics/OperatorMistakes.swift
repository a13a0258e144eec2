extension BrokenFile {
  static let operatorMistakes = [
    BrokenFile(
      "treatments of errors",
      #"""
      {"sequence": [1], "definitions": {"ok": {"sequence": []}},
       "operators": [{"map": {"expression": "$0", "onError": "skp"}},
                     {"map": {"expression": "$0", "onError": "bad"}},
                     {"map": {"expression": "$0", "onError": {"outptu": "bad"}}},
                     {"map": {"expression": "$0", "onError": {}}},
                     {"map": {"expression": "$0", "onError": {"output": "a.json"}}},
                     {"map": {"expression": "$0", "onError": {"output": ""}}},
                     {"map": {"expression": "$0", "onError": {"output": "$a"}}},
                     {"map": {"expression": "$0", "onError": {"output": 1}}},
                     {"map": {"expression": "$0", "onError": 1}},
                     {"first": {"onError": "skip"}}, {"delay": {"seconds": 1, "onError": "skip"}}]}
      """#,
      """
      t.json:2:56: error: found 'skp' for 'onError', expected 'fail', 'skip' or { "output": NAME \
      }; did you mean 'skip'?
      t.json:3:56: error: found 'bad' for 'onError', expected 'fail', 'skip' or { "output": NAME \
      }; to send such values to a hot stream, write { "output": "bad" }
      t.json:4:57: error: unknown key 'outptu' in an output; did you mean 'output'?
      t.json:5:56: error: the object needs 'output', the name of a hot stream; write { "output": \
      "bad" }
      t.json:6:67: error: the output 'a.json' has the name of a file; remove '.json' and slashes
      t.json:7:67: error: an output needs a name; name it 'bad'
      t.json:8:67: error: the output '$a' begins with '$'; remove the '$'
      t.json:9:67: error: found a number, expected the name of a hot stream in a string; put it \
      in double quotes
      t.json:10:56: error: found a number for 'onError', expected 'fail', 'skip' or { "output": \
      NAME }
      t.json:11:26: error: operator 'first' with 'onError' alone, expected {} or {expression, \
      onError?}; write "first": {}
      t.json:11:58: error: operator 'delay' with 'seconds' and 'onError', expected {seconds} or \
      {expression, onError?}; write "delay": {"seconds": 2}
      """),
    BrokenFile(
      "an output of the name of a definition",
      #"""
      {"sequence": [1], "definitions": {"ok": {"sequence": []}},
       "operators": [{"map": {"expression": "$0", "onError": {"output": "ok"}}}]}
      """#,
      """
      t.json:2:56: error: the output 'ok' has the same name as a definition; choose another name
      """),
    BrokenFile(
      "outputs that feed themselves",
      #"""
      {"definitions": {"a": {"from": "two", "operators": [
                        {"map": {"expression": "1 / $0.value", "onError": {"output": "one"}}}]},
                       "b": {"from": "one", "operators": [
                        {"filter": {"expression": "1 / $0.value > 0", "onError": {"output": "two"}}}]}},
       "merge": ["a", "b"]}
      """#,
      """
      t.json:4:76: error: a cycle: 'two' → 'one' → 'two'; an output cannot receive values that \
      depend on its own values
      """),
    BrokenFile(
      "a name that no operator feeds",
      #"""
      {"merge": ["bat", {"sequence": [0], "operators": [
                  {"map": {"expression": "1 / $0", "onError": {"output": "bad"}}}]}]}
      """#,
      """
      t.json:1:12: error: unknown stream 'bat'; did you mean 'bad'?
      """),
    BrokenFile(
      "did you mean",
      #"""
      {"stream": [{"value": 1}],
       "operators": [{"fliter": {"expression": "true"}}]}
      """#,
      """
      t.json:2:17: error: unknown operator 'fliter'; did you mean 'filter'?
      """),
    BrokenFile(
      "unknown operators",
      #"""
      {"stream": [{"value": 1}],
       "operators": [{"Delay": {"seconds": 1}}, {"vanish": {}}]}
      """#,
      """
      t.json:2:17: error: unknown operator 'Delay'; did you mean 'delay'?
      t.json:2:44: error: unknown operator 'vanish'; 'stream-run list operators' shows them all
      """),
    BrokenFile(
      "string",
      #"""
      {"stream": [{"value": 1}],
       "operators": ["delay"]}
      """#,
      """
      t.json:2:16: error: found a string, expected an operator, which is an object with its \
      name as the key; write {"delay": {"seconds": 2}}
      """),
    BrokenFile(
      "times of another kind",
      #"""
      {"stream": [{"value": 1}],
       "operators": [{"repeat": {"delay": {"seconds": 1}}}, {"retry": {"delay": "1"}}]}
      """#,
      """
      t.json:2:37: error: found an object, expected a duration, or an array of them for 'delay'; \
      write a number of seconds, or a string such as "1h30m"
      t.json:2:75: error: '1' has no unit; write the number 1, or "1s"
      """),
    BrokenFile(
      "no name",
      #"""
      {"stream": [{"value": 1}],
       "operators": [{}]}
      """#,
      """
      t.json:2:16: error: an operator needs a name; 'stream-run list operators' shows them all
      """),
    BrokenFile(
      "only comment",
      #"""
      {"stream": [{"value": 1}],
       "operators": [{"$comment": "x"}]}
      """#,
      """
      t.json:2:16: error: an operator needs a name; 'stream-run list operators' shows them all
      """),
    BrokenFile(
      "two names",
      #"""
      {"stream": [{"value": 1}],
       "operators": [{"delay": {"seconds": 1}, "map": {"expression": "$0"}}]}
      """#,
      """
      t.json:2:42: error: found a second operator in one object, 'map', expected one; write one \
      object for each operator
      """),
    BrokenFile(
      "a name twice",
      #"""
      {"stream": [{"value": 1}],
       "operators": [{"delay": {"seconds": 1}, "delay": {"seconds": 2}}]}
      """#,
      """
      t.json:2:42: error: found a second operator in one object, 'delay', expected one; write one \
      object for each operator
      """),
    BrokenFile(
      "object for array",
      #"""
      {"stream": [], "operators": {"delay": {"seconds": 1}}}
      """#,
      """
      t.json:1:29: error: found an object, expected an array of operators; put it in \
      brackets: [ … ]
      """),
    BrokenFile(
      "number for parameters",
      #"""
      {"stream": [{"value": 1}],
       "operators": [{"delay": 1}]}
      """#,
      """
      t.json:2:26: error: found a number, expected the parameters of 'delay', which are an \
      object; write "delay": {"seconds": 1}
      """),
    BrokenFile(
      "string for parameters",
      #"""
      {"stream": [{"value": 1}],
       "operators": [{"map": "$0 + 1"}]}
      """#,
      """
      t.json:2:24: error: found a string, expected the parameters of 'map', which are an \
      object; write "map": {"expression": "$0 + 1"}
      """),
    BrokenFile(
      "missing parameters",
      #"""
      {"stream": [{"value": 1}],
       "operators": [{"delay": {}}, {"scan": {}}]}
      """#,
      """
      t.json:2:26: error: operator 'delay' with no parameters, expected {seconds} or \
      {expression, onError?}; write "delay": {"seconds": 2}
      t.json:2:40: error: operator 'scan' needs 'initialValue', a value; write "scan": \
      {"initialValue": 0, "expression": "$0 + $1"}
      t.json:2:40: error: operator 'scan' needs 'expression', an expression in a string; write \
      "scan": {"initialValue": 0, "expression": "$0 + $1"}
      """),
    BrokenFile(
      "the time of a join",
      #"""
      {"sequence": [1],
       "operators": [{"join": {"stream": {"marbles": "|"}, "within": {"befor": 1, "after": -1}}},
                     {"join": {"stream": {"marbles": "|"}, "within": []}},
                     {"join": {"stream": {"marbles": "|"}, "within": {"after": "1x", "after": 2}}},
                     {"join": {"stream": {"marbles": "|"}, "within": 1, "otherOn": "$0"}}]}
      """#,
      """
      t.json:2:65: error: unknown key 'befor' in the time of a join; did you mean 'before'?
      t.json:2:86: error: 'after' is negative, expected 0 or more
      t.json:3:64: error: found an array, expected a duration, "forever", or an object with 'before' \
      and 'after' for 'within'; write a number of seconds, or a string such as "1h30m"
      t.json:4:74: error: found '1x' for 'after', expected a duration such as "1h30m"; the units \
      are ns us ms s m h d w
      t.json:4:80: error: key 'after' is already in this object; remove one of the two
      t.json:5:25: error: operator 'join' with 'stream' and 'otherOn' and 'within' alone, \
      expected {stream, within, expires?, otherExpires?, matches?, kind?, instant?, onError?} or \
      {stream, on, otherOn?, within, expires?, otherExpires?, matches?, kind?, instant?, onError?}; \
      write "join": {"stream": {"marbles": "--7-|"}, "on": "$0", "otherOn": "$0 - 5", \
      "within": {"after": 3}, "kind": "left"}
      """),
    BrokenFile(
      "a join that pairs values of one instant",
      #"""
      {"sequence": [1],
       "operators": [{"join": {"stream": {"marbles": "|"}, "within": 1, "kind": "full", "instant": false}}]}
      """#,
      """
      t.json:2:94: error: 'instant' is false, and the kind 'full' pairs the values of one instant; \
      remove 'instant'
      """),
    BrokenFile(
      "misspelt parameter",
      #"""
      {"stream": [{"value": 1}],
       "operators": [{"delay": {"second": 1}}]}
      """#,
      """
      t.json:2:27: error: unknown key 'second' in operator 'delay'; did you mean 'seconds'?
      """),
    BrokenFile(
      "surplus and duplicate",
      #"""
      {"stream": [{"value": 1}],
       "operators": [{"delay": {"seconds": 1, "jitter": 2, "seconds": 3}}]}
      """#,
      """
      t.json:2:41: error: unknown key 'jitter' in operator 'delay'; there are 'seconds', \
      'expression' and 'onError'
      t.json:2:54: error: key 'seconds' is already in this object; remove one of the two
      """),
    BrokenFile(
      "surplus",
      #"""
      {"stream": [{"value": 1}],
       "operators": [{"filter": {"expression": "true", "count": 1}}, {"scan": \#
      {"initialValue": 0, "expression": "$0", "x": 0}}]}
      """#,
      """
      t.json:2:50: error: unknown key 'count' in operator 'filter'; there are 'expression', \
      'dropped' and 'onError'
      t.json:2:113: error: unknown key 'x' in operator 'scan'; there are 'initialValue', \
      'expression', 'emit' and 'onError'
      """),
    BrokenFile(
      "seconds of wrong types",
      #"""
      {"stream": [{"value": 1}],
       "operators": [{"delay": {"seconds": "1"}}, {"delay": {"seconds": "soon"}}, {"delay": \#
      {"seconds": null}}]}
      """#,
      """
      t.json:2:38: error: '1' has no unit; write the number 1, or "1s"
      t.json:2:67: error: found 'soon' for 'seconds', expected a duration such as "1h30m"; the \
      units are ns us ms s m h d w
      t.json:2:99: error: found null, expected a duration for 'seconds'; write a number of \
      seconds, or a string such as "1h30m"
      """),
    BrokenFile(
      "negative seconds",
      #"""
      {"stream": [{"value": 1}],
       "operators": [{"delay": {"seconds": -1}}, {"delay": {"seconds": -1e-9}}]}
      """#,
      """
      t.json:2:38: error: 'seconds' is negative, expected 0 or more
      t.json:2:66: error: 'seconds' is negative, expected 0 or more
      """),
    BrokenFile(
      "seconds too large",
      #"""
      {"stream": [{"value": 1}],
       "operators": [{"delay": {"seconds": 9223372036.854775807}}, {"delay": {"seconds": \#
      1e400}}]}
      """#,
      """
      t.json:2:38: error: 'seconds' is beyond the end of time, expected less than \
      9223372036.854775807
      t.json:2:84: error: 'seconds' is beyond the end of time, expected less than \
      9223372036.854775807
      """),
    BrokenFile(
      "infinite seconds",
      #"""
      {"stream": [{"value": 1}],
       "operators": [{"delay": {"seconds": Infinity}}]}
      """#,
      """
      t.json:2:38: error: unknown word 'Infinity', expected a value; JSON has no such \
      number; use null or a string
      """),
    BrokenFile(
      "counts",
      #"""
      {"stream": [{"value": 1}],
       "operators": [{"dropFirst": {"count": 1.5}}, {"dropFirst": {"count": -1}}, \#
      {"dropFirst": {"count": 99999999999999999999}}, {"dropFirst": {"count": 2.0}}]}
      """#,
      """
      t.json:2:40: error: 'count' has a fraction or an exponent, expected a whole number
      t.json:2:71: error: 'count' is negative, expected 0 or more
      t.json:2:101: error: 'count' is too large, expected at most 9223372036854775807
      t.json:2:149: error: 'count' has a fraction or an exponent, expected a whole number
      """),
    BrokenFile(
      "wrong types",
      #"""
      {"stream": [{"value": 1}],
       "operators": [{"dropFirst": {"count": true}}, {"map": {"expression": 1}}, {"filter": \#
      {"expression": true}}]}
      """#,
      """
      t.json:2:40: error: found a boolean, expected a whole number for 'count'
      t.json:2:71: error: found a number, expected an expression in a string for \
      'expression'; put it in double quotes
      t.json:2:102: error: found a boolean, expected an expression in a string for \
      'expression'; put it in double quotes
      """),
    BrokenFile(
      "the same mistaken list in two items",
      #"""
      {"stream": [{"value": 1, "operators": [{"delay": {"seconds": -1}}]}, {"value": 1, \#
      "operators": [{"delay": {"seconds": -1}}]}]}
      """#,
      """
      t.json:1:62: error: 'seconds' is negative, expected 0 or more
      t.json:1:119: error: 'seconds' is negative, expected 0 or more
      """),
    BrokenFile(
      "dup keys in a repeated list",
      #"""
      {"stream": [{"value": 1, "operators": [{"scan": {"initialValue": {"a": 1, "a": 2}, \#
      "expression": "$0"}}]}, {"value": 1, "operators": [{"scan": {"initialValue": {"a": 1, \#
      "a": 2}, "expression": "$0"}}]}]}
      """#,
      """
      t.json:1:75: error: key 'a' is already in this object; remove one of the two
      t.json:1:170: error: key 'a' is already in this object; remove one of the two
      """),
    BrokenFile(
      "$ keys twice",
      #"""
      {"stream": [{"value": 1, "operators": [{"delay": {"$a": 1, "seconds": 1, "$a": 2}, \#
      "$b": 1, "$b": 2}]}]}
      """#,
      """
      t.json:1:74: error: key '$a' is already in this object; remove one of the two
      t.json:1:93: error: key '$b' is already in this object; remove one of the two
      """),
  ]
}
