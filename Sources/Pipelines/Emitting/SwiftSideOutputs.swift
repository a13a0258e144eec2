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
  private var feeds: [Int: [Int]]

  /// - Parameter root: The node of the document's own stream.
  init(_ plan: Plan, root: Int, names: inout SwiftNames) {
    plans = plan.sideOutputs
    let flow = plan.feeds(in: root)
    feeds = flow.feeds
    for number in flow.outputs {
      let feeding = plan.nodes.filter { plan.fedOutputs(by: $0).contains(number) }
      let inputs = feeding.compactMap { node in
        if case .input(let input) = node { plan.inputs[input].source.name } else { nil as String? }
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

  /// Returns the properties of the outputs that end no earlier than the stream of a node. Each
  /// output is returned only once, because streams may share a node.
  mutating func takeFeeds(of node: Int) -> [String] {
    feeds.removeValue(forKey: node)?.map(property) ?? []
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
