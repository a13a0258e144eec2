/// Explanations of things that are allowed but unlikely to be intended. `stream-run validate`
/// reports them.
extension Explanation {
  static let constantCondition = Explanation(
    .constantCondition, "a condition that is the same for every value",
    """
    A condition decides about each value. This one is true, or false, whatever the value is: it \
    reads no value, or it compares one with something of another type, which is never equal.
    """,
    """
    The file plays, but the operator lets everything pass, or nothing. 'stream-run validate' \
    reports it; what follows from the values of parameters is not reported, because others can be \
    set.
    """,
    example: .file(
      """
      {
        "sequence": [1, 2],
        "operators": [{ "filter": { "expression": "$0 == '2'" } }]
      }
      """),
    message: """
      pipe.json:3:46: warning: the condition is false for every value; compare '$0' or a part of \
      it, with a value of its type
      """,
    repaired: .file(
      """
      {
        "sequence": [1, 2],
        "operators": [{ "filter": { "expression": "$0 == 2" } }]
      }
      """))

  static let unpairedValues = Explanation(
    .unpairedValues, "values of a zip without partners",
    """
    'zip' emits the first values of its streams together, then the second ones, and so on. One of \
    these streams always has fewer values than another one, and the zip ends with its last value.
    """,
    """
    The rest of the longer stream is never emitted, which is hard to see in the output. A stream \
    without end, such as the ticks of a clock, is not reported.
    """,
    example: .file(
      """
      {
        "zip": [{ "sequence": [1, 2] }, { "sequence": ["a", "b", "c"] }]
      }
      """),
    message: """
      pipe.json:2:35: warning: this stream has 3 values, and another one of the zip has 2: a value \
      is never emitted; give both the same number; 'combineLatest' and 'withLatestFrom' need no \
      partners
      """,
    repaired: .file(
      """
      {
        "zip": [{ "sequence": [1, 2] }, { "sequence": ["a", "b"] }]
      }
      """))

  static let unreachable = Explanation(
    .unreachable, "a part of a stream that never plays",
    """
    'append' plays its streams one after the other. One of them never completes, so that those \
    after it are never played. Or an operator lets no value pass, so that the next one has nothing \
    to do.
    """,
    """
    What can never play is either in the wrong place or left over.
    """,
    example: .file(
      """
      {
        "append": [{ "marbles": "-a-b-" }, { "sequence": [1] }]
      }
      """),
    message: """
      pipe.json:2:38: warning: this stream never plays: the one before it always goes on; end \
      that stream, for example with 'prefix', put it last, or use 'merge'
      """,
    repaired: .file(
      """
      {
        "append": [{ "marbles": "-a-b-|" }, { "sequence": [1] }]
      }
      """))

  static let neverEmits = Explanation(
    .neverEmits, "an operator that waits for an end that never comes",
    """
    'collect', 'reduce', 'count', 'min', 'max' and 'last' emit when the stream before them \
    completes. This stream never does.
    """,
    """
    Nothing would ever be emitted. 'scan' emits every result so far, and 'collect' with 'seconds' \
    or 'count' emits arrays meanwhile.
    """,
    example: .file(
      """
      {
        "marbles": "-a-b-",
        "operators": [{ "count": {} }]
      }
      """),
    message: """
      pipe.json:3:19: warning: 'count' never emits: the stream before it never completes; end that \
      with 'prefix' or 'prefixUntilOutput', or use an operator that emits meanwhile, such as \
      'scan' or 'collect' with 'seconds'
      """,
    repaired: .file(
      """
      {
        "marbles": "-a-b-|",
        "operators": [{ "count": {} }]
      }
      """))

  static let noEffect = Explanation(
    .noEffect, "an operator that changes nothing",
    """
    'catch', 'replaceError' and 'retry' act on a failure, and 'repeat' acts on a completion. The \
    stream before this operator has none.
    """,
    """
    Often the operator is in the wrong place: it has to be behind the operator that can fail. \
    Operators of one's own are not reported, because they also serve other streams.
    """,
    example: .file(
      """
      {
        "sequence": [3, 0],
        "operators": [{ "replaceError": { "with": -1 } }, { "map": { "expression": "6 / $0" } }]
      }
      """),
    message: """
      pipe.json:3:19: warning: 'replaceError' has no effect: the stream before it never fails; \
      remove it, or put it behind the operator that can fail
      """,
    repaired: .file(
      """
      {
        "sequence": [3, 0],
        "operators": [{ "map": { "expression": "6 / $0" } }, { "replaceError": { "with": -1 } }]
      }
      """))

