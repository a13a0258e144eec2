extension BrokenFile {
  /// Mistakes in diagrams and their details.
  static let marbleMistakes = [
    BrokenFile(
      "no text",
      #"""
      {"marbles": ["a"]}
      """#,
      """
      t.json:1:13: error: found an array, expected a marble diagram in a string
      """),
    BrokenFile(
      "a number",
      #"""
      {"marbles": 12}
      """#,
      """
      t.json:1:13: error: found a number, expected a marble diagram in a string; put it in double \
      quotes
      """),
    BrokenFile(
      "groups",
      #"""
      {"append": [{"marbles": "(ab"}, {"marbles": "ab)"}, {"marbles": "[ab"},
                  {"marbles": "ab]"}, {"marbles": "(a]"}, {"marbles": "(a[b])"},
                  {"marbles": "()"}, {"marbles": "(|a)"}]}
      """#,
      """
      t.json:1:26: error: '(' without ')'; every group must be closed
      t.json:1:48: error: ')' without '(' before it
      t.json:1:66: error: '[' without ']'; every group must be closed
      t.json:2:28: error: ']' without '[' before it
      t.json:2:48: error: ']' after '(', expected ')'
      t.json:2:68: error: '[' inside a group, expected values or the end; close '(' first
      t.json:3:26: error: found an empty group, expected values or the end; write '-' for a frame \
      without events
      t.json:3:46: error: found the end before 'a' in a group, expected the end last
      """),
    BrokenFile(
      "after the end",
      #"""
      {"append": [{"marbles": "a||"}, {"marbles": "a|#"}, {"marbles": "#b"}]}
      """#,
      """
      t.json:1:28: error: '|' after the end, expected only spaces and '-'; a stream ends only once
      t.json:1:48: error: '#' after the end, expected only spaces and '-'; a stream ends only once
      t.json:1:67: error: 'b' after the end, expected only spaces and '-'; a stream ends only once
      """),
    BrokenFile(
      "starts",
      #"""
      {"append": [{"marbles": "a^", "hot": false}, {"marbles": "^a^b", "hot": true}]}
      """#,
      """
      t.json:1:27: error: '^' in a diagram that is not hot, expected a value, '-' or the end; only \
      a hot diagram marks its start
      t.json:1:61: error: second '^', expected at most one
      """),
    BrokenFile(
      "blanks",
      #"""
      {"append": [{"marbles": "a\tb"}, {"marbles": "a\u00a0b"}]}
      """#,
      """
      t.json:1:27: error: blank character U+0009, expected a space or a symbol; use spaces
      t.json:1:48: error: blank character U+00A0, expected a space or a symbol; use spaces
      """),
    BrokenFile(
      "spans too long",
      #"""
      {"append": [{"marbles": "a 99999999999999999999s b"}, {"marbles": "-- 5m", "frame": 9e9}]}
      """#,
      """
      t.json:1:28: error: '99999999999999999999s' beyond the end of time; time ends after 292 \
      years
      t.json:1:71: error: '5m' beyond the end of time; time ends after 292 years
      """),
    BrokenFile(
      "frames",
      #"""
      {"append": [{"marbles": "", "frame": "1"}, {"marbles": "", "frame": -1},
                  {"marbles": "", "frame": 4e-10}, {"marbles": "", "frame": 1e10},
                  {"marbles": "", "frame": null}]}
      """#,
      """
      t.json:1:38: error: '1' has no unit; write the number 1, or "1s"
      t.json:1:69: error: 'frame' is negative, expected 1 nanosecond (1e-9) or more
      t.json:2:38: error: 'frame' is 0, expected 1 nanosecond (1e-9) or more
      t.json:2:71: error: 'frame' is beyond the end of time, expected less than \
      9223372036.854775807
      t.json:3:38: error: found null, expected a duration for 'frame'; write a number of seconds, \
      or a string such as "1h30m"
      """),
    BrokenFile(
      "invalid values",
      #"""
      {"marbles": "a", "values": ["a"]}
      """#,
      """
      t.json:1:28: error: found an array, expected an object with the values of the symbols
      """),
    BrokenFile(
      "a value twice",
      #"""
      {"marbles": "ab", "values": {"a": 1, "b": 2, "a": 3}}
      """#,
      """
      t.json:1:46: error: key 'a' is already in this object; remove one of the two
      """),
    BrokenFile(
      "error and hot of wrong types",
      #"""
      {"marbles": "a#", "error": 404, "hot": "true"}
      """#,
      """
      t.json:1:28: error: found a number, expected the message of the failure in a string; put it \
      in double quotes
      t.json:1:40: error: found a string, expected true or false; write it without quotes
      """),
    BrokenFile(
      "unknown beside a diagram",
      #"""
      {"marbles": "a", "value": {"a": 1}, "frames": 2}
      """#,
      """
      t.json:1:18: error: unknown key 'value' in a stream model; did you mean 'values'?
      t.json:1:37: error: unknown key 'frames' in a stream model; did you mean 'frame'?
      """),
  ]
}
