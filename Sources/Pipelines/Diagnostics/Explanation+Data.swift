/// Explanations of mistakes that silently change the result of a playback with data.
extension Explanation {
  static let untimedInput = Explanation(
    .untimedInput, "an input without times before an operator with a clock",
    """
    The records of an input without 'time' and 'every' all come at one instant, the start of the \
    playback. An operator that goes by the times of values, such as 'debounce', then has nothing to \
    go by: mostly it drops everything, without a word.
    """,
    """
    State 'time', the expression of a record's time; if the records can be read, the message names \
    the field that looks like one. An input that is only read live, on the real clock, or whose \
    records are meant to come together, says so with "every": 0.
    """,
    example: [
      .init(
        name: "pipe.json",
        text: """
          {
            "input": "log",
            "path": "log.ndjson",
            "operators": [{ "debounce": { "seconds": 5 } }]
          }
          """),
      log,
    ],
    message: """
      pipe.json:4:19: warning: 'debounce' goes by time, and all records of 'log' come at one \
      instant; write "time": "$0.at" beside the input; "every": 0 if that is meant
      """,
    repaired: [
      .init(
        name: "pipe.json",
        text: """
          {
            "input": "log",
            "path": "log.ndjson",
            "time": "$0.at",
            "operators": [{ "debounce": { "seconds": 5 } }]
          }
          """),
      log,
    ])

  static let integerDivision = Explanation(
    .integerDivision, "a division of ints that drops the rest",
    """
    The quotient of two ints is an int: '7 / 2' is 3. Here it is a mean, or the time of a record, \
    of which the rest is missed: times become whole seconds.
    """,
    """
    Divide by a double, as in '/ 1000.0', or write '.avg()'. Divisions that sort values, such as \
    '$0.minute / 60', are not reported, and neither is one inside 'int(…)'.
    """,
    example: .file(
      """
      {
        "sequence": [[1, 2], [3, 4, 4]],
        "operators": [{ "map": { "expression": "$0.sum() / $0.size()" } }]
      }
      """),
    message: """
      pipe.json:3:43: warning: '/' of two ints drops the rest of this mean; write '.avg()'; inside \
      'int(…)' that is meant
      """,
    repaired: .file(
      """
      {
        "sequence": [[1, 2], [3, 4, 4]],
        "operators": [{ "map": { "expression": "$0.avg()" } }]
      }
      """))

  static let lateSubscription = Explanation(
    .lateSubscription, "an input that most groups do not receive whole",
    """
    Every group plays operators of its own, which subscribe to the streams that they name when the \
    first value of the group comes. An input goes on for all its subscribers together: the first \
    group receives it from the start, and every later one only what is still to come.
    """,
    """
    A test with a single key passes, and the file does something else for all other keys. Combine \
    the streams before they are grouped.
    """,
    example: .file(
      """
      {
        "definitions": { "rates": { "input": "rates", "time": "$0.at" } },
        "input": "orders",
        "time": "$0.at",
        "operators": [
          {
            "groupBy": {
              "key": "$0.user", "operators": [{ "withLatestFrom": { "stream": "rates" } }]
            }
          }
        ]
      }
      """),
    message: """
      pipe.json:8:43: warning: every key subscribes to 'rates' with its own first value, and misses \
      the records before it; only the first key receives all of them; put 'withLatestFrom' before \
      'groupBy', with 'on'
      """,
    repaired: .file(
      """
      {
        "definitions": { "rates": { "input": "rates", "time": "$0.at" } },
        "input": "orders",
        "time": "$0.at",
        "operators": [
          { "withLatestFrom": { "stream": "rates" } },
          { "groupBy": { "key": "$0[0].user", "operators": [{ "count": {} }] } }
        ]
      }
      """))

  static let undecidedOrder = Explanation(
    .undecidedOrder, "records of two inputs that come at one instant",
    """
    Which of two records of one instant comes first decides what this operator emits. It depends on \
    the order in which the inputs are subscribed to, and so on the structure of the file: for \
    'withLatestFrom', the other stream is subscribed to first.
    """,
    """
    A delay of a nanosecond decides it where it can be read.
    """,
    example: [
      .init(
        name: "pipe.json",
        text: """
          {
            "definitions": {
              "rates": { "input": "rates", "path": "log.ndjson", "time": "$0.at" }
            },
            "input": "orders",
            "path": "log.ndjson",
            "time": "$0.at",
            "operators": [{ "withLatestFrom": { "stream": "rates" } }]
          }
          """),
      log,
    ],
    message: """
      pipe.json:8:19: warning: 'rates' and 'orders' have records of one instant, such as 0 s: which \
      of them comes first in 'withLatestFrom' depends on which is subscribed to first; delay the \
      one that is to come second by { "delay": { "seconds": "1ns" } }
      """,
    repaired: [
      .init(
        name: "pipe.json",
        text: """
          {
            "definitions": {
              "rates": { "input": "rates", "path": "log.ndjson", "time": "$0.at" }
            },
            "input": "orders",
            "path": "log.ndjson",
            "time": "$0.at",
            "operators": [
              { "delay": { "seconds": "1ns" } },
              { "withLatestFrom": { "stream": "rates" } }
            ]
          }
          """),
      log,
    ])

  static let unlikeData = Explanation(
    .unlikeData, "a file that does not fit the records it reads",
    """
    The first 1,000 records of every input whose file is known were read: one that 'path' names, or \
    that '--input' binds. None of them has this field; or one is malformed, or has no time.
    """,
    """
    A playback would fail at such a record. A field that only some records have is not reported, and \
    neither is one that the expression asks for with 'has' or '.?'.
    """,
    example: [
      .init(
        name: "pipe.json",
        text: """
          {
            "input": "log",
            "path": "log.ndjson",
            "time": "$0.at",
            "operators": [{ "filter": { "expression": "$0.sise > 2" } }]
          }
          """),
      log,
    ],
    message: """
      pipe.json:5:49: warning: the 2 records of 'log' do not have 'sise'; did you mean 'size'?
      """,
    repaired: [
      .init(
        name: "pipe.json",
        text: """
          {
            "input": "log",
            "path": "log.ndjson",
            "time": "$0.at",
            "operators": [{ "filter": { "expression": "$0.size > 2" } }]
          }
          """),
      log,
    ])

  private static let log = File(
    name: "log.ndjson",
    text: """
      { "at": 0, "size": 1 }
      { "at": 9, "size": 3 }
      """)
}
