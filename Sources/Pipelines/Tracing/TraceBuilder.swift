import Expressions
import Reactive
import Tracing
import Values

/// While a program is compiled, adds the nodes that record the events that its stages receive and
/// emit.
///
/// A program that is compiled without a builder has no such nodes, so tracing costs it nothing.
final class TraceBuilder {
  /// A future stage: an operator or a source at its place in a document.
  private struct Site {
    let role: Trace.Stage.Role
    let name: String
    var parameters = ""
    var spec: OperatorSpec?
    var emission = Trace.Stage.Emission.made
    var rival = Rival.none
    let place: ExpressionPlace
    /// The sites that it receives from, in the order of its inputs.
    var inputs: [Int] = []
    /// The sites that it plays repeatedly, for one value or key after another.
    var inner: [Int] = []
    /// The type of the values that it emits.
    var type = ValueType.dyn
  }

  private var sites: [Site] = []
  /// The sites in the order in which they were finished: each follows the sites that it receives
  /// from.
  private var order: [Int] = []

  /// Begins an operator.
  func begin(_ definition: any OperatorDefinition, in context: CompileContext) -> Int {
    add(
      Site(
        role: .operator, name: definition.spec.name,
        parameters: definition.parameters.summary(in: context.parameters), spec: definition.spec,
        emission: definition.spec.emission, rival: definition.rival,
        place: context.here))
  }

  /// Begins a source, or the receiver of events.
  func begin(
    _ role: Trace.Stage.Role, _ name: String, _ parameters: String = "",
    emission: Trace.Stage.Emission = .made, at place: ExpressionPlace
  ) -> Int {
    add(Site(role: role, name: name, parameters: parameters, emission: emission, place: place))
  }

  private func add(_ site: Site) -> Int {
    sites.append(site)
    return sites.count - 1
  }

  /// Returns a stream whose events the site receives.
  func entry(_ upstream: Upstream, to site: Int, in context: CompileContext) -> Upstream {
    let point = TracePoint.entry(to: site, from: upstream.site)
    let plan = StagePlan(tracePoint: point) { inputs, place in
      guard let recorder = place.playing.trace else { return inputs[0] }
      return TraceEntry(upstream: inputs[0], site: site, recorder: recorder).eraseToAnyPublisher()
    }
    var entry = context.add(
      .stage(inputs: [upstream.node], inner: [], plan), emitting: upstream.type)
    entry.origin = upstream.origin
    return entry
  }

  /// Returns the stream that a site emits, and finishes the site. Its nodes are those starting at
  /// `first`.
  func exit(
    _ stream: Upstream, of site: Int, nodesFrom first: Int, in context: CompileContext
  ) -> Upstream {
    sites[site].type = stream.type
    noteInputs(of: site, among: context.plan.nodes[first...])
    order.append(site)
    let plan = StagePlan(tracePoint: .exit(of: site)) { inputs, place in
      guard let recorder = place.playing.trace else { return inputs[0] }
      return TraceExit(upstream: inputs[0], site: site, recorder: recorder).eraseToAnyPublisher()
    }
    var exit = context.add(.stage(inputs: [stream.node], inner: [], plan), emitting: stream.type)
    (exit.site, exit.origin) = (site, stream.origin)
    return exit
  }

  /// Adds an input to those of a site.
  func add(_ input: Int, toInputsOf site: Int) {
    if !sites[site].inputs.contains(input) { sites[site].inputs.append(input) }
  }

  private func noteInputs(of site: Int, among nodes: ArraySlice<Plan.Node>) {
    let played = Set(nodes.flatMap(\.inner))
    for (index, node) in zip(nodes.indices, nodes) {
      guard case .stage(_, _, let plan) = node,
        case .entry(to: site, from: let source?)? = plan.tracePoint
      else { continue }
      let isInner = played.contains(index)
      if isInner, !sites[site].inner.contains(source) { sites[site].inner.append(source) }
      if !isInner { add(source, toInputsOf: site) }
    }
  }
}

extension TraceBuilder {
  /// Returns the stages of a plan's playbacks, with their places.
  func plan(for plan: Plan, in documents: DocumentList) -> TracePlan {
    let used = plan.tracedSites
    let kept = order.filter(used.contains)
    var result = TracePlan()
    result.numbers = Array(repeating: nil, count: sites.count)
    for (number, site) in kept.enumerated() { result.numbers[site] = number }
    let places = places(of: kept, in: documents)
    for (number, site) in kept.map({ sites[$0] }).enumerated() {
      result.stages.append(
        Trace.Stage(
          number: number, role: site.role, name: site.name, parameters: site.parameters,
          emission: site.emission, remedies: site.spec?.remedies ?? [:],
          inputs: site.inputs.compactMap { result.numbers[$0] },
          inner: site.inner.compactMap { result.numbers[$0] },
          definition: definition(at: site.place, in: documents), place: places[number],
          path: site.place.path.description))
      result.reasons.append(site.spec?.reasons ?? [:])
      result.rivals.append(site.rival)
      result.types.append(site.type)
      result.summarizes.append(site.spec?.summarizes ?? false)
      result.memories.append(site.spec?.memory ?? .nothing)
    }
    return result
  }

  /// Returns the places of sites in their files: for an operator, its name; for a source, its key.
  private func places(of kept: [Int], in documents: DocumentList) -> [Trace.FilePlace?] {
    var places: [Trace.FilePlace?] = Array(repeating: nil, count: kept.count)
    let byDocument = Dictionary(grouping: kept.indices) { sites[kept[$0]].place.document }
    for document in byDocument.keys.sorted() {
      guard let indices = byDocument[document], let source = documents.source(of: document) else {
        continue
      }
      let paths = indices.map { sites[kept[$0]].place.path }
      let offsets = zip(source.keyOffsets(of: paths), source.offsets(of: paths))
        .map { $0 ?? $1 ?? 0 }
      for (index, place) in zip(indices, source.places(at: offsets)) {
        places[index] = Trace.FilePlace(file: source.name, place: place)
      }
    }
    return places
  }

  private func definition(at place: ExpressionPlace, in documents: DocumentList) -> String? {
    let path = place.path.components
    if path.count > 1, path[0] == .key("definitions"), case .key(let name) = path[1] {
      return name.string
    }
    return place.document == 0 ? nil : documents.name(of: place.document)
  }
}
