package import Expressions
package import StreamModels
package import Values

/// Resolves each name, file and nested model of a document to a stream, and sorts the streams so
/// that each comes after its inputs.
///
/// It follows names with an explicit list instead of the call stack, because ten thousand streams
/// may each be `from` the previous one.
package struct Linker: Sendable {
  /// A model with its place and its inputs.
  package struct Unit {
    package let model: StreamModel<Value>
    /// The place of its operators, and the scope in which its names are looked up first.
    package let home: Home
    /// The name that refers to it; nil for a nested model.
    package let label: String?
    /// Whether it represents the values of a group instead of its model.
    package var isGroup = false
    /// The name of the hot stream that it represents instead of its model.
    package var sideOutput: String?
    /// The diagram that a test plays instead of its model.
    package var replacement: MarblePlan?
    /// The unit that plays in place of its source.
    package var substitute: Int?
    /// Whether the substitute belongs to a test, so that its values may have any type.
    var isReplacedByTest = false
    /// The references in the order in which operators take them, including those in the bodies of
    /// custom operators.
    var references: [Reference] = []
    /// The units of its inputs, in the order of `references`; nil for one that was not found.
    package var inputs: [Int?] = []
    /// The bodies of its custom operators, in the order in which they are applied.
    var bodies: [OperatorBody] = []
    var state = State.untouched

    package var document: Int { home.document }
    package var path: DocumentPath { home.path }
    /// Whether it is in a stream of a test.
    package var isOfTest: Bool { document == 0 && path.isOfTest }
  }

  enum State {
    case untouched, open, done
  }

  /// The names in one `definitions` and the parameters of one model, and the enclosing scope, in
  /// which other names are looked up.
  package struct Scope {
    package let parent: Int?
    package let document: Int
    package let path: DocumentPath
    let definitions: [StreamDefinition]
    package let declarations: [ParameterDeclaration]
    /// The index of each name in `definitions`; `units` has the unit of each one looked up so far.
    let indices: [String: Int]
    var units: [Int: Int] = [:]
    /// The scope of the reference for which this scope was created; nil for a scope that is created
    /// once.
    let maker: Int?
    /// The units of parameters that are streams; nil for one with a mistake.
    var streams: [String: Int?] = [:]
    /// The places where they were given, and the numbers of the bodies of operators there.
    var givenAt: [String: (place: ExpressionPlace, site: Int)] = [:]
    /// The units that play in place of inputs and definitions of a file.
    var replaced: [String: Int] = [:]
  }

  package var units: [Unit] = []
  /// The units in the order in which they can be compiled.
  package private(set) var order: [Int] = []
  package var documents: DocumentList
  /// The paths of the data files that documents name, which need not exist.
  private(set) var dataFiles: [String] = []
  package var scopes: [Scope] = []
  /// The parameters, with a level for each scope.
  package var parameters = ParameterTable()
  /// The members of sources that contain parameters or are given by them, by the places of the
  /// sources.
  package var boundDetails: [ExpressionPlace: [Member]] = [:]
  /// The streams and operators created from models with values for their parameters.
  var instances = Instances()
  /// The hot streams that operators and inputs feed.
  var sideOutputs = SideOutputs()
  /// The outputs of the document, with the units of their streams.
  var outputs: [(output: StreamOutput, unit: Int)] = []
  /// The number of bodies of operators so far.
  private var siteCount = 0
  /// The unit that represents the values of the enclosing group, whichever group that is.
  private var groupUnit: Int?
  let replacements: Replacements
  /// The units of the streams that a test plays in place of others, by number.
  var replacementUnits: [Int: Int] = [:]
  package let settings: ParameterSettings
  /// The names of the streams that are visible in the scope in which they were last looked up.
  var namesInSight: (scope: Int, names: [String])?
  /// The definitions of the document that something uses, and the models whose parameters have been
  /// checked.
  var lintedPlaces = LintedPlaces()

  init(
    documents: DocumentList, replacements: Replacements = Replacements(),
    settings: ParameterSettings = ParameterSettings()
  ) {
    self.documents = documents
    self.replacements = replacements
    self.settings = settings
  }

  /// Links the model of a document and everything that it defines and names. Returns its unit.
  mutating func link(_ model: StreamModel<Value>) -> Int {
    documents.setModel(model, of: 0)
    let root = add(
      model, document: 0, path: [], enclosing: nil, label: documents.name(of: 0),
      binding: rootBinding(of: model))
    documents.setUnit(root, of: 0)
    if model.source == .upstream, !settings.onlyChecks { reportOperator(at: [], in: 0) }
    // If the document has already been checked, link only the parts that are played.
    if settings.checked != nil { return root }
    visit(root)
    if model.hasTests { addTestStreams(of: model) }
    linkOutputs(of: model, beside: root)
    linkUnused()
    reportReplacements()
    if model.hasTests {
      let names = names
      reportTestInputs(of: model, among: names)
      reportTestOutputs(of: model)
    }
    return root
  }

  /// Links the parts of an already checked document that are played: one of its streams, with
  /// everything that leads to it. If that includes a hot stream, which operators anywhere in the
  /// document can feed, links the whole document.
  mutating func linkPlayed(_ played: Int, of root: Int) {
    if units[played].state == .untouched { visit(played) }
    if order.contains(where: { units[$0].sideOutput != nil }) {
      if units[root].state == .untouched { visit(root) }
      linkUnused()
    }
    reportReplacements()
  }

  /// Links the definitions that nothing uses, which are checked all the same, and everything else
  /// that has not been linked yet.
  private mutating func linkUnused() {
    var scope = 0
    while scope < scopes.count {
      for index in scopes[scope].definitions.indices where isToCheck(index, of: scope) {
        let unit = definedUnit(index, of: scope, binding: .unset)
        if units[unit].state == .untouched { visit(unit) }
      }
      scope += 1
    }
    for unit in units.indices where units[unit].state == .untouched { visit(unit) }
    if settings.isThorough {
      lintDefinitions()
      lintParameters()
    }
  }

  /// The units of the document's definitions that are one stream each, whatever uses them.
  var definitionUnits: [String: Int] {
    guard let scope = scopes.first else { return [:] }
    return scope.indices.compactMapValues { index in
      let model = scope.definitions[index].model
      let isOne = model.parameters.isEmpty && model.source != .upstream
      return isOne ? scope.units[index] : nil
    }
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

  /// Returns the unit of a definition of the document itself; nil, after reporting that, if it has
  /// no such definition.
  mutating func unit(named name: String) -> Int? {
    let scope = scopes.indices.first { scopes[$0].parent == nil && scopes[$0].document == 0 }
    if let scope, let index = scopes[scope].indices[name] {
      let model = scopes[scope].definitions[index].model
      let path: DocumentPath = ["definitions", .key(Text(name))]
      if model.source == .upstream { reportOperator(at: path, in: 0) }
      let unit = definedUnit(
        index, of: scope, binding: namedBinding(of: model, at: path, in: scope))
      if units[unit].state == .untouched { visit(unit) }
      return unit
    }
    if let output = sideOutput(name, in: 0) {
      if units[output].state == .untouched { visit(output) }
      return output
    }
    let names =
      (scope.map { scopes[$0].definitions.map(\.name) } ?? []) + sideOutputNames(in: 0).sorted()
    documents.report(
      Diagnostic(
        .unknownStream, "no definition '\(name.abbreviated)'",
        hint: Suggestion.hint(for: name, among: names)
          ?? (names.isEmpty ? "the file defines none" : Suggestion.list(of: names)),
        at: names.isEmpty ? [] : ["definitions"]),
      in: 0)
    return nil
  }

  /// Adds a model with a number and, if it has its own names, with its own scope.
  mutating func add(
    _ model: StreamModel<Value>, document: Int, path: DocumentPath, enclosing scope: Int?,
    label: String?, binding: Binding? = nil
  ) -> Int {
    let site = newSite()
    refuseOutputs(of: model, at: path, in: document)
    if model.keepsLatest != nil, path.isRoot || label == nil {
      reportMisplacedLatest(at: path, in: document)
    }
    let own = openScope(
      of: model, document: document, path: path, inside: scope, site: site, binding: binding)
    dataFiles += model.dataFiles(besides: documents.name(of: document))
    let home = Home(document: document, path: path, scope: own, site: site)
    var unit = Unit(model: bound(model, at: home), home: home, label: label)
    if case .input(let input) = unit.model.source {
      unit.substitute = replacement(of: input, in: own)
      if unit.substitute == nil { replace(input, in: &unit) }
    }
    units.append(unit)
    return units.count - 1
  }

  /// Returns a new number for a body of operators.
  mutating func newSite() -> Int {
    siteCount += 1
    return siteCount
  }

  /// Links a unit and its inputs, depth first.
  mutating func visit(_ first: Int) {
    var stack: [(unit: Int, next: Int)] = []
    func open(_ unit: Int, in linker: inout Linker) {
      linker.units[unit].state = .open
      (linker.units[unit].references, linker.units[unit].bodies) = linker.references(of: unit)
      stack.append((unit, 0))
    }
    open(first, in: &self)
    while let (unit, next) = stack.last {
      guard next < units[unit].references.count else {
        units[unit].state = .done
        order.append(unit)
        stack.removeLast()
        continue
      }
      stack[stack.count - 1].next += 1
      let reference = units[unit].references[next]
      var found = resolve(reference, from: unit)
      if let child = found {
        switch units[child].state {
        case .untouched: open(child, in: &self)
        case .done: break
        case .open:
          // Printing the cycle is expensive: skip it for a mistake that is only counted.
          let isCounted = documents.isFull(units[unit].document)
          let way = isCounted ? "" : way(round: child, through: stack.map(\.unit))
          reportCycle(way, reference, of: unit)
          found = nil
        }
      }
      units[unit].inputs.append(found)
    }
  }

  private mutating func resolve(_ reference: Reference, from unit: Int) -> Int? {
    switch reference.subject {
    case .unit(let unit): return unit
    case .customOperator: preconditionFailure("custom operators have been replaced by their bodies")
    case .input(let input):
      let use = Use(reference, of: unit, at: reference.home ?? units[unit].home)
      return resolve(input, by: use)
    }
  }

  /// Returns the unit of an input; nil after reporting a mistake.
  mutating func resolve(_ input: StreamInput, by use: Use) -> Int? {
    let home = use.home
    switch input {
    case .model(let model):
      refuseReplacements(by: use, of: "a model in place")
      return add(
        model, document: home.document, path: home.path + use.path, enclosing: home.scope,
        label: nil,
        binding: binding(of: model, at: home.path + use.path, in: home.document, by: use))
    case .file(let name):
      return file(name, by: use)
    case .name(StreamInput.groupName):
      refuseCall(by: use, of: "the values of a group")
      return group()
    case .name(let name):
      if let parameter = name.parameterName, !parameters.isEmpty(at: home.scope) {
        return stream(ofParameter: parameter, by: use)
      }
      refuseReplacements(by: use, of: "a definition")
      var next: Int? = home.scope
      while let scope = next {
        if let replaced = scopes[scope].replaced[name] { return replaced }
        if let index = scopes[scope].indices[name] { return defined(index, of: scope, by: use) }
        next = scopes[scope].parent
      }
      if let output = sideOutput(name, in: home.document) { return output }
      reportUnknown(name, by: use)
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

  private mutating func file(_ name: String, by use: Use) -> Int? {
    guard let document = openFile(name, by: use), let model = documents.model(of: document) else {
      return nil
    }
    if model.source == .upstream {
      report(.operatorAsStream(name.abbreviated), by: use)
      return nil
    }
    let binding = binding(of: model, at: [], in: document, by: use)
    if binding == nil, let unit = documents.unit(of: document) { return unit }
    return instance(of: model, document: document, path: [], scope: nil, binding: binding) {
      let label = $0.documents.name(of: document)
      let unit = $0.add(
        model, document: document, path: [], enclosing: nil, label: label, binding: binding)
      if binding == nil { $0.documents.setUnit(unit, of: document) }
      return unit
    }
  }

  /// Returns the number of a file that a document names; nil after reporting a mistake.
  mutating func openFile(_ name: String, by use: Use) -> Int? {
    let home = use.home
    switch documents.open(name, from: home.document, at: home.path + use.path) {
    case .known(let index), .new(let index, _): return index
    case .mistaken(let mistake):
      if let mistake { report(mistake, by: use) }
      return nil
    }
  }

  /// Returns the unit of a definition for one of its uses.
  private mutating func defined(_ index: Int, of scope: Int, by use: Use) -> Int? {
    let definition = scopes[scope].definitions[index]
    noteUse(of: definition, in: scope)
    if definition.model.source == .upstream {
      report(.operatorAsStream(definition.name.abbreviated), by: use)
      return nil
    }
    guard !definition.model.parameters.isEmpty || !use.with.isEmpty else {
      return definedUnit(index, of: scope, binding: nil)
    }
    let path = scopes[scope].path + [.key("definitions"), .key(Text(definition.name))]
    let binding = binding(
      of: definition.model, at: path, in: scopes[scope].document, by: use)
    return definedUnit(index, of: scope, binding: binding)
  }

  mutating func definedUnit(_ index: Int, of scope: Int, binding: Binding?) -> Int {
    if binding == nil, let unit = scopes[scope].units[index] { return unit }
    let definition = scopes[scope].definitions[index]
    let (document, path) = (
      scopes[scope].document,
      scopes[scope].path + [.key("definitions"), .key(Text(definition.name))]
    )
    let replacement = replacements.plan(
      for: definition, in: document, named: documents.fileName(of: document),
      below: scopes[scope].path)
    let stream = replacements.stream(
      for: definition, in: document, named: documents.fileName(of: document),
      below: scopes[scope].path)
    let isReplaced = replacement != nil || stream != nil
    let isOne = binding == nil || isReplaced || definition.model.parameters.isEmpty
    if isOne, let unit = scopes[scope].units[index] { return unit }
    var model = definition.model
    if isReplaced {
      model = StreamModel(source: .append([]))
      model.keepsLatest = definition.model.keepsLatest
    }
    let make = { (linker: inout Linker) in
      let unit = linker.add(
        model, document: document, path: path, enclosing: scope, label: definition.name,
        binding: isOne ? nil : binding)
      linker.units[unit].replacement = replacement
      linker.units[unit].isReplacedByTest = stream != nil
      linker.units[unit].substitute = stream.map { linker.replacementUnit($0) }
      if isOne { linker.scopes[scope].units[index] = unit }
      return unit
    }
    if isOne { return make(&self) }
    return instance(
      of: model, document: document, path: path, scope: scope, binding: binding, make: make)
  }
}
