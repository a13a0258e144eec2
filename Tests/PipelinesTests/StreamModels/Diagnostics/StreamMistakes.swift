extension BrokenFile {
  /// Mistakes in the origin of values: sources, names, files, diagrams.
  static let streamMistakes = [
    BrokenFile(
      "two sources",
      #"""
      {"sequence": [1],
       "merge": []}
      """#,
      """
      t.json:2:2: error: found a second source, 'merge', beside 'sequence', expected one; move one \
      of them into another stream, or remove it
      """),
    BrokenFile(
      "unknown stream",
      #"""
      {"definitions": {"numbers": {"sequence": [1]}},
       "merge": ["nubmers", {"from": "x"}]}
      """#,
      """
      t.json:2:12: error: unknown stream 'nubmers'; did you mean 'numbers'?
      t.json:2:32: error: unknown stream 'x'; there is only 'numbers'
      """),
    BrokenFile(
      "cycle of names",
      #"""
      {"definitions": {
         "a": {"from": "b"},
         "b": {"merge": ["c"]},
         "c": {"sequence": [1], "operators": [{"append": {"streams": ["a"]}}]}},
       "from": "a"}
      """#,
      """
      t.json:4:65: error: a cycle: 'a' → 'b' → 'c' → 'a'; a stream cannot contain itself
      """),
    BrokenFile(
      "cycle of one",
      #"""
      {"definitions": {"a": {"merge": [{"from": "a"}]}}, "sequence": []}
      """#,
      """
      t.json:1:43: error: a cycle: 'a' → 'a'; a stream cannot contain itself
      """),
    BrokenFile(
      "missing file",
      #"""
      {"from": "./nowhere.json"}
      """#,
      """
      t.json:1:10: error: cannot read 'nowhere.json': No such file or directory
      """),
    BrokenFile(
      "zip of one",
      #"""
      {"zip": ["a"], "definitions": {"a": {"sequence": []}}}
      """#,
      """
      t.json:1:9: error: found one stream, expected at least 2
      """),
    BrokenFile(
      "no stream",
      #"""
      {"append": [1, "", {}]}
      """#,
      """
      t.json:1:13: error: found a number, expected a stream: a name, a file, or a stream model
      t.json:1:16: error: found an empty name, expected one of 'definitions'
      t.json:1:20: error: a stream model needs one of the sources 'stream', 'sequence', 'append', \
      'merge', 'zip', 'combineLatest', 'from', 'marbles', 'cron', 'input'; write "stream": [ … ]
      """),
    BrokenFile(
      "diagram",
      #"""
      {"marbles": "-a(b-^", "frame": 0}
      """#,
      """
      t.json:1:16: error: '(' without ')'; every group must be closed
      t.json:1:19: error: '^' in a diagram that is not hot, expected a value, '-' or the end; only \
      a hot diagram marks its start
      t.json:1:32: error: 'frame' is 0, expected 1 nanosecond (1e-9) or more
      """),
    BrokenFile(
      "frame without a diagram",
      #"""
      {"sequence": [], "frame": 2}
      """#,
      """
      t.json:1:18: error: 'frame' needs 'marbles' beside it; remove it, or add a diagram
      """),
    BrokenFile(
      "sequence that is not a list",
      #"""
      {"sequence": "1 + 1"}
      """#,
      """
      t.json:1:15: error: a list is expected here, but this is an int
      """),
    BrokenFile(
      "definitions",
      #"""
      {"definitions": {"a": 1, "b.json": {"sequence": []}, "a": {"sequence": []}}, "sequence": []}
      """#,
      """
      t.json:1:23: error: found a number, expected a stream model, which is an object
      t.json:1:26: error: the name 'b.json' looks like the path of a file, expected another name; \
      files begin with './' or '../' or end in '.json'
      t.json:1:54: error: key 'a' is already in this object; remove one of the two
      """),
  ]
}
