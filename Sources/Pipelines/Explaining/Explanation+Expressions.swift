import StreamModels

/// Explanations of mistakes in expressions and in numbers.
extension Explanation {
  static let expressionSyntax = Explanation(
    .expressionSyntax, "an expression that cannot be parsed",
    """
    Expressions are written in CEL, the Common Expression Language: '$0' is the value, strings are \
    in single or double quotes, 'a ? b : c' chooses, and '&&', '||' and '!' combine conditions.
    """,
    """
    This string is not CEL. Expressions are parsed before anything plays, and the message points \
    at the place within the string.
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
    .unknownName, "an expression that uses an unknown name",
    """
    An expression can use '$0' (the value), '$time', variables that depend on its place, such as \
    '$1' in 'scan', and the functions of CEL. This name is not one of these, or is not available \
    here.
    """,
    """
    A field of the value is written after the value: '$0.price'. Strings need quotes within the \
    expression, too.
    """,
    example: .file(
      """
      {
        "sequence": [{ "price": 3 }],
        "operators": [{ "map": { "expression": "price * 2" } }]
      }
      """),
    message: """
      pipe.json:3:43: error: unknown variable 'price'; write '$0.price' for a field of the value
      """,
    repaired: .file(
      """
      {
        "sequence": [{ "price": 3 }],
        "operators": [{ "map": { "expression": "$0.price * 2" } }]
      }
      """))

  static let expressionType = Explanation(
    .expressionType, "an expression whose types do not match",
    """
    The types of many values are known before anything plays: those of literals, of the items of \
    the file, and of the results of expressions. The operation is not possible for any value of \
    these types.
    """,
    """
    The stream would fail on its first value. 'string(…)', 'int(…)' and 'double(…)' convert, and \
    a comparison turns a number into a condition.
    """,
    example: .file(
      """
      {
        "sequence": [1, 2],
        "operators": [{ "filter": { "expression": "$0 % 2" } }]
      }
      """),
    message: "pipe.json:3:46: error: a condition must be a bool, but this is an int",
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
    Integers between -9223372036854775808 and 9223372036854775807 are stored exactly. This one is \
    outside this range, so it is read as a double, which stores about 16 digits; the others are \
    lost.
    """,
    """
    This is a warning, not an error, because it may be intended. To avoid the warning, write the \
    number as a double; to keep all digits, write it as a string.
    """,
    example: .file(#"{ "sequence": [9223372036854775808] }"#),
    message: """
      pipe.json:1:16: warning: integer 9223372036854775808 does not fit 64 bits; it is read as \
      the double 9.223372036854776e+18
      """,
    repaired: .file(#"{ "sequence": ["9223372036854775808"] }"#))
}
