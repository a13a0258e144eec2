import Values

/// Resolves each name, file and nested model of a document to a stream, and sorts the streams so
/// that each comes after its inputs.
///
/// It follows names with a list of its own and not with the call stack: ten thousand streams may
/// each be `from` the one before.
struct Linker {
  /// A model with its place and its inputs.
  struct Unit {
    let model: StreamModel<Value>
    let document: Int
    let path: DocumentPath
    /// The scope in which its names are looked up first.
    let scope: Int
    /// The name that refers to it; nil for a nested model.
    let label: String?
    /// Whether it stands for the values of a group instead of its model.
    var isGroup = false
    /// The diagram that a test plays instead of its model.
    var replacement: MarblePlan?
    /// The units of its inputs, in the order of `references`; nil for one that was not found.
    var inputs: [Int?] = []
    var state = State.untouched
  }

  enum State {
    case untouched, open, done
  }

  /// The names of one `definitions`, and the scope in which to look up others.
  private struct Scope {
    let parent: Int?
    let document: Int
    let path: DocumentPath
    let definitions: [StreamDefinition]
    /// The index of each name in `definitions`; `units` has the unit of each one looked up so far.
    let indices: [String: Int]
    var units: [Int: Int] = [:]
  }

  private(set) var units: [Unit] = []
  /// The units in the order in which they can be compiled.
  private(set) var order: [Int] = []
  private(set) var documents: DocumentList
  /// The paths of the data files that documents name, which need not exist.
  private(set) var dataFiles: [String] = []
  private var scopes: [Scope] = []
  /// The unit that stands for the values of the enclosing group, whichever that is.
  private var groupUnit: Int?
  let replacements: Replacements

  init(documents: DocumentList, replacements: Replacements = Replacements()) {
    self.documents = documents
    self.replacements = replacements
  }

  /// Links the model of a document and everything that it defines and names. Returns its unit.
  mutating func link(_ model: StreamModel<Value>) -> Int {
    let root = add(
      model, document: 0, path: [], enclosing: nil, label: documents.name(of: 0))
    documents.setUnit(root, of: 0)
    visit(root)
    // A definition that nothing uses is checked all the same.
    var scope = 0
    while scope < scopes.count {
      for index in scopes[scope].definitions.indices {
        let unit = definedUnit(index, of: scope)
        if units[unit].state == .untouched { visit(unit) }
      }
      scope += 1
    }
    if model.hasTests { reportTestInputs(of: model, among: names) }
    return root
  }

  /// The inputs and definitions that tests can replace, of all documents linked so far.
  var names: StreamNames {
    var definitions: [[String]] = Array(repeating: [], count: documents.count)
    var inputs: [Set<String>] = Array(repeating: [], count: documents.count)
    for unit in units {
      if unit.path.isRoot { definitions[unit.document] = unit.model.definitions.map(\.name) }
      if case .input(let input) = unit.model.source { inputs[unit.document].insert(input.name) }
    }
    return StreamNames(
      documents: definitions.indices.map { number in
        StreamNames.Document(
          name: documents.fileName(of: number) ?? DocumentName(file: "", spelling: ""),
          definitions: definitions[number], inputs: inputs[number])
      })
  }

  /// Returns the unit of a definition of the document itself. If it has no such definition, reports
  /// that and returns nil.
  mutating func unit(named name: String) -> Int? {
    let scope = scopes.indices.first { scopes[$0].parent == nil && scopes[$0].document == 0 }
    if let scope, let index = scopes[scope].indices[name] { return definedUnit(index, of: scope) }
    let names = scope.map { scopes[$0].definitions.map(\.name) } ?? []
    documents.report(
      Diagnostic(
        .unknownStream, "no definition '\(name.abbreviated)'",
        hint: Suggestion.hint(for: name, among: names)
          ?? (names.isEmpty ? "the file defines none" : Suggestion.list(of: names)),
        at: names.isEmpty ? [] : ["definitions"]),
      in: 0)
    return nil
  }

