import Expressions
import StreamModels
import Values

extension Linker {
  /// Reports inputs of tests that replace nothing, in a document and in its definitions.
  mutating func reportTestInputs(of model: StreamModel<Value>, among names: StreamNames) {
    var mistakes = Diagnostics()
    model.addInputMistakes(at: [], inside: nil, among: names, to: &mistakes)
    let own = DefinitionNames(of: model.definitions)
    for definition in model.definitions {
      let path: DocumentPath = ["definitions", .key(Text(definition.name))]
      definition.model.addInputMistakes(at: path, inside: own, among: names, to: &mistakes)
    }
    documents.report(mistakes, atKeysIn: 0)
  }

  /// Returns the places at which to report a mistake in a reference: every occurrence of it, which
  /// is each item with the operator list that contains it.
  func places(of use: Use) -> [DocumentPath] {
    guard let (reference, unit) = use.origin, reference.home == nil else {
      return [use.home.path + use.path]
    }
    return units[unit].model.paths(of: reference).map { units[unit].path + $0 }
  }

  mutating func report(_ mistake: Diagnostic, by use: Use, below rest: DocumentPath = []) {
    for path in places(of: use) {
      var mistake = mistake
      mistake.path = path + rest
      documents.report(mistake, in: use.home.document)
    }
  }

  /// Reports 'latest' of a model that no name refers to, so that nothing else can subscribe to it.
  mutating func reportMisplacedLatest(at path: DocumentPath, in document: Int) {
    documents.report(
      Diagnostic(
        .invalidValue, "only a definition can have 'latest'",
        hint: "move the stream to 'definitions', and write its name here",
        at: path.appending("latest")),
      in: document)
  }

  mutating func reportUnknown(_ name: String, by use: Use) {
    var mistake = Diagnostic(.unknownStream, "unknown stream '\(name.abbreviated)'")
    // Finding the nearest name is expensive: skip it for a mistake that is only counted.
    if !documents.isFull(use.home.document) { mistake.hint = hint(for: name, in: use.home.scope) }
    report(mistake, by: use)
  }

  private mutating func hint(for name: String, in scope: Int) -> String {
    if name.hasPrefix("$") {
      return "declare it in 'parameters'; a key that begins with '$' in 'definitions' is a comment"
    }
    let names = streamNames(in: scope)
    if let hint = Suggestion.hint(for: name, among: names) { return hint }
    if let data = DataFile(name) { return data.wayOut }
    if names.isEmpty {
      return "define it in 'definitions'; the path of a file begins with './' or '../', or ends "
        + "in '.json'"
    }
    return names.count > 10 ? "define it in 'definitions'" : Suggestion.list(of: names)
  }

  /// Returns the names of the streams that are visible in a scope.
  private mutating func streamNames(in scope: Int) -> [String] {
    if let known = namesInSight, known.scope == scope { return known.names }
    var names: [String] = []
    var seen: Set<String> = []
    var next: Int? = scope
    while let scope = next {
      names += scopes[scope].definitions.filter { $0.model.source != .upstream }.map(\.name)
        .filter { name in
          StreamInput(name) == .name(name) && !name.isEmpty && seen.insert(name).inserted
        }
      next = scopes[scope].parent
    }
    names += knownSideOutputs(in: scopes[scope].document)
    namesInSight = (scope, names)
    return names
  }

  mutating func reportCycle(_ way: String, _ reference: Reference, of unit: Int) {
    report(
      Diagnostic(.cycle, "a cycle: \(way)", hint: "a stream cannot contain itself"),
      by: Use(reference, of: unit, at: reference.home ?? units[unit].home))
  }

