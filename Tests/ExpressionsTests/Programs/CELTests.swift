import Testing
import Values

@testable import Expressions

/// Expressions in Swift programs.
@Suite struct CELTests {
  /// The reports of an expression, as JSON.
  private final class Reports {
    var texts: [String] = []

    func send(_ value: Value) {
      texts.append(String(decoding: JSONWriter.text(of: value), as: UTF8.self))
    }
  }

  private let reports = Reports()
  private let division = CEL("6 / $0")
  private static let failure = #"{"value":0,"error":"division by zero in \"6 / $0\""}"#

  @Test(
    arguments: [
      (3, .seconds(3)), (0.25, .milliseconds(250)), ("1h30m", .seconds(5400)), (0, .zero),
      ("0.000000001s", .nanoseconds(1)),
    ] as [(Value, Duration)])
  func `a delay is a number of seconds, or a duration`(value: Value, delay: Duration) throws {
    #expect(try CEL("$0").delay(value) == delay)
    #expect(CEL("$0").delays(on: value))
  }

  @Test func `a duration of CEL is a delay`() throws {
    #expect(try CEL("duration('90s')").delay(.null) == .seconds(90))
  }

  @Test(
    arguments: [
      (-1, "the delay -1 is negative in \"$0\""),
      (1e300, "the delay 1e+300 is out of range in \"$0\""),
      (.int(.max), "the delay 9223372036854775807 is out of range in \"$0\""),
      (.null, "the delay is null, expected seconds or a duration in \"$0\""),
      (true, "the delay is a bool, expected seconds or a duration in \"$0\""),
      ([], "the delay is an array, expected seconds or a duration in \"$0\""),
      ([:], "the delay is an object, expected seconds or a duration in \"$0\""),
      ("soon", "the delay is 'soon', expected a duration such as \"1h30m\" in \"$0\""),
    ] as [(Value, String)])
  func `any other result is not a delay`(value: Value, message: String) {
    #expect(throws: EvaluationError(message)) { try CEL("$0").delay(value) }
    #expect(!CEL("$0").delays(on: value))
    #expect(!CEL("$0").delays(reportingTo: reports.send)(value))
    #expect(reports.texts.count == 1)
  }

  @Test func `a schedule has the instants of its zone`() {
    let hour: Int64 = 3_600_000_000_000
    let berlin = CEL.Schedule("30 6 * * *", zone: "Europe/Berlin")
    #expect(berlin.next(after: 0) == hour * 11 / 2)
    #expect(CEL.Schedule("@daily").next(after: 0) == hour * 24)
    #expect(CEL.Schedule("@daily").next(after: -1) == 0)
    #expect(Value.timestamp(nanoseconds: hour * 11 / 2) == "1970-01-01T05:30:00Z")
  }

  @Test func `a schedule that cannot be read stops the program`() async {
    await #expect(processExitsWith: .failure) { _ = CEL.Schedule("30 6 * *") }
    await #expect(processExitsWith: .failure) { _ = CEL.Schedule("@daily", zone: "Nowhere") }
  }

  @Test func `values on which it fails can be dropped`() {
    #expect(division.succeeds(on: 2))
    #expect(!division.succeeds(on: 0))
    #expect(division.result(for: 2) == 3)
    #expect(division.result(for: 0) == nil)
    #expect(CEL("$0 > 1").holds(on: 2))
    #expect(!CEL("$0 > 1").holds(on: 1))
    #expect(!CEL("$0 > 1").holds(on: "a"))
    #expect(CEL("$0").decides(on: false))
    #expect(!CEL("$0").decides(on: 1))
  }

  @Test func `failing values can be reported, each with its message`() {
    let numbers: [Value] = [3, 0, 2]
    #expect(numbers.filter(division.succeeds(reportingTo: reports.send)) == [3, 2])
    #expect(numbers.compactMap(division.result(reportingTo: reports.send)) == [2, 3])
    #expect(numbers.filter(CEL("6 / $0 > 2").holds(reportingTo: reports.send)) == [2])
    #expect(numbers.filter(CEL("6 / $0 > 2").decides(reportingTo: reports.send)) == [3, 2])
    #expect(
      reports.texts == [
        Self.failure, Self.failure, Self.failure.replacing("$0", with: "$0 > 2"),
        Self.failure.replacing("$0", with: "$0 > 2"),
      ])
  }

  @Test func `if there are two values, the second one is reported`() {
    let division = CEL("$0 / $1")
    #expect(division.value(6, 3, reportingTo: reports.send) == 2)
    #expect(division.value(6, 0, reportingTo: reports.send) == nil)
    #expect(CEL("$0 / $1 == 2").condition(6, 3, reportingTo: reports.send) == true)
    #expect(CEL("$0 / $1 == 2").condition(6, 0, reportingTo: reports.send) == nil)
    #expect(CEL("6 / $0 == 2").condition(0, reportingTo: reports.send) == nil)
    CEL.reporting(to: reports.send)(0, EvaluationError("so"))
    #expect(
      reports.texts == [
        #"{"value":0,"error":"division by zero in \"$0 / $1\""}"#,
        #"{"value":0,"error":"division by zero in \"$0 / $1 == 2\""}"#,
        #"{"value":0,"error":"division by zero in \"6 / $0 == 2\""}"#,
        #"{"value":0,"error":"so"}"#,
      ])
  }
}