  private mutating func add(
    _ model: StreamModel<Value>, document: Int, path: DocumentPath, enclosing scope: Int?,
    label: String?
  ) -> Int {
    var own = scope
    if !model.definitions.isEmpty || scope == nil {
      own = scopes.count
      scopes.append(
        Scope(
          parent: scope, document: document, path: path, definitions: model.definitions,
          indices: Dictionary(
            model.definitions.enumerated().map { ($1.name, $0) },
            uniquingKeysWith: { first, _ in first })))
    }
    dataFiles += model.dataFiles(besides: documents.name(of: document))
    units.append(
      Unit(model: model, document: document, path: path, scope: own ?? 0, label: label))
    return units.count - 1
  }

  /// Links a unit and its inputs, depth first.
  private mutating func visit(_ first: Int) {
    var stack: [(unit: Int, references: [Reference], next: Int)] = []
    func open(_ unit: Int, in linker: inout Linker) {
      linker.units[unit].state = .open
      stack.append((unit, linker.units[unit].model.references, 0))
    }
    open(first, in: &self)
    while let (unit, references, next) = stack.last {
      guard next < references.count else {
        units[unit].state = .done
        order.append(unit)
        stack.removeLast()
        continue
      }
      stack[stack.count - 1].next += 1
      var found = resolve(references[next], from: unit)
      if let child = found {
        switch units[child].state {
        case .untouched: open(child, in: &self)
        case .done: break
        case .open:
          // Printing the cycle is expensive: skip it for a mistake that is only counted.
          let isCounted = documents.isFull(units[unit].document)
          let way = isCounted ? "" : way(round: child, through: stack.map(\.unit))
          reportCycle(way, references[next], of: unit)
          found = nil
        }
      }
      units[unit].inputs.append(found)
    }
  }

  private mutating func resolve(_ reference: Reference, from unit: Int) -> Int? {
    let (document, scope) = (units[unit].document, units[unit].scope)
    switch reference.input {
    case .model(let model):
      let path = units[unit].path + reference.path
      return add(model, document: document, path: path, enclosing: scope, label: nil)
    case .file(let name):
      return file(name, for: reference, from: unit)
    case .name(StreamInput.groupName):
      return group()
    case .name(let name):
      var next: Int? = scope
      while let scope = next {
        if let index = scopes[scope].indices[name] { return definedUnit(index, of: scope) }
        next = scopes[scope].parent
      }
      reportUnknown(name, in: scope, reference, of: unit)
      return nil
    }
  }

  private mutating func group() -> Int {
    if let groupUnit { return groupUnit }
    let unit = add(
      StreamModel(source: .sequence(.values([]))), document: 0, path: [], enclosing: 0,
      label: StreamInput.groupName)
    units[unit].isGroup = true
    groupUnit = unit
    return unit
  }

  private mutating func file(_ name: String, for reference: Reference, from unit: Int) -> Int? {
    let document = units[unit].document
    switch documents.open(name, from: document, at: units[unit].path + reference.path) {
    case .known(let index):
      return documents.unit(of: index)
    case .new(let index, let model):
      let unit = add(
        model, document: index, path: [], enclosing: nil, label: documents.name(of: index))
      documents.setUnit(unit, of: index)
      return unit
    case .mistaken(let mistake):
      if let mistake { report(mistake, at: reference, of: unit) }
      return nil
    }
  }

  private mutating func definedUnit(_ index: Int, of scope: Int) -> Int {
    if let unit = scopes[scope].units[index] { return unit }
    let definition = scopes[scope].definitions[index]
    let path = scopes[scope].path + [.key("definitions"), .key(Text(definition.name))]
    let replacement = replacements.plan(
      for: definition, in: scopes[scope].document,
      named: documents.fileName(of: scopes[scope].document), below: scopes[scope].path)
    let unit = add(
      replacement == nil ? definition.model : StreamModel(source: .append([])),
      document: scopes[scope].document, path: path, enclosing: scope, label: definition.name)
    units[unit].replacement = replacement
    scopes[scope].units[index] = unit
    return unit
  }
}

