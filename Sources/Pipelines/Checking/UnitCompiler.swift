import Expressions
import Marbles
import Reactive
import Values

/// Compiles linked models into one plan, each behind those that it takes in.
struct UnitCompiler {
  private let linker: Linker
  private let recorder: CoverageRecorder?

  init(_ linker: Linker, recorder: CoverageRecorder? = nil) {
    self.linker = linker
    self.recorder = recorder
  }

  /// Compiles all units; a requirement of one that plays by itself is a mistake.
  func compile(playing roots: [Int]) -> (Plan, upstreams: [Int: Upstream], Diagnostics) {
    let context = CompileContext(recorder: recorder)
    var documents = linker.documents
    var upstreams: [Int: Upstream] = [:]
    var requirements: [Int: [ContextRequirement]] = [:]
    var hot: [(unit: Int, node: Int)] = []
    for number in linker.order {
      let unit = linker.units[number]
      let inputs = unit.inputs.enumerated().map { index, input in
        // What was not found has been reported; what takes it in is checked all the same.
        let upstream =
          input.flatMap { upstreams[$0] } ?? context.add(.sequence([]), giving: .dyn)
        let inner = input.flatMap { requirements[$0] } ?? []
        return CompileContext.Input(
          upstream: upstream,
          requirements: self.requirements(inner, of: input, takenBy: number, as: index))
      }
      var mistakes = Diagnostics()
      context.enter(unit.path, of: unit.document, inputs: inputs)
      let stream =
        if unit.isGroup {
          context.group()
        } else if let replacement = unit.replacement {
          // Of another type than the file's own values it may be: then the playing fails.
          context.add(.marbles(replacement), giving: .dyn)
        } else {
          source(of: unit, in: context, collecting: &mistakes)
        }
      if case .marbles(let diagram) = context.plan.nodes[stream.node], diagram.isHot,
        unit.isDiagram
      {
        hot.append((number, stream.node))
      }
      let result = context.apply(unit.model.operators, to: stream, collecting: &mistakes)
      upstreams[number] = probed(result, of: unit, in: context)
      mistakes.append(contentsOf: unit.model.expectationMistakes(at: unit.path))
      documents.report(mistakes, in: unit.document)
      documents.report(unit.model.unusedSigns(at: unit.path), atKeysIn: unit.document)
      if !context.requirements.isEmpty { requirements[number] = context.requirements }
    }
    for need in roots.flatMap({ requirements[$0] ?? [] }) {
      documents.report(need.mistake, in: need.document)
    }
    var plan = context.plan
    plan.hotDiagrams = inDocumentOrder(hot, documents)
    return (plan, upstreams, documents.located())
  }

  /// What a unit gives, its playings counted if somebody asks.
  private func probed(
    _ result: Upstream, of unit: Linker.Unit, in context: CompileContext
  ) -> Upstream {
    guard let recorder, !unit.isGroup else { return result }
    // A document is called by its file wherever it is named.
    let name = unit.path.isRoot ? nil : unit.label
    return recorder.stream(result, named: name, at: unit.path, in: context)
  }

  /// The requirements of a unit that takes in another one with these requirements.
  private func requirements(
    _ requirements: [ContextRequirement], of input: Int?, takenBy unit: Int, as index: Int
  ) -> [ContextRequirement] {
    guard !requirements.isEmpty, let input, let name = linker.units[input].label else {
      return requirements
    }
    let taker = linker.units[unit]
    let path = taker.path + taker.model.references[index].path
    return requirements.named(name, at: path, of: taker.document)
  }

  /// The nodes of hot diagrams in the order in which these stand in the documents.
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

  /// The text that a model made in Swift has as a file.
  private func written(_ document: Int) -> SourceText {
    let model = linker.units.first { $0.document == document && $0.path.isRoot }?.model
    do {
      return SourceText(name: "", bytes: JSONWriter.text(of: try ValueEncoder().encode(model)))
    } catch {
      // A value that no file can hold has been reported.
      return SourceText(name: "", bytes: [])
    }
  }

