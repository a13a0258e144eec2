package import Checking
import Expressions
import StreamModels
import Values

/// Builds the nodes of a plan from the steps of a checked model, each after those that lead to it.
package final class PlanBuilder {
  let model: CheckedModel
  /// The probes that count what happens; nil if coverage is not measured.
  private let probes: CoverageProbes?
  /// Whether the events of each stage can be recorded.
  let isTraced: Bool
  package private(set) var graph = NodeGraph()
  /// For each step, the node with its events; nil for a step that is not built.
  private var nodes: [Int?]
  /// The nodes of the hot diagrams, by their steps.
  private var hotDiagrams: [Int: Int] = [:]
  /// For each step, the stage that emits its events in traces; empty if nothing is traced.
  private let sites: [Int?]
  /// The builder of the plan in which the items are; nil for the plan of a program.
  private let enclosing: PlanBuilder?
  /// The number of the first step that is built here.
  private let offset: Int
  /// The nodes for streams of the enclosing plan, by their nodes there.
  private var outer: [Int: Int] = [:]

  package init(_ model: CheckedModel, probes: CoverageProbes? = nil, isTraced: Bool = false) {
    self.model = model
    self.probes = probes
    self.isTraced = isTraced
    (enclosing, offset) = (nil, 0)
    nodes = Array(repeating: nil, count: model.steps.count)
    sites = isTraced ? model.stages : []
  }

  /// Creates the builder of the plan of some items' operators.
  private init(of list: CheckedItems.List, in enclosing: PlanBuilder, isTraced: Bool) {
    model = enclosing.model
    probes = enclosing.probes
    self.isTraced = isTraced
    self.enclosing = enclosing
    offset = list.item
    nodes = Array(repeating: nil, count: list.all.count)
    sites = isTraced ? enclosing.sites : []
  }

  /// Builds all steps that lead to some of the steps.
  package func build(for outputs: [Int]) {
    let needed = model.steps(leadingTo: outputs)
    // The steps of an operator list belong to the plan of the list.
    var inLists = Array(repeating: false, count: needed.count)
    for case .items(let items)? in model.steps.lazy.map(\.source) {
      for list in items.lists { for step in list.all { inLists[step] = true } }
    }
    for step in needed.indices where needed[step] && !inLists[step] { build(step) }
  }

  /// The node with the events of a step.
  package func node(of step: Int) -> Int {
    let index = step - offset
    if let enclosing, !nodes.indices.contains(index) { return outerNode(step, of: enclosing) }
    guard let node = nodes[index] else {
      preconditionFailure("a step is built after those that lead to it")
    }
    return node
  }

  /// The nodes of the hot diagrams, in document order.
  var hotNodes: [Int] { model.hotDiagrams.compactMap { hotDiagrams[$0] } }

  /// The node with the events of a step; nil if the step is not built.
  package func builtNode(of step: Int) -> Int? { nodes[step] }

  private func outerNode(_ step: Int, of enclosing: PlanBuilder) -> Int {
    let node = enclosing.node(of: step)
    if let known = outer[node] { return known }
    let new = graph.append(.outer(node))
    outer[node] = new
    return new
  }

  /// The stage that emits the events of a step in traces; nil if no stage does.
  func site(of step: Int) -> Int? { sites.isEmpty ? nil : sites[step] }

  /// Adds a node, which belongs to a place if it may hold values.
  func add(_ node: Plan.Node, at place: ExpressionPlace) -> Int {
    graph.append(node, at: place)
  }

  // MARK: - Steps

  private func build(_ number: Int) {
    var step = model.steps[number]
    if let probes { step = probes.probed(step, number) }
    let site = isTraced && step.isStage ? number : nil
    var upstream: Int?
    var streams = step.inputs
    if step.written != nil {
      let node = node(of: streams.removeFirst())
      upstream = probes?.before(number, node, in: self, at: step.place) ?? node
    }
    func received(_ input: Int, _ node: Int) -> Int {
      guard let site else { return node }
      return entry(node, to: site, from: self.site(of: input), at: step.place)
    }
    let planStep = PlanStep(
      builder: self, checked: step, site: site,
      upstream: upstream.map { received(step.inputs[0], $0) },
      streams: streams.map { received($0, node(of: $0)) },
      inner: step.inner.map { received($0, node(of: $0)) })
    var result = step.isAlias ? node(of: step.inputs[0]) : build(step.role, number, planStep)
    if let site { result = exit(result, of: site, at: step.place) }
    if let probes { result = probes.after(number, result, in: self, at: step.place) }
    nodes[number - offset] = result
  }

  private func build(_ role: CheckedStep.Role, _ number: Int, _ step: PlanStep) -> Int {
    switch role {
    case .operator(let definition): definition.asPlayed.build(step)
    case .source(let source): build(source, number, step)
    case .custom, .mistaken: preconditionFailure("an operator without a stage is not built")
    }
  }

  private func build(_ source: CheckedSource, _ number: Int, _ step: PlanStep) -> Int {
    switch source {
    case .items(let items): return build(items, at: step.place)
    case .item: return step.add(.item)
    case .sequence(let list): return step.add(.sequence(list))
    case .evaluated:
      let checked = step.expression("sequence")
      return step.add(.evaluated(checked, checked.evaluator()))
    case .marbles(let diagram):
      let node = step.add(.marbles(diagram))
      if diagram.isHot { hotDiagrams[number] = node }
      return node
    case .cron(let schedule, let isInitial):
      return step.stage([]) { _, place in schedule.instants(at: place, isInitial: isInitial) }
    case .input(let input): return step.add(.input(input))
    case .sideOutput(let output): return step.add(.sideOutput(output))
    case .combined(let rule): return rule.asPlayed.build(step.streams, in: step)
    case .group: return step.add(.group)
    case .stream: return step.streams[0]
    case .latest: return step.add(.latest(step.streams[0]))
    }
  }

  // MARK: - Items

  private func build(_ items: CheckedItems, at place: ExpressionPlace) -> Int {
    let routes = items.lists.map { list in
      let plain = route(of: list, isTraced: false)
      // Only what has its own plan is more than a path of the items.
      return isTraced && plain.part != nil ? route(of: list, isTraced: true) : plain
    }
    let plan = ItemsPlan(
      values: items.values, listNumbers: items.listNumbers, lists: routes,
      place: ExpressionPlace(document: place.document, path: place.path.appending("stream")))
    return add(.items(plan), at: place)
  }

  private func route(of list: CheckedItems.List, isTraced: Bool) -> ItemRoute {
    let builder = PlanBuilder(of: list, in: self, isTraced: isTraced)
    for step in list.all { builder.build(step) }
    return ItemRoute(builder.graph, output: builder.node(of: list.output))
  }
}
