extension BrokenFile {
  /// Mistakes in descriptions of records from outside.
  static let inputMistakes = [
    BrokenFile(
      "treatments of late records",
      #"""
      {"merge": [{"input": "a", "time": "$0", "late": {"output": "late", "reorder": 1}},
                 {"input": "b", "time": "$0", "late": {"reorder": 1, "then": "now or never"}},
                 {"input": "c", "time": "$0", "late": {"reorder": 1, "then": {"reorder": 1}}},
                 {"input": "d", "time": "$0", "late": {"then": "drop"}},
                 {"input": "e", "time": "$0", "late": {"output": "late", "then": "drop"}},
                 {"input": "f", "late": {"output": "late"}}]}
      """#,
      """
      t.json:1:49: error: 'late' has both 'output' and 'reorder', expected one of them; write { \
      "reorder": 5, "then": { "output": "late" } }
      t.json:2:72: error: found 'now or never' for 'then', expected 'drop', 'now' or { "output": \
      name }
      t.json:3:72: error: the object needs 'output', the name of a hot stream; write { "output": \
      "late" }
      t.json:3:73: error: unknown key 'reorder' in an output; there is only 'output'
      t.json:4:49: error: 'late' needs 'reorder', the time for which records are held; write { \
      "reorder": 5 }
      t.json:5:49: error: 'late' needs 'reorder', the time for which records are held; write { \
      "reorder": 5 }
      t.json:6:27: error: 'late' needs 'time'; only records with times can be late
      """),
    BrokenFile(
      "terms of an input",
      #"""
      {"merge": [{"input": "a", "end": "holdd", "malformed": "drop", "priority": 1.5},
                 {"input": "b", "end": "1 hour", "malformed": {"output": "c"}, "require": "$0 + 1"},
                 {"input": "c", "require": "$key", "priority": "1"}],
       "definitions": {"c": {"marbles": "1|"}}}
      """#,
      """
      t.json:1:34: error: found 'holdd' for 'end', expected a duration or 'hold'; did you mean \
      'hold'?
      t.json:1:56: error: found 'drop' for 'malformed', expected 'fail', 'skip' or { "output": NAME \
      }; did you mean 'skip'?
      t.json:1:76: error: 'priority' is not a whole number; write 1 or 2
      t.json:2:34: error: found '1 hour' for 'end', expected a duration such as "1h30m"; write "1h"
      t.json:2:57: error: the output 'c' has the same name as a definition; choose another name
      t.json:3:39: error: '$key' is not available here; it is the key of the group inside 'groupBy'
      t.json:3:58: error: found a string, expected a whole number; write it without quotes
      """),
    BrokenFile(
      "latest values",
      #"""
      {"latest": true, "merge": ["a", {"latest": true, "marbles": "1|"}],
       "definitions": {"a": {"latest": 1, "marbles": "1|"},
         "b": {"latest": true, "operators": [{"count": {}}]},
         "c": {"latest": true, "marbles": "1|", "operators": [{"map": {"expression": "$key"}}]}}}
      """#,
      """
      t.json:1:12: error: only a definition can have 'latest'; move the stream to 'definitions', and \
      write its name here
      t.json:1:44: error: only a definition can have 'latest'; move the stream to 'definitions', and \
      write its name here
      t.json:2:34: error: found a number, expected true or false
      t.json:3:55: error: an operator cannot have 'latest', which belongs to a stream; write it \
      beside a stream
      t.json:4:81: error: '$key' is not available here; a stream with 'latest' is played once, for \
      all groups and values
      """),
    BrokenFile(
      "name of an input",
      #"{"merge": [{"input": ""}, {"input": "a=b"}, {"input": 5}]}"#,
      """
      t.json:1:22: error: an input needs a name
      t.json:1:37: error: the input 'a=b' has a '=' in its name; inputs are bound with NAME=PATH; \
      remove the '='
      t.json:1:55: error: found a number, expected the name of an input in a string; put it in \
      double quotes
      """),
    BrokenFile(
      "time without an input",
      #"{"sequence": [1], "time": "$0"}"#,
      """
      t.json:1:19: error: 'time' needs 'input' beside it; remove it, or add an input
      """),
    BrokenFile(
      "what needs a time",
      #"{"input": "a", "late": "drop", "origin": "epoch", "unit": "ms"}"#,
      """
      t.json:1:16: error: 'late' needs 'time'; only records with times can be late
      t.json:1:32: error: 'origin' needs 'time'; it sets where the times of records start
      t.json:1:51: error: 'unit' needs 'time'; it is the unit of times that are numbers
      """),
    BrokenFile(
      "a unit of time",
      #"{"input": "a", "time": "$0", "unit": "sec"}"#,
      """
      t.json:1:38: error: found 'sec' for 'unit', expected 's', 'ms', 'us' or 'ns'
      """),
    BrokenFile(
      "times and distances",
      #"{"input": "a", "time": "$0", "every": -1, "origin": "noon"}"#,
      """
      t.json:1:30: error: found 'every' beside 'time', expected one of them; 'time' reads the time \
      of each record; 'every' spaces the records evenly
      t.json:1:39: error: 'every' is negative, expected 0 or more
      t.json:1:53: error: found 'noon' for 'origin', expected 'first' or 'epoch'
      """),
    BrokenFile(
      "lateness",
      #"{"merge": [{"input": "a", "time": "$0", "late": "x"}, {"input": "b", "time": "$0", "late": {"order": 5}}]}"#,
      """
      t.json:1:49: error: found 'x' for 'late', expected 'drop', 'now', { "output": \
      name } or { "reorder": duration }
      t.json:1:93: error: unknown key 'order' in 'late'; did you mean 'reorder'?
      """),
    BrokenFile(
      "lateness without seconds",
      #"{"input": "a", "time": "$0", "late": {}}"#,
      """
      t.json:1:38: error: 'late' needs 'reorder', the time for which records are held; write { \
      "reorder": 5 }
      """),
    BrokenFile(
      "type of a time",
      #"{"merge": [{"input": "a", "time": "$0 == 1"}, {"input": "b", "time": "$time"}]}"#,
      """
      t.json:1:35: error: a time must be seconds or an RFC 3339 string, this is of type bool
      t.json:1:71: error: '$time' is not available here; it is the virtual time while a stream \
      plays
      """),
    BrokenFile(
      "one input in two ways",
      #"{"merge": [{"input": "a", "every": 1}, {"input": "a", "every": 2}]}"#,
      """
      t.json:1:50: error: input 'a' is already read with other settings; define it once in \
      'definitions' and refer to it by name
      """),
    BrokenFile(
      "two origins",
      #"""
      {"merge": [{"input": "a", "time": "$0"}, {"input": "b", "time": "$0", "origin": "epoch"}]}
      """#,
      """
      t.json:1:81: error: the times of 'b' and of 'a' count from different origins, expected one \
      origin for all inputs; write the same "origin" beside both
      """),
  ]
}
