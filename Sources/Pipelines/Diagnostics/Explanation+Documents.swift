/// Mistakes in how a document is written: its text, its keys, its values.
extension Explanation {
  static let syntax = Explanation(
    .syntax, "the text is not JSON",
    """
    A stream file is one JSON document, as RFC 8259 describes it: keys and strings in double \
    quotes, a comma between two values and none behind the last, no comments.
    """,
    """
    A text that breaks off or goes on in a way JSON does not know could be read in several ways, \
    and none of them is sure to be what was meant. The first such place is told, and nothing else \
    about that file: what stands behind it cannot be trusted.
    """,
    example: .file(#"{ "sequence": [1, 2, 3,] }"#),
    message: "pipe.json:1:23: error: trailing ',' before ']'; remove the ','",
    repaired: .file(#"{ "sequence": [1, 2, 3] }"#))

  static let limit = Explanation(
    .limit, "more than a limit allows",
    """
    Some things may not grow without end: how deeply arrays and objects stand in one another (512), \
    how many files are read because files name them (1000), and the length, nesting and number of \
    parts of an expression. The message names the limit and its number.
    """,
    """
    The limits are far beyond what people write. They keep a file from a stranger, or one that a \
    program made by mistake, from using up the machine's memory.
    """,
    example: .file(
      "{ \"sequence\": " + String(repeating: "[", count: 512) + "1"
        + String(repeating: "]", count: 512) + " }"),
    message: "pipe.json:1:526: error: too deeply nested; the limit is nesting of JSON (512)",
    repaired: .file(#"{ "sequence": [[[1]]] }"#))

  static let format = Explanation(
    .format, "the file is of a newer format than this tool knows",
    """
    'format' is the version of the stream file format; without it, it is 1.
    """,
    """
    A newer format may have keys, operators and rules that this tool has never heard of. It would \
    report what is right, or play something else than was meant, so this is the only mistake that \
    is told about the file. A newer version of the tool reads it.
    """,
    example: .file(#"{ "format": 2, "sequence": [1] }"#),
    message: """
      pipe.json:1:13: error: format 2 is newer than this tool, which knows 1; use a newer version \
      of the tool
      """,
    repaired: .file(#"{ "format": 1, "sequence": [1] }"#))

  static let unknownKey = Explanation(
    .unknownKey, "a key that does not belong here",
    """
    Stream models, items and the parameters of an operator each have their own keys. This one is \
    not among them; mostly it is misspelt, or stands one level too high or too low.
    """,
    """
    To pass over it silently would hide the misspelling, and the file would play without what was \
    meant. Keys that begin with '$', such as '$comment', are for people and editors, and may stand \
    anywhere.
    """,
    example: .file(#"{ "sequence": [1], "operator": [] }"#),
    message: """
      pipe.json:1:20: error: unknown key 'operator' in a stream model; did you mean 'operators'?
      """,
    repaired: .file(#"{ "sequence": [1], "operators": [] }"#))

  static let duplicateKey = Explanation(
    .duplicateKey, "a key that stands in its object twice",
    """
    An object has each of its keys once: a stream model, 'definitions', a value that is played, a \
    map in an expression.
    """,
    """
    JSON leaves open which of the two counts, and programs differ in it. Only one of them can be \
    meant: remove the other, or give it a name of its own.
    """,
    example: .file(#"{ "name": "a", "sequence": [1], "name": "b" }"#),
    message: """
      pipe.json:1:33: error: key 'name' stands in this object already; remove one of the two
      """,
    repaired: .file(#"{ "name": "b", "sequence": [1] }"#))

  static let missingKey = Explanation(
    .missingKey, "something required that is not there",
    """
    An item has a 'value', an operator has a name, and an operator has those of its parameters \
    that do not go without saying.
    """,
    """
    There is no value that could be taken for it: to wait 0 seconds is not what somebody means who \
    writes 'delay' and forgets for how long.
    """,
    example: .file(
      """
      {
        "sequence": [1],
        "operators": [{ "delay": {} }]
      }
      """),
    message: """
      pipe.json:3:28: error: operator 'delay' without 'seconds', expected a number of seconds; \
      write "delay": {"seconds": 2}
      """,
    repaired: .file(
      """
      {
        "sequence": [1],
        "operators": [{ "delay": { "seconds": 2 } }]
      }
      """))

  static let wrongType = Explanation(
    .wrongType, "a value of another type than expected",
    """
    Each key expects a value of one type: a number, a string, true or false, an array, an object. \
    The message says what was found and what belongs there.
    """,
    """
    Types are not converted: "2" in quotes is a string and no number. What looks like a small \
    difference mostly means that something stands at the wrong level.
    """,
    example: .file(
      """
      {
        "sequence": [1],
        "operators": [{ "delay": { "seconds": "2" } }]
      }
      """),
    message: """
      pipe.json:3:41: error: found a string, expected a number of seconds for 'seconds'; write it \
      without quotes
      """,
    repaired: .file(
      """
      {
        "sequence": [1],
        "operators": [{ "delay": { "seconds": 2 } }]
      }
      """))

  static let invalidValue = Explanation(
    .invalidValue, "a value of the right type that cannot stand here",
    """
    The value is of the type that the key expects, and still makes no sense there: a number of \
    seconds below 0, a zip of a single stream, an id that is no UUID.
    """,
    """
    Nothing can be played that has this meaning. The message says which values there can be.
    """,
    example: .file(
      """
      {
        "sequence": [1],
        "operators": [{ "delay": { "seconds": -2 } }]
      }
      """),
    message: "pipe.json:3:41: error: 'seconds' is negative, expected 0 or more",
    repaired: .file(
      """
      {
        "sequence": [1],
        "operators": [{ "delay": { "seconds": 2 } }]
      }
      """))
}
