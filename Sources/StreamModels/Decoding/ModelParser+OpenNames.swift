import Values

/// A name whose meaning depends on definitions and parameters of the models around it, which may
/// come later in the document.
package struct OpenName {
  /// The use of a name.
  enum Use {
    /// An operator that is not built in.
    case customOperator(StrangeMember, start: Int)
    /// A string that is a mistake unless a parameter is in scope.
    case parameter(code: DiagnosticCode, message: String, hint: String?, offset: Int)
  }

  let use: Use
  let path: DocumentPath

  var isParameter: Bool { if case .parameter = use { true } else { false } }
}

/// An operator that a model defines under the name of a built-in one.
package struct HidingOperator {
  /// The path to the model that defines it.
  let path: DocumentPath
  let name: String
}

extension ModelParser where Reader: ~Copyable {
  /// Whether the model that is being read may be an operator: it is the document itself, or a
  /// definition.
  var canBeOperator: Bool {
    let components = path.components
    return components.isEmpty
      || components.count > 1 && components[0] != .key("outputs")
        && components[components.count - 2] == .key("definitions")
  }

  /// Whether an operator of the document hides a built-in one here.
  @inline(never)
  func isHidden(_ name: String) -> Bool {
    !knownHidingOperators.isEmpty
      && knownHidingOperators.contains { hiding in
        hiding.name == name && path.components.starts(with: hiding.path.components)
      }
  }

  /// Returns an operator that the document may define; its definition may come later.
  func customOperator(_ member: StrangeMember) -> Operator {
    let members = member.members ?? []
    var result = Operator(
      .custom(
        CustomOperator(
          name: member.key.string, arguments: members.filter { !$0.key.isAnnotation })))
    result.parameterAnnotations = members.filter { $0.key.isAnnotation }
    return result
  }

  @inline(never)
  mutating func customOperator(_ member: StrangeMember, at start: Int) -> Operator {
    note(.customOperator(member, start: start))
    return customOperator(member)
  }

  /// Notes a name to be resolved once the models around it have been read.
  mutating func note(_ use: OpenName.Use) {
    openNames.append(OpenName(use: use, path: path))
    // A repetition of the list is read again, so that a mistake is reported at each place.
    listHasNotes = true
  }

  /// Resolves the names inside a model that the model declares or defines, and notes those of its
  /// operators that hide built-in ones.
  mutating func settleNames<Element>(of draft: ModelDraft<Element>) {
    let model = draft.model
    guard !model.definitions.isEmpty || !model.parameters.isEmpty else { return }
    for definition in model.definitions
    where definition.model.source == .upstream && operators.names.contains(definition.name) {
      hidingOperators.append(HidingOperator(path: path, name: definition.name))
      if isHidden(definition.name) { warnOfHiding(definition.name) }
    }
    let defined = Set(model.definitions.filter(\.model.canBeOperator).map(\.name))
    operatorNames.formUnion(defined)
    guard openNames.count > draft.openNames else { return }
    let inside = openNames[draft.openNames...].filter { open in
      switch open.use {
      case .customOperator(let member, _):
        guard defined.contains(member.key.string) else { return true }
        if member.members == nil { reportBareParameters(of: open) }
        return false
      case .parameter: return model.parameters.isEmpty
      }
    }
    openNames.removeLast(openNames.count - draft.openNames)
    openNames.append(contentsOf: inside)
  }

  private mutating func warnOfHiding(_ name: String) {
    diagnostics.append(
      Diagnostic(
        .duplicateKey, "the operator '\(name)' hides the built-in one",
        hint: "choose another name", at: path + ["definitions", .key(Text(name))],
        severity: .warning))
  }

  private mutating func reportBareParameters(of open: OpenName) {
    guard case .customOperator(let member, _) = open.use else { return }
    let place = path
    path = open.path
    report(
      .wrongType, "expected the parameters of '\(member.key.string)', which are an object",
      hint: "write \"\(member.key.string)\": {}", at: member.value.lowerBound,
      below: .key(member.key))
    path = place
  }

  /// Reports the names that nothing in the document defines.
  mutating func reportOpenNames() {
    let place = path
    defer { path = place }
    for open in openNames {
      path = open.path
      switch open.use {
      case .customOperator(let member, let start): report([member], areAlone: true, at: start)
      case .parameter(let code, let message, let hint, let offset):
        report(code, message, hint: hint, at: offset)
      }
    }
    openNames = []
  }
}

extension StreamModel<Value> {
  /// Whether the model is an operator, or the name of one: a `from` with no other key except
  /// `with`.
  package var canBeOperator: Bool { source == .upstream || aliasedFile != nil }

  /// The `from` of a model that has no other key except `with`; nil for any other model.
  package var aliasedFile: FromSource? {
    guard case .from(let from) = source, case .file = from.input, from.inputs.isEmpty,
      operators.isEmpty, definitions.isEmpty, parameters.isEmpty, expect == nil, tests.isEmpty
    else { return nil }
    return from
  }
}
