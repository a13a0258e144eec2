import Testing

@testable import Expressions

struct SyntaxMistakeTests {
  @Test(arguments: [
    ("", "0..<0 syntax: found the end, expected an operand"),
    ("  ", "2..<2 syntax: found the end, expected an operand"),
    ("1 +", "3..<3 syntax: found the end, expected an operand"),
    ("(1", "2..<2 syntax: found the end, expected ')'"),
    ("1 2", "2..<3 syntax: found '2', expected an operator or the end"),
    ("1)", "1..<2 syntax: found ')', expected an operator or the end"),
    ("$0 = 1", "3..<4 syntax: unexpected '=' (write '==')"),
    ("$0 & 1", "3..<4 syntax: unexpected '&' (write '&&')"),
    ("$0 | 1", "3..<4 syntax: unexpected '|' (write '||')"),
    ("$0 and $0", "3..<6 syntax: found 'and', expected an operator or the end (write '&&')"),
    ("$0 OR $0", "3..<5 syntax: found 'OR', expected an operator or the end (write '||')"),
    ("$ + 1", "0..<1 syntax: found '$', expected the name of a variable (write '$0')"),
    ("1 # 2", "2..<3 syntax: unexpected '#'"),
    (#"$0 == \"a b\""#, #"6..<8 syntax: unexpected '\"' (use single quotes inside)"#),
    (#"$0 == \'a"#, #"6..<8 syntax: unexpected '\'' (use single quotes inside)"#),
    (#"$0 == \n"#, #"6..<7 syntax: unexpected '\'"#),
    ("[1, 2", "5..<5 syntax: found the end, expected ',' or ']'"),
    ("[,]", "1..<2 syntax: found ',', expected an operand"),
    ("{'a' 1}", "5..<6 syntax: found '1', expected ':'"),
    ("{'a': 1", "7..<7 syntax: found the end, expected ',' or '}'"),
    ("$0.", "3..<3 syntax: found the end, expected the name of a field"),
    (
      "$0.5",
      "2..<4 syntax: found '0.5', expected an operator or the end (put an index in brackets: '$0[0]')"
    ),
    (
      "$0.in",
      "3..<5 syntax: found the keyword 'in', expected the name of a field (write \"['in']\" without the dot)"
    ),
    ("$0['a'", "6..<6 syntax: found the end, expected ']'"),
    (
      "for + 1",
      "0..<3 syntax: 'for' is a reserved word (loop over a list with '.map(x, …)' or '.filter(x, …)')"
    ),
    ("void + 1", "0..<4 syntax: 'void' is a reserved word (it can only be the name of a field)"),
    ("= 1", "0..<1 syntax: unexpected '=' (write '==')"),
    ("in", "0..<2 syntax: found 'in', expected an operand"),
    ("true ? 1", "8..<8 syntax: found the end, expected ':'"),
    ("size(1,)", "7..<8 syntax: found ')', expected an operand"),
    ("size(1", "6..<6 syntax: found the end, expected ',' or ')'"),
    ("has($0)", "4..<6 syntax: 'has' takes one field, as in 'has($0.name)'"),
    ("has($0.a, $0.b)", "0..<15 syntax: 'has' takes one field, as in 'has($0.name)'"),
    ("has($0['a'])", "4..<11 syntax: 'has' takes one field, as in 'has($0.name)'"),
    (
      "[1].map(1, 2)",
      "8..<9 syntax: 'map' takes the name of a variable and an expression (write '.map(x, …)')"
    ),
    (
      "[1].all(x)",
      "8..<9 syntax: 'all' takes the name of a variable and an expression (write '.all(x, …)')"
    ),
    ("[1].all(x, true, 1)", "15..<16 syntax: found ',', expected ')'"),
    (
      "$0.``",
      "3..<5 syntax: found '`' without a name and a '`' after it (such a name has letters, digits, '_', '.', '-', '/' and spaces)"
    ),
    ("% d", "0..<1 syntax: found '%', expected an operand"),
    ("%x", "0..<1 syntax: found '%', expected an operand"),
    ("%", "0..<1 syntax: found '%', expected an operand"),
  ])
  func `an invalid expression is reported with place and reason`(text: String, mistake: String) {
    #expect(mistakes(text) == [mistake])
  }

  @Test func `all invalid literals are reported together`() {
    #expect(
      mistakes(#"1u + '\q' + b'' + $"#).map { $0.prefix { $0 != ":" } } == [
        "0..<2 literal", "6..<8 literal", "12..<15 literal", "18..<19 syntax",
      ])
  }

  @Test(arguments: ["1 // one\n + 1", "// first\r1 + 1", "1 + 1 // last", "\t1\u{0C}+\r\n1"])
  func `comments and white space are ignored`(text: String) throws {
    #expect(try outcome(text) == "2")
  }
}
