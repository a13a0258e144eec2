import Expressions
import Reactive
import TestSupport
import Testing
import Values

@testable import Pipelines
@testable import Playing
@testable import StreamModels

/// A registered operator with the parameters of one of its examples, applied to any publisher.
struct OperatorUnderTest: Sendable, CustomTestStringConvertible {
  let name: String
  let parameters: String

  var testDescription: String { "\(name) \(parameters)" }

  /// Every operator, with the parameters of each of its examples.
  static let all: [OperatorUnderTest] = Operator.specs.flatMap { spec in
    spec.examples.map { OperatorUnderTest(name: spec.name, parameters: $0.parameters) }
  }

  /// Every operator with random parameters; in a campaign, several times.
  static let random: [OperatorUnderTest] = {
    var pipelines = RandomPipeline(random: SplitMix64(seed: 1))
    return Operator.specs.filter { RandomPipeline.operators.contains($0.name) }.flatMap { spec in
      (0..<(RandomCampaign.cases == nil ? 1 : 3)).map { _ in
        let parameters = Object(pipelines.parameters(of: spec, at: .init(depth: 1)))
        return OperatorUnderTest(name: spec.name, parameters: "\(Value.object(parameters))")
      }
    }
  }()

  /// The operators that do not write a line for each value.
  static let quiet = all.filter { RandomPipeline.operators.contains($0.name) }

  /// Returns the operator's chain over `upstream`, as in a stream file. The node for the values of
  /// a group in an inner stream represents the values of the upstream here.
  func apply(_ upstream: Chain.Values, on scheduler: any Scheduler) throws -> Chain.Values {
    let program = try program(
      #"{"input": "upstream", "operators": [{"\#(name)": \#(parameters)}]}"#)
    let nodes = program.plan.nodes.map { node in
      if case .input = node { Plan.Node.group } else { node }
    }
    let plan = Plan(
      program.plan.graph.replacing(nodes), program.plan.facts, playing: [program.output])
    let chain = Chain(plan: plan, playing: Playing(plan, on: scheduler))
    return chain.inner(chain.order(for: program.output), in: Frame(), group: upstream)
  }
}
