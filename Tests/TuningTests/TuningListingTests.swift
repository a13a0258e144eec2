import Expressions
import Pipelines
import Records
import Testing
import Tuning
import Values

/// The Swift of the page of `Tuning`.
@Suite struct TuningListingTests {
  private static let alert = #"""
    { "parameters": { "quiet": "10s" }, "input": "log", "time": "$0.at",
      "operators": [ { "debounce": { "seconds": "$quiet" } } ] }
    """#

  @Test func `two programs are compared`() throws {
    let old = try Program(SourceText(name: "alert.json", Self.alert))
    let new = try Program(
      SourceText(name: "alert.json", Self.alert), with: ["quiet": "20s"])
    func compared() throws {
      let difference = try Difference(
        from: old, to: new, inputs: ["log": .file("yesterday.ndjson")],
        matching: EventMatching(by: CEL("$0.id"), within: .seconds(600)))
      print(difference.outputs[0].went.count, difference.first as Any)
    }
    // The file does not exist here.
    #expect(throws: InputError.self) { try compared() }
  }

  @Test func `a parameter is swept`() async throws {
    func swept() async throws {
      let sweep = try Sweep(
        of: SourceText(contentsOfFile: "alert.json"),
        varying: [SweptParameter("quiet", parsing: "10s..60s/10s")],
        measuring: [SweepMeasure("worst", "max $0.delay")])
      let rows = try await sweep.play(inputs: ["log": .file("yesterday.ndjson")])
      #expect(rows.count == 6)
    }
    await #expect(throws: FileError.self) { try await swept() }
  }
}
