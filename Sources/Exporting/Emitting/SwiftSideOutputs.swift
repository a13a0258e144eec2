import Checking
import Playing
import StreamModels
import Values

/// The side outputs that a program feeds or receives, as properties of its Swift type.
struct SwiftSideOutputs {
  /// A side output: its property, and the contents of its comment.
  struct Output {
    let name: String
    fileprivate let number: Int
    fileprivate let isFedByOperators: Bool
    /// The names of the inputs whose late records it receives.
    fileprivate let inputs: [String]
  }

  private(set) var outputs: [Output] = []
  private let plans: [SideOutputPlan]
  /// The outputs that the nodes of the plan feed, except for those that have been written.
  private var feeds: [Int: [Int]] = [:]
  /// The node of each step.
  private var nodes: [Int?] = []

  /// Finds the side outputs of the document's own stream.
  init(_ document: CheckedDocument, names: inout SwiftNames) {
    let facts = document.model.facts
    plans = facts.sideOutputs
    guard !plans.isEmpty, let stream = document.stream(document.root) else { return }
    let builder = PlanBuilder(document.model)
    builder.build(for: [stream.step])
    let root = builder.node(of: stream.step)
    let graph = builder.graph.trimmed(for: [root])
    let found = SideOutputFeeds(of: graph, facts, playing: [root], includesUnreceived: true)
    feeds = found.byNode
    nodes = document.model.steps.indices.map(builder.builtNode)
    for number in found.all {
      let feeding = graph.nodes.filter { $0.fedOutputs(facts).contains(number) }
      let inputs = feeding.compactMap { node in
        if case .input(let input) = node { facts.inputs[input].source.name } else { nil as String? }
      }
      outputs.append(
        Output(
          name: names.member(plans[number].name), number: number,
          isFedByOperators: feeding.count > inputs.count, inputs: inputs))
    }
  }

  /// Returns the property of an output.
  func property(of number: Int) -> String {
    outputs.first { $0.number == number }?.name ?? plans[number].name
  }

  /// Returns the property of an output that a document names.
  func property(named name: String, in document: Int) -> String? {
    plans.firstIndex { $0.name == name && $0.document == document }.map(property)
  }

  /// Returns the properties of the outputs that end no earlier than the stream of a step. Each
  /// output is returned only once, because streams may share a node.
  mutating func takeFeeds(of step: Int) -> [String] {
    guard nodes.indices.contains(step), let node = nodes[step] else { return [] }
    return feeds.removeValue(forKey: node)?.map(property) ?? []
  }
}

extension SwiftSideOutputs.Output {
  static let type = "SideOutput<Value, EvaluationError>"

  /// The paragraphs of its comment.
  var documentation: [String] {
    var text: [String] = []
    if isFedByOperators {
      text.append("The values on which expressions fail, as `{\"value\", \"error\"}`.")
    }
    for input in inputs {
      text.append(
        "Receives the late records of the input '\(input)', as `{\"value\", \"lateBy\"}`.")
    }
    return text.isEmpty ? ["A stream without values."] : text
  }
}
