extension BrokenFile {
  /// Mistakes in the files, symbols and names of tests and expectations.
  static let testMistakes = [
    BrokenFile(
      "the path of a file as a diagram",
      #"""
      {"sequence": [1], "expect": "./expected.ndjson",
       "tests": [{"expect": "expected.JSONL"}, {"expect": {"path": "rows.csv"}}]}
      """#,
      """
      t.json:1:29: error: found the path of a file, expected a marble diagram in a string; write \
      { "path": "./expected.ndjson" }
      t.json:2:23: error: found the path of a file, expected a marble diagram in a string; write \
      { "path": "expected.JSONL" }
      t.json:2:62: error: found a table, expected a file with one event on each line; write the \
      output of '--format json' to a file that ends in '.ndjson'
      """),
    BrokenFile(
      "the path of a file of events, and more",
      #"""
      {"from": "i", "definitions": {"i": {"input": "x"}}, "expect": {"path": ""},
       "tests": [{"expect": {"path": "./e.ndjson", "frame": 1}}, {"expect": {"path": 7}},
                 {"inputs": {"x": {"path": "./x.ndjson"}}, "expect": ""}]}
      """#,
      """
      t.json:1:72: error: found an empty path, expected the path of a file
      t.json:2:23: error: found 'frame' beside 'path', expected 'path' alone; the file states \
      everything
      t.json:2:80: error: found a number, expected the path of a file in a string; put it in \
      double quotes
      t.json:3:29: error: a stream model needs one of the sources 'stream', 'sequence', 'append', \
      'merge', 'zip', 'combineLatest', 'from', 'marbles', 'cron', 'input'; write "stream": [ … ]
      t.json:3:30: error: 'path' needs 'input' beside it; remove it, or add an input
      """),
    BrokenFile(
      "signs of more than a character",
      #"""
      {"marbles": "a", "values": {"ab": 1, "": 2, "a": 3, "$comment": 4},
       "tests": [{"values": {"xy": 1}, "expect": "a"}]}
      """#,
      """
      t.json:1:29: error: the symbol 'ab' has 2 characters, expected one; each character of a \
      diagram is a separate symbol
      t.json:1:38: error: a symbol needs a character of the diagram; each character of a diagram \
      is a separate symbol
      t.json:2:24: error: the symbol 'xy' has 2 characters, expected one; each character of a \
      diagram is a separate symbol
      """),
    BrokenFile(
      "signs that are in no diagram, beside an error",
      #"""
      {"marbles": "ab", "values": {"a": 1, "c": 2},
       "expect": {"marbles": "1-", "values": {"-": 1, "d": 2}},
       "tests": [{"values": {"e": 1, "f": 2}, "expect": "f"}], "operators": 7}
      """#,
      """
      t.json:1:38: warning: the symbol 'c' is not in any diagram; remove it, or use it in a \
      diagram
      t.json:2:49: warning: the symbol 'd' is not in any diagram; remove it, or use it in a \
      diagram
      t.json:3:24: warning: the symbol 'e' is not in any diagram; remove it, or use it in a \
      diagram
      t.json:3:71: error: found a number, expected an array of operators
      """),
    BrokenFile(
      "expectations that nobody checks, beside an error",
      #"""
      {"merge": [{"sequence": [1], "expect": "1"}, "a"], "definitions": {
        "a": {"sequence": [1], "expect": "(1|)", "definitions": {
          "b": {"sequence": [2], "tests": []}}}}, "operators": 7}
      """#,
      """
      t.json:1:30: warning: 'expect' is never checked here, expected it at the top level or in a \
      definition; define the stream in the 'definitions' at the top level
      t.json:3:28: warning: 'tests' is never checked here, expected it at the top level or in a \
      definition; define the stream in the 'definitions' at the top level
      t.json:3:58: error: found a number, expected an array of operators
      """),
    BrokenFile(
      "a name of two tests, beside an error",
      #"""
      {"sequence": [1], "tests": [{"name": "a", "expect": ""}, {"expect": ""},
                                  {"name": "a", "expect": 7}]}
      """#,
      """
      t.json:2:38: warning: found a second test named 'a', expected another name; reports and \
      '--filter' use the names of tests
      t.json:2:53: error: found a number, expected marbles in a string, an object with 'marbles', \
      or an array of events
      """),
    BrokenFile(
      "the inputs of tests by files that are not named",
      #"""
      {"input": "x", "tests": [{"inputs": {"./cpu.json#x": "1|", "t.json#y": "1|"}, "expect": ""}]}
      """#,
      """
      t.json:1:38: error: no file './cpu.json' is used here; write only the name
      t.json:1:60: error: that file has no definition or input 'y'; did you mean 'x'?
      """),
  ]
}
