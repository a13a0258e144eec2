import StreamModels

/// Explanations of things that are allowed but unlikely to be intended. `stream-run validate`
/// reports them.
extension Explanation {
  static let constantCondition = Explanation(
    .constantCondition, "a condition that is the same for every value",
    """
    A condition is tested for each value. This one has the same result for every value: it does \
    not read the value, or it compares the value with one of another type, which is never equal.
    """,
    """
    The file plays, but the operator passes every value or drops every value. 'stream-run \
    validate' reports it. A condition that depends on a parameter is not reported, because other \
    values can be set.
    """,
    example: .file(
      """
      {
        "sequence": [1, 2],
        "operators": [{ "filter": { "expression": "$0 == '2'" } }]
      }
      """),
    message: """
      pipe.json:3:46: warning: the condition is false for every value; compare '$0', or a part of \
      it, with a value of the same type
      """,
    repaired: .file(
      """
      {
        "sequence": [1, 2],
        "operators": [{ "filter": { "expression": "$0 == 2" } }]
      }
      """))

  static let unpairedValues = Explanation(
    .unpairedValues, "values of a 'zip' without partners",
    """
    'zip' emits the first values of its streams together, then the second values, and so on. One \
    of these streams always has fewer values than another, and the 'zip' completes with the last \
    value of the shorter stream.
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
      pipe.json:2:35: warning: this stream has 3 values and another stream of the 'zip' has 2, so \
      a value is never emitted; give both the same number of values, or use 'combineLatest' or \
      'withLatestFrom', which need no partners
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
    'append' plays its streams one after the other. One of them never completes, so the streams \
    after it are never played. Or an operator drops every value, so the next operator receives \
    none.
    """,
    """
    A part that can never play is in the wrong place, or is left over.
    """,
    example: .file(
      """
      {
        "append": [{ "marbles": "-a-b-" }, { "sequence": [1] }]
      }
      """),
    message: """
      pipe.json:2:38: warning: this stream never plays because the one before it never completes; \
      end that stream, for example with 'prefix', put it last, or use 'merge'
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
    'collect', 'reduce', 'count', 'min', 'max' and 'last' emit when their upstream completes. This \
    upstream never does.
    """,
    """
    The operator would never emit. 'scan' emits each intermediate result, and 'collect' with \
    'seconds' or 'count' emits arrays as values arrive.
    """,
    example: .file(
      """
      {
        "marbles": "-a-b-",
        "operators": [{ "count": {} }]
      }
      """),
    message: """
      pipe.json:3:19: warning: 'count' never emits because its upstream never completes; end the \
      upstream with 'prefix' or 'prefixUntilOutput', or use an operator that emits earlier, such \
      as 'scan' or 'collect' with 'seconds'
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
    upstream of this operator never ends that way.
    """,
    """
    Often the operator is in the wrong place: it must come after the operator that can fail. The \
    operators inside a custom operator are not reported, because they also serve other streams.
    """,
    example: .file(
      """
      {
        "sequence": [3, 0],
        "operators": [{ "replaceError": { "with": -1 } }, { "map": { "expression": "6 / $0" } }]
      }
      """),
    message: """
      pipe.json:3:19: warning: 'replaceError' has no effect because its upstream never fails; \
      remove it, or put it after the operator that can fail
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
    'groupBy' keeps a group for each key until its upstream completes. Here every value has a \
    different key, such as its time, and the upstream never ends.
    """,
    """
    The groups would use more and more memory. With 'forgetAfter', a group ends when no value of \
    its key has arrived for that time.
    """,
    example: .file(
      """
      {
        "cron": "@hourly",
        "operators": [{ "groupBy": { "key": "$0", "operators": [{ "count": {} }] } }]
      }
      """),
    message: """
      pipe.json:3:32: warning: every value starts a new group, and no group ever ends; write \
      'forgetAfter', or use a key with a limited number of values
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

  static let keptValues = Explanation(
    .keptValues, "values that are kept without end",
    """
    'join' keeps each value for as long as another one can be paired with it. Here 'within' has no \
    end in one direction, no expression says when a value is over, and the stream never ends.
    """,
    """
    The values use more and more memory. 'expires' and 'otherExpires' say until when a value can be \
    paired, and a time in 'within' holds for all of them.
    """,
    example: .file(
      """
      {
        "cron": "@hourly",
        "operators": [{ "join": { "stream": { "sequence": [1] }, "within": { "after": "forever" } } }]
      }
      """),
    message: """
      pipe.json:3:60: warning: every value of the stream so far is kept for as long as the join \
      plays; write 'expires' if a value says when it is over, or a time in 'within'
      """,
    repaired: .file(
      """
      {
        "cron": "@hourly",
        "operators": [{ "join": { "stream": { "sequence": [1] }, "within": { "after": "1d" } } }]
      }
      """))

  static let unusedDefinition = Explanation(
    .unusedDefinition, "a definition that nothing uses",
    """
    No stream, output or test of the file names this definition. Definitions of a file are not \
    visible in other files.
    """,
    """
    It may be left over, or its name may be missing somewhere. '--stream' can still play it. A \
    definition with an 'expect' counts as used.
    """,
    example: .file(
      """
      {
        "definitions": { "numbers": { "sequence": [1, 2] } },
        "sequence": [3]
      }
      """),
    message: """
      pipe.json:2:20: warning: the definition 'numbers' is not used in this file; remove it, or \
      give it an 'expect'; '--stream numbers' can still play it
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
    A parameter is read as '$name', in expressions and in place of numbers, durations, strings and \
    streams. No string of its model uses this name.
    """,
    """
    Setting this parameter would change nothing.
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
      pipe.json:2:19: warning: the parameter 'limit' is not used; remove it, or write '$limit' \
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
    often known before it plays. This 'expect' states an event that is never emitted, or omits an \
    event that always is.
    """,
    """
    The test always fails, so the mistake is probably in the expectation itself.
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
      pipe.json:4:19: error: this value is never emitted: the stream emits at most 2; remove it, \
      or check the operators that drop values
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
    'stream-run partition' looks for a key by which the records of the inputs can be split, so \
    that the parts, played separately, emit the same events as the whole. This operator needs \
    values of all keys, or the keys of several operators have nothing in common.
    """,
    """
    Parts of such a stream would not emit the same events as the whole. The file itself is fine, \
    and plays on one machine.
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
      put it into the 'operators' of a 'groupBy', so that it depends only on one key
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
