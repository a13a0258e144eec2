extension LintedFile {
  /// Inputs before operators that depend on time, in groups, with truncated times, and with records
  /// of one instant.
  static let inputs = untimed + cut + inGroups + meetings

  private static func untimed(_ name: String, _ column: Int, _ input: String = "a") -> String {
    """
    t.json:1:\(column): warning: '\(name)' depends on time, but all records of '\(input)' arrive \
    at one instant; write 'time' or 'every' beside the input, or "every": 0 if this is intended
    """
  }

  private static let untimed = [
    LintedFile(
      "an input without times before an operator that depends on time",
      #"{"input": "a", "operators": [{"map": {"expression": "$0"}}, {"debounce": {"seconds": 1}}]}"#,
      untimed("debounce", 62)),
    LintedFile(
      "the first of several operators with a clock",
      #"{"input": "a", "operators": [{"delay": {"seconds": 1}}, {"collect": {"seconds": 1}}, {"sample": {"seconds": 1}}]}"#,
      untimed("collect", 58)),
    LintedFile(
      "a clock in a group",
      #"{"input": "a", "operators": [{"groupBy": {"key": "$0", "operators": [{"sustained": {"expression": "$0 > 1", "seconds": 1}}]}}]}"#,
      untimed("sustained", 71)),
    LintedFile(
      "a definition without times, of two inputs",
      #"{"definitions": {"d": {"merge": [{"input": "a"}, {"input": "b"}]}}, "from": "d", "operators": [{"measureInterval": {}}]}"#,
      untimed("measureInterval", 97)),
    LintedFile(
      "the other side of a join",
      #"{"input": "b", "time": "$0.t", "operators": [{"join": {"stream": {"input": "a"}, "within": 1}}]}"#,
      untimed("join", 47)),
    LintedFile(
      "an input whose records are meant to arrive together",
      #"{"input": "a", "every": 0, "operators": [{"debounce": {"seconds": 1}}]}"#),
    LintedFile(
      "inputs with times, and operators without a clock",
      #"""
      {"definitions": {"b": {"input": "b", "every": 1, "operators": [{"debounce": {"seconds": 1}}]},
                       "c": {"input": "c", "time": "$0.t", "operators": [{"debounce": {"seconds": 1}}]}},
       "input": "a", "operators": [{"prefix": {"count": 3}}, {"collect": {"count": 2}},
         {"delay": {"seconds": 1}}, {"merge": {"streams": ["b", "c"]}}]}
      """#),
    LintedFile(
      "separate delays of each value",
      #"{"input": "a", "operators": [{"delay": {"expression": "$0.t"}}, {"debounce": {"seconds": 1}}]}"#
    ),
    LintedFile(
      "a table next to a stream with times",
      #"""
      {"input": "b", "time": "$0.t",
       "operators": [{"withLatestFrom": {"stream": {"input": "a"}, "on": "$0.k"}}, {"debounce": {"seconds": 1}}]}
      """#),
  ]

  private static let cut = [
    LintedFile(
      "a time in milliseconds",
      #"{"input": "a", "time": "$0.ms / 1000"}"#,
      """
      t.json:1:25: warning: '/' of two ints drops the fraction: the times are whole seconds; write \
      '/ 1000.0'; 'int(…)' around it states that this is intended
      """),
    LintedFile(
      "a mean",
      #"{"sequence": [[1, 2]], "operators": [{"map": {"expression": "[$0.sum() / $0.size()]"}}]}"#,
      """
      t.json:1:63: warning: '/' of two ints drops the fraction of this mean; write '.avg()'; \
      'int(…)' around it states that this is intended
      """),
    LintedFile(
      "divisions that sort values",
      #"""
      {"input": "a", "time": "$0.ms / 60000 * 60",
       "operators": [{"groupBy": {"key": "$0.minute / 60", "operators": [{"count": {}}]}}]}
      """#),
    LintedFile(
      "a mean of doubles",
      #"{"sequence": [[1.5, 2.5]], "operators": [{"map": {"expression": "$0.sum() / $0.size()"}}]}"#
    ),
  ]

  private static func late(_ column: Int, _ wayOut: String) -> String {
    """
    t.json:1:\(column): warning: every key subscribes to 'b' when its own first value arrives, \
    and misses the records before it; only the first key receives them all; \(wayOut)
    """
  }

  private static func meeting(_ column: Int, _ reason: String) -> String {
    """
    t.json:2:\(column): warning: 'b' and 'a' have records at the same instant, \(reason), and their \
    order in 'withLatestFrom' depends on which input is subscribed to first; delay the input that \
    must come second with { "delay": { "seconds": "1ns" } }
    """
  }

  private static func pair(_ first: String, _ second: String, _ operators: String = "") -> String {
    #"""
    {"definitions": {"b": {"input": "b"\#(second)}}, "input": "a"\#(first), "operators": [
     \#(operators){"withLatestFrom": {"stream": "b"}}]}
    """#
  }

  private static let meetings = [
    LintedFile(
      "two inputs without times", pair("", ""), meeting(3, "because neither has times")),
    LintedFile(
      "two inputs that begin together", pair(#", "every": 2"#, #", "every": "3s""#),
      meeting(3, "such as their first")),
    LintedFile(
      "two inputs of one file",
      pair(#", "path": "a.csv", "time": "$0.t""#, #", "path": "a.csv", "time": "$0.t""#),
      meeting(3, "because they read the same file")),
    LintedFile(
      "two times in one file",
      pair(#", "path": "a.csv", "time": "$0.t""#, #", "path": "a.csv", "time": "$0.u""#)),
    LintedFile(
      "two files",
      pair(#", "path": "a.csv", "time": "$0.t""#, #", "path": "b.csv", "time": "$0.t""#)
    ),
    LintedFile("a table beside an input with times", pair(#", "time": "$0.t""#, "")),
    LintedFile(
      "an input after a stream that takes time",
      #"""
      {"definitions": {"b": {"append": [{"marbles": "--|"}, {"input": "b"}]}}, "input": "a",
       "operators": [{"withLatestFrom": {"stream": "b"}}]}
      """#),
    LintedFile(
      "a delay that decides", pair("", "", #"{"delay": {"seconds": "1ns"}}, "#)),
  ]

  private static let inGroups = [
    LintedFile(
      "an input that every group subscribes to",
      #"{"input": "a", "time": "$0.t", "operators": [{"groupBy": {"key": "$0.k", "operators": [{"withLatestFrom": {"stream": {"input": "b", "time": "$0.t"}}}]}}]}"#,
      late(89, "put 'withLatestFrom' before 'groupBy', with 'on'")),
    LintedFile(
      "the stream of a group with another input",
      #"{"input": "a", "time": "$0.t", "operators": [{"groupBy": {"key": "$0.k", "stream": {"merge": ["$group", {"input": "b", "time": "$0.t"}]}}}]}"#,
      late(
        74,
        "combine that input with the stream before 'groupBy', for example with 'withLatestFrom' and 'on'"
      )),
    LintedFile(
      "streams that every group plays from their start",
      #"""
      {"input": "a", "time": "$0.t", "operators": [{"groupBy": {"key": "$0.k",
         "operators": [{"withLatestFrom": {"stream": {"marbles": "-b|"}}}, {"prefixUntilOutput": {"stream": {"cron": "@daily"}}}]}}]}
      """#.replacing(#""time": "$0.t""#, with: #""time": "$0.t", "origin": "epoch""#)),
    LintedFile(
      "the input of the groups themselves",
      #"""
      {"definitions": {"a": {"input": "a", "time": "$0.t"}}, "from": "a",
       "operators": [{"groupBy": {"key": "$0.k", "operators": [{"withLatestFrom": {"stream": "a"}}]}}]}
      """#),
  ]
}
