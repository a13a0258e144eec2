import Foundation
import Marbles
import Pipelines
import Reactive
import TestSupport
import Testing
import Values

/// Random pipelines play in the engine as in the model: the same events at the same instants, in
/// the same order.
///
/// `STREAMS_RANDOM_CASES` is the number of pipelines, `STREAMS_RANDOM_SEED` their seed.
@Suite struct OracleTests {
  /// Records are from outside a document, and so is the calendar. `RecordComparisonTests` and
  /// `CronTests` have models of them.
  private static let fromOutside: Set<String> = ["input", "cron"]

  @Test func `the model supports every source and every operator`() {
    for spec in SourceSpec.all where !Self.fromOutside.contains(spec.name) {
      #expect(OracleScope.sources[spec.name] != nil, "the model does not know '\(spec.name)'")
    }
    for spec in Operator.specs {
      #expect(OracleOperator.all[spec.name] != nil, "the model does not know '\(spec.name)'")
    }
  }

  @Test func `random pipelines use every operator with each of its parameters`() {
    var pipelines = RandomPipeline(random: SplitMix64(seed: 3))
    var used: Set<String> = []
    for _ in 0..<3000 { used.formUnion(pipelines.document().operatorParameters) }
    for spec in Operator.specs where spec.name != "print" {
      #expect(used.contains(spec.name), "no pipeline has '\(spec.name)'")
      for parameter in spec.parameters {
        #expect(used.contains("\(spec.name) \(parameter.name)"), "\(spec.name) \(parameter.name)")
      }
    }
  }

  @Test func `the model itself passes the examples for equal instants`() throws {
    let documents =
      EqualInstantTests.diagrams + EqualInstantTests.items + EqualInstantTests.delays
      + EqualInstantTests.hotDiagrams
    // It does not support spans of time in diagrams, and not every expression.
    let known = documents.filter { document in
      ["0ms ", "$0 + 10"].allSatisfy { !document.text.contains($0) }
    }
    #expect(known.count > documents.count - 3)
    for (text, plays) in known {
      let document = try JSONReader.value(of: SourceText(name: "test.json", text)).value
      #expect(OraclePlaying(until: 100, limit: 100).model(document)?.brief == plays, "\(text)")
    }
  }

  @Test func `any pipeline plays as in the model`() throws {
    // Another test names the operators that have no rule yet.
    try compare(RandomPipeline.operators.filter { OracleOperator.all[$0] != nil })
  }

  /// Operators with many rules, on streams of many values.
  @Test func `any pattern plays as in the model`() throws {
    try compare(["pattern", "pattern", "merge", "delay", "append", "groupBy"])
  }

  @Test func `any aggregate plays as in the model`() throws {
    try compare(["aggregate", "collect", "merge", "delay", "append", "groupBy"])
  }

  @Test func `any join plays as in the model`() throws {
    try compare(["join", "join", "merge", "delay", "append", "filter"])
  }

  private func compare(_ known: [String]) throws {
    let cases = RandomCampaign.cases ?? 200
    let seed = RandomCampaign.seed ?? 1
    var pipelines = RandomPipeline(random: SplitMix64(seed: seed), operators: known)
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

extension Value {
  /// The operators in a document: `delay`, and `delay seconds` for each of their parameters.
  fileprivate var operatorParameters: [String] {
    switch self {
    case .array(let elements): return elements.flatMap(\.operatorParameters)
    case .object(let object):
      guard case .array(let steps)? = object["operators"] else {
        return object.members.flatMap(\.value.operatorParameters)
      }
      let own = steps.compactMap { step -> [String]? in
        guard case .object(let step) = step, let member = step.members.first,
          case .object(let parameters) = member.value
        else { return nil }
        let name = member.key.string
        return [name] + parameters.members.map { "\(name) \($0.key)" }
      }
      return own.joined() + object.members.flatMap(\.value.operatorParameters)
    default: return []
    }
  }
}
