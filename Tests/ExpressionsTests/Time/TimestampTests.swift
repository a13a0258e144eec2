import Testing
import Values

@testable import Expressions

struct TimestampTests {
  /// The text of a timestamp, or the reason why it cannot be created.
  private func outcome(_ make: () throws -> Timestamp) -> String {
    do {
      return try make().text
    } catch let failure as EvaluationFailure {
      return failure.message
    } catch {
      return "\(error)"
    }
  }

  private func outcome(_ text: Text) -> String { outcome { try Timestamp(text) } }

  @Test(
    arguments: [
      ("1970-01-01T00:00:00Z", 0), ("1969-12-31T23:59:59Z", -1),
      ("2001-09-09T01:46:40Z", 1_000_000_000),
      ("0001-01-01T00:00:00Z", -62_135_596_800), ("9999-12-31T23:59:59Z", 253_402_300_799),
      ("2000-02-29T12:00:00Z", 951_825_600), ("1900-03-01T00:00:00Z", -2_203_891_200),
      ("1600-02-29T00:00:00Z", -11_670_998_400), ("1969-12-31T23:59:59.5Z", -1),
    ] as [(Text, Int64)])
  func `counts seconds since 1970, rounded down`(text: Text, seconds: Int64) throws {
    let timestamp = try Timestamp(text)
    #expect(timestamp.seconds == seconds)
    #expect(timestamp.text == text.string)
    let whole = try Timestamp(seconds: seconds)
    #expect(whole.seconds == seconds)
  }

  @Test(
    arguments: [
      ("2024-05-06T07:08:09+01:30", "2024-05-06T05:38:09Z"),
      ("2024-05-06T07:08:09-08:00", "2024-05-06T15:08:09Z"),
      ("2024-05-06T07:08:09-00:00", "2024-05-06T07:08:09Z"),
      ("2024-01-01T00:00:00+23:59", "2023-12-31T00:01:00Z"),
      ("2024-05-06T07:08:09.500Z", "2024-05-06T07:08:09.5Z"),
      ("2024-05-06T07:08:09.000000001Z", "2024-05-06T07:08:09.000000001Z"),
      ("2024-05-06T07:08:09.1234567899Z", "2024-05-06T07:08:09.123456789Z"),
      ("2024-05-06T07:08:09.0Z", "2024-05-06T07:08:09Z"),
      ("0001-01-01T01:00:00+01:00", "0001-01-01T00:00:00Z"),
      ("9999-12-31T22:59:59.999999999-01:00", "9999-12-31T23:59:59.999999999Z"),
    ] as [(Text, String)])
  func `reads RFC 3339 and writes its shortest form in UTC`(text: Text, expected: String) {
    #expect(outcome(text) == expected)
  }