extension StreamModel<Value> {
  /// Whether the document or one of its definitions has tests.
  fileprivate var hasTests: Bool {
    !tests.isEmpty || definitions.contains { !$0.model.tests.isEmpty }
  }

  /// The names with a file, such as `./cpu.json#metrics`, among the inputs of its tests.
  package var addressesInTests: [String] {
    ([self] + definitions.map(\.model)).flatMap(\.tests).flatMap(\.inputs).map(\.name)
      .filter { StreamAddress($0).file != nil }
  }
}

// MARK: - Mistakes

extension Linker {
  /// Reports the inputs of tests that replace nothing, in a document and in its definitions.
  private mutating func reportTestInputs(of model: StreamModel<Value>, among names: StreamNames) {
    var mistakes = model.inputMistakes(at: [], besides: [], among: names)
    let own = model.definitions.map(\.name)
    for definition in model.definitions {
      let path: DocumentPath = ["definitions", .key(Text(definition.name))]
      mistakes.append(
        contentsOf: definition.model.inputMistakes(at: path, besides: own, among: names))
    }
    documents.report(mistakes, atKeysIn: 0)
  }

  /// Reports a mistake at every occurrence of a reference: at each item with the operator list that
  /// contains it.
  private mutating func report(_ mistake: Diagnostic, at reference: Reference, of unit: Int) {
    let (document, start) = (units[unit].document, units[unit].path)
    for path in units[unit].model.paths(of: reference) {
      var mistake = mistake
      mistake.path = start + path
      documents.report(mistake, in: document)
    }
  }

  private mutating func reportUnknown(
    _ name: String, in scope: Int, _ reference: Reference, of unit: Int
  ) {
    var mistake = Diagnostic(.unknownStream, "unknown stream '\(name.abbreviated)'")
    // Finding the nearest name is expensive: skip it for a mistake that is only counted.
    if !documents.isFull(units[unit].document) { mistake.hint = hint(for: name, in: scope) }
    report(mistake, at: reference, of: unit)
  }

  private func hint(for name: String, in scope: Int) -> String {
    if name.hasPrefix("$") { return "what begins with '$' is a comment and defines no stream" }
    var names: [String] = []
    var seen: Set<String> = []
    var next: Int? = scope
    while let scope = next {
      names += scopes[scope].definitions.map(\.name).filter { name in
        StreamInput(name) == .name(name) && !name.isEmpty && seen.insert(name).inserted
      }
      next = scopes[scope].parent
    }
    if let hint = Suggestion.hint(for: name, among: names) { return hint }
    if let data = DataFile(name) { return data.wayOut }
    if names.isEmpty {
      return "define it in 'definitions'; a file is named by './', '../' or '.json'"
    }
    return names.count > 10 ? "define it in 'definitions'" : Suggestion.list(of: names)
  }

  private mutating func reportCycle(_ way: String, _ reference: Reference, of unit: Int) {
    report(
      Diagnostic(.cycle, "a cycle: \(way)", hint: "a stream cannot contain itself"),
      at: reference, of: unit)
  }

  /// The names on the way from a unit back to itself; only the beginning and the end of a long way.
  private func way(round child: Int, through open: [Int]) -> String {
    let start = open.firstIndex(of: child) ?? 0
    let named = open[start...].filter { units[$0].label != nil }
    let quoted = { (unit: Int) in units[unit].label.map { "'\($0.onOneLine)'" } ?? "" }
    let first = named.first.map(quoted) ?? "this stream"
    let way =
      named.count > 20
      ? named.prefix(10).map(quoted) + ["…"] + named.suffix(9).map(quoted) : named.map(quoted)
    return (way + [first]).joined(separator: " → ")
  }
}
