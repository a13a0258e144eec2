import Expressions
import Marbles
import Reactive
import Tracing
import Values

/// Compiles linked models into one plan, each after its inputs.
struct UnitCompiler {
  private let linker: Linker
  private let notes: CompileNotes

  init(_ linker: Linker, notes: CompileNotes = CompileNotes()) {
    self.linker = linker
    self.notes = notes
  }

  /// Compiles all units. Requirements of the roots are reported as mistakes, because no operator
  /// encloses the roots. The units that have requirements are in `bound`.
  func compile(
    playing roots: [Int]
  ) -> (
    Plan, upstreams: [Int: Upstream], bound: Set<Int>, outputs: [OutputPlan], Diagnostics
  ) {
    var documents = linker.documents
    let context = CompileContext(
      notes: notes, lints: linker.settings.isThorough, replacements: linker.replacements,
      parameters: linker.parameters,
      documentNames: (0..<documents.count).map(documents.fileName(of:)),
      definitionNames: linker.definitionNames)
    var upstreams: [Int: Upstream] = [:]
    var requirements: [Int: [ContextRequirement]] = [:]
    var hot: [(unit: Int, node: Int)] = []
    let replaced =
      context.lints ? documents.model(of: 0)?.namesReplacedInTests ?? [] : []
    for number in linker.order {
      let unit = linker.units[number]
      let inputs = unit.inputs.enumerated().map { index, input in
        // An input that was not found has been reported; check the unit anyway.
        let upstream =
          input.flatMap { upstreams[$0] } ?? context.add(.sequence([]), emitting: .dyn)
        let inner = input.flatMap { requirements[$0] } ?? []
        return CompileContext.Input(
          upstream: upstream,
          requirements: self.requirements(inner, of: input, takenBy: number, as: index),
          unit: input)
      }
      var mistakes = Diagnostics()
      let firstNode = context.plan.nodes.count
      context.enter(unit.home, inputs: inputs, bodies: unit.bodies)
      context.isFull = documents.isFull(unit.document)
      notes.outline?.beginStream(number)
      defer { notes.outline?.end() }
      let stream = context.traced {
        site(of: unit, in: $0)
      } _: {
        if unit.isGroup {
          context.group()
        } else if let output = unit.sideOutput {
          context.add(
            .sideOutput(context.sideOutputs.number(of: output, in: unit.document)),
            emitting: .map(.dyn))
        } else if let replacement = unit.replacement {
          // Its values may have another type than those of the file. In that case the playback
          // fails.
          context.add(.marbles(replacement), emitting: .dyn).lasting(Extent(replacement))
        } else if unit.substitute != nil {
          unit.isReplacedByTest ? context.takeInputs(1)[0].unknown : context.takeInputs(1)[0]
        } else {
          unit.model.source.definition.compile(in: context, collecting: &mistakes)
        }
      }
      notes.outline?.note(stream)
      let source = context.plan.traced(stream.node)
      if case .marbles(let diagram) = context.plan.nodes[source], diagram.isHot,
        source >= firstNode
      {
        hot.append((number, source))
      }
      let result = context.apply(unit.model.operators, to: stream, collecting: &mistakes)
      upstreams[number] = probed(
        isStandIn(unit, for: replaced) ? result.lasting(.unknown) : result, of: unit, in: context)
      if !unit.isGroup, unit.sideOutput == nil {
        let place = ExpressionPlace(document: unit.document, path: unit.path)
        notes.types?.note(result.type, ofStreamAt: place)
      }
      mistakes.append(contentsOf: unit.model.expectationMistakes(at: unit.path))
      documents.report(mistakes, in: unit.document)
      documents.report(context.takeWarnings(), in: unit.document)
      documents.report(unit.model.unusedSymbols(at: unit.path), atKeysIn: unit.document)
      if !context.requirements.isEmpty {
        requirements[number] = context.requirements.left(site: unit.home.site)
      }
    }
    // A requirement that nothing can meet is a mistake wherever the stream is used.
    let hidden = requirements.keys.sorted().flatMap { requirements[$0]?.filter(\.isHidden) ?? [] }
    for need in roots.flatMap({ requirements[$0] ?? [] }).filter({ !$0.isHidden }) + hidden {
      documents.report(need.mistake, in: need.document)
    }
    for root in roots where notes.tracer != nil {
      upstreams[root] = upstreams[root].map { received($0, of: linker.units[root], in: context) }
    }
    let outputs = compileOutputs(upstreams, in: context, &documents)
    var plan = context.plan
    plan.sideOutputs = context.sideOutputs.outputs
    plan.dropSites = context.sideOutputs.sites
    for cycle in plan.sideOutputCycles {
      documents.report(cycle.mistake, in: cycle.document)
    }
    plan.hotDiagrams = inDocumentOrder(hot, documents)
    return (plan, upstreams, Set(requirements.keys), outputs, documents.located())
  }

