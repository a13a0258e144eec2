import Testing
import Values

@testable import Expressions

struct TimeFunctionTests {
  @Test(arguments: [
    ("timestamp('2024-02-29T12:34:56.789Z')", "'2024-02-29T12:34:56.789Z'"),
    ("timestamp('2024-02-29T12:34:56+02:00')", "'2024-02-29T10:34:56Z'"),
    ("timestamp(1000000000)", "'2001-09-09T01:46:40Z'"),
    ("timestamp(timestamp(0))", "'1970-01-01T00:00:00Z'"),
    ("duration('1h30m')", "'5400s'"), ("duration('-1.5s')", "'-1.5s'"),
    ("duration(duration('1s'))", "'1s'"),
    ("[timestamp(0), {'d': duration('1ms')}]", "['1970-01-01T00:00:00Z', {'d': '0.001s'}]"),
    ("int(timestamp('1970-01-01T00:00:01.999Z'))", "1"),
    ("string(timestamp(0))", "'1970-01-01T00:00:00Z'"),
    ("string(duration('90s'))", "'90s'"),
    ("timestamp(0) + duration('1m')", "'1970-01-01T00:01:00Z'"),
    ("duration('1m') + timestamp(0)", "'1970-01-01T00:01:00Z'"),
    ("timestamp(60) - duration('1m') == timestamp(0)", "true"),
    ("timestamp(60) - timestamp(0)", "'60s'"), ("duration('2s') - duration('500ms')", "'1.5s'"),
    ("duration('1s') < duration('2s')", "true"), ("timestamp(1) >= timestamp(1)", "true"),
    ("timestamp(1) == timestamp(1)", "true"), ("timestamp(1) == duration('1s')", "false"),
    ("timestamp(0) == '1970-01-01T00:00:00Z'", "false"), ("timestamp(0) == dyn({})", "false"),
    ("duration('1s') in [duration('1000ms')]", "true"),
    ("{'t': timestamp(0)} == {'t': timestamp(0)}", "true"),
    ("timestamp('2024-02-29T23:30:00Z').getDate()", "29"),
    ("timestamp('2024-02-29T23:30:00Z').getDate('+01:00')", "1"),
    ("timestamp('2024-02-29T23:30:00Z').getMonth('01:00')", "2"),
    ("timestamp('2024-02-29T23:30:00Z').getDayOfYear()", "59"),
    ("timestamp('2024-02-29T23:30:00Z').getHours('-03:30')", "20"),
    ("duration('3h').getMinutes()", "180"), ("duration('1.5s').getMilliseconds()", "500"),
    ("timestamp($0).getFullYear()", "2009"),
    ("[duration('2s'), duration('1s')].sort()", "['1s', '2s']"),
  ])
  func `timestamps and durations are read, moved and queried`(text: String, result: String) throws {
    #expect(try outcome(text, "2009-02-13T23:31:30Z") == result)
  }

  @Test(arguments: [
    ("timestamp(253402300800)", "out of the range of a timestamp, the years 1 to 9999"),
    (
      "timestamp(-62135596800) + duration('-1s')",
      "out of the range of a timestamp, the years 1 to 9999"
    ),
    ("duration('290y')", "'290y' is not a duration"),
    ("timestamp('now')", "'now' is not a timestamp"),
    ("timestamp(0).getHours('Europe/' + 'Berln')", "'Europe/Berln' is not a time zone"),
    (
      "dyn(timestamp(0)) + 1",
      "'+' cannot be applied to a timestamp and an int, expected two numbers, two strings or two lists"
    ),
    ("-dyn(duration('1s'))", "'-' cannot be applied to a duration, expected a number"),
    ("size(dyn(timestamp(0)))", "'size' cannot be applied to a timestamp"),
    ("dyn(timestamp(0)).a", "found a timestamp, expected a list or a map before '['"),
    ("'a' in dyn(timestamp(0))", "found a timestamp, expected a list or a map after 'in'"),
    (
      "dyn(timestamp(0)).all(x, true)", "found a timestamp, expected a list or a map before a macro"
    ),
    ("has(dyn(timestamp(0)).a)", "found a timestamp, expected a map in 'has'"),
  ])
  func `an unsuitable time is an error`(text: String, message: String) throws {
    #expect(try outcome(text).hasPrefix(message))
  }

  @Test func `a time leaves an expression as a string, and the checker knows it`() throws {
    #expect(try CheckedExpression("timestamp(0)", in: .value()).type == .string)
    #expect(try CheckedExpression("[duration('1s')]", in: .value()).type == .list(.string))
    #expect(try CheckedExpression("timestamp(0) - timestamp(0)", in: .value()).type == .string)
  }
}
