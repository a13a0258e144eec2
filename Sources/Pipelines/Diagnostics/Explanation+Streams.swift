/// Mistakes in where values come from and what happens to them: sources, names, files, operators.
extension Explanation {
  static let source = Explanation(
    .source, "not exactly one source",
    """
    A stream model says with one key where its values come from: 'stream', 'sequence', 'append', \
    'merge', 'zip', 'combineLatest', 'from', 'marbles' or 'input'. Here is none of them, or more than one.
    """,
    """
    Without a source there is nothing to play. With two of them it would be open whether they \
    follow one another or run side by side: 'append' and 'merge' say so.
    """,
    example: .file(
      """
      {
        "sequence": [1, 2],
        "marbles": "-a|"
      }
      """),
    message: """
      pipe.json:3:3: error: a second source, 'marbles', beside 'sequence', expected one; put one \
      of them in a stream of its own, or remove it
      """,
    repaired: .file(
      """
      {
        "append": [{ "sequence": [1, 2] }, { "marbles": "-a|" }]
      }
      """))

  static let unknownOperator = Explanation(
    .unknownOperator, "an operator that does not exist",
    """
    An operator is an object with one key, its name. Names are those of Combine, or of Rx for what \
    Combine lacks, and upper and lower case differ.
    """,
    """
    A stream that leaves out a step is another stream. The message suggests the nearest name, or \
    lists them all.
    """,
    example: .file(
      """
      {
        "sequence": [1, 2, 3],
        "operators": [{ "fliter": { "expression": "$0 > 1" } }]
      }
      """),
    message: "pipe.json:3:19: error: unknown operator 'fliter'; did you mean 'filter'?",
    repaired: .file(
      """
      {
        "sequence": [1, 2, 3],
        "operators": [{ "filter": { "expression": "$0 > 1" } }]
      }
      """))

  static let unknownStream = Explanation(
    .unknownStream, "a stream that is defined nowhere",
    """
    A string that stands for a stream is a name from 'definitions': of the model in which it \
    stands, or else of a model around that one. What another file defines is not seen from here, \
    only the file as a whole. A string that begins with './' or '../' or ends in '.json' is no \
    name but a file.
    """,
    """
    A name without a stream behind it has nothing to play. The message suggests the nearest of \
    the names that can be seen from here.
    """,
    example: .file(
      """
      {
        "definitions": { "numbers": { "sequence": [1, 2] } },
        "from": "nubmers"
      }
      """),
    message: "pipe.json:3:11: error: unknown stream 'nubmers'; did you mean 'numbers'?",
    repaired: .file(
      """
      {
        "definitions": { "numbers": { "sequence": [1, 2] } },
        "from": "numbers"
      }
      """))

  static let cycle = Explanation(
    .cycle, "streams or files that take in one another without an end",
    """
    To play the first of these streams the second is needed, and so on, until the first one is \
    needed again. The message prints the whole way round. It goes through names, through files, \
    or through both.
    """,
    """
    Such a stream would have to begin before it begins. To play something again and again is \
    another matter, and is not said by naming it from inside of it. Take one of the names out of \
    the circle.
    """,
    example: .file(
      """
      {
        "definitions": {
          "a": { "append": [{ "sequence": [1] }, "b"] },
          "b": { "from": "a" }
        },
        "from": "a"
      }
      """),
    message: """
      pipe.json:4:20: error: a cycle: 'a' → 'b' → 'a'; a stream cannot take in itself
      """,
    repaired: .file(
      """
      {
        "definitions": {
          "a": { "append": [{ "sequence": [1] }, "b"] },
          "b": { "sequence": [2] }
        },
        "from": "a"
      }
      """))

  static let unreadableFile = Explanation(
    .unreadableFile, "a file that is named here and cannot be read",
    """
    A string that begins with './' or '../' or ends in '.json' is the path of a stream file, \
    counted from the folder of the file that names it. The message gives the path that was tried, \
    and the system's own words for what went wrong.
    """,
    """
    Mostly the name is misspelt, or the file was moved. Only regular files are read: a folder is \
    none, and a pipe or a device may never come to an end.
    """,
    example: .file(#"{ "from": "./nmubers.json" }"#),
    message: "pipe.json:1:11: error: cannot read 'nmubers.json': No such file or directory",
    repaired: .file(#"{ "from": "./numbers.json" }"#) + [
      File(name: "numbers.json", text: #"{ "sequence": [1, 2] }"#)
    ])

  static let marbles = Explanation(
    .marbles, "a marble diagram that cannot be read",
    """
    In a marble diagram '-' lets one frame go by, '|' finishes, '#' fails, '( … )' and '[ … ]' are \
    groups of what comes at one instant, and spans such as '250ms' stand between spaces. Any other \
    sign is a value. A hot diagram can mark the start with '^'.
    """,
    """
    A diagram whose end or whose groups are not clear has no timeline. The message points at the \
    sign in the diagram.
    """,
    example: .file(#"{ "marbles": "-a(b-c|" }"#),
    message: "pipe.json:1:17: error: '(' without ')'; every group must be closed",
    repaired: .file(#"{ "marbles": "-a(bc)|" }"#))
}