  /// Whether other streams are expected to play in place of a definition, because a test has one or
  /// because it is a diagram without values.
  private func isStandIn(_ unit: Linker.Unit, for replaced: Set<String>) -> Bool {
    guard let name = unit.label, !unit.path.isRoot else { return false }
    if unit.document == 0, replaced.contains(name) { return true }
    guard case .marbles(let marbles) = unit.model.source else { return false }
    return marbles.text.allSatisfy { "-|# ".contains($0) }
  }

  /// Returns the site of a unit's source; nil for a unit that plays another one.
  private func site(of unit: Linker.Unit, in tracer: TraceBuilder) -> Int? {
    let place = ExpressionPlace(document: unit.document, path: unit.path)
    if unit.isGroup { return nil }
    if let output = unit.sideOutput { return tracer.begin(.source, "output", output, at: place) }
    if unit.replacement != nil {
      return tracer.begin(.source, "test", unit.label ?? "", at: place)
    }
    if unit.substitute != nil { return nil }
    return unit.model.source.site(at: place, in: tracer)
  }

  /// Returns a stream whose events are traced as the output of a playback.
  private func received(
    _ stream: Upstream, of unit: Linker.Unit, in context: CompileContext
  ) -> Upstream {
    context.traced { tracer in
      tracer.begin(
        .output, unit.path.isRoot && unit.document == 0 ? "" : unit.label ?? "",
        at: ExpressionPlace(document: unit.document, path: unit.path))
    } _: {
      context.received(stream)
    }
  }

  /// Checks where the outputs of the document are written.
  private func compileOutputs(
    _ upstreams: [Int: Upstream], in context: CompileContext, _ documents: inout DocumentList
  ) -> [OutputPlan] {
    var owners: [String: String] = [:]
    return linker.outputs.compactMap { output, unit in
      guard let stream = upstreams[unit] else { return nil }
      var mistakes = Diagnostics()
      let plan = context.plan(
        for: output, of: linker.units[unit], from: stream, collecting: &mistakes)
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

  /// Returns the stream of a unit. With a recorder, its playbacks are counted.
  private func probed(
    _ result: Upstream, of unit: Linker.Unit, in context: CompileContext
  ) -> Upstream {
    // An operator is not played on its own.
    guard let recorder = notes.coverage, !unit.isGroup, unit.sideOutput == nil, !unit.isOfTest,
      unit.model.source != .upstream
    else {
      return result
    }
    // A document is identified by its file, regardless of which document names it.
    let name = unit.path.isRoot ? nil : unit.label
    return recorder.stream(result, named: name, at: unit.path, in: context)
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

  /// Returns the nodes of hot diagrams in document order.
  private func inDocumentOrder(
    _ hot: [(unit: Int, node: Int)], _ documents: DocumentList
  ) -> [Int] {
    guard hot.count > 1 else { return hot.map(\.node) }
    let byDocument = Dictionary(grouping: hot) { linker.units[$0.unit].document }
    return byDocument.sorted { $0.key < $1.key }.flatMap { document, diagrams in
      let source = documents.source(of: document) ?? written(document)
      let offsets = source.offsets(
        of: diagrams.map { linker.units[$0.unit].path + [.key("marbles")] })
      let places = zip(diagrams, offsets).enumerated().map { order, diagram in
        (diagram.1 ?? 0, order, diagram.0.node)
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

extension ValueType {
  /// The type of a list's elements.
  var element: ValueType {
    if case .list(let element) = self { element } else { .dyn }
  }

  /// Returns a type that covers the values of all given types; `dyn` for an empty list.
  static func joined(_ types: [ValueType]) -> ValueType {
    guard let first = types.first else { return .dyn }
    return types.dropFirst().reduce(first) { $0.joined(with: $1) }
  }
}