  private func source(
    of unit: Linker.Unit, in context: CompileContext, collecting mistakes: inout Diagnostics
  ) -> Upstream {
    switch unit.model.source {
    case .stream(let items):
      var compiler = ItemsCompiler(items)
      return compiler.add(to: context, collecting: &mistakes)
    case .sequence(.values(let values)):
      return context.add(.sequence(values), giving: ValueType.of(.array(values)).element)
    case .sequence(.expression(let text)):
      return evaluated(text, in: context, collecting: &mistakes)
    case .append(let inputs):
      return context.join(context.takeInputs(inputs.count), as: Plan.Node.append)
    case .merge(let inputs):
      return context.join(context.takeInputs(inputs.count), as: Plan.Node.merge)
    case .zip(let inputs):
      return context.zip(context.takeInputs(inputs.count))
    case .combineLatest(let inputs):
      return context.combineLatest(context.takeInputs(inputs.count))
    case .from:
      return context.takeInputs(1)[0]
    case .marbles(let marbles):
      return diagram(marbles, in: context, collecting: &mistakes)
    case .input(let input):
      return records(of: input, in: context, collecting: &mistakes)
    }
  }

  /// What comes from an input, or from what a test plays in place of it.
  private func records(
    of input: InputSource, in context: CompileContext, collecting mistakes: inout Diagnostics
  ) -> Upstream {
    let document = linker.documents.fileName(of: context.document)
    if let replacement = linker.replacements.plan(forInput: input.name, in: document) {
      return context.add(.marbles(replacement), giving: .dyn)
    }
    var bound = input
    bound.name = linker.replacements.boundName(ofInput: input.name, in: document)
    let address = document.map { StreamAddress(input.name, in: $0).text }
    return context.input(bound, calledInFull: address, collecting: &mistakes)
  }

  private func evaluated(
    _ text: String, in context: CompileContext, collecting mistakes: inout Diagnostics
  ) -> Upstream {
    do throws(Diagnostics) {
      let checked = try context.check(text, in: Scope(), as: .list, at: "sequence")
      return context.add(.evaluated(checked, checked.evaluator()), giving: checked.type.element)
    } catch {
      mistakes.append(contentsOf: error)
      return context.add(.sequence([]), giving: .dyn)
    }
  }

  private func diagram(
    _ source: MarbleSource, in context: CompileContext, collecting mistakes: inout Diagnostics
  ) -> Upstream {
    do throws(MarbleErrors) {
      return context.diagram(try MarblePlan(source))
    } catch {
      mistakes.append(contentsOf: Diagnostics(error, at: context.place(of: "marbles")))
      return context.add(.sequence([]), giving: .dyn)
    }
  }
}

extension CompileContext {
  /// Adds a diagram whose signs are looked up.
  fileprivate func diagram(_ plan: MarblePlan) -> Upstream {
    let types = plan.events.compactMap { event -> ValueType? in
      guard case .value(let value) = event.kind else { return nil }
      return ValueType.of(value)
    }
    return add(.marbles(plan), giving: ValueType.joined(types))
  }
}

extension Linker.Unit {
  /// Whether its values are those of a diagram that is its own.
  fileprivate var isDiagram: Bool {
    switch model.source {
    case .marbles, .input: true
    default: replacement != nil
    }
  }
}

extension Diagnostics {
  /// The mistakes of a diagram that stands at a path.
  init(_ errors: MarbleErrors, at path: DocumentPath) {
    self.init(
      errors.items.map { mistake in
        Diagnostic(
          .marbles, mistake.message, hint: mistake.hint, at: path, rangeInString: mistake.range)
      })
    countOmitted(errors.omittedCount)
  }
}

extension ValueType {
  /// The type of a list's elements.
  var element: ValueType {
    if case .list(let element) = self { element } else { .dyn }
  }

  /// The type that holds the values of all; nothing is known of no values.
  static func joined(_ types: [ValueType]) -> ValueType {
    guard let first = types.first else { return .dyn }
    return types.dropFirst().reduce(first) { $0.joined(with: $1) }
  }
}

extension MarblePlan {
  init(_ source: MarbleSource) throws(MarbleErrors) {
    isHot = source.isHot ?? false
    let diagram = try MarbleDiagram(
      source.text, frame: (source.frame ?? 1).duration, allowsStart: isHot)
    let values = Dictionary(
      source.values.map { ($0.key.string, $0.value) }, uniquingKeysWith: { first, _ in first })
    events = diagram.events.map { event in
      let kind: Kind =
        switch event.kind {
        case .value(let symbol): .value(values[symbol] ?? Self.value(of: symbol))
        case .finished: .finished
        case .failure: .failure(StreamFailure(source.error ?? "error"))
        }
      return Event(time: event.instant.nanoseconds, kind: kind)
    }
  }

  /// A digit is that int, anything else that string.
  static func value(of symbol: String) -> Value {
    guard let byte = symbol.utf8.first, symbol.utf8.count == 1, (0x30...0x39).contains(byte) else {
      return .string(Text(symbol))
    }
    return .int(Int64(byte - 0x30))
  }
}
