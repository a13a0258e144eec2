import Marbles
import Reactive
import Testing

/// The marble diagrams in the documentation of the publishers show the actual behaviour.
@Suite struct DiagramTests {
  @Test(arguments: DrawnOperator.all)
  func `a diagram shows the actual events`(_ drawn: DrawnOperator) throws { try drawn.check() }

  @Test func `every diagram is played, here or in the tests of its publisher`() {
    let played = Set(DrawnOperator.all.map(\.call)).union(CheckedDiagrams.all)
    for example in DrawnExamples.all.examples {
      #expect(
        played.contains(example.call.text),
        "no pipeline for '\(example.call.text)': it needs a 'checkDiagram' or a row in the table")
    }
  }

  @Test func `every pipeline in the table has exactly one diagram`() {
    let drawn = DrawnExamples.all.examples.map(\.call.text)
    #expect(Set(drawn).count == drawn.count)
    let calls = DrawnOperator.all.map(\.call)
    #expect(Set(calls).count == calls.count)
    #expect(Set(calls).subtracting(drawn) == [])
  }

  @Test func `every operator has a diagram`() {
    let all = DrawnExamples.all
    #expect(all.operatorNames.count > 50)
    #expect(all.strays == [])
    #expect(all.operatorNames.subtracting(all.examples.map(\.operatorName)) == [])
  }
}
