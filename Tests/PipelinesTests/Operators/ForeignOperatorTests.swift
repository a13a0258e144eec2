import Expressions
import Testing
import Values

@testable import Pipelines

/// What people write who know other tools: one table serves the decoder, the hints and the reference.
@Suite struct ForeignOperatorTests {
  static let rows = ForeignNames.streamOperators.rows
  static let names = rows.flatMap(\.names)

  @Test func `an operator of others is none of ours, and stands in the table once`() {
    #expect(Self.names.count >= 150)
    let ours = Set(Operator.specs.map { ForeignNames.folded($0.name) })
    let folded = Self.names.map(ForeignNames.folded)
    #expect(folded.filter(ours.contains) == [])
    #expect(Dictionary(grouping: folded) { $0 }.filter { $1.count > 1 }.keys.sorted() == [])
  }

  @Test func `what is meant exists`() {
    let ours = Set(Operator.specs.map(\.name))
    #expect(Self.rows.compactMap(\.meaning).filter { !ours.contains($0) } == [])
    let keys = Set(ModelKey.names)
    #expect(ForeignNames.modelKeys.rows.compactMap(\.meaning).filter { !keys.contains($0) } == [])
    let parameters = Set(Operator.specs.flatMap(\.parameters).map(\.name))
    #expect(
      ForeignNames.parameters.rows.compactMap(\.meaning).filter { !parameters.contains($0) } == [])
  }

  @Test func `a key of others is none of ours`() {
    let names = ForeignNames.modelKeys.rows.flatMap(\.names)
    #expect(Set(names.map(ForeignNames.folded)).isDisjoint(with: Set(ModelKey.names)))
    #expect(Set(names).count == names.count)
  }

  @Test(arguments: rows.flatMap { row in row.names.map { ($0, row.wayOut) } })
  func `a name of others is told by its way out`(name: String, wayOut: String) throws {
    let found = try mistakes(in: #"{"\#(name)": {}}"#)
    #expect(found.map(\.code) == [.unknownOperator] && found.map(\.hint) == [wayOut])
  }

  /// What is said of a stream with one operator.
  private func mistakes(in operators: String) throws -> [Diagnostic] {
    PipelinesTests.mistakes(
      in: SourceText(name: "t.json", #"{"sequence": [1], "operators": [\#(operators)]}"#)
    ).items
  }
}
