import StreamModels

/// Explanations of mistakes that silently change the result of a playback with data.
extension Explanation {
  static let untimedInput = Explanation(
    .untimedInput, "an input without times before a time-based operator",
    """
    The records of an input without 'time' and 'every' all arrive at one instant, the start of the \
    playback. An operator that depends on the times of values, such as 'debounce', then cannot \
    work: usually it silently drops everything.
    """,
    """
    Add 'time', an expression for the time of a record. If the records can be read, the message \
    names a field that looks like a time. For an input that is only read live, on the real clock, \
    or whose records are meant to arrive together, write "every": 0.
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
      pipe.json:4:19: warning: 'debounce' depends on time, but all records of 'log' arrive at one \
      instant; write "time": "$0.at" beside the input, or "every": 0 if this is intended
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
    .integerDivision, "a division of ints that drops the fraction",
    """
    The quotient of two ints is an int: '7 / 2' is 3. Here the result is a mean, or the time of a \
    record, and loses its fraction: times become whole seconds.
    """,
    """
    Divide by a double, as in '/ 1000.0', or write '.avg()'. Divisions that put values into \
    classes, such as '$0.minute / 60', are not reported, nor are divisions inside 'int(…)'.
    """,
    example: .file(
      """
      {
        "sequence": [[1, 2], [3, 4, 4]],
        "operators": [{ "map": { "expression": "$0.sum() / $0.size()" } }]
      }
      """),
    message: """
      pipe.json:3:43: warning: '/' of two ints drops the fraction of this mean; write '.avg()'; \
      'int(…)' around it states that this is intended
      """,
    repaired: .file(
      """
      {
        "sequence": [[1, 2], [3, 4, 4]],
        "operators": [{ "map": { "expression": "$0.avg()" } }]
      }
      """))

  static let lateSubscription = Explanation(
    .lateSubscription, "an input that most groups receive only in part",
    """
    Each group plays its own copy of the operators. They subscribe to the streams that they name \
    when the first value of the group arrives. An input is read once for all its subscribers: the \
    first group receives it from the start, and each later group receives only the records that \
    follow.
    """,
    """
    A test with a single key passes, but the file behaves differently for all other keys. Combine \
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
      pipe.json:8:43: warning: every key subscribes to 'rates' when its own first value arrives, \
      and misses the records before it; only the first key receives them all; put 'withLatestFrom' \
      before 'groupBy', with 'on'
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
    .undecidedOrder, "records of two inputs at the same instant",
    """
    The output of this operator depends on which of two records at the same instant comes first. \
    That depends on the order in which the inputs are subscribed to, and so on the structure of \
    the file: 'withLatestFrom' subscribes to the other stream first.
    """,
    """
    A delay of a nanosecond makes the order visible in the file.
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
      pipe.json:8:19: warning: 'rates' and 'orders' have records at the same instant, such as 0 s, \
      and their order in 'withLatestFrom' depends on which input is subscribed to first; delay the \
      input that must come second with { "delay": { "seconds": "1ns" } }
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
    .unlikeData, "a file that does not match the records it reads",
    """
    The first 1,000 records of every input whose file is known were read: one that 'path' names, \
    or that '--input' binds. None of them has this field, or one of them is malformed or has no \
    time.
    """,
    """
    A playback would fail at such a record. A field that only some records have is not reported, \
    nor is a field that the expression tests with 'has' or reads with '.?'.
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
