import Expressions
import StreamModels
import Values

/// The side outputs that each node of a graph receives and feeds, directly or upstream of it.
package struct SideOutputFlow {
  /// A node: the earlier nodes that it receives and plays, and the side outputs at it.
  package struct Node {
    var inputs: [Int] = []
    var inner: [Int] = []
    /// The side outputs that it feeds itself.
    var fed: [Int] = []
    /// The side output that it receives.
    package var received: Int?

    package init(inputs: [Int] = [], inner: [Int] = [], fed: [Int] = [], received: Int? = nil) {
      self.inputs = inputs
      self.inner = inner
      self.fed = fed
      self.received = received
    }
  }

  private let nodes: [Node]
  package private(set) var received: [Set<Int>] = []
  private var fed: [Set<Int>] = []
  /// For each side output, the side outputs that receive values from it.
  private var edges: [Int: Set<Int>] = [:]

  package init(_ nodes: [Node]) {
    self.nodes = nodes
    for node in nodes {
      let inputs = node.inputs.reduce(into: Set<Int>()) { $0.formUnion(received[$1]) }
      let inner = node.inner.reduce(into: Set<Int>()) { $0.formUnion(received[$1]) }
      let fedInside = node.inner.reduce(into: Set(node.fed)) { $0.formUnion(fed[$1]) }
      // The values of a node's inputs pass through its inner streams.
      for source in inputs { edges[source, default: []].formUnion(fedInside) }
      for source in inner { edges[source, default: []].formUnion(node.fed) }
      var all = inputs.union(inner)
      if let output = node.received { all.insert(output) }
      received.append(all)
      fed.append(node.inputs.reduce(into: fedInside) { $0.formUnion(fed[$1]) })
    }
  }

  /// Returns the side outputs that a stream receives or feeds.
  package func outputs(of node: Int) -> Set<Int> { received[node].union(fed[node]) }

  /// Returns the nodes at which everything that feeds a side output ends.
  ///
  /// A side output ends once all streams that feed it have ended. For each of them, that is the
  /// largest stream around it that does not receive the side output itself: in a `merge` of `bad`
  /// and a stream that feeds `bad`, it is the latter stream and not the merge, because the merge
  /// waits for `bad`.
  package func feeds(of output: Int, from roots: [Int]) -> [Int] {
    var found: [Int] = []
    var seen: Set<Int> = []
    var waiting = roots
    while let node = waiting.popLast() {
      guard fed[node].contains(output), seen.insert(node).inserted else { continue }
      if received[node].contains(output) {
        waiting += nodes[node].inputs + nodes[node].inner
      } else {
        found.append(node)
      }
    }
    return found
  }

  /// Returns the cycles of side outputs that feed themselves, each of them once.
  func cycles(of count: Int) -> [[Int]] {
    var states: [Int: Linker.State] = [:]
    var found: [[Int]] = []
    for first in 0..<count where states[first] == nil {
      var stack = [(output: first, next: edges[first, default: []].sorted()[...])]
      states[first] = .open
      while let (output, next) = stack.last {
        guard let other = next.first else {
          states[output] = .done
          stack.removeLast()
          continue
        }
        stack[stack.count - 1].next = next.dropFirst()
        switch states[other] ?? .untouched {
        case .untouched:
          states[other] = .open
          stack.append((other, edges[other, default: []].sorted()[...]))
        case .open: found.append(stack.map(\.output).drop { $0 != other } + [other])
        case .done: break
        }
      }
    }
    return found
  }
}

extension CheckedModel {
  /// The mistakes of side outputs that feed themselves, with the numbers of their documents.
  var sideOutputCycles: [(document: Int, mistake: Diagnostic)] {
    guard !facts.sideOutputs.isEmpty else { return [] }
    let nodes = steps.map { step in
      var node = SideOutputFlow.Node(inputs: step.inputs, inner: step.inner)
      node.fed = step.fedOutputs
      switch step.source {
      case .sideOutput(let number): node.received = number
      case .input(let number): node.fed = facts.inputs[number].outputs
      case .items(let items): node.inputs = items.lists.map(\.output)
      default: break
      }
      return node
    }
    return SideOutputFlow(nodes).cycles(of: facts.sideOutputs.count).map(mistake)
  }

  private func mistake(of cycle: [Int]) -> (document: Int, mistake: Diagnostic) {
    let outputs = cycle.map { facts.sideOutputs[$0] }
    let names = outputs.map { "'\($0.name.abbreviated)'" }
    let shown = names.count > 20 ? names.prefix(10) + ["…"] + names.suffix(9) : names[...]
    let site = facts.dropSites.first { site in
      site.output == outputs[0].name && site.place.document == outputs[0].document
    }
    return (
      outputs[0].document,
      Diagnostic(
        .cycle, "a cycle: \(shown.joined(separator: " → "))",
        hint: "an output cannot receive values that depend on its own values",
        at: (site?.place).map { $0.path.appending(site?.reason == .late ? "late" : "onError") }
          ?? [])
    )
  }
}
