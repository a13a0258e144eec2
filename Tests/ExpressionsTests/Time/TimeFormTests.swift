import Testing
import Values

@testable import Expressions

@Suite struct TimeFormTests {
  @Test(arguments: [
    ("2026-03-01T08:00:00Z", "$0.t"),
    ("2026-03-01T08:00:00.25-07:30", "$0.t"),
    ("2026-03-01T08:00:00", "timestamp($0.t + 'Z')"),
    ("2026-03-01 08:00:00", "timestamp($0.t, 'yyyy-MM-dd HH:mm:ss', 'UTC')"),
    ("2026-03-01 08:00:00.125", "timestamp($0.t, 'yyyy-MM-dd HH:mm:ss.SSS', 'UTC')"),
    ("01/Mar/2026:08:00:00 -0700", "timestamp($0.t, 'd/MMM/yyyy:HH:mm:ss Z')"),
  ])
  func `a form has an expression that reads it`(_ text: String, _ expression: String) throws {
    #expect(TimeForm.expression(reading: [text], of: "$0.t") == expression)
    let read = expression.replacing("$0.t", with: "'\(text)'")
    let timestamp = read.hasPrefix("timestamp") ? read : "timestamp(\(read))"
    let checked = try CheckedExpression("string(\(timestamp))", in: .value(.dyn))
    var frame = Frame()
    #expect(throws: Never.self) { try checked.evaluator().value(in: &frame) }
  }

  @Test(arguments: ["", "8:00", "2026-03", "2026-03-01 08:00:00 x", "01/MAR/2026:08:00:00 +0000x"])
  func `any other string has none`(_ text: String) {
    #expect(TimeForm(of: text) == nil)
  }

  @Test func `strings of several forms have no common expression`() {
    let texts = ["2026-03-01T08:00:00Z", "2026-03-01 08:00:00"]
    #expect(TimeForm.expression(reading: texts, of: "$0") == nil)
    #expect(TimeForm.expression(reading: [], of: "$0") == nil)
  }

  @Test func `a timestamp in another form leads to a hint`() throws {
    let checked = try CheckedExpression("timestamp($0)", in: .value(.dyn))
    var frame = Frame()
    let failure = #expect(throws: EvaluationError.self) {
      try checked.evaluator().value(.string("2026-03-01 08:00:00"), in: &frame)
    }
    #expect(
      failure?.evaluation?.hint == "write 'timestamp(x, 'yyyy-MM-dd HH:mm:ss', 'UTC')'")
  }
}
