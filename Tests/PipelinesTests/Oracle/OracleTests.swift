import Foundation
import Marbles
import Pipelines
import Reactive
import TestSupport
import Testing
import Values

/// Random pipelines play in the engine as the model says: the same events at the same instants, in
/// the same order.
///
/// `STREAMS_RANDOM_CASES` says how many are played, `STREAMS_RANDOM_SEED` which.
@Suite struct OracleTests {
  /// Of no interest here, and loud.
  private static let watching: Set<String> = ["print"]
  /// Records come from outside of a document; `RecordComparisonTests` has a model of them.
  private static let fromOutside: Set<String> = ["input"]

  @Test func `the model knows every source and every operator that there is`() {
    for spec in SourceSpec.all where !Self.fromOutside.contains(spec.name) {
      #expect(OracleScope.sources[spec.name] != nil, "the model does not know '\(spec.name)'")
    }
    for spec in Operator.specs {
      #expect(OracleOperator.all[spec.name] != nil, "the model does not know '\(spec.name)'")
      let isUsed = OracleOperator.makers[spec.name] != nil || Self.watching.contains(spec.name)
      #expect(isUsed, "no pipeline has '\(spec.name)'")
    }
  }

  @Test func `the model itself plays what is told of equal instants`() throws {
    let documents =
      EqualInstantTests.diagrams + EqualInstantTests.items + EqualInstantTests.delays
      + EqualInstantTests.hotDiagrams
    // It knows no spans of time in diagrams, and not every expression.
    let known = documents.filter { document in
      ["0ms ", "$0 + 10"].allSatisfy { !document.text.contains($0) }
    }
    #expect(known.count > documents.count - 3)
    for (text, plays) in known {
      let document = try JSONReader.value(of: SourceText(name: "test.json", text)).value
      #expect(OraclePlaying(until: 100, limit: 100).model(document)?.brief == plays, "\(text)")
    }
  }

  @Test func `any pipeline plays as the model says`() throws {
    let environment = ProcessInfo.processInfo.environment
    let cases = environment["STREAMS_RANDOM_CASES"].flatMap { Int($0) } ?? 2000
    let seed = environment["STREAMS_RANDOM_SEED"].flatMap { UInt64($0) } ?? 1
    var pipelines = RandomPipeline(
      random: SplitMix64(seed: seed), operators: Operator.specs.map(\.name))
    var compared = 0
    for number in 0..<4 * cases where compared < cases {
      let document = pipelines.document()
      let playing = OraclePlaying(random: &pipelines.random)
      switch playing.compare(document) {
      case .same: compared += 1
      case .skipped: continue
      case .different:
        let small = OraclePlaying(until: playing.until, limit: playing.limit).shrink(document)
        Issue.record("seed \(seed), pipeline \(number), \(playing): \(playing.report(small))")
        return
      }
    }
    #expect(compared == cases, "seed \(seed): few pipelines can be compared")
  }
}
