import StreamModels
import Values

extension Linker {
  /// The side outputs that documents name. They are searched for when nothing defines a name that
  /// is looked up.
  struct SideOutputs {
    /// The names that operators and inputs feed, for each document that was searched.
    fileprivate var names: [Int: Set<String>] = [:]
    fileprivate var units: [SideOutputName: Int] = [:]
  }

  fileprivate struct SideOutputName: Hashable {
    let document: Int
    let name: String
  }

  /// Returns the unit of a hot stream that operators or inputs of a document feed; nil if nothing
  /// feeds a stream with that name.
  mutating func sideOutput(_ name: String, in document: Int) -> Int? {
    guard sideOutputNames(in: document).contains(name) else { return nil }
    let key = SideOutputName(document: document, name: name)
    if let unit = sideOutputs.units[key] { return unit }
    let unit = add(
      StreamModel(source: .sequence(.values([]))), document: document, path: [], enclosing: nil,
      label: name)
    units[unit].sideOutput = name
    sideOutputs.units[key] = unit
    return unit
  }

  /// Returns the names of the hot streams that operators or inputs of a document feed.
  mutating func sideOutputNames(in document: Int) -> Set<String> {
    if let names = sideOutputs.names[document] { return names }
    let names = documents.model(of: document)?.sideOutputNames(with: documents.operators) ?? []
    sideOutputs.names[document] = names
    return names
  }

  /// The same names if the document has been searched for them; empty otherwise.
  func knownSideOutputs(in document: Int) -> [String] {
    sideOutputs.names[document, default: []].sorted()
  }

  /// Returns the names of a document's definitions.
  func definitionNames(_ document: Int) -> Set<String> {
    Set(documents.model(of: document)?.definitions.map(\.name) ?? [])
  }
}

extension StreamModel<Value> {
  /// The names of the hot streams that operators and inputs of the model feed, including those in
  /// nested models.
  fileprivate func sideOutputNames(with known: any OperatorRegistry.Type) -> Set<String> {
    var names: Set<String> = []
    // A list instead of recursion, because models may be nested hundreds of levels deep.
    var models: [StreamModel<Value>] = [self]
    while let model = models.popLast() {
      models += model.definitions.map(\.model)
      names.formUnion([model.lateOutput, model.malformedOutput].compactMap(\.self))
      models += model.references.compactMap(\.modelInPlace)
      if case .from(let from) = model.source {
        models += from.inputs.compactMap(\.stream.modelInPlace)
      }
      models += model.outputs.map(\.model)
      for next in model.allOperators {
        for policy in next.policies {
          if case .output(let name) = policy.kind { names.insert(name) }
        }
      }
      for value in model.parameterValues {
        if let name = value.outputName { names.insert(name) }
        if let model = value.modelInPlace(with: known) { models.append(model) }
      }
    }
    return names
  }

  /// The values of parameters in the model and in its references. Some may be streams.
  private var parameterValues: [Value] {
    var values = parameters.compactMap(\.value)
    if case .from(let from) = source { values += from.with.map(\.value) }
    for next in allOperators {
      if case .custom(let custom) = next.content { values += custom.arguments.map(\.value) }
    }
    return values
  }

  /// The name of the hot stream that receives the late records of the model's input; nil if none
  /// does. A parameter may specify how long records are held.
  private var lateOutput: String? {
    guard case .input(let input) = source else { return nil }
    if let name = input.late?.output { return name }
    guard case .object(let late)? = parameterDetails.first(where: { $0.key == "late" })?.value,
      case .object(let then)? = late["then"], case .string(let name)? = then["output"]
    else { return nil }
    return name.string
  }

  /// The name of the hot stream that receives the malformed records of the model's input; nil if
  /// none does.
  private var malformedOutput: String? {
    if case .input(let input) = source { input.malformedOutput } else { nil }
  }

  /// The operators of the model and of its items, including operators that are parameters of
  /// others.
  private var allOperators: [Operator] {
    var found: [Operator] = []
    var waiting = operators
    if case .stream(let items) = source { waiting += items.lists.flatMap { $0 } }
    while let next = waiting.popLast() {
      found.append(next)
      for entry in next.parameters.entries {
        if case .operators(let inner) = entry.value { waiting += inner }
      }
    }
    return found
  }
}

extension Operator {
  /// The treatments of values on which it fails, or that it drops.
  fileprivate var policies: [ErrorPolicy] {
    let stated = parameters.entries.compactMap { entry in
      if case .errorPolicy(let policy) = entry.value { policy } else { nil }
    }
    return onError.map { stated + [$0] } ?? stated
  }
}

extension Value {
  /// The name of the side output that the value names as an `onError`; nil for any other value.
  fileprivate var outputName: String? {
    guard case .object(let object) = self, case .string(let name)? = object["output"] else {
      return nil
    }
    return name.string
  }

  /// The model that the value contains; nil if it is not a model.
  fileprivate func modelInPlace(with known: any OperatorRegistry.Type) -> StreamModel<Value>? {
    guard case .object = self else { return nil }
    // A value that is not a model has no outputs; mistakes in a model are reported where it plays.
    return try? ModelParser.read(self, hasParameters: true, operators: known) {
      rule throws(ReadError) in
      let model = try rule.readModel(of: Value.self)
      rule.openNames = []
      return model
    }
  }
}

extension Reference {
  fileprivate var modelInPlace: StreamModel<Value>? {
    if case .input(let input) = subject { input.modelInPlace } else { nil }
  }
}

extension StreamInput {
  fileprivate var modelInPlace: StreamModel<Value>? {
    if case .model(let model) = self { model } else { nil }
  }
}
