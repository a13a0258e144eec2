import Testing
import Values

@testable import Expressions

struct TimePatternTests {
  @Test(arguments: [
    ("10/Oct/2000:13:55:36 -0700", "dd/MMM/yyyy:HH:mm:ss Z", "2000-10-10T20:55:36Z"),
    ("2026-01-02 03:04:05,678", "yyyy-MM-dd HH:mm:ss,SSS", "2026-01-02T03:04:05.678Z"),
    ("20260102030405", "yyyyMMddHHmmss", "2026-01-02T03:04:05Z"),
    ("2.1.26 3:04 PM", "d.M.yy h:mm a", "2026-01-02T15:04:00Z"),
    ("12:00 am", "hh:mm a", "1970-01-01T00:00:00Z"), ("12:00 PM", "h:mm a", "1970-01-01T12:00:00Z"),
    ("Nov  3 12:00:00", "MMM d HH:mm:ss", "1970-11-03T12:00:00Z"),
    ("Fri, 02 Jan 2026 03:04:05 GMT", "EEE, dd MMM yyyy HH:mm:ss Z", "2026-01-02T03:04:05Z"),
    ("friday 2 JANUARY 2026", "EEEE d MMMM y", "2026-01-02T00:00:00Z"),
    ("2026-01-02T03:04:05Z", "yyyy-MM-dd'T'HH:mm:ssX", "2026-01-02T03:04:05Z"),
    ("2026-01-02T03:04:05+05", "yyyy-MM-dd'T'HH:mm:ssX", "2026-01-01T22:04:05Z"),
    ("2026-01-02T03:04:05-05:30", "yyyy-MM-dd'T'HH:mm:ssXXX", "2026-01-02T08:34:05Z"),
    ("5 o'clock", "H 'o''clock'", "1970-01-01T05:00:00Z"), ("5'", "H''", "1970-01-01T05:00:00Z"),
    ("29/02/24", "dd/MM/yy", "2024-02-29T00:00:00Z"),
    ("68", "yy", "2068-01-01T00:00:00Z"), ("69", "yy", "1969-01-01T00:00:00Z"),
    ("1.123456789", "s.SSSSSSSSS", "1970-01-01T00:00:01.123456789Z"),
  ])
  func `strings are read by their patterns`(text: String, pattern: String, result: String) throws {
    let time = try TimePattern(computed: Text(pattern)).timestamp(of: Text(text), in: .fixed(.utc))
    #expect(time.text == result)
  }

