/// The exact output of `stream-run list`.
enum ListExamples {
  static let sources = #"""
    The sources of values; a stream model has exactly one of these keys.

      stream: items                 Emits the values of items, one after another,
                                    each through its own operators.
      sequence: elements            Emits the elements of a list at once.
      append: streams               Emits the values of streams, each once the
                                    previous one has completed.
      merge: streams                Plays streams side by side, and emits their
                                    values as they arrive.
      zip: streams                  Emits arrays of the n-th values of streams.
      combineLatest: streams        Emits arrays of the latest values of streams,
                                    once every stream has emitted one.
      from: stream, with?, inputs?  Emits the values of another stream, for example
                                    to apply operators to a named one.
      marbles: diagram, values?, frame?, error?, hot?
                                    Plays a marble diagram.
      cron: schedule, zone?, twice?, initial?
                                    Emits the instants that match a schedule, as
                                    timestamps; completes only with the inputs.
      input: name, time?, unit?, origin?, late?, every?, end?, malformed?,
        require?, priority?, path?, records?
                                    Emits records from outside: JSON, rows of a
                                    table, or lines of text.

    'stream-run explain NAME' describes one of them in full.

    """#

  static let delay = #"""
    delay: Delays every value, by the same time or by a time computed for each.

      delay {seconds}
      delay {expression, onError?}

    parameters:
      seconds     a duration, 0 or more
                  The delay of every event.
      expression  an expression in a string
                  The delay of the value '$0', a duration or seconds.
      onError     "fail", "skip", or { "output": the name of a hot stream that
                  receives it }
                  What happens to a value on which an expression fails; 'fail' by
                  default.

    With 'seconds', completion and failure are delayed too. With 'expression', each
    value has its own delay, so values can overtake one another: completion follows
    the last of them, and a failure drops those that are due later. A string such as
    "1h30m" is also a duration.

    examples:
      a-b-|
      delay { "seconds": 2 }
      --a-b-|

      { "marbles": "a-b-|", "operators": [ { "delay": { "seconds": 2 } } ] }

      412--|
      delay { "expression": "$0" }
      --1-[42]|

      {
        "marbles": "412--|",
        "operators": [ { "delay": { "expression": "$0" } } ]
      }

    """#

  static let zip = #"""
    zip: Emits arrays of the n-th values of this stream and others.

      zip {streams}

    elsewhere: zipWith

    parameters:
      streams  an array of streams
               The streams to combine with this one, in this order.

    example:
      -1-2-|
      zip { "streams": [ { "marbles": "--8-9|" } ] }
      --a-b|
      where a is [1,8], b is [2,9]

      {
        "marbles": "-1-2-|",
        "operators": [ { "zip": { "streams": [ { "marbles": "--8-9|" } ] } } ]
      }

    """#

  static let from = #"""
    from: Emits the values of another stream, for example to apply operators to a
    named one.

      from: a name, a file, or a stream model in place

    keys:
      with    an object of values by name; optional
              The values of the stream's parameters.
      inputs  an object of streams by name; optional
              The streams to play in place of inputs and definitions of a file.

    examples:
      {
        "definitions": { "numbers": { "marbles": "-1-2-|" } },
        "from": "numbers",
        "operators": [ { "delay": { "seconds": 1 } } ]
      }

      emits  --1-2-|

      {
        "definitions": {
          "late": {
            "parameters": { "by": 0 },
            "marbles": "-1-|",
            "operators": [ { "delay": { "seconds": "$by" } } ]
          }
        },
        "from": "late",
        "with": { "by": 2 }
      }

      emits  ---1-|

    """#

  static let contains = #"""
    contains: Returns whether a string contains another.

      string.contains(string) -> bool

    example:
      'stream'.contains('tre')  returns  true

    """#

  static let delaySection = #"""
    ### delay

    Delays every value, by the same time or by a time computed for each.

    ```text
    delay {seconds}
    delay {expression, onError?}
    ```

    | parameter | type | meaning |
    |---|---|---|
    | `seconds` | a duration, 0 or more | The delay of every event. |
    | `expression` | an expression in a string | The delay of the value `$0`, a duration or \#
    seconds. |
    | `onError` | "fail", "skip", or { "output": the name of a hot stream that receives it } | \#
    What happens to a value on which an expression fails; `fail` by default. |

    With `seconds`, completion and failure are delayed too. With `expression`, each value has its \#
    own delay, so values can overtake one another: completion follows the last of them, and a \#
    failure drops those that are due later. A string such as "1h30m" is also a duration.

    ```text
    a-b-|
    delay { "seconds": 2 }
    --a-b-|
    ```

    ```json
    { "marbles": "a-b-|", "operators": [ { "delay": { "seconds": 2 } } ] }
    ```

    ```text
    412--|
    delay { "expression": "$0" }
    --1-[42]|
    ```

    ```json
    {
      "marbles": "412--|",
      "operators": [ { "delay": { "expression": "$0" } } ]
    }
    ```

    """#

  static let delayLine = #"""
    {"name":"delay","category":"timing","summary":"Delays every value, by the same time or by a \#
    time computed for each.","remark":"With 'seconds', completion and failure are delayed too. \#
    With 'expression', each value has its own delay, so values can overtake one another: \#
    completion follows the last of them, and a failure drops those that are due later. A string \#
    such as \"1h30m\" is also a duration.","otherNames":[],"parameters":[{"name":"seconds",\#
    "type":"duration","required":false,"positive":false,"words":[],"summary":"The delay of every \#
    event."},{"name":"expression","type":"expression","required":false,"positive":false,"wo\#
    rds":[],"summary":"The delay of the value '$0', a duration or \#
    seconds."},{"name":"onError","type":"errorPolicy","required":false,"positive":false,"words":\#
    ["fail","skip"],"summary":"What happens to a value on which an expression fails; 'fail' by \#
    default."}],"forms":[["seconds"],["expression"],["expression","onError"]],"examples":[{"sour\#
    ce":"a-b-|","parameters":{"seconds":2},"result":"--a-b-|","values":{},"error":null},{"source\#
    ":"412--|","parameters":{"expression":"$0"},"result":"--1-[42]|","values":{},"error":null}]}

    """#

  static let zipLine = #"""
    {"name":"zip","summary":"Emits arrays of the n-th values of streams.",\#
    "value":"an array of two or more names, files, or stream models in place",\#
    "keys":[],"examples":[{"document":{"zip":[{"marbles":"-1-2-|"},{"marbles":"--8-9|"}]},\#
    "result":"--a-b|","values":{"a":[1,8],"b":[2,9]}}]}

    """#

  static let containsLine = #"""
    {"name":"contains","summary":"Returns whether a string contains another.",\#
    "signatures":["string.contains(string) -> bool"],\#
    "examples":[{"expression":"'stream'.contains('tre')","result":"true"}]}

    """#
}
