extension BrokenFile {
  /// Mistakes in the inputs of a stream.
  static let sourceMistakes = [
    BrokenFile(
      "three sources",
      #"""
      {"stream": [],
       "from": "x",
       "marbles": "a|"}
      """#,
      """
      t.json:2:2: error: found a second source, 'from', beside 'stream', expected one; move one of \
      them into another stream, or remove it
      t.json:3:2: error: found a second source, 'marbles', beside 'stream', expected one; move one \
      of them into another stream, or remove it
      """),
    BrokenFile(
      "details without a source",
      #"""
      {"frame": 2}
      """#,
      """
      t.json:1:1: error: a stream model needs one of the sources 'stream', 'sequence', 'append', \
      'merge', 'zip', 'combineLatest', 'from', 'marbles', 'cron', 'input'; write "stream": [ … ]
      t.json:1:2: error: 'frame' needs 'marbles' beside it; remove it, or add a diagram
      """),
    BrokenFile(
      "details of another source",
      #"""
      {"sequence": [], "values": {}, "error": "x", "hot": true}
      """#,
      """
      t.json:1:18: error: 'values' needs 'marbles' beside it; remove it, or add a diagram
      t.json:1:32: error: 'error' needs 'marbles' beside it; remove it, or add a diagram
      t.json:1:46: error: 'hot' needs 'marbles' beside it; remove it, or add a diagram
      """),
    BrokenFile(
      "nothing in the place of a stream",
      #"""
      {"from": {}}
      """#,
      """
      t.json:1:10: error: a stream model needs one of the sources 'stream', 'sequence', 'append', \
      'merge', 'zip', 'combineLatest', 'from', 'marbles', 'cron', 'input'; write "stream": [ … ]
      """),
    BrokenFile(
      "misspelt from",
      #"""
      {"from": {"form": "a"}}
      """#,
      """
      t.json:1:11: error: unknown key 'form' in a stream model; did you mean 'from'?
      """),
    BrokenFile(
      "from null",
      #"""
      {"from": null}
      """#,
      """
      t.json:1:10: error: found null, expected a stream: a name, a file, or a stream model
      """),
    BrokenFile(
      "from a list",
      #"""
      {"from": ["a"], "definitions": {"a": {"sequence": []}}}
      """#,
      """
      t.json:1:10: error: found an array, expected a stream: a name, a file, or a stream model
      """),
    BrokenFile(
      "from nothing",
      #"""
      {"from": ""}
      """#,
      """
      t.json:1:10: error: found an empty name, expected one of 'definitions'
      """),
    BrokenFile(
      "merge of an object",
      #"""
      {"merge": {"sequence": [1]}}
      """#,
      """
      t.json:1:11: error: found an object, expected an array of streams; put it in brackets: [ … ]
      """),
    BrokenFile(
      "merge of a name",
      #"""
      {"merge": "a.json"}
      """#,
      """
      t.json:1:11: error: found a string, expected an array of streams; put it in brackets: [ … ]
      """),
    BrokenFile(
      "append of null",
      #"""
      {"append": null}
      """#,
      """
      t.json:1:12: error: found null, expected an array of streams
      """),
    BrokenFile(
      "zip of none",
      #"""
      {"zip": []}
      """#,
      """
      t.json:1:9: error: found no streams, expected at least 2
      """),
    BrokenFile(
      "zip of an invalid stream",
      #"""
      {"zip": [{"sequence": []}, 3]}
      """#,
      """
      t.json:1:28: error: found a number, expected a stream: a name, a file, or a stream model
      """),
    BrokenFile(
      "zip of one written twice",
      #"""
      {"zip": [{"sequence": []}], "zip": []}
      """#,
      """
      t.json:1:9: error: found one stream, expected at least 2
      t.json:1:29: error: key 'zip' is already in this object; remove one of the two
      """),
    BrokenFile(
      "sequence of an object",
      #"""
      {"sequence": {"a": 1}}
      """#,
      """
      t.json:1:14: error: found an object, expected an array, or an expression that returns a list
      """),
    BrokenFile(
      "sequence of a name",
      #"""
      {"sequence": "numbers", "definitions": {"numbers": {"sequence": [1]}}}
      """#,
      """
      t.json:1:15: error: unknown variable 'numbers'; write a list as '[1, 2]', and name a stream \
      with 'from'
      """),
    BrokenFile(
      "sequence of an unfinished expression",
      #"""
      {"sequence": "[1, 2"}
      """#,
      """
      t.json:1:20: error: found the end, expected ',' or ']'
      """),
    BrokenFile(
      "sequence of a value",
      #"""
      {"sequence": "[$0]"}
      """#,
      """
      t.json:1:16: error: '$0' is not available here; this expression runs before any value exists
      """),
    BrokenFile(
      "sequence of a map",
      #"""
      {"sequence": "{'a': 1}"}
      """#,
      """
      t.json:1:15: error: a list is expected here, but this is a map(string, int)
      """),
    BrokenFile(
      "source that is an operator",
      #"""
      {"stream": [{"value": 1, "operators": [{"from": "a"}]}]}
      """#,
      """
      t.json:1:41: error: unknown operator 'from'; 'from' is a source, which belongs in a stream model
      """),
    BrokenFile(
      "operator that is a list",
      #"""
      {"sequence": [1], "operators": [{"merge": ["a"]}]}
      """#,
      """
      t.json:1:43: error: found an array, expected the parameters of 'merge', which are an object; \
      write "merge": {"streams": ["a"]}
      """),
    BrokenFile(
      "operator with a stream",
      #"""
      {"sequence": [1], "operators": [{"merge": {"stream": ["a"]}}]}
      """#,
      """
      t.json:1:44: error: unknown key 'stream' in operator 'merge'; did you mean 'streams'?
      """),
    BrokenFile(
      "operator without streams",
      #"""
      {"sequence": [1], "operators": [{"append": {}}]}
      """#,
      """
      t.json:1:44: error: operator 'append' needs 'streams', an array of streams; write "append": \
      {"streams": [{"marbles": "--8|"}]}
      """),
    BrokenFile(
      "operator with a name",
      #"""
      {"sequence": [1], "operators": [{"append": {"streams": "a"}}]}
      """#,
      """
      t.json:1:56: error: found a string, expected an array of streams; put it in brackets: [ … ]
      """),
    BrokenFile(
      "invalid streams",
      #"""
      {"sequence": [1], "operators": [{"zip": {"streams": [1, null, [], true, ""]}}]}
      """#,
      """
      t.json:1:54: error: found a number, expected a stream: a name, a file, or a stream model
      t.json:1:57: error: found null, expected a stream: a name, a file, or a stream model
      t.json:1:63: error: found an array, expected a stream: a name, a file, or a stream model
      t.json:1:67: error: found a boolean, expected a stream: a name, a file, or a stream model
      t.json:1:73: error: found an empty name, expected one of 'definitions'
      """),
    BrokenFile(
      "list of rows",
      #"""
      {"zip": [{"sequence": [1]}, {"sequence": [2]}],
       "operators": [{"map": {"expression": "$0 + 1"}}]}
      """#,
      """
      t.json:2:40: error: '+' cannot be applied to a list(int) and an int, expected two numbers, \
      two strings or two lists
      """),
    BrokenFile(
      "two types merged",
      #"""
      {"merge": [{"sequence": [1]}, {"sequence": [2]}],
       "operators": [{"filter": {"expression": "$0"}}]}
      """#,
      """
      t.json:2:43: error: a condition must be a bool, but this is an int
      """),
  ]
}
