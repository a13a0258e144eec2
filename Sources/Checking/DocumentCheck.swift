import Expressions
import StreamModels
import Values

/// The check of a linked document: its streams one by one, each after its inputs.
struct DocumentCheck {
  private let linker: Linker
  private let whole: ModelCheck
  private var documents: DocumentList
  /// For each unit with any, the variables and groups that it needs wherever it is used.
  private var requirements: [Int: [ContextRequirement]] = [:]
  /// The hot diagrams so far.
  private var hot: [(unit: Int, step: Int)] = []
  /// The names of the definitions that tests replace; empty unless the check looks for things that
  /// are unlikely to be intended.
  private let replaced: Set<String>

  init(_ linker: Linker) {
    self.linker = linker
    whole = ModelCheck(linker)
    documents = linker.documents
    replaced = whole.lints ? documents.model(of: 0)?.namesReplacedInTests ?? [] : []
  }

  /// Checks all units. Requirements of the roots are reported as mistakes, because no operator
  /// encloses the roots. The units that have requirements are in `bound`.
  mutating func check(
    playing roots: [Int]
  ) -> (CheckedModel, bound: Set<Int>, outputs: [OutputPlan], Diagnostics) {
    for number in linker.order { check(linker.units[number], number) }
    // A requirement that nothing can meet is a mistake wherever the stream is used.
    let hidden = requirements.keys.sorted().flatMap { requirements[$0]?.filter(\.isHidden) ?? [] }
    for need in roots.flatMap({ requirements[$0] ?? [] }).filter({ !$0.isHidden }) + hidden {
      documents.report(need.mistake, in: need.document)
    }
    rankInputs()
    let outputs = checkOutputs()
    whole.facts.sideOutputs = whole.sideOutputs.outputs
    whole.facts.dropSites = whole.sideOutputs.sites
    for cycle in whole.model.sideOutputCycles {
      documents.report(cycle.mistake, in: cycle.document)
    }
    whole.model.hotDiagrams = inDocumentOrder(hot)
    return (whole.model, Set(requirements.keys), outputs, documents.located())
  }

  private mutating func check(_ unit: Linker.Unit, _ number: Int) {
    let body = BodyCheck(
      unit.home, in: whole, inputs: inputs(of: unit, number), bodies: unit.bodies)
    var mistakes = Diagnostics()
    whole.isFull = documents.isFull(unit.document)
    let source = source(of: unit, in: body, collecting: &mistakes)
    if case .marbles(let diagram)? = whole.model.steps[source.step].source, diagram.isHot {
      hot.append((number, source.step))
    }
    let (result, operators) = body.apply(
      unit.model.operators, at: unit.path, to: source, collecting: &mistakes)
    var output = result
    if isStandIn(unit) { output.extent = .unknown }
    if unit.model.keepsLatest == true { output = keepingLatest(output, of: unit, in: body) }
    whole.model.streams[number] = CheckedModel.Stream(
      place: ExpressionPlace(document: unit.document, path: unit.path), label: unit.label,
      source: source.step, operators: operators, output: output,
      isWritten: !unit.isGroup && unit.sideOutput == nil)
    mistakes.append(contentsOf: unit.model.expectationMistakes(at: unit.path))
    documents.report(mistakes, in: unit.document)
    documents.report(body.warnings, in: unit.document)
    documents.report(unit.model.unusedSymbols(at: unit.path), atKeysIn: unit.document)
    if !body.requirements.isEmpty, unit.model.keepsLatest != true {
      requirements[number] = body.requirements.left(site: unit.home.site)
    }
  }

  /// Ranks the inputs by their priorities, if one has a priority: equal ones in the order of their
  /// definitions, then in that of their first use.
  private func rankInputs() {
    let inputs = whole.facts.inputs
    guard inputs.contains(where: { $0.source.priority != nil }) else { return }
    let order = inputs.indices.sorted { one, other in
      (inputs[one].source.priority ?? 0, placeAmongDefinitions(of: inputs[one]), one)
        < (inputs[other].source.priority ?? 0, placeAmongDefinitions(of: inputs[other]), other)
    }
    for (rank, number) in order.enumerated() { whole.facts.inputs[number].rank = rank }
  }

  private func placeAmongDefinitions(of input: InputPlan) -> Int {
    let path = input.pathPlace.components
    guard path.count > 1, path[0] == .key("definitions"), case .key(let name) = path[1] else {
      return .max
    }
    let definitions = documents.model(of: input.document)?.definitions
    return definitions?.firstIndex { $0.name == name.string } ?? .max
  }

  /// Returns the stream of a unit that is played once, in which nothing can depend on what uses it.
  private mutating func keepingLatest(
    _ stream: Upstream, of unit: Linker.Unit, in body: BodyCheck
  ) -> Upstream {
    for need in body.requirements {
      var mistake = need.mistake
      mistake.hint = "a stream with 'latest' is played once, for all groups and values"
      documents.report(mistake, in: need.document)
    }
    return CheckStep(sourceAt: unit.path, in: body).addLatest(of: stream)
  }

