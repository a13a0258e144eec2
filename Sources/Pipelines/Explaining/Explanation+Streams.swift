import Expressions
import StreamModels

/// Explanations of mistakes in sources, names, files and operators.
extension Explanation {
  static let source = Explanation(
    .source, "not exactly one source",
    """
    One key of a stream model is its source, which defines where its values come from: \
    \(Suggestion.choice(of: SourceSpec.all.map { "'\($0.name)'" })). \
    This model has none of them, or more than one.
    """,
    """
    Without a source there is nothing to play. With two, it would be unclear whether they play one \
    after the other or side by side; 'append' and 'merge' state which.
    """,
    example: .file(
      """
      {
        "sequence": [1, 2],
        "marbles": "-a|"
      }
      """),
    message: """
      pipe.json:3:3: error: found a second source, 'marbles', beside 'sequence', expected one; \
      move one of them into another stream, or remove it
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
    Combine lacks, and are case-sensitive.
    """,
    """
    A stream without one of its operators would be a different stream, so it is not played. The \
    message suggests the nearest name, or lists all names.
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
    .unknownStream, "a stream that is not defined",
    """
    A string in place of a stream is a name from the 'definitions' of its model, or of a model \
    that encloses it. The definitions of another file are not visible here, only the file as a \
    whole. A string that begins with './' or '../' or ends in '.json' is the path of a file.
    """,
    """
    A name without a definition has nothing to play. The message suggests the nearest name that is \
    visible here.
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
    .cycle, "streams or files that use each other in a circle",
    """
    The first of these streams needs the second, and so on, until one needs the first again. The \
    message prints the whole circle, which can go through names, through files, or through both.
    """,
    """
    Such a stream could never start. Remove one of the names from the circle. To play a stream \
    again and again, use the operator 'repeat'.
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
      pipe.json:4:20: error: a cycle: 'a' → 'b' → 'a'; a stream cannot contain itself
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
    .unreadableFile, "a file that cannot be read",
    """
    A string that begins with './' or '../' or ends in '.json' is the path of a stream file, \
    relative to the folder of the file that names it. The message contains that path, and the \
    system's description of the error.
    """,
    """
    Usually the name is misspelled, or the file was moved. Only regular files are read: not \
    folders, nor pipes and devices, which may never end.
    """,
    example: .file(#"{ "from": "./nmubers.json" }"#),
    message: "pipe.json:1:11: error: cannot read 'nmubers.json': No such file or directory",
    repaired: .file(#"{ "from": "./numbers.json" }"#) + [
      File(name: "numbers.json", text: #"{ "sequence": [1, 2] }"#)
    ])

  static let marbles = Explanation(
    .marbles, "a marble diagram that cannot be read",
    """
    In a marble diagram '-' is one frame of time, '|' completes, '#' fails, '( … )' and '[ … ]' \
    are groups of events at one instant, and time spans such as '250ms' are between spaces. Any \
    other character is a value. A hot diagram can mark the start with '^'.
    """,
    """
    A diagram whose end or groups are unclear has no timeline. The message points at the character \
    in the diagram.
    """,
    example: .file(#"{ "marbles": "-a(b-c|" }"#),
    message: "pipe.json:1:17: error: '(' without ')'; every group must be closed",
    repaired: .file(#"{ "marbles": "-a(bc)|" }"#))
}
