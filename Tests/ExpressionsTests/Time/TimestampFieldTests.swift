import Testing
import Values

@testable import Expressions

struct TimestampFieldTests {
  private func fields(_ text: Text, _ zone: Text) throws -> [Int64] {
    let timestamp = try Timestamp(text)
    let zone = try Zone(zone)
    return Timestamp.Field.allCases.map { timestamp.value(of: $0, in: zone) }
  }

  @Test(
    arguments: [
      ("2024-12-31T22:33:44.567Z", "UTC", [2024, 11, 31, 30, 2, 365, 22, 33, 44, 567]),
      ("2024-12-31T22:33:44.567Z", "+01:30", [2025, 0, 1, 0, 3, 0, 0, 3, 44, 567]),
      ("2024-12-31T22:33:44.567Z", "-23:00", [2024, 11, 30, 29, 1, 364, 23, 33, 44, 567]),
      ("2023-03-01T00:00:00Z", "-00:01", [2023, 1, 28, 27, 2, 58, 23, 59, 0, 0]),
      ("2000-03-01T00:00:00Z", "-00:01", [2000, 1, 29, 28, 2, 59, 23, 59, 0, 0]),
      ("1969-07-20T20:17:39.9999Z", "02:00", [1969, 6, 20, 19, 0, 200, 22, 17, 39, 999]),
      ("0001-01-01T00:00:00Z", "-00:00", [1, 0, 1, 0, 1, 0, 0, 0, 0, 0]),
      ("0001-01-01T00:00:00Z", "-01:00", [0, 11, 31, 30, 0, 365, 23, 0, 0, 0]),
      ("9999-12-31T23:59:59Z", "+00:01", [10_000, 0, 1, 0, 6, 0, 0, 0, 59, 0]),
    ] as [(Text, Text, [Int64])])
  func `calendar and clock fields are those of the zone`(
    text: Text, zone: Text, expected: [Int64]
  ) throws {
    let fields = try fields(text, zone)
    #expect(fields == expected)
  }

  @Test func `fields have the names of the functions`() {
    #expect(
      Timestamp.Field.allCases.map(\.rawValue) == [
        "getFullYear", "getMonth", "getDate", "getDayOfMonth", "getDayOfWeek", "getDayOfYear",
        "getHours", "getMinutes", "getSeconds", "getMilliseconds",
      ])
  }

  @Test(
    arguments: [
      ("UTC", 0), ("+00:00", 0), ("-00:00", 0), ("00:00", 0), ("+01:30", 5_400),
      ("-08:00", -28_800), ("02:00", 7_200),
      ("+23:59", 86_340), ("-00:30", -1_800),
    ] as [(Text, Int)])
  func `a zone is UTC or an offset`(text: Text, seconds: Int) throws {
    let offset = try Zone(text).offset(at: 0)
    #expect(offset.seconds == seconds)
  }

  @Test(
    arguments: [
      ("", ": expected 'UTC', an offset such as '+01:30', or a name such as 'Europe/Berlin'"),
      ("/", ": expected 'UTC', an offset such as '+01:30', or a name such as 'Europe/Berlin'"),
      ("1:00", ", at character 2: found ':', expected a digit; the hour has 2 digits"),
      ("+1:00", ", at character 3: found ':', expected a digit; the hour has 2 digits"),
      ("+0100", ", at character 4: found '0', expected ':' after the hour"),
      ("+24:00", ", at character 2: found the hour '24', expected 00 to 23"),
      ("+01:60", ", at character 5: found the minute '60', expected 00 to 59"),
      ("+01:00 ", ", at character 7: found ' ', expected the end"),
      ("+", ", at character 2: found the end, expected a digit; the hour has 2 digits"),
      ("--01:00", ", at character 2: found '-', expected a digit; the hour has 2 digits"),
    ] as [(Text, String)])
  func `other zones are rejected`(text: Text, expected: String) {
    let message: String
    do { message = "\(try Zone(text))" } catch { message = error.message }
    #expect(message == "'\(text)' is not a time zone" + expected)
  }

  @Test func `each day of four centuries follows the previous one`() {
    var date = CivilDate(year: 1_599, month: 1, day: 1)
    var dayNumber = date.dayNumber
    while date.year < 2_001 {
      guard CivilDate(dayNumber: dayNumber) == date, date.dayNumber == dayNumber else {
        Issue.record("day \(dayNumber) is \(CivilDate(dayNumber: dayNumber)), not \(date)")
        return
      }
      date.day += 1
      if date.day > CivilDate.days(in: date.month, of: date.year) {
        date.day = 1
        date.month += 1
      }
      if date.month > 12 {
        date.month = 1
        date.year += 1
      }
      dayNumber += 1
    }
    #expect(CivilDate(year: 1970, month: 1, day: 1).dayNumber == 0)
  }
}
