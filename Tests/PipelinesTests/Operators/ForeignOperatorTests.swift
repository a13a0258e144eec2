import Expressions
import Testing
import Values

@testable import Operators
@testable import Pipelines
@testable import StreamModels

/// Names that users of other tools write. One table serves the decoder, the hints and
/// the reference.
@Suite struct ForeignOperatorTests {
  static let rows = ForeignNames.streamOperators.rows
  static let names = rows.flatMap(\.names)

  @Test func `an operator of another tool is not one of ours, and is in the table once`() {
    #expect(Self.names.count >= 150)
    let ours = Set(Operator.specs.map { ForeignNames.folded($0.name) })
    let folded = Self.names.map(ForeignNames.folded)
    #expect(folded.filter(ours.contains) == [])
    #expect(Dictionary(grouping: folded) { $0 }.filter { $1.count > 1 }.keys.sorted() == [])
  }

  @Test func `every suggested name exists`() {
    let ours = Set(Operator.specs.map(\.name))
    #expect(Self.rows.compactMap(\.meaning).filter { !ours.contains($0) } == [])
    let keys = Set(ModelKey.names)
    #expect(ForeignNames.modelKeys.rows.compactMap(\.meaning).filter { !keys.contains($0) } == [])
    let parameters = Set(Operator.specs.flatMap(\.parameters).map(\.name))
    #expect(
      ForeignNames.parameters.rows.compactMap(\.meaning).filter { !parameters.contains($0) } == [])
  }

  @Test func `a key of another tool is not one of ours`() {
    let names = ForeignNames.modelKeys.rows.flatMap(\.names)
    #expect(Set(names.map(ForeignNames.folded)).isDisjoint(with: Set(ModelKey.names)))
    #expect(Set(names).count == names.count)
  }

  @Test(arguments: rows.flatMap { row in row.names.map { ($0, row.wayOut) } })
  func `a name from another tool has a hint`(name: String, wayOut: String) throws {
    let found = try mistakes(in: #"{"\#(name)": {}}"#)
    #expect(found.map(\.code) == [.unknownOperator] && found.map(\.hint) == [wayOut])
  }

  /// Returns the mistakes in a stream with one operator.
  private func mistakes(in operators: String) throws -> [Diagnostic] {
    PipelinesTests.mistakes(
      in: SourceText(name: "t.json", #"{"sequence": [1], "operators": [\#(operators)]}"#)
    ).items
  }
}
