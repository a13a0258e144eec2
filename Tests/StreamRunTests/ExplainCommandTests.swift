import Pipelines
import Testing

/// `stream-run explain`: a page for each kind of mistake.
@Suite struct ExplainCommandTests {
  @Test(arguments: DiagnosticCode.allCases)
  func `prints the page of a code`(code: DiagnosticCode) throws {
    #expect(
      try Command.run("explain", code.rawValue)
        == Outcome(output: code.explanation.page, errors: "", code: 0))
  }

  @Test func `lists all codes without one`() throws {
    let outcome = try Command.run("explain")
    #expect(outcome.code == 0 && outcome.errors == "")
    for code in DiagnosticCode.allCases {
      #expect(outcome.output.contains("\n  \(code.rawValue) "))
    }
    #expect(outcome.lines.allSatisfy { $0.count <= 80 })
  }

  @Test func `names the nearest code`() throws {
    #expect(
      try Command.run("explain", "unknown-operatr")
        == Outcome(
          output: "",
          errors: """
            stream-run: unknown code 'unknown-operatr'; did you mean 'unknown-operator'?
            usage: stream-run explain [CODE]; see 'stream-run help explain'

            """, code: 64))
  }
}
