/// Mistakes in expressions and in numbers.
extension Explanation {
  static let expressionSyntax = Explanation(
    .expressionSyntax, "an expression that cannot be parsed",
    """
    Expressions are written in CEL, the Common Expression Language: '$0' is the value, strings \
    stand in single or double quotes, 'a ? b : c' chooses, and '&&', '||' and '!' join conditions.
    """,
    """
    The text breaks off or goes on in a way that CEL does not know. Expressions are parsed before \
    anything plays, and the message points at the place inside of the string.
    """,
    example: .file(
      """
      {
        "sequence": [1, 2],
        "operators": [{ "map": { "expression": "$0 *" } }]
      }
      """),
    message: "pipe.json:3:47: error: found the end, expected an operand",
    repaired: .file(
      """
      {
        "sequence": [1, 2],
        "operators": [{ "map": { "expression": "$0 * 2" } }]
      }
      """))

  static let unknownName = Explanation(
    .unknownName, "an expression that names what is not there",
    """
    An expression sees '$0', the value, and beside it what its place gives: '$1' in 'scan', '$time' \
    everywhere. It calls the functions of CEL. The name is none of these, or one of them in a \
    place that does not have it.
    """,
    """
    A field of the value is written with the value in front: '$0.price'. Text stands in quotes \
    inside of the expression too.
    """,
    example: .file(
      """
      {
        "sequence": [{ "price": 3 }],
        "operators": [{ "map": { "expression": "price * 2" } }]
      }
      """),
    message: """
      pipe.json:3:43: error: unknown variable 'price'; a field of the value is written '$0.price'
      """,
    repaired: .file(
      """
      {
        "sequence": [{ "price": 3 }],
        "operators": [{ "map": { "expression": "$0.price * 2" } }]
      }
      """))

  static let expressionType = Explanation(
    .expressionType, "an expression whose types cannot fit",
    """
    Before anything plays it is known of many values what they are: of literals, of the items of \
    the file, of what an expression gives. With these types the operation is not possible, for any \
    value.
    """,
    """
    The stream would fail with its first value. 'string(…)', 'int(…)' and 'double(…)' convert, and \
    a comparison makes a condition of a number.
    """,
    example: .file(
      """
      {
        "sequence": [1, 2],
        "operators": [{ "filter": { "expression": "$0 % 2" } }]
      }
      """),
    message: "pipe.json:3:46: error: a condition must be a bool, this is an int",
    repaired: .file(
      """
      {
        "sequence": [1, 2],
        "operators": [{ "filter": { "expression": "$0 % 2 == 0" } }]
      }
      """))

  static let largeInteger = Explanation(
    .largeInteger, "an integer that does not fit 64 bits",
    """
    Integers are kept exactly between -9223372036854775808 and 9223372036854775807. This one lies \
    outside, and is read as a double, which has some 16 digits: the others are lost.
    """,
    """
    That is a warning and no error, for it may be what is meant. Written as a double nothing is \
    said; as a string all digits are kept.
    """,
    example: .file(#"{ "sequence": [9223372036854775808] }"#),
    message: """
      pipe.json:1:16: warning: integer 9223372036854775808 does not fit 64 bits; it is read as \
      the double 9.223372036854776e+18
      """,
    repaired: .file(#"{ "sequence": ["9223372036854775808"] }"#))
}