  /// Returns the streams that a unit takes.
  private func inputs(of unit: Linker.Unit, _ number: Int) -> [BodyCheck.Input] {
    unit.inputs.enumerated().map { index, input in
      let inner = input.flatMap { requirements[$0] } ?? []
      return BodyCheck.Input(
        upstream: input.flatMap { whole.model.streams[$0]?.output } ?? missing(for: unit),
        requirements: requirements(inner, of: input, takenBy: number, as: index), unit: input)
    }
  }

  /// Returns a stream in place of one that was not found, which has been reported.
  private func missing(for unit: Linker.Unit) -> Upstream {
    let body = BodyCheck(unit.home, in: whole, inputs: [], bodies: [])
    return CheckStep(sourceAt: unit.path, in: body).addNothing()
  }

  /// Checks the source of a unit.
  private func source(
    of unit: Linker.Unit, in body: BodyCheck, collecting mistakes: inout Diagnostics
  ) -> Upstream {
    let step = CheckStep(sourceAt: unit.path, in: body)
    if unit.isGroup { return step.addGroup() }
    if let output = unit.sideOutput {
      return step.add(
        .sideOutput(whole.sideOutputs.number(of: output, in: unit.document)), emitting: .dyn)
    }
    if let replacement = unit.replacement {
      // Its values may have another type than those of the file. In that case the playback fails.
      return step.add(.marbles(replacement), emitting: .dyn, lasting: Extent(replacement))
    }
    if unit.substitute != nil {
      let stream = step.addStream(step.takeStream())
      return unit.isReplacedByTest ? stream.unknown : stream
    }
    return unit.model.source.check(step, collecting: &mistakes)
  }

  /// Whether other streams are expected to play in place of a definition, because a test has one or
  /// because it is a diagram without values.
  private func isStandIn(_ unit: Linker.Unit) -> Bool {
    guard let name = unit.label, !unit.path.isRoot else { return false }
    if unit.document == 0, replaced.contains(name) { return true }
    guard case .marbles(let marbles) = unit.model.source else { return false }
    return marbles.text.allSatisfy { "-|# ".contains($0) }
  }

  /// Checks where the outputs of the document are written.
  private mutating func checkOutputs() -> [OutputPlan] {
    var owners: [String: String] = [:]
    return linker.outputs.compactMap { output, unit in
      guard let stream = whole.model.streams[unit]?.output else { return nil }
      var mistakes = Diagnostics()
      let body = BodyCheck(linker.units[unit].home, in: whole, inputs: [], bodies: [])
      let plan = body.plan(
        for: output, of: unit, linker.units[unit], from: stream, collecting: &mistakes)
      if let path = plan?.path.fixed {
        if let owner = owners[path] {
          mistakes.append(
            Diagnostic(
              .invalidValue,
              "the output '\(owner.abbreviated)' is also written to '\(path.abbreviated)'",
              hint: "choose another 'path'",
              at: linker.units[unit].path + (output.path == nil ? [] : ["path"])))
        }
        owners[path] = output.name
      }
      documents.report(mistakes, in: 0)
      return plan
    }
  }

  /// Returns the requirements that a unit inherits from one of its inputs.
  private func requirements(
    _ requirements: [ContextRequirement], of input: Int?, takenBy unit: Int, as index: Int
  ) -> [ContextRequirement] {
    guard !requirements.isEmpty, let input else { return requirements }
    let taker = linker.units[unit]
    let reference = taker.references[index]
    let home = reference.home ?? taker.home
    let inherited = linker.given(by: reference, at: home).map { requirements.given($0) }
    guard let name = linker.units[input].label else { return inherited ?? requirements }
    return (inherited ?? requirements).named(
      name, at: home.path + reference.path, of: home.document)
  }

  /// Returns the steps of hot diagrams in document order.
  private func inDocumentOrder(_ hot: [(unit: Int, step: Int)]) -> [Int] {
    guard hot.count > 1 else { return hot.map(\.step) }
    let byDocument = Dictionary(grouping: hot) { linker.units[$0.unit].document }
    return byDocument.sorted { $0.key < $1.key }.flatMap { document, diagrams in
      let source = documents.source(of: document) ?? written(document)
      let offsets = source.offsets(
        of: diagrams.map { linker.units[$0.unit].path + [.key("marbles")] })
      let places = zip(diagrams, offsets).enumerated().map { order, diagram in
        (diagram.1 ?? 0, order, diagram.0.step)
      }
      return places.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
    }
  }

  /// Returns the text that a stream file would have for a model made in Swift.
  private func written(_ document: Int) -> SourceText {
    let model = linker.units.first { $0.document == document && $0.path.isRoot }?.model
    do {
      return SourceText(name: "", bytes: JSONWriter.text(of: try ValueEncoder().encode(model)))
    } catch {
      // A value that JSON cannot represent has been reported.
      return SourceText(name: "", bytes: [])
    }
  }
}