  @Test(
    arguments: [
      ("", ": found the end, expected a digit; the year has 4 digits"),
      ("2024", ", at character 5: found the end, expected '-' after the year"),
      (
        "2024-5-06T07:08:09Z",
        ", at character 7: found '-', expected a digit; the month has 2 digits"
      ),
      ("20240506T070809Z", ", at character 1: found the year '20240506', expected 0001 to 9999"),
      ("2024-13-01T00:00:00Z", ", at character 6: found the month '13', expected 01 to 12"),
      ("2024-00-01T00:00:00Z", ", at character 6: found the month '00', expected 01 to 12"),
      ("2023-02-29T00:00:00Z", ", at character 9: found the day '29', expected 01 to 28"),
      ("1900-02-29T00:00:00Z", ", at character 9: found the day '29', expected 01 to 28"),
      ("2024-04-31T00:00:00Z", ", at character 9: found the day '31', expected 01 to 30"),
      ("2024-04-00T00:00:00Z", ", at character 9: found the day '00', expected 01 to 30"),
      ("2024-05-06 07:08:09Z", ", at character 11: found ' ', expected 'T' between date and time"),
      ("2024-05-06t07:08:09Z", ", at character 11: found 't', expected 'T' between date and time"),
      ("2024-05-06T24:00:00Z", ", at character 12: found the hour '24', expected 00 to 23"),
      ("2024-05-06T07:60:00Z", ", at character 15: found the minute '60', expected 00 to 59"),
      (
        "2024-05-06T07:08:60Z",
        ", at character 18: found the second '60', expected 00 to 59; leap seconds are not counted"
      ),
      ("2024-05-06T07:08:61Z", ", at character 18: found the second '61', expected 00 to 59"),
      ("2024-05-06T07:08Z", ", at character 17: found 'Z', expected ':' after the minute"),
      (
        "2024-05-06T07:08:09",
        ", at character 20: found the end, expected 'Z' or an offset such as '+01:00'"
      ),
      (
        "2024-05-06T07:08:09z",
        ", at character 20: found 'z', expected 'Z' or an offset such as '+01:00'"
      ),
      ("2024-05-06T07:08:09.Z", ", at character 21: found 'Z', expected a digit after the point"),
      (
        "2024-05-06T07:08:09,5Z",
        ", at character 20: found ',', expected 'Z' or an offset such as '+01:00'"
      ),
      ("2024-05-06T07:08:09+0100", ", at character 23: found '0', expected ':' after the hour"),
      ("2024-05-06T07:08:09+24:00", ", at character 21: found the hour '24', expected 00 to 23"),
      ("2024-05-06T07:08:09+01:60", ", at character 24: found the minute '60', expected 00 to 59"),
      ("2024-05-06T07:08:09Z ", ", at character 21: found ' ', expected the end"),
      ("10000-01-01T00:00:00Z", ", at character 1: found the year '10000', expected 0001 to 9999"),
      ("0000-01-01T00:00:00Z", ", at character 1: found the year '0000', expected 0001 to 9999"),
      (
        "-001-01-01T00:00:00Z",
        ", at character 1: found '-', expected a digit; the year has 4 digits"
      ),
      ("0001-01-01T00:00:00+01:00", ": out of the range of a timestamp, the years 1 to 9999"),
      ("9999-12-31T23:59:59-00:01", ": out of the range of a timestamp, the years 1 to 9999"),
      (
        "2024-é5-06T07:08:09Z",
        ", at character 6: found 'é', expected a digit; the month has 2 digits"
      ),
      (
        "1234567890123456789012345678901234567890123456789",
        ": found the year '12345678901234567890…', expected 0001 to 9999"
      ),
    ] as [(Text, String)])
  func `an invalid timestamp is reported with reason and place`(text: Text, expected: String) {
    #expect(outcome(text).hasSuffix(" is not a timestamp" + expected))
  }

