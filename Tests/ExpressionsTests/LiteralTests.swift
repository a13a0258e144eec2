import Testing
import Values

@testable import Expressions

struct LiteralTests {
  @Test(arguments: [
    ("null", "null"), ("true", "true"), ("false", "false"),
    ("0", "0"), ("42", "42"), ("-1", "-1"), ("0x1F", "31"), ("0XfF", "255"), ("-0x10", "-16"),
    ("9223372036854775807", "9223372036854775807"),
    ("-9223372036854775808", "-9223372036854775808"),
    ("-0x8000000000000000", "-9223372036854775808"),
    ("1.5", "1.5"), (".5", "0.5"), ("-.5", "-0.5"), ("1e3", "1000.0"), ("1E-2", "0.01"),
    ("2.5e+1", "25.0"), ("1e-999", "0.0"), ("-0.0", "-0.0"),
    ("[]", "[]"), ("[1, 'a', null,]", "[1, 'a', null]"),
    ("{}", "{}"), ("{'b': 1, 'a': [2],}", "{'b': 1, 'a': [2]}"),
  ])
  func `a literal is its value`(text: String, value: String) throws {
    #expect(try outcome(text) == value)
  }

  @Test(arguments: [
    (#"'a"b'"#, #"a"b"#), (#""a'b""#, "a'b"), (#"'''a'b'''"#, "a'b"), ("\"\"", ""),
    ("\"\"\"\"\"\"", ""),
    ("\"\"\"a\nb\"\"\"", "a\nb"), ("'''\n'''", "\n"), (#"r'\n\\'"#, #"\n\\"#), (#"R"\d""#, #"\d"#),
    (#"r'\'"#, #"\"#), (#"'\a\b\f\n\r\t\v'"#, "\u{07}\u{08}\u{0C}\n\r\t\u{0B}"),
    (#"'\\\?\"\'\`'"#, #"\?"'`"#), (#"'\x41\X42'"#, "AB"), (#"'\u00e9\U0001F600'"#, "é😀"),
    (#"'\101\000\377'"#, "A\u{0}ÿ"), ("'é😀'", "é😀"),
  ])
  func `a string literal has its contents as its value`(text: String, contents: String) throws {
    var frame = Frame()
    let evaluator = try CheckedExpression(text, in: .value()).evaluator()
    #expect(try evaluator.value(in: &frame) == .string(Text(contents)))
  }

  @Test(arguments: [
    (
      "1u",
      "0..<2 literal: uint literals are not supported (JSON has no unsigned numbers; write '1')"
    ),
    (
      "0x1fU",
      "0..<5 literal: uint literals are not supported (JSON has no unsigned numbers; write '0x1f')"
    ),
    ("b'a'", "0..<4 literal: bytes literals are not supported (JSON has no bytes; write a string)"),
    (
      "1 + rb'a'",
      "4..<9 literal: bytes literals are not supported (JSON has no bytes; write a string)"
    ),
    ("12ab", "0..<4 literal: '12ab' is neither a number nor a name"),
    ("1e", "0..<2 literal: '1e' is neither a number nor a name"),
    ("0x", "0..<2 literal: found '0x', expected hexadecimal digits"),
    (
      "9223372036854775808",
      "0..<19 literal: '9223372036854775808' is too large for an int (an int has 64 bits; with a fraction, '.0', it is a double)"
    ),
    (
      "99999999999999999999",
      "0..<20 literal: '99999999999999999999' is too large for an int (an int has 64 bits; with a fraction, '.0', it is a double)"
    ),
    ("1e999", "0..<5 literal: '1e999' is too large for a double"),
    (#"'\q'"#, #"1..<3 literal: unknown escape '\q' (write '\\' for a backslash)"#),
    (#"'\x4'"#, #"1..<4 literal: found '\x4', expected 2 hexadecimal digits"#),
    (#"'\189'"#, #"1..<3 literal: found '\1', expected 3 octal digits"#),
    (#"'\ud800'"#, #"1..<7 literal: '\ud800' is not a Unicode code point"#),
    (#"'\UFFFFFFFF'"#, #"1..<11 literal: '\UFFFFFFFF' is not a Unicode code point"#),
    ("'abc", "0..<4 syntax: found the end of the text, expected ' at the end of the string"),
    ("'''abc'", "0..<7 syntax: found the end of the text, expected ''' at the end of the string"),
    (
      "'ab\n'",
      #"0..<3 syntax: found the end of the line, expected ' at the end of the string (write '\n' for a line break, or a string with three quotes)"#
    ),
  ])
  func `an invalid literal is reported`(text: String, mistake: String) {
    #expect(mistakes(text).first == mistake)
  }

  @Test func `ranges count unicode scalars`() {
    #expect(
      mistakes("'e\u{301}😀' + nope") == [
        "8..<12 unknownVariable: unknown variable 'nope' (write '$0.nope' for a field of the value)"
      ])
  }
}
