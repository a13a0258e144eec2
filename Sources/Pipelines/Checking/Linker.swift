import Values

/// Finds out which stream each name, file and model in place of a document means, and puts them in an
/// order in which each stands behind those that it takes in.
///
/// It follows names with a list of its own and not with the stack: ten thousand streams may each be
/// `from` the one before.
struct Linker {
  /// A model with its place, and the streams that it takes in.
  struct Unit {
    let model: StreamModel<Value>
    let document: Int
    let path: DocumentPath
    /// What its own names are looked up in first.
    let scope: Int
    /// How it was named; nil for a model in place.
    let label: String?
    /// The units that it takes in, in the order of `references`; nil where one was not found.
    var inputs: [Int?] = []
    var state = State.untouched
  }

  enum State {
    case untouched, open, done
  }

  /// The names of one `definitions`, and where to look for others.
  private struct Scope {
    let parent: Int?
    let document: Int
    let path: DocumentPath
    let definitions: [StreamDefinition]
    /// For each name its index, and its unit once somebody has asked for it.
    let indices: [String: Int]
    var units: [Int: Int] = [:]
  }

  private(set) var units: [Unit] = []
  /// The units in the order in which they can be compiled.
  private(set) var order: [Int] = []
  private(set) var documents: DocumentList
  private var scopes: [Scope] = []

  init(documents: DocumentList) {
    self.documents = documents
  }

  /// Links the model of a document and all that it defines and names. Gives the number of its unit.
  mutating func link(_ model: StreamModel<Value>) -> Int {
    let root = add(model, document: 0, path: [], enclosing: nil, label: nil)
    visit(root)
    // What nobody takes in is checked all the same.
    var scope = 0
    while scope < scopes.count {
      for index in scopes[scope].definitions.indices {
        let unit = definedUnit(index, of: scope)
        if units[unit].state == .untouched { visit(unit) }
      }
      scope += 1
    }
    return root
  }

  /// The unit of a definition of the document itself. Gives nil, after saying why, if there is none
  /// of that name.
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
            uniquingKeysWith: { first, _ in
              first
            })))
    }
    units.append(
      Unit(model: model, document: document, path: path, scope: own ?? 0, label: label))
    return units.count - 1
  }

  /// Links a unit and what it takes in, depth first.
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
          reportCycle(to: child, through: stack.map(\.unit), references[next])
          found = nil
        }
      }
      units[unit].inputs.append(found)
    }
  }

  private mutating func resolve(_ reference: Reference, from unit: Int) -> Int? {
    let (document, scope) = (units[unit].document, units[unit].scope)
    let path = units[unit].path + reference.path
    switch reference.input {
    case .model(let model):
      return add(model, document: document, path: path, enclosing: scope, label: nil)
    case .file(let name):
      guard let (index, model) = documents.open(name, from: document, at: path) else { return nil }
      if let unit = documents.unit(of: index) { return unit }
      guard let model else { return nil }
      let unit = add(model, document: index, path: [], enclosing: nil, label: name)
      documents.setUnit(unit, of: index)
      return unit
    case .name(let name):
      var next: Int? = scope
      while let scope = next {
        if let index = scopes[scope].indices[name] { return definedUnit(index, of: scope) }
        next = scopes[scope].parent
      }
      reportUnknown(name, in: scope, document: document, at: path)
      return nil
    }
  }

  private mutating func definedUnit(_ index: Int, of scope: Int) -> Int {
    if let unit = scopes[scope].units[index] { return unit }
    let definition = scopes[scope].definitions[index]
    let path = scopes[scope].path + [.key("definitions"), .key(Text(definition.name))]
    let unit = add(
      definition.model, document: scopes[scope].document, path: path, enclosing: scope,
      label: definition.name)
    scopes[scope].units[index] = unit
    return unit
  }
}

// MARK: - Mistakes

extension Linker {
  private mutating func reportUnknown(
    _ name: String, in scope: Int, document: Int, at path: DocumentPath
  ) {
    var names: [String] = []
    var next: Int? = scope
    while let scope = next {
      names += scopes[scope].definitions.map(\.name)
      next = scopes[scope].parent
    }
    let hint =
      Suggestion.hint(for: name, among: names)
      ?? (names.isEmpty
        ? "define it in 'definitions'; a file is named by './', '../' or '.json'"
        : names.count > 10 ? "define it in 'definitions'" : Suggestion.list(of: names))
    documents.report(
      Diagnostic(
        .unknownStream, "unknown stream '\(name.abbreviated)'", hint: hint, at: path),
      in: document)
  }

  private mutating func reportCycle(to child: Int, through open: [Int], _ reference: Reference) {
    guard let start = open.firstIndex(of: child), let last = open.last else { return }
    let labels = open[start...].compactMap { units[$0].label.map { "'\($0.abbreviated)'" } }
    let first = labels.first ?? "this stream"
    let way = labels.count > 20 ? labels.prefix(10) + ["…"] + labels.suffix(9) : labels[...]
    documents.report(
      Diagnostic(
        .cycle, "a cycle: \((way + [first]).joined(separator: " → "))",
        hint: "a stream cannot take in itself", at: units[last].path + reference.path),
      in: units[last].document)
  }
}

/// An input with its place in the model that names it.
struct Reference {
  let input: StreamInput
  let path: DocumentPath
}

extension StreamModel<Value> {
  /// What the model takes in: by its source, by the operators of its items (each list once, where it
  /// first stands), by its own operators.
  var references: [Reference] {
    sourceReferences + operators.references(below: [.key("operators")])
  }

  private var sourceReferences: [Reference] {
    switch source {
    case .stream(let items):
      return items.lists.enumerated().flatMap { number, list -> [Reference] in
        guard list.contains(where: { !$0.definition.inputs.isEmpty }) else { return [] }
        let index = items.listNumbers.firstIndex(of: UInt32(number)) ?? 0
        return list.references(below: [.key("stream"), .index(index), .key("operators")])
      }
    case .sequence, .marbles:
      return []
    case .append(let inputs): return inputs.references(below: [.key("append")])
    case .merge(let inputs): return inputs.references(below: [.key("merge")])
    case .zip(let inputs): return inputs.references(below: [.key("zip")])
    case .from(let input): return [Reference(input: input, path: [.key("from")])]
    }
  }
}

extension [StreamInput] {
  fileprivate func references(below path: DocumentPath) -> [Reference] {
    enumerated().map { Reference(input: $1, path: path + [.index($0)]) }
  }
}

extension [Operator] {
  fileprivate func references(below path: DocumentPath) -> [Reference] {
    enumerated().flatMap { index, next -> [Reference] in
      let place = path + [.index(index), .key(Text(next.spec.name))]
      return next.definition.parameters.entries.flatMap { entry -> [Reference] in
        guard case .streams(let inputs) = entry.value else { return [] }
        return inputs.references(below: place + [.key(Text(entry.name))])
      }
    }
  }
}