  @Test func `a long text is cut off in the message`() {
    let message = outcome(Text(String(repeating: "1", count: 1_000)))
    let (ones, digits) = (String(repeating: "1", count: 40), String(repeating: "1", count: 20))
    #expect(
      message == "'\(ones)…' is not a timestamp: found the year '\(digits)…', "
        + "expected 0001 to 9999")
  }

  @Test func `a mistake has its place in Unicode scalars`() {
    let texts: [Text] = ["2024-13-01T00:00:00Z", "2024-05", "2024-05-06Té"]
    var ranges: [Range<Int>] = []
    for text in texts {
      do { _ = try Timestamp(reading: text) } catch { ranges.append(error.range) }
    }
    #expect(ranges == [5..<7, 7..<7, 11..<12])
  }

  @Test func `seconds outside the years 1 to 9999 are rejected`() {
    let range = "out of the range of a timestamp, the years 1 to 9999"
    #expect(outcome { try Timestamp(seconds: -62_135_596_801) } == range)
    #expect(outcome { try Timestamp(seconds: 253_402_300_800) } == range)
    #expect(outcome { try Timestamp(seconds: .min) } == range)
    #expect(outcome { try Timestamp(seconds: .max) } == range)
  }

  @Test(
    arguments: [
      ("2024-02-28T23:59:59.9Z", "200ms", "2024-02-29T00:00:00.1Z", "2024-02-28T23:59:59.7Z"),
      (
        "1970-01-01T00:00:00Z", "-1ns", "1969-12-31T23:59:59.999999999Z",
        "1970-01-01T00:00:00.000000001Z"
      ),
      ("2024-01-01T00:00:00Z", "24h", "2024-01-02T00:00:00Z", "2023-12-31T00:00:00Z"),
      ("2024-01-01T00:00:00Z", "0s", "2024-01-01T00:00:00Z", "2024-01-01T00:00:00Z"),
      (
        "9999-12-31T23:59:59.999999999Z", "1ns",
        "out of the range of a timestamp, the years 1 to 9999",
        "9999-12-31T23:59:59.999999998Z"
      ),
      (
        "0001-01-01T00:00:00Z", "1ns", "0001-01-01T00:00:00.000000001Z",
        "out of the range of a timestamp, the years 1 to 9999"
      ),
      (
        "2000-01-01T00:00:00Z", "-9223372036854775808ns", "1707-09-22T00:12:43.145224192Z",
        "2292-04-10T23:47:16.854775808Z"
      ),
    ] as [(Text, Text, String, String)])
  func `a duration can be added and subtracted`(
    text: Text, span: Text, sum: String, difference: String
  ) throws {
    let timestamp = try Timestamp(text)
    let span = try TimeSpan(span)
    let later = outcome { try timestamp + span }
    let earlier = outcome { try timestamp - span }
    #expect(later == sum)
    #expect(earlier == difference)
  }

  @Test(
    arguments: [
      ("2024-03-01T00:00:00Z", "2024-02-28T00:00:00Z", "172800s"),
      ("2024-01-01T00:00:00Z", "2024-01-01T00:00:00.25Z", "-0.25s"),
      ("2024-01-01T00:00:01Z", "2024-01-01T00:00:00.25Z", "0.75s"),
      ("2024-01-01T00:00:00+01:00", "2024-01-01T00:00:00Z", "-3600s"),
      ("2262-04-11T23:47:16.854775807Z", "1970-01-01T00:00:00Z", "9223372036.854775807s"),
      ("2262-04-11T23:47:17Z", "1970-01-01T00:00:00.145224193Z", "9223372036.854775807s"),
      ("1970-01-01T00:00:00Z", "2262-04-11T23:47:16.854775808Z", "-9223372036.854775808s"),
      ("1970-01-01T00:00:00.145224192Z", "2262-04-11T23:47:17Z", "-9223372036.854775808s"),
      (
        "2262-04-11T23:47:16.854775808Z", "1970-01-01T00:00:00Z",
        "out of the range of a duration, about 292 years"
      ),
      (
        "0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z",
        "out of the range of a duration, about 292 years"
      ),
    ] as [(Text, Text, String)])
  func `the time between two is a duration`(left: Text, right: Text, expected: String) throws {
    let (left, right) = (try Timestamp(left), try Timestamp(right))
    let outcome: String
    do { outcome = try (left - right).text } catch { outcome = error.message }
    #expect(outcome == expected)
  }

  @Test func `timestamps are ordered by time, whatever their zone`() throws {
    let texts: [Text] = [
      "1969-12-31T23:59:59.4Z", "1969-12-31T23:59:59.5Z", "1970-01-01T00:30:00+01:00",
      "1970-01-01T00:00:00Z",
    ]
    let sorted = try texts.map { try Timestamp($0) }.sorted()
    #expect(
      sorted.map(\.text) == [
        "1969-12-31T23:30:00Z", "1969-12-31T23:59:59.4Z", "1969-12-31T23:59:59.5Z",
        "1970-01-01T00:00:00Z",
      ])
    let (left, right) = (
      try Timestamp("2024-01-01T01:00:00+01:00"), try Timestamp("2024-01-01T00:00:00Z")
    )
    #expect(left == right)
    #expect(left.hashValue == right.hashValue)
  }
}
