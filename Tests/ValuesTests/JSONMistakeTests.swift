import Testing
import Values

/// A string that is not JSON, and the message about it.
struct Mistake: CustomTestStringConvertible, Sendable {
  var text: String
  var offset: Int
  var message: String
  var hint: String?

  init(_ text: String, _ offset: Int, _ message: String, _ hint: String? = nil) {
    self.text = text
    self.offset = offset
    self.message = message
    self.hint = hint
  }

  var testDescription: String { "\(text.prefix(40).debugDescription)" }
}

@Suite struct JSONMistakeTests {
  static let commas = [
    Mistake("[1,2,]", 4, "trailing ',' before ']'", "remove the ','"),
    Mistake("{\"a\":1 , }", 7, "trailing ',' before '}'", "remove the ','"),
    Mistake("[1 2]", 3, "missing ',' between elements, found '2'", "write ',' before it"),
    Mistake("[1\n\"a\"]", 3, "missing ',' between elements, found '\"'", "write ',' before it"),
    Mistake("[[1] [2]]", 5, "missing ',' between elements, found '['", "write ',' before it"),
    Mistake("[1 true]", 3, "missing ',' between elements, found true", "write ',' before it"),
    Mistake(
      #"{"a":1 "b":2}"#, 7, "missing ',' between members, found '\"'", "write ',' before it"),
    Mistake(#"{"a":1;"b":2}"#, 6, "found ';', expected ',' or '}'", "write ','"),
    Mistake("[,1]", 1, "unexpected ',', expected a value"),
    Mistake("[1,,2]", 3, "unexpected ',', expected a value"),
    Mistake("{,}", 1, "found ',', expected a key in double quotes"),
    Mistake(
      "[1}", 2, "found '}', expected ',' or ']'",
      "close the array opened at line 1, column 1 with ']'"),
    Mistake(
      "{\n \"é\": [{\"b\":1]}", 15 + 1, "found ']', expected ',' or '}'",
      "close the object opened at line 2, column 8 with '}'"),
  ]

  static let keys = [
    Mistake(#"{"a" 1}"#, 5, "missing ':' after a key, found '1'", "write ':' before it"),
    Mistake(#"{"a"=1}"#, 4, "missing ':' after a key, found '='", "write ':' in its place"),
    Mistake(#"{"a":}"#, 5, "unexpected '}', expected a value"),
    Mistake("{a:1}", 1, "key without quotes: a", "put it in double quotes: \"a\""),
    Mistake(
      "{\"b\":1, $x_1:1}", 8, "key without quotes: $x_1",
      "put it in double quotes: \"$x_1\""),
    Mistake("{1:2}", 1, "key without quotes: 1", "put it in double quotes: \"1\""),
    Mistake("{[1]:2}", 1, "found '[', expected a key in double quotes"),
    Mistake("{'a':1}", 1, "string in single quotes", "use double quotes"),
    Mistake("['a']", 1, "string in single quotes", "use double quotes"),
    Mistake("[`a`]", 1, "string in backquotes", "use double quotes"),
    Mistake("[“a”]", 1, "typographic quote '“'", "use straight double quotes"),
  ]

  static let words = [
    Mistake(
      "NaN", 0, "unknown word 'NaN', expected a value",
      "JSON has no such number; use null or a string"),
    Mistake(
      "[Infinity]", 1, "unknown word 'Infinity', expected a value",
      "JSON has no such number; use null or a string"),
    Mistake(
      "[-Infinity]", 1, "unknown word '-Infinity', expected a value",
      "JSON has no such number; use null or a string"),
    Mistake("[True]", 1, "unknown word 'True', expected a value", "write true"),
    Mistake(
      "[nul]", 1, "unknown word 'nul', expected a value",
      "write null"),
    Mistake(
      "[nullx]", 1, "unknown word 'nullx', expected a value",
      "write null"),
    Mistake(
      "[tomorrow]", 1, "unknown word 'tomorrow', expected a value",
      "put strings in double quotes: \"tomorrow\""),
    Mistake("[undefined]", 1, "unknown word 'undefined', expected a value", "write null"),
    Mistake("[1, // one\n2]", 4, "JSON has no comments", "use a key such as \"$comment\""),
    Mistake("[1 /* one */]", 3, "JSON has no comments", "use a key such as \"$comment\""),
    Mistake("# stream\n{}", 0, "JSON has no comments", "use a key such as \"$comment\""),
    Mistake("{} // end", 3, "JSON has no comments", "use a key such as \"$comment\""),
    Mistake("[1,\u{A0}2]", 3, "invisible character U+00A0 between tokens", "remove it"),
    Mistake("[1, é]", 4, "unexpected character 'é'"),
    Mistake("[\u{1}]", 1, "unexpected control character U+0001, expected a value"),
    Mistake("[\u{0}]", 1, "unexpected control character U+0000, expected a value"),
    Mistake("[1\u{0}]", 2, "unexpected control character U+0000, expected ',' or ']'"),
  ]

  static let numbers = [
    Mistake("01", 0, "number with a leading zero", "remove the zero"),
    Mistake("[-012]", 1, "number with a leading zero", "remove the zero"),
    Mistake("[00]", 1, "number with a leading zero", "remove the zero"),
    Mistake("+1", 0, "number begins with '+'", "remove the '+'"),
    Mistake(".5", 0, "number begins with '.'", "write a digit before it: '0.'"),
    Mistake("-.5", 0, "number begins with '.'", "write a digit before it: '-0.'"),
    Mistake("[1.]", 3, "missing digit after '.'", "write '.0', or nothing"),
    Mistake("[1.e5]", 3, "missing digit after '.'", "write '.0', or nothing"),
    Mistake("[1e]", 3, "missing digit after the exponent's 'e'"),
    Mistake("[1E+]", 4, "missing digit after the exponent's 'e'"),
    Mistake("[-]", 1, "'-' without a digit, expected a number"),
    Mistake("[--1]", 1, "'-' without a digit, expected a number"),
    Mistake("[0x1F]", 1, "hexadecimal number, expected decimal digits"),
    Mistake("[12px]", 3, "number '12' runs into 'p'"),
    Mistake("[1_000]", 2, "number '1' runs into '_'"),
    Mistake("[1.5.2]", 4, "unexpected '.', expected ',' or ']'"),
    Mistake(
      "[1e400]", 1, "number 1e400 is too large for a double",
      "the largest is about 1.8e308"),
    Mistake(
      "[-1e99999999999999999999]", 1,
      "number -1e99999999999999999999 is too large for a double", "the largest is about 1.8e308"),
  ]

  static let strings = [
    Mistake("\"a", 0, "string without an end", "close it with '\"'"),
    Mistake("[1, \"abcdefghijklmnop", 4, "string without an end", "close it with '\"'"),
    Mistake(
      "[\"a\n\"]", 3, "line break in a string",
      "close the string with '\"', or write '\\n'"),
    Mistake("[\"a\tb\"]", 3, "tab in a string", "write '\\t'"),
    Mistake("[\"\u{1F}\"]", 2, "control character U+001F in a string", "write '\\u001F'"),
    Mistake("[\"\u{0}\"]", 2, "control character U+0000 in a string", "write '\\u0000'"),
    Mistake(#"["C:\dir"]"#, 4, "unknown escape '\\d'", "write '\\\\' for a backslash"),
    Mistake(#"["\'"]"#, 2, "unknown escape '\\''", "write '\\\\' for a backslash"),
    Mistake(
      "[\"\\é\"]", 2, "backslash that does not begin an escape", "write '\\\\' for a backslash"),
    Mistake(
      #"["\u12G4"]"#, 2, "'\\u' without four hexadecimal digits",
      "write, for example, '\\u00e9'"),
    Mistake(
      #"["\u12"]"#, 2, "'\\u' without four hexadecimal digits",
      "write, for example, '\\u00e9'"),
    Mistake(
      #"["\ud800"]"#, 2, "lone surrogate '\\ud800'",
      "surrogates come in pairs, '\\ud83d\\ude00'; or write the character itself"),
    Mistake(
      #"["\ud800\u0041"]"#, 2, "lone surrogate '\\ud800'",
      "surrogates come in pairs, '\\ud83d\\ude00'; or write the character itself"),
    Mistake(
      #"["a\uDC00"]"#, 3, "lone surrogate '\\uDC00'",
      "surrogates come in pairs, '\\ud83d\\ude00'; or write the character itself"),
    Mistake(#"{"\x":1}"#, 2, "unknown escape '\\x'", "write '\\\\' for a backslash"),
    Mistake("\"\\", 1, "string without an end", "close it with '\"'"),
  ]

  static let ends = [
    Mistake("", 0, "found nothing, expected a value"),
    Mistake(" \n\t", 3, "found only whitespace, expected a value"),
    Mistake(
      "[", 1, "the JSON ends within an array, expected a value",
      "close the array opened at line 1, column 1 with ']'"),
    Mistake(
      "[1", 2, "the JSON ends within an array, expected ',' or ']'",
      "close the array opened at line 1, column 1 with ']'"),
    Mistake(
      "{\"a\": [1,\n", 10, "the JSON ends within an array, expected a value",
      "close the array opened at line 1, column 7 with ']'"),
    Mistake(
      "{", 1, "the JSON ends within an object, expected a key in double quotes",
      "close the object opened at line 1, column 1 with '}'"),
    Mistake(
      "{\"[\"", 4, "the JSON ends within an object, expected ':'",
      "close the object opened at line 1, column 1 with '}'"),
    Mistake(
      "{\"a\":", 5, "the JSON ends within an object, expected a value",
      "close the object opened at line 1, column 1 with '}'"),
    Mistake(
      "{\"a\":1", 6, "the JSON ends within an object, expected ',' or '}'",
      "close the object opened at line 1, column 1 with '}'"),
    Mistake(
      "1 2", 2, "found '2' after the end of the JSON value",
      "JSON is a single value; remove everything after it"),
    Mistake(
      "{}]", 2, "found ']' after the end of the JSON value",
      "remove it, because nothing is open here"),
    Mistake("]", 0, "unexpected ']', expected a value"),
    Mistake(
      "tru", 0, "unknown word 'tru', expected a value",
      "write true"),
  ]

  @Test(arguments: [commas, keys, words, numbers, strings, ends].flatMap(\.self))
  func `a mistake is reported with its place and a hint`(mistake: Mistake) {
    let expected = ReadError(mistake.message, hint: mistake.hint, offset: mistake.offset)
    #expect(throws: expected) { try read(mistake.text) }
  }

  @Test(arguments: [commas, keys, words, numbers, strings, ends].flatMap(\.self))
  func `skipping finds the same mistakes`(mistake: Mistake) {
    if mistake.message.hasSuffix("for a double") { return }
    let expected = ReadError(mistake.message, hint: mistake.hint, offset: mistake.offset)
    #expect(throws: expected) { try skip(mistake.text) }
  }

  static let bytes: [([UInt8], Int, String, String)] = [
    (
      [0xEF, 0xBB, 0xBF, 0xEF, 0xBB, 0xBF, 0x31], 0, "found a byte order mark at the start",
      "save it as UTF-8 without a byte order mark"
    ),
    ([0xFF, 0xFE, 0x31, 0], 0, "found UTF-16, expected UTF-8", "save it as UTF-8"),
    ([0xFE, 0xFF, 0, 0x31], 0, "found UTF-16, expected UTF-8", "save it as UTF-8"),
    ([0x22, 0x61, 0xC3, 0x22], 2, "invalid UTF-8: byte 0xC3", "save it as UTF-8"),
    ([0x22, 0xC3], 1, "invalid UTF-8: byte 0xC3", "save it as UTF-8"),
    ([0x22, 0x80, 0x22], 1, "invalid UTF-8: byte 0x80", "save it as UTF-8"),
    ([0x22, 0xC0, 0xAF, 0x22], 1, "invalid UTF-8: byte 0xC0", "save it as UTF-8"),
    ([0x22, 0xE0, 0x80, 0x80, 0x22], 1, "invalid UTF-8: byte 0xE0", "save it as UTF-8"),
    ([0x22, 0xED, 0xA0, 0x80, 0x22], 1, "invalid UTF-8: byte 0xED", "save it as UTF-8"),
    ([0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], 1, "invalid UTF-8: byte 0xF4", "save it as UTF-8"),
    ([0x22, 0xF0, 0x9F, 0x98, 0x22], 1, "invalid UTF-8: byte 0xF0", "save it as UTF-8"),
    ([0x5B, 0xFF, 0x5D], 1, "invalid UTF-8: byte 0xFF", "save it as UTF-8"),
    ([0x7B, 0x22, 0xFF, 0x22, 0x3A], 2, "invalid UTF-8: byte 0xFF", "save it as UTF-8"),
  ]

  @Test(arguments: bytes)
  func `bytes that are not UTF-8 are rejected at their place`(
    bytes: [UInt8], offset: Int, message: String, hint: String
  ) {
    #expect(throws: ReadError(message, hint: hint, offset: offset)) { try read(bytes) }
  }
}