  static let endlessKeys = Explanation(
    .endlessKeys, "groups without end",
    """
    'groupBy' keeps a group for each key until its upstream completes. Here every value has a key \
    of its own, such as its time, and the upstream never ends.
    """,
    """
    The groups would take more and more memory. With 'forgetAfter', a group ends when no value of \
    its key has come for so long.
    """,
    example: .file(
      """
      {
        "cron": "@hourly",
        "operators": [{ "groupBy": { "key": "$0", "operators": [{ "count": {} }] } }]
      }
      """),
    message: """
      pipe.json:3:32: warning: every value makes a new group, and none of them ever ends; write \
      'forgetAfter', or a key of which there is a limited number
      """,
    repaired: .file(
      """
      {
        "cron": "@hourly",
        "operators": [
          { "groupBy": { "key": "$0", "operators": [{ "count": {} }], "forgetAfter": "1d" } }
        ]
      }
      """))

  static let unusedDefinition = Explanation(
    .unusedDefinition, "a definition that nothing uses",
    """
    No stream, output or test of the file names this definition. Definitions of a file are not \
    visible in other files.
    """,
    """
    It may be left over, or its name may be missing somewhere. '--stream' can play it by itself; \
    one that is meant for that can state an 'expect', and then counts as used.
    """,
    example: .file(
      """
      {
        "definitions": { "numbers": { "sequence": [1, 2] } },
        "sequence": [3]
      }
      """),
    message: """
      pipe.json:2:20: warning: nothing in this file uses the definition 'numbers'; remove it, or \
      state an 'expect' in it; '--stream numbers' can still play it
      """,
    repaired: .file(
      """
      {
        "definitions": { "numbers": { "sequence": [1, 2] } },
        "from": "numbers"
      }
      """))

  static let unusedParameter = Explanation(
    .unusedParameter, "a parameter that nothing reads",
    """
    A parameter is read as '$name', in expressions and in the places of numbers, durations, texts \
    and streams. No text of its model has this name.
    """,
    """
    Somebody who sets it would expect that something changes.
    """,
    example: .file(
      """
      {
        "parameters": { "limit": 5 },
        "sequence": [1, 9],
        "operators": [{ "filter": { "expression": "$0 > 5" } }]
      }
      """),
    message: """
      pipe.json:2:19: warning: nothing reads the parameter 'limit'; remove it, or write '$limit' \
      where its value belongs
      """,
    repaired: .file(
      """
      {
        "parameters": { "limit": 5 },
        "sequence": [1, 9],
        "operators": [{ "filter": { "expression": "$0 > $limit" } }]
      }
      """))

  static let impossibleExpectation = Explanation(
    .impossibleExpectation, "an expectation that no playback can meet",
    """
    How many values a stream emits at most, their types, and whether it completes or fails are \
    often known before it plays. This 'expect' states an event that cannot come, or leaves out \
    one that always comes.
    """,
    """
    The test fails whatever the stream does, so that the mistake is probably in the expectation \
    itself.
    """,
    example: .file(
      """
      {
        "marbles": "-a-b-c|",
        "operators": [{ "prefix": { "count": 2 } }],
        "expect": "-a-b-c|"
      }
      """),
    message: """
      pipe.json:4:19: error: a value that cannot come: the stream emits at most 2; remove it, or \
      look at the operators that drop values
      """,
    repaired: .file(
      """
      {
        "marbles": "-a-b-c|",
        "operators": [{ "prefix": { "count": 2 } }],
        "expect": "-a-(b|)"
      }
      """))

  static let notSplittable = Explanation(
    .notSplittable, "a stream whose inputs cannot be split by a key",
    """
    'stream-run partition' looks for a key by which the records of the inputs can be split, so that \
    the parts, played apart, emit together what the whole emits. This operator needs values of all \
    keys, or the keys of several operators have nothing in common.
    """,
    """
    Parts of such a stream would emit something else than the whole. The file itself is fine, and \
    plays on one machine.
    """,
    example: .file(
      """
      {
        "input": "log",
        "time": "$0.time",
        "operators": [{ "debounce": { "seconds": 5 } }]
      }
      """),
    message: """
      pipe.json:4:31: error: 'debounce' depends on the times of other values, whatever their key; \
      put it into the 'operators' of a 'groupBy', so that it depends on one key alone
      """,
    repaired: .file(
      """
      {
        "input": "log",
        "time": "$0.time",
        "operators": [
          { "groupBy": { "key": "$0.host", "operators": [{ "debounce": { "seconds": 5 } }] } }
        ]
      }
      """))
}