  @Test(arguments: [
    (
      "1/Foo/2000", "d/MMM/yyyy",
      ", at character 3: found 'F', expected the name of a month, such as 'Jan'"
    ),
    (
      "1/2/3", "d/M/yyyy",
      ", at character 6: found the end, expected a digit; the year has 4 digits"
    ),
    ("é1", "d", ", at character 1: found 'é', expected the digits of the day"),
    ("31.2.2026", "d.M.yyyy", ", at character 1: found the day '31', expected 01 to 28"),
    ("Mon 2.1.2026", "E d.M.yyyy", ", at character 1: found 'Mon', but 2026-01-02 is a Friday"),
    ("1:60", "H:mm", ", at character 3: found the minute '60', expected 00 to 59"),
    ("13 PM", "h a", ", at character 1: found the hour '13', expected 1 to 12"),
    ("1 XM", "h a", ", at character 3: found 'X', expected 'AM' or 'PM'"),
    ("1x", "d", ", at character 2: found 'x', expected the end"),
    ("1é2", "d'ü'M", ", at character 2: found 'é', expected 'ü'"),
    ("1 +1", "H Z", ", at character 5: found the end, expected a digit; the hour has 2 digits"),
    (
      "1 PST", "H Z",
      ", at character 3: found 'P', expected 'Z' or an offset such as '+01:00' or '+0100'"
    ),
  ])
  func `a string that does not fit is reported at the character`(
    text: String, pattern: String, message: String
  ) throws {
    let form = try TimePattern(computed: Text(pattern))
    let failure = #expect(throws: EvaluationFailure.self) {
      try form.timestamp(of: Text(text), in: .fixed(.utc))
    }
    #expect(
      failure?.message == "'\(text)' is not a time in the form '\(pattern)'\(message)")
  }

  @Test(arguments: [
    (
      "YYYY", 0..<4,
      "found the letter 'Y', expected one of 'yMdHhmsSaEZX', or quoted text; write 'y'"
    ),
    (
      "yyyy-MM-ddTHH", 10..<11,
      "found the letter 'T', expected one of 'yMdHhmsSaEZX', or quoted text"
    ),
    ("yyy", 0..<3, "found 'yyy', expected 'y', 'yy' or 'yyyy'"),
    ("é ddd", 2..<5, "found 'ddd', expected 'd' to 'dd'"),
    ("aa h", 0..<2, "found 'aa', expected 'a'"), ("d M d", 4..<5, "found a second field 'd'"),
    ("d 'x", 4..<4, "found the end, expected a single quote at the end of quoted text"),
    ("h:mm", 0..<4, "found only 'h', expected 'h' and 'a' together; the hour from 0 to 23 is 'H'"),
    ("H a", 0..<3, "found only 'a', expected 'h' and 'a' together; the hour from 0 to 23 is 'H'"),
    ("H h", 0..<3, "found both 'H' and 'h', expected one of them"),
    ("'x'", 0..<3, "found no field, expected one such as 'y'"),
  ])
  func `an invalid pattern is reported at its place`(
    pattern: String, range: Range<Int>, message: String
  ) {
    let mistake = #expect(throws: TimeTextError.self) { try TimePattern(Text(pattern)) }
    #expect(mistake == TimeTextError(message: message, range: range))
  }

  @Test func `the checker reads literal patterns and zones`() {
    #expect(
      mistakes("timestamp($0, 'dd/Y')") == [
        "18..<19 literal: bad time pattern: found the letter 'Y', expected one of "
          + "'yMdHhmsSaEZX', or quoted text (write 'y')"
      ])
    #expect(
      mistakes("timestamp($0, 'dd/MM')") == [
        "14..<21 literal: the pattern has no zone (add one as a third argument, such as 'UTC' "
          + "or '+01:00')"
      ])
    #expect(
      mistakes("timestamp($0, 'dd/MM', '+1')") == [
        "26..<26 literal: bad time zone: found the end, expected a digit (the hour has 2 digits)"
      ])
    #expect(mistakes("timestamp($0, 'dd', 'UTC') < timestamp($0, 'dd Z')") == [])
  }

  @Test(arguments: [
    ("timestamp($0, 'd.M.yyyy', '+01:00')", "'2026-01-01T23:00:00Z'"),
    ("timestamp($0, $0 + 'yyyy' == '' ? '' : 'd.M.yyyy', 'U' + 'TC')", "'2026-01-02T00:00:00Z'"),
    ("timestamp(1.5)", "'1970-01-01T00:00:01.5Z'"), ("timestamp(-0.1)", "'1969-12-31T23:59:59.9Z'"),
    ("timestamp(1700000000.1)", "'2023-11-14T22:13:20.1Z'"),
    ("timestamp(20000000000.25)", "'2603-10-11T11:33:20.25Z'"),
    ("double(duration('1m30.5s'))", "90.5"), ("double(timestamp(0.25))", "0.25"),
    ("double(timestamp(20000000000.25))", "20000000000.25"),
    ("double(duration('-1ns'))", "-1e-09"),
  ])
  func `times may also be numbers of seconds`(text: String, result: String) throws {
    #expect(try outcome(text, "2.1.2026") == result)
  }

  @Test func `seconds beyond all years are an error`() throws {
    #expect(try outcome("timestamp(1e300)").hasPrefix("out of the range of a timestamp"))
    #expect(try outcome("timestamp(0.0 / 0.0)").hasPrefix("out of the range of a timestamp"))
  }
}
