extension ForeignNames {
  /// Names that stand for values in other languages.
  static let variables = ForeignNames([
    Row("none nil undefined", "write 'null'"),
    Row("true yes", "write 'true'"),
    Row("false no", "write 'false'"),
    Row("null", "write 'null'"),
    Row("NaN", "write 'double('NaN')'"),
    Row("inf infinity", "write 'double('Infinity')'"),
    Row("this it self", "write '$0' for the value"),
    Row("now", "the time of the stream is '$time', in seconds"),
  ])

  /// Words that other languages use as operators.
  static let operatorWords = ForeignNames([
    Row("and", "write '&&'"),
    Row("or", "write '||'"),
    Row("is eq equals", "write '=='"),
    Row("ne neq isnt", "write '!='"),
    Row("lt", "write '<'"),
    Row("le lte", "write '<='"),
    Row("gt", "write '>'"),
    Row("ge gte", "write '>='"),
    Row("mod", "write '%'"),
    Row("div", "write '/', which truncates for ints"),
    Row("xor", "write '!='"),
    Row("like ilike rlike regexp", "write 'x.contains(y)', or 'x.matches('…')' for a pattern"),
    Row("matches", "write 'x.matches('…')'"),
    Row("contains includes", "write 'x.contains(y)', or 'y in x' for a list"),
    Row("startsWith beginsWith", "write 'x.startsWith(y)'"),
    Row("endsWith", "write 'x.endsWith(y)'"),
    Row("between", "write 'low <= x && x <= high'"),
    Row("instanceOf isA", "write 'type(x) == …'"),
    Row("as", "write 'int(x)', 'double(x)' or 'string(x)'"),
    Row("then if else elif unless when case end", "write 'condition ? x : y'"),
    Row("for", "loop over a list with '.map(x, …)' or '.filter(x, …)'"),
    Row("orElse", "write 'x.?name.orValue(y)'"),
    Row("not", "write '!' before the condition"),
  ])

  /// Words that other languages write before an operand.
  static let prefixes = ForeignNames([
    Row("not", "write '!x'"),
    Row("typeOf", "write 'type(x)'"),
    Row("lambda fn func def fun", "name the variable in a macro: '.map(x, …)'"),
    Row("case when unless select", "write 'condition ? x : y'"),
    Row("new", "write a map: '{'a': 1}'"),
    Row("await async delete", "write only the expression"),
  ])

  /// The words that CEL reserves for languages that embed it.
  static let reservedWords = ForeignNames([
    Row("if else", "write 'condition ? x : y'"),
    Row("for while loop", "loop over a list with '.map(x, …)' or '.filter(x, …)'"),
    Row("let var const", "write 'cel.bind(x, value, …)'"),
    Row("function", "name the variable in a macro: '.map(x, …)'"),
    Row("return", "write only the expression; its value is the result"),
    Row("as", "write 'int(x)', 'double(x)' or 'string(x)'"),
  ])

  /// Operators and punctuation of other languages, longer ones before their prefixes. None of them
  /// can appear in a valid expression.
  static let signs: [(spelling: [Unicode.Scalar], wayOut: String)] =
    signTable.map { (Array($0.unicodeScalars), $1) }

  private static let signTable: [(String, String)] = [
    ("===", "write '=='"), ("!==", "write '!='"), ("<=>", "compare with '<', '==' or '>'"),
    ("=>", "write a macro as '.map(x, …)', and an entry of a map as ''key': value'"),
    ("->", "write a macro as '.map(x, …)', and an entry of a map as ''key': value'"),
    ("=~", "write 'x.matches('…')'"), ("!~", "write '!x.matches('…')'"),
    ("??", "write 'x.?name.orValue(y)'"), ("<>", "write '!='"),
    (":=", "write 'cel.bind(x, value, …)'"),
    (
      "+=",
      "write '+'; an expression cannot "
        + "assign"
    ), ("-=", "write '-'; an expression cannot assign"),
    (
      "*=",
      "write '*'; an expression cannot "
        + "assign"
    ), ("/=", "write '/'; an expression cannot assign"),
    ("++", "write 'x + 1'; join lists and strings with one '+'"),
    ("**", "there is no power operator; write 'x * x'"),
    ("<<", "write 'math.bitShiftLeft(x, y)'"), (">>", "write 'math.bitShiftRight(x, y)'"),
    ("|>", "write 'x.size()': functions follow their value"),
    (
      "...",
      "there is no spread operator: join lists with '+', and write the keys of a map one "
        + "by one"
    ),
    ("..", "write 'lists.range(n)'"),
    ("=", "write '=='"), ("&", "write '&&'"), ("|", "write '||'"),
    ("^", "write 'math.bitXor(x, y)'; there is no power operator"),
    ("~", "write 'x.matches('…')', or 'math.bitNot(x)'"),
    (";", "write a single expression; name a part of it with 'cel.bind(x, value, …)'"),
    ("\u{201C}", "write straight quotes"), ("\u{201D}", "write straight quotes"),
    ("\u{2018}", "write straight quotes"), ("\u{2019}", "write straight quotes"),
    ("\u{00D7}", "write '*'"), ("\u{00F7}", "write '/'"), ("\u{2212}", "write '-'"),
    ("\u{2013}", "write '-'"), ("\u{2260}", "write '!='"), ("\u{2264}", "write '<='"),
    ("\u{2265}", "write '>='"), ("\u{00A0}", "write a plain space"),
  ]
}
