/// What `stream-run list` prints, to the letter.
enum ListExamples {
  static let sources = #"""
    Where the values of a stream come from; a stream model has one of these keys.

      stream: items           Gives the values of items, each through operators of
                              its own, one item after the other.
      sequence: elements      Gives the elements of a list at once.
      append: streams         Gives the values of streams one after the other, the
                              next when one has finished.
      merge: streams          Gives the values of streams, all at once, as they
                              come.
      zip: streams            Gives arrays of the n-th values of streams.
      combineLatest: streams  Gives arrays of the latest values of streams, from
                              when each has one.
      from: stream            Gives the values of a stream, so that operators can be
                              put on one that has a name.
      marbles: diagram, values?, frame?, error?, hot?
                              Gives what a marble diagram shows.
      input: name, time?, origin?, late?, every?
                              Gives records from outside: lines of JSON, or rows of
                              a table.

    'stream-run list sources NAME' tells all about one of them.

    """#

  static let delay = #"""
    delay: Shifts every value, and the completion or failure, later by a fixed time.

      delay {seconds}

    parameters:
      seconds  a number of seconds, 0 or more
               How much later.

    example:
      a-b-|
      delay { "seconds": 2 }
      --a-b-|

      { "marbles": "a-b-|", "operators": [ { "delay": { "seconds": 2 } } ] }

    """#

  static let zip = #"""
    zip: Gives arrays of the n-th values of this stream and of others.

      zip {streams}

    elsewhere: zipWith

    parameters:
      streams  an array of streams
               What is put beside this stream, in this order.

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
    from: Gives the values of a stream, so that operators can be put on one that has
    a name.

      from: a name, a file, or a stream model in place

    example:
      {
        "definitions": { "numbers": { "marbles": "-1-2-|" } },
        "from": "numbers",
        "operators": [ { "delay": { "seconds": 1 } } ]
      }

      gives  --1-2-|

    """#

  static let contains = #"""
    contains: Says whether a string holds another.

      string.contains(string) -> bool

    example:
      'stream'.contains('tre')  gives  true

    """#

  static let delaySection = #"""
    ### delay

    Shifts every value, and the completion or failure, later by a fixed time.

    ```text
    delay {seconds}
    ```

    | parameter | type | meaning |
    |---|---|---|
    | `seconds` | a number of seconds, 0 or more | How much later. |

    ```text
    a-b-|
    delay { "seconds": 2 }
    --a-b-|
    ```

    ```json
    { "marbles": "a-b-|", "operators": [ { "delay": { "seconds": 2 } } ] }
    ```

    """#

  static let delayLine = #"""
    {"name":"delay","category":"timing","summary":"Shifts every value,\#
     and the completion or failure, later by a fixed time.","remark":null,"otherNames":[],"parameters":[{"name":"seconds",\#
    "type":"duration","required":true,"positive":false,"words":[],\#
    "summary":"How much later."}],"forms":[],"examples":[{"source":"a-b-|",\#
    "parameters":{"seconds":2},"result":"--a-b-|","values":{},"error":null}]}

    """#

  static let zipLine = #"""
    {"name":"zip","summary":"Gives arrays of the n-th values of streams.",\#
    "value":"an array of two or more names, files, or stream models in place",\#
    "keys":[],"examples":[{"document":{"zip":[{"marbles":"-1-2-|"},{"marbles":"--8-9|"}]},\#
    "result":"--a-b|","values":{"a":[1,8],"b":[2,9]}}]}

    """#

  static let containsLine = #"""
    {"name":"contains","summary":"Says whether a string holds another.",\#
    "signatures":["string.contains(string) -> bool"],\#
    "examples":[{"expression":"'stream'.contains('tre')","result":"true"}]}

    """#
}
