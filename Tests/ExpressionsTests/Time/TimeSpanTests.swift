import Testing
import Values

@testable import Expressions

struct TimeSpanTests {
  private func outcome(_ make: () throws -> TimeSpan) -> String {
    do {
      return try make().text
    } catch let failure as EvaluationFailure {
      return failure.message
    } catch {
      return "\(error)"
    }
  }

  @Test(
    arguments: [
      ("1h30m", "5400s"), ("1.5s", "1.5s"), ("-3ms", "-0.003s"), ("1us", "0.000001s"),
      ("1µs", "0.000001s"), ("1μs", "0.000001s"),
      ("5ns", "0.000000005s"), ("0", "0s"), ("-0", "0s"), ("+0", "0s"), ("0s", "0s"), ("-0s", "0s"),
      ("+2m", "120s"), ("100m", "6000s"),
      ("1h1m1s1ms1us1ns", "3661.001001001s"), ("1s1s", "2s"), ("1ns1h", "3600.000000001s"),
      (".5m", "30s"), ("1.m", "60s"),
      ("-1.5h", "-5400s"), ("1.5ns", "0.000000001s"), ("0.9ns", "0s"),
      ("0.333333333333h", "1199.999999998s"), ("-1h30m", "-5400s"),
      ("9223372036854775807ns", "9223372036.854775807s"),
      ("-9223372036854775808ns", "-9223372036.854775808s"),
      ("2562047h47m16.854775807s", "9223372036.854775807s"), ("0.0000000000000000000000001h", "0s"),
      ("007s", "7s"),
    ] as [(Text, String)])
  func `reads numbers with units and writes seconds`(text: Text, expected: String) throws {
    let span = try TimeSpan(text)
    #expect(span.text == expected)
    let again = try TimeSpan(Text(span.text))
    #expect(again == span)
  }

  @Test(
    arguments: [
      ("", ": found the end, expected a number with a unit, as in '1h30m'"),
      ("-", ", at character 2: found the end, expected a number with a unit, as in '1h30m'"),
      ("+", ", at character 2: found the end, expected a number with a unit, as in '1h30m'"),
      ("1", ", at character 2: found the end, expected a unit: 'h', 'm', 's', 'ms', 'us' or 'ns'"),
      (
        "1.5", ", at character 4: found the end, expected a unit: 'h', 'm', 's', 'ms', 'us' or 'ns'"
      ),
      (".", ": found '.', expected a number with a unit, as in '1h30m'"),
      (".s", ", at character 1: found '.', expected a number with a unit, as in '1h30m'"),
      ("s", ": found 's', expected a number with a unit, as in '1h30m'"),
      (
        "1d",
        ", at character 2: found the unit 'd', expected 'h', 'm', 's', 'ms', 'us' or 'ns'; a day is '24h'"
      ),
      ("1 s", ", at character 2: found the unit ' s', expected 'h', 'm', 's', 'ms', 'us' or 'ns'"),
      (" 1s", ", at character 1: found ' ', expected a number with a unit, as in '1h30m'"),
      ("1s ", ", at character 2: found the unit 's ', expected 'h', 'm', 's', 'ms', 'us' or 'ns'"),
      ("1H", ", at character 2: found the unit 'H', expected 'h', 'm', 's', 'ms', 'us' or 'ns'"),
      (
        "1sec", ", at character 2: found the unit 'sec', expected 'h', 'm', 's', 'ms', 'us' or 'ns'"
      ),
      ("--1s", ", at character 2: found '-', expected a number with a unit, as in '1h30m'"),
      (
        "1s-1s", ", at character 2: found the unit 's-', expected 'h', 'm', 's', 'ms', 'us' or 'ns'"
      ),
      ("1e3s", ", at character 2: found the unit 'e', expected 'h', 'm', 's', 'ms', 'us' or 'ns'"),
      ("1..5s", ", at character 3: found '.', expected a unit: 'h', 'm', 's', 'ms', 'us' or 'ns'"),
      ("é", ": found 'é', expected a number with a unit, as in '1h30m'"),
      ("9223372036854775808ns", ": out of the range of a duration, about 292 years"),
      ("-9223372036854775809ns", ": out of the range of a duration, about 292 years"),
      ("9223372037s", ": out of the range of a duration, about 292 years"),
      ("320000000000s", ": out of the range of a duration, about 292 years"),
      ("-320000000000s", ": out of the range of a duration, about 292 years"),
      ("99999999999999999999999h", ": out of the range of a duration, about 292 years"),
      ("2562047h47m16.854775808s", ": out of the range of a duration, about 292 years"),
      ("1x2s", ", at character 2: found the unit 'x', expected 'h', 'm', 's', 'ms', 'us' or 'ns'"),
      ("00", ", at character 3: found the end, expected a unit: 'h', 'm', 's', 'ms', 'us' or 'ns'"),
    ] as [(Text, String)])
  func `an invalid duration is reported with reason and place`(text: Text, expected: String) {
    let message = outcome { try TimeSpan(text) }
    #expect(message.hasSuffix(" is not a duration" + expected))
  }

  @Test(
    arguments: [
      ("0s", [0, 0, 0, 0]), ("3h59m59.9999s", [3, 239, 14_399, 999]),
      ("-3h59m59.9999s", [-3, -239, -14_399, -999]),
      ("1ms", [0, 0, 0, 1]), ("-999us", [0, 0, 0, 0]), ("123.321456789s", [0, 2, 123, 321]),
    ] as [(Text, [Int64])])
  func `fields are the whole duration in a unit, rounded down, and the remaining milliseconds`(
    text: Text, expected: [Int64]
  ) throws {
    let span = try TimeSpan(text)
    let fields = TimeSpan.Field.allCases.map { span.value(of: $0) }
    #expect(fields == expected)
  }

  @Test func `fields have the names of the functions`() {
    #expect(
      TimeSpan.Field.allCases.map(\.rawValue) == [
        "getHours", "getMinutes", "getSeconds", "getMilliseconds",
      ])
  }

  @Test func `durations are added and subtracted up to the ends of their range`() {
    let range = "out of the range of a duration, about 292 years"
    let second = TimeSpan(nanoseconds: 1_000_000_000)
    let one = TimeSpan(nanoseconds: 1)
    let least = TimeSpan(nanoseconds: .min)
    let most = TimeSpan(nanoseconds: .max)
    #expect(outcome { try second + one } == "1.000000001s")
    #expect(outcome { try one - second } == "-0.999999999s")
    #expect(outcome { try most + least } == "-0.000000001s")
    #expect(outcome { try most + one } == range)
    #expect(outcome { try least - one } == range)
    #expect(outcome { try most - least } == range)
    #expect(outcome { try least + least } == range)
  }

  @Test func `durations are ordered by length, with their sign`() throws {
    let texts: [Text] = ["1m", "61s", "-1h", "59999ms", "0"]
    let sorted = try texts.map { try TimeSpan($0) }.sorted().map(\.text)
    #expect(sorted == ["-3600s", "0s", "59.999s", "60s", "61s"])
    let (minute, seconds) = (try TimeSpan("1m"), try TimeSpan("60s"))
    #expect(minute == seconds)
  }
}
