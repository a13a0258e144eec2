import Testing
import Values

@testable import Expressions

struct ReadingFunctionTests {
  @Test(arguments: [
    ("'[1, 2.0, {\"a\": null}]'.parseJSON()", "[1, 2.0, {'a': null}]"),
    ("' 1e2 '.parseJSON()", "100.0"), ("'\"a\\\\n\"'.parseJSON()", "'a\n'"),
    ("'{\"a\": 1, \"a\": 2}'.parseJSON().a", "1"),
    ("'a=1 b=\"x y\" c'.parseKeyValues()", "{'a': '1', 'b': 'x y', 'c': true}"),
    ("'a= b=\"\"  '.parseKeyValues()", "{'a': '', 'b': ''}"), ("''.parseKeyValues()", "{}"),
    ("'a=1 b=2 a=3'.parseKeyValues()", "{'a': '3', 'b': '2'}"),
    ("'url=http://x/?q=1 m=a\"b'.parseKeyValues()", "{'url': 'http://x/?q=1', 'm': 'a\"b'}"),
    (
      #"r'm="say \"hi\" \\ \u00e9 \ud83d\ude00 C:\d"'.parseKeyValues().m"#,
      #"'say "hi" \ é 😀 C:\d'"#
    ),
    (#"r'm="\ud83d"'.parseKeyValues().m"#, "'\u{FFFD}'"),
    ("'1'.parseNumber().value()", "1"), ("'-2.50'.parseNumber().value()", "-2.5"),
    ("'1e3'.parseNumber().value()", "1000.0"),
    ("'99999999999999999999'.parseNumber().value()", "1e+20"),
    (
      "['', ' 1', '1 ', '+1', '.5', '1.', '0x1', 'NaN', '007', 'true', '1e999', '-', '\"1\"']"
        + ".exists(x, x.parseNumber().hasValue())", "false"
    ),
    ("''.hash()", "8018337217222601113"), ("'a'.hash()", "5930894301504237147"),
    ("'abc'.hash()", "4952883123889572249"), ("'é'.hash() >= 0", "true"),
  ])
  func `strings are read`(text: String, result: String) throws {
    #expect(try outcome(text) == result)
  }

  @Test(arguments: [
    ("'{a}'.parseJSON()", "'{a}' is not JSON, at character 2: "),
    ("'é 1'.parseJSON()", "'é 1' is not JSON, at character 1: "),
    ("'1 2'.parseJSON()", "'1 2' is not JSON, at character 3: "),
    (
      "'a=1 =2'.parseKeyValues()",
      "'a=1 =2' is not a list of keys and values, at character 5: found '=', expected a key"
    ),
    (
      "'é=\"1'.parseKeyValues()",
      "'é=\"1' is not a list of keys and values, at character 5: found the end, "
        + "expected '\"' at the end of a value in quotes"
    ),
    (
      "'a=\"1\"2'.parseKeyValues()",
      "'a=\"1\"2' is not a list of keys and values, at character 6: found '2', "
        + "expected a space after a value in quotes"
    ),
    (
      "'a\"b'.parseKeyValues()",
      "'a\"b' is not a list of keys and values, at character 2: found '\"', "
        + "expected '=' or a space after a key"
    ),
  ])
  func `the first mistake is reported with its place`(text: String, message: String) throws {
    #expect(try outcome(text).hasPrefix(message))
  }

  /// The numbers of the reference implementation, for lengths that cover each path through it.
  @Test(
    arguments: [
      (0, 0xEF46_DB37_51D8_E999), (1, 0xD24E_C4F1_A98C_6E5B), (3, 0x44BC_2CF5_AD77_0999),
    ] as [(Int, UInt64)])
  func `hashes are those of XXH64`(length: Int, hash: UInt64) {
    #expect(XXHash64.hash(Array("abc".utf8.prefix(length))) == hash)
  }
}