  /// The names on the path from a unit back to itself. For a long path, only its beginning and end
  /// are included.
  func way(round child: Int, through open: [Int]) -> String {
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

// MARK: - Mistakes in parameters

extension Linker {
  /// Reports that an operator is used as a stream, at its own place.
  mutating func reportOperator(at path: DocumentPath, in document: Int) {
    var mistake = Diagnostic.operatorAsStream(nil)
    mistake.path = path
    documents.report(mistake, in: document)
  }

  mutating func reportUndeclared(
    _ name: String, in model: StreamModel<Value>, _ declaring: Declaring, by use: Use
  ) {
    let names = model.parameters.map(\.name)
    var mistake = Diagnostic(
      .unknownName, "unknown parameter '\(name.abbreviated)'",
      hint: Suggestion.hint(for: name, among: names) ?? Suggestion.list(of: names))
    mistake.notes = [
      Diagnostic.Note(
        "the parameters are declared here",
        at: ExpressionPlace(
          document: declaring.document, path: declaring.path.appending("parameters")))
    ]
    mistake.path = use.home.path + use.argumentsPath.appending(Text(name))
    documents.report(mistake, in: use.home.document)
  }

  mutating func reportUnset(
    _ parameter: ParameterDeclaration, of declaring: Declaring, by use: Use
  ) {
    let isOperator = use.origin.map(\.reference.isOperator) ?? false
    var mistake = Diagnostic(
      .missingKey,
      "the parameter '\(parameter.name)' has no value, expected "
        + parameter.kind.phrase,
      hint: isOperator
        ? "add \"\(parameter.name)\": … to its parameters"
        : "add \"with\": {\"\(parameter.name)\": … } beside it")
    mistake.notes = [
      Diagnostic.Note(
        "'\(parameter.name)' is declared here", at: declaring.place(of: parameter))
    ]
    report(mistake, by: use)
  }

  /// Reports values for parameters where none are declared.
  mutating func refuseValues(by use: Use) {
    for member in use.with where !member.key.isAnnotation {
      let mistake = Diagnostic(
        .unknownName, "unknown parameter '\(member.key.string.abbreviated)'",
        hint: "it declares no parameters",
        at: use.home.path + use.argumentsPath.appending(member.key))
      documents.report(mistake, in: use.home.document)
    }
  }

  /// Reports values and replacements for something that accepts none.
  mutating func refuseCall(by use: Use, of subject: String) {
    refuseReplacements(by: use, of: subject)
    guard !use.with.isEmpty else { return }
    let mistake = Diagnostic(
      .invalidValue, "found 'with' beside \(subject), which has no parameters", hint: "remove it",
      at: use.home.path + use.argumentsPath)
    documents.report(mistake, in: use.home.document)
  }

  /// Reports replacements of inputs in something that is not a file.
  mutating func refuseReplacements(by use: Use, of subject: String) {
    guard !use.inputs.isEmpty else { return }
    let path = DocumentPath(Array(use.path.components.dropLast())).appending("inputs")
    let mistake = Diagnostic(
      .invalidValue, "found 'inputs' beside \(subject), expected it beside a file",
      hint: "use a parameter of type 'stream' to replace a stream within a file",
      at: use.home.path + path)
    documents.report(mistake, in: use.home.document)
  }

  /// Reports replaced names that the files do not have.
  mutating func reportReplacements() {
    guard !instances.replacements.isEmpty else { return }
    let documentNames = names.documents
    for (document, name, user, path) in instances.replacements {
      let known = documentNames[document].definitions + documentNames[document].inputs.sorted()
      guard !known.contains(name) else { continue }
      documents.report(
        Diagnostic(
          .unknownStream, "that file has no definition or input '\(name.abbreviated)'",
          hint: Suggestion.hint(for: name, among: known)
            ?? (known.isEmpty ? "it has none" : Suggestion.list(of: known)), at: path),
        in: user)
    }
  }

  /// Warns of parameters that hide those of enclosing models.
  mutating func warnOfHiding(
    _ declarations: [ParameterDeclaration], at path: DocumentPath, in document: Int,
    inside scope: Int?
  ) {
    guard let scope, !parameters.isEmpty(at: scope) else { return }
    for parameter in declarations {
      guard let outer = parameters.entry(named: parameter.name, from: scope) else { continue }
      var warning = Diagnostic(
        .duplicateKey, "the parameter '\(parameter.name)' hides a parameter of an enclosing model",
        hint: "rename one of them",
        at: path + ["parameters", .key(Text(parameter.name))], severity: .warning)
      warning.notes = outer.place.map { [Diagnostic.Note("the other one is here", at: $0)] } ?? []
      documents.report(warning, in: document)
    }
  }
}

extension Diagnostic {
  /// The mistake of an operator that is used as a stream.
  static func operatorAsStream(_ name: String?) -> Diagnostic {
    Diagnostic(
      .source, "\(name.map { "'\($0)'" } ?? "this") is an operator, expected a stream",
      hint: name == nil
        ? #"add a source, such as "stream": [ … ]"#
        : "apply it under 'operators'")
  }
}

// MARK: - Values set from outside

extension Linker {
  /// Returns the values that the user of the document sets for its parameters.
  mutating func rootBinding(of model: StreamModel<Value>) -> Binding? {
    let own = settings.stream.flatMap { name in
      (self.settings.checked ?? DefinitionNames(of: model.definitions))
        .model(named: name, in: model.definitions)?.parameters.map(\.name)
    }
    let settings = settings.settings(ofThoseIn: Set(own ?? []), inverted: true)
    return binding(of: model, at: [], from: settings)
  }

  /// Returns the values that the user sets for the parameters of a definition that is played.
  mutating func namedBinding(
    of model: StreamModel<Value>, at path: DocumentPath, in scope: Int
  ) -> Binding? {
    let names = Set(model.parameters.map(\.name))
    return binding(
      of: model, at: path, from: settings.settings(ofThoseIn: names, inverted: false))
  }

  private mutating func binding(
    of model: StreamModel<Value>, at path: DocumentPath, from found: [ParameterSettings.Setting]
  ) -> Binding? {
    let declaring = Declaring(document: 0, path: path)
    var binding = Binding()
    for setting in found {
      guard let parameter = model.parameters.first(where: { $0.name == setting.name }) else {
        reportUndeclared(setting, among: model.parameters.map(\.name), at: path)
        continue
      }
      let place = setting.path ?? declaring.place(of: parameter).path
      binding.late[parameter.name] = (
        setting.value(for: parameter.kind), place, setting.isOption
      )
    }
    // A parameter without a type has been reported.
    for parameter in model.parameters
    where !settings.onlyChecks && parameter.value == nil && parameter.statedKind != nil {
      guard !found.contains(where: { $0.name == parameter.name }) else { continue }
      documents.report(
        Diagnostic(
          .missingKey,
          "the parameter '\(parameter.name)' has no value, expected "
            + parameter.kind.phrase,
          hint: "set it with '--set \(parameter.name)=…', or with 'with' in a test",
          at: declaring.place(of: parameter).path),
        in: 0)
    }
    return model.parameters.isEmpty ? nil : binding
  }

  private mutating func reportUndeclared(
    _ setting: ParameterSettings.Setting, among names: [String], at path: DocumentPath
  ) {
    documents.report(
      Diagnostic(
        .unknownName,
        (setting.isOption ? "option '--set': " : "")
          + "unknown parameter '\(setting.name.abbreviated)'",
        hint: Suggestion.hint(for: setting.name, among: names)
          ?? (names.isEmpty ? "it declares no parameters" : Suggestion.list(of: names)),
        at: setting.path ?? (names.isEmpty ? path : path.appending("parameters"))),
      in: 0)
  }
}
