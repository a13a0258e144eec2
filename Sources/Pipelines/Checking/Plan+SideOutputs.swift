import Expressions
import Values

extension Plan {
  /// The mistakes of side outputs that feed themselves, with the numbers of their documents.
  var sideOutputCycles: [(document: Int, mistake: Diagnostic)] {
    sideOutputs.isEmpty ? [] : SideOutputFlow(self).cycles(in: self)
  }

  /// Finds the streams that feed side outputs.
  ///
  /// A side output ends once all streams that feed it have ended. For each of them, that is the
  /// largest stream around it that does not receive the side output itself: in a `merge` of `bad`
  /// and a stream that feeds `bad`, it is the latter stream and not the merge, because the merge
  /// waits for `bad`.
  mutating func findFeeds(for outputs: [Int]) {
    guard !sideOutputs.isEmpty else { return }
    let flow = SideOutputFlow(self)
    receivedOutputs = outputs.reduce(into: []) { $0.formUnion(flow.received[$1]) }
    // Values without a receiver are only counted.
    for number in receivedOutputs.sorted() {
      for node in flow.feeds(of: number, in: self, from: outputs) {
        feeds[node, default: []].append(number)
      }
    }
  }

  /// The streams that feed side outputs in the stream of a node, whether or not anything receives
  /// the outputs. `feeds` has the numbers of the outputs for each node, and `outputs` has all of
  /// them.
  func feeds(in root: Int) -> (feeds: [Int: [Int]], outputs: [Int]) {
    guard !sideOutputs.isEmpty else { return ([:], []) }
    let flow = SideOutputFlow(self)
    let outputs = flow.outputs(of: root).sorted()
    var feeds: [Int: [Int]] = [:]
    for number in outputs {
      for node in flow.feeds(of: number, in: self, from: [root]) {
        feeds[node, default: []].append(number)
      }
    }
    return (feeds, outputs)
  }

  /// The numbers of the side outputs that a node itself feeds.
  func fedOutputs(by node: Node) -> [Int] {
    switch node {
    case .stage(_, _, let stage): stage.output.map { [$0] } ?? []
    case .input(let number): inputs[number].lateOutput.map { [$0] } ?? []
    case .items(let items):
      items.lists.flatMap { list in
        list.part.map { part in part.plan.nodes.flatMap { part.plan.fedOutputs(by: $0) } } ?? []
      }
    default: []
    }
  }
}

/// The side outputs that each node of a plan receives and feeds, directly or upstream of it.
private struct SideOutputFlow {
  private(set) var received: [Set<Int>] = []
  private var fed: [Set<Int>] = []
  /// For each side output, the side outputs that receive values from it.
  private var edges: [Int: Set<Int>] = [:]

  init(_ plan: Plan) {
    for node in plan.nodes {
      let own = plan.fedOutputs(by: node)
      let inputs = node.inputs.reduce(into: Set<Int>()) { $0.formUnion(received[$1]) }
      let inner = node.inner.reduce(into: Set<Int>()) { $0.formUnion(received[$1]) }
      let fedInside = node.inner.reduce(into: Set(own)) { $0.formUnion(fed[$1]) }
      // The values of a node's inputs pass through its inner streams.
      for source in inputs { edges[source, default: []].formUnion(fedInside) }
      for source in inner { edges[source, default: []].formUnion(own) }
      var all = inputs.union(inner)
      if case .sideOutput(let number) = node { all.insert(number) }
      received.append(all)
      fed.append(node.inputs.reduce(into: fedInside) { $0.formUnion(fed[$1]) })
    }
  }

  /// Returns the side outputs that a stream receives or feeds.
  func outputs(of node: Int) -> Set<Int> { received[node].union(fed[node]) }

  /// Returns the nodes at which everything that feeds a side output ends.
  func feeds(of output: Int, in plan: Plan, from roots: [Int]) -> [Int] {
    var found: [Int] = []
    var seen: Set<Int> = []
    var waiting = roots
    while let node = waiting.popLast() {
      guard fed[node].contains(output), seen.insert(node).inserted else { continue }
      if received[node].contains(output) {
        waiting += plan.nodes[node].inputs + plan.nodes[node].inner
      } else {
        found.append(plan.transforms(before: node).base)
      }
    }
    return found
  }

  /// Returns the cycles of side outputs that feed themselves, each of them once.
  func cycles(in plan: Plan) -> [(document: Int, mistake: Diagnostic)] {
    var states: [Int: Linker.State] = [:]
    var found: [(document: Int, mistake: Diagnostic)] = []
    for first in plan.sideOutputs.indices where states[first] == nil {
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
        case .open:
          found.append(cycle(stack.map(\.output).drop { $0 != other } + [other], in: plan))
        case .done: break
        }
      }
    }
    return found
  }

  private func cycle(
    _ way: some Sequence<Int>, in plan: Plan
  ) -> (document: Int, mistake: Diagnostic) {
    let outputs = way.map { plan.sideOutputs[$0] }
    let names = outputs.map { "'\($0.name.abbreviated)'" }
    let shown = names.count > 20 ? names.prefix(10) + ["…"] + names.suffix(9) : names[...]
    let place = plan.dropSites.first { site in
      site.output == outputs[0].name && site.place.document == outputs[0].document
    }?.place
    return (
      outputs[0].document,
      Diagnostic(
        .cycle, "a cycle: \(shown.joined(separator: " → "))",
        hint: "an output cannot receive values that depend on its own values",
        at: place.map { $0.path.appending("onError") } ?? [])
    )
  }
}
