import Checking
import Expressions
import StreamModels
import Tracing
import Values

/// The stages of a program in traces: each step of its model that is a stage, and, after these, the
/// receivers of the streams that it plays.
struct TraceSites {
  /// A stage: an operator or a source at its place in a document.
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

  private let document: CheckedDocument
  /// For each step, the stage that emits its events.
  private let stages: [Int?]
  /// The units of the streams that a playback emits.
  private let played: [Int]
  /// The unit of each source, by its step.
  private let units: [Int: Int]

  init(_ document: CheckedDocument, playing played: [Int]) {
    (self.document, self.played) = (document, played)
    stages = document.model.stages
    units = Dictionary(
      document.model.streams.map { ($0.value.source, $0.key) },
      uniquingKeysWith: { first, _ in first })
  }

  /// Returns the stages of a graph's playbacks, with their places.
  func plan(for graph: NodeGraph) -> TracePlan {
    let used = graph.tracedSites.sorted()
    var plan = TracePlan()
    plan.numbers = Array(repeating: nil, count: document.model.steps.count + played.count)
    for (number, site) in used.enumerated() { plan.numbers[site] = number }
    let sites = used.map(site)
    for (number, (site, place)) in zip(sites, places(of: sites)).enumerated() {
      plan.stages.append(
        Trace.Stage(
          number: number, role: site.role, name: site.name, parameters: site.parameters,
          emission: site.emission, remedies: site.spec?.remedies ?? [:],
          inputs: site.inputs.compactMap { plan.numbers[$0] },
          inner: site.inner.compactMap { plan.numbers[$0] },
          definition: definition(at: site.place), place: place,
          path: site.place.path.description))
      plan.reasons.append(site.spec?.reasons ?? [:])
      plan.rivals.append(site.rival)
      plan.types.append(site.type)
      plan.summarizes.append(site.spec?.summarizes ?? false)
      plan.memories.append(site.spec?.memory ?? .nothing)
    }
    return plan
  }

  // MARK: - Sites

  private func site(_ number: Int) -> Site {
    let steps = document.model.steps
    guard steps.indices.contains(number) else { return receiver(of: played[number - steps.count]) }
    let step = steps[number]
    var site = step.definition.map { self.site(of: $0, step) } ?? source(number, step)
    site.inputs = distinct(step.inputs)
    if case .items(let items)? = step.source { site.inputs = distinct(items.lists.map(\.output)) }
    site.inner = distinct(step.inner)
    site.type = step.type
    return site
  }

  private func site(of definition: any OperatorDefinition, _ step: CheckedStep) -> Site {
    let reader = ParameterReader(table: document.linker.parameters, level: step.level)
    return Site(
      role: .operator, name: definition.spec.name,
      parameters: definition.parameters.summary(in: reader), spec: definition.spec,
      emission: definition.spec.emission, rival: definition.asPlayed.rival, place: step.place)
  }

  /// Returns the receiver of a stream that the playback emits.
  private func receiver(of number: Int) -> Site {
    let unit = document.linker.units[number]
    let isDocument = unit.path.isRoot && unit.document == 0
    let place = ExpressionPlace(document: unit.document, path: unit.path)
    var site = Site(role: .output, name: isDocument ? "" : unit.label ?? "", place: place)
    if let stream = document.stream(number) {
      site.inputs = distinct([stream.step])
      site.type = stream.type
    }
    return site
  }

  private func source(_ number: Int, _ step: CheckedStep) -> Site {
    guard let unit = units[number].map({ document.linker.units[$0] }) else {
      return Site(role: .source, name: "item", place: step.place)
    }
    if let output = unit.sideOutput {
      return Site(role: .source, name: "output", parameters: output, place: step.place)
    }
    if unit.replacement != nil {
      return Site(role: .source, name: "test", parameters: unit.label ?? "", place: step.place)
    }
    let source = unit.model.source
    let name = source.spec.name
    let place = ExpressionPlace(
      document: step.place.document, path: step.place.path.appending(Text(name)))
    guard case .combined(let rule)? = step.source else {
      return Site(
        role: .source, name: name,
        parameters: source.summary.onOneLine.shortened(to: Trace.Stage.longestParameters),
        place: place)
    }
    return Site(role: .operator, name: name, emission: rule.spec.emission, place: place)
  }

  /// Returns the stages that emit the events of some steps, each of them once.
  private func distinct(_ steps: [Int]) -> [Int] {
    var known: Set<Int> = []
    return steps.compactMap { stages[$0] }.filter { known.insert($0).inserted }
  }

  // MARK: - Places

  /// Returns the places of sites in their files: for an operator, its name; for a source, its key.
  private func places(of sites: [Site]) -> [Trace.FilePlace?] {
    var places: [Trace.FilePlace?] = Array(repeating: nil, count: sites.count)
    let byDocument = Dictionary(grouping: sites.indices) { sites[$0].place.document }
    for number in byDocument.keys.sorted() {
      guard let indices = byDocument[number],
        let source = document.linker.documents.source(of: number)
      else { continue }
      let paths = indices.map { sites[$0].place.path }
      let offsets = zip(source.keyOffsets(of: paths), source.offsets(of: paths))
        .map { $0 ?? $1 ?? 0 }
      for (index, place) in zip(indices, source.places(at: offsets)) {
        places[index] = Trace.FilePlace(file: source.name, place: place)
      }
    }
    return places
  }

  private func definition(at place: ExpressionPlace) -> String? {
    let path = place.path.components
    if path.count > 1, path[0] == .key("definitions"), case .key(let name) = path[1] {
      return name.string
    }
    return place.document == 0 ? nil : document.linker.documents.name(of: place.document)
  }
}

extension StreamSource<Value> {
  /// The content of the source's key, as a short string for people.
  fileprivate var summary: String {
    switch self {
    case .sequence(.values(let values)): "\(Value.array(values))"
    // For a long list, only the beginning is shown.
    case .sequence(.listed(let list)): "\(Value.array(list.prefix(100)))"
    case .sequence(.expression(let text)): text
    case .marbles(let marbles): marbles.text
    case .input(let input): input.name
    case .cron(let cron): cron.fields
    case .stream, .append, .merge, .zip, .combineLatest, .from, .upstream: ""
    }
  }
}
