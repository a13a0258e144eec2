package import Checking

/// The side outputs that playbacks of a plan feed.
package struct SideOutputFeeds: Sendable {
  /// For some nodes, the side outputs that are fed there or upstream and that nothing upstream of
  /// the node receives. They end once all subscriptions to such nodes have ended.
  package private(set) var byNode: [Int: [Int]] = [:]
  /// The numbers of the side outputs that anything receives.
  private(set) var received: Set<Int> = []
  /// The numbers of the side outputs that the streams receive or feed.
  package private(set) var all: [Int] = []

  /// Creates the feeds of streams that feed no side output.
  package init() {}

  /// Finds the feeds of some streams. Values without a receiver are only counted.
  ///
  /// - Parameter includesUnreceived: Whether to include outputs that nothing receives.
  package init(
    of graph: NodeGraph, _ facts: CheckedModel.Facts, playing outputs: [Int],
    includesUnreceived: Bool = false
  ) {
    guard !facts.sideOutputs.isEmpty else { return }
    let flow = SideOutputFlow(graph.nodes.map { $0.flow(facts) })
    received = outputs.reduce(into: []) { $0.formUnion(flow.received[$1]) }
    all = outputs.reduce(into: Set()) { $0.formUnion(flow.outputs(of: $1)) }.sorted()
    for number in includesUnreceived ? all : received.sorted() {
      for node in flow.feeds(of: number, from: outputs) {
        byNode[graph.transforms(before: node).base, default: []].append(number)
      }
    }
  }
}

extension Plan.Node {
  /// The node in the flow of side outputs.
  fileprivate func flow(_ facts: CheckedModel.Facts) -> SideOutputFlow.Node {
    var node = SideOutputFlow.Node(inputs: inputs, inner: inner, fed: fedOutputs(facts))
    if case .sideOutput(let number) = self { node.received = number }
    return node
  }

  /// The numbers of the side outputs that the node itself feeds.
  package func fedOutputs(_ facts: CheckedModel.Facts) -> [Int] {
    switch self {
    case .stage(_, _, let stage): stage.outputs
    case .input(let number): facts.inputs[number].outputs
    case .items(let items):
      items.lists.flatMap { list in
        list.part.map { part in part.plan.nodes.flatMap { $0.fedOutputs(facts) } } ?? []
      }
    default: []
    }
  }
}
