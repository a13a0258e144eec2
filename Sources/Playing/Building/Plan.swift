package import Checking
package import Expressions
package import StreamModels

/// The streams of a program, ready for playbacks: a graph of nodes, with everything that a playback
/// needs to know about it.
package struct Plan: Sendable {
  package enum Node: Sendable {
    /// The items of a `stream`.
    case items(ItemsPlan)
    /// The value of an item, in the plan of an operator list.
    case item
    /// A node of the enclosing plan, in the plan of an operator list.
    case outer(Int)
    /// The elements of a list, emitted at once.
    case sequence(ListedValues)
    /// The elements of the list that an expression returns when the stream is subscribed to.
    case evaluated(CheckedExpression, Evaluator)
    case marbles(MarblePlan)
    /// Records from outside: an index in `inputs`.
    case input(Int)
    /// The values that operators and inputs send to a side output: an index in `sideOutputs`.
    case sideOutput(Int)
    case append([Int])
    case merge([Int])
    case zip([Int])
    /// Delays every event by a number of nanoseconds.
    case delay(input: Int, nanoseconds: Int64)
    /// Returns at most one value for each upstream value, without using a clock.
    case transform(input: Int, Transform)
    /// The values of the group for which an inner stream plays.
    case group
    /// A stream that is played once, whose latest value each later subscriber receives.
    case latest(Int)
    /// A publisher of `Reactive`. `inner` are the streams that it subscribes to itself; each is
    /// built anew for every subscription.
    case stage(inputs: [Int], inner: [Int], StagePlan)
  }

  /// The nodes, without those that no output needs.
  let graph: NodeGraph
  /// The facts that concern all streams.
  package let facts: CheckedModel.Facts
  /// The hot diagrams, in document order.
  let hotDiagrams: [Int]
  /// The streams that are played once, in order.
  let latest: [LatestPlan]
  /// The side outputs that playbacks feed.
  let sideOutputFeeds: SideOutputFeeds
  /// The stages whose events are recorded; nil if playbacks cannot be traced.
  package let trace: TracePlan?
  /// Whether a playback has to count its subscriptions.
  let countsSubscriptions: Bool
  /// The numbers of the inputs that nodes of the plan read.
  package let usedInputs: Set<Int>
  /// The nodes to build for each inner stream, stored because inner streams are built repeatedly.
  private let innerOrders: [Int: [Int]]

  /// Prepares a graph for playbacks of some of its nodes.
  ///
  /// - Parameter trace: Returns the stages of a graph whose events are recorded.
  package init(
    _ graph: NodeGraph, _ facts: CheckedModel.Facts, playing outputs: [Int],
    hotDiagrams: [Int] = [], tracing trace: (NodeGraph) -> TracePlan? = { _ in nil }
  ) {
    let graph = graph.trimmed(for: outputs)
    self.graph = graph
    self.facts = facts
    // A diagram that no output needs has been removed.
    self.hotDiagrams = hotDiagrams.filter { node in
      if case .marbles = graph.nodes[node] { true } else { false }
    }
    latest = graph.latest
    sideOutputFeeds = SideOutputFeeds(of: graph, facts, playing: outputs)
    self.trace = trace(graph)
    countsSubscriptions = outputs.contains(where: graph.hasManySubscriptions)
    innerOrders = graph.innerOrders
    usedInputs = graph.usedInputs
  }

  /// Creates the plan of a document that is only checked: nothing is played, and every input is of
  /// interest.
  package init(checking facts: CheckedModel.Facts) {
    graph = NodeGraph()
    self.facts = facts
    hotDiagrams = []
    latest = []
    sideOutputFeeds = SideOutputFeeds()
    trace = nil
    countsSubscriptions = false
    innerOrders = [:]
    usedInputs = Set(facts.inputs.indices)
  }

  /// Prepares the graph of some items' operators, whose subscriptions the enclosing plan may count.
  package init(ofItems graph: NodeGraph) {
    self.graph = graph
    facts = CheckedModel.Facts()
    hotDiagrams = []
    latest = []
    sideOutputFeeds = SideOutputFeeds()
    trace = nil
    countsSubscriptions = false
    innerOrders = graph.innerOrders
    usedInputs = []
  }

  var nodes: [Node] { _read { yield graph.nodes } }
  package var inputs: [InputPlan] { facts.inputs }
  /// The inputs that nodes read, in order.
  package var inputsInUse: [InputPlan] { usedInputs.sorted().map { inputs[$0] } }

  /// The nodes whose publishers are built for an output, in order.
  func order(for output: Int) -> [Int] {
    if nodes[output].inputs.isEmpty { return [output] }
    return innerOrders[output] ?? graph.nodesToBuild(for: output)
  }

  /// Whether each of these nodes has the previous one as its only upstream.
  func isLine(_ order: [Int]) -> Bool {
    zip(order, order.dropFirst()).allSatisfy { before, node in
      nodes[graph.transforms(before: node).base].inputs.allSatisfy { input in
        graph.transforms(before: input).base == before || input == before
      }
    }
  }

  /// The names of the inputs that nodes of the plan read.
  var namesOfUsedInputs: [String] {
    inputsInUse.map(\.source.name)
  }
}
