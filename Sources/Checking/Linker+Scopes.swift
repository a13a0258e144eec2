import Expressions
import Records
import StreamModels
import Values

extension Linker {
  /// Returns the scope of a model's operators. A model with its own names gets its own scope.
  mutating func openScope(
    of model: StreamModel<Value>, document: Int, path: DocumentPath, inside scope: Int?,
    site: Int, binding: Binding?
  ) -> Int {
    if let scope, model.definitions.isEmpty, model.parameters.isEmpty, binding == nil {
      return scope
    }
    let own = scopes.count
    let isDocument = document == 0 && path.isRoot
    scopes.append(
      Scope(
        parent: scope, document: document, path: path, definitions: model.definitions,
        declarations: model.parameters,
        indices: (isDocument ? settings.checked : nil)?.indices
          ?? DefinitionNames(of: model.definitions).indices,
        maker: binding?.maker,
        replaced: binding?.replaced ?? [:]))
    _ = parameters.addLevel(inside: scope)
    guard !model.parameters.isEmpty else { return own }
    // The parameters of an operator are set only where it is used.
    if model.source != .upstream {
      warnOfHiding(model.parameters, at: path, in: document, inside: scope)
    }
    parameters.declareParameters(at: own)
    noteParameters(model.parameters, at: path, in: document)
    let home = Home(document: document, path: path, scope: own, site: site)
    let ordered = inOrder(model.parameters, in: home)
    // An inline stream may use all the others.
    for parameter in ordered.filter({ $0.kind != .stream }) + ordered.filter({ $0.kind == .stream })
    {
      set(parameter, to: binding?.given[parameter.name], binding: binding, in: home)
    }
    return own
  }

  /// Returns declarations in an order in which each follows the declarations that its value names.
  /// Reports declarations that name one another in a cycle.
  private mutating func inOrder(
    _ declarations: [ParameterDeclaration], in home: Home
  ) -> [ParameterDeclaration] {
    let indices = Dictionary(
      declarations.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    let named = declarations.map { declaration in
      declaration.kind == .expression
        ? [] : declaration.value?.parameterNames.compactMap { indices[$0] } ?? []
    }
    guard named.contains(where: { !$0.isEmpty }) else { return declarations }
    var order: [ParameterDeclaration] = []
    var states = Array(repeating: State.untouched, count: declarations.count)
    for first in declarations.indices where states[first] == .untouched {
      var stack = [(index: first, next: 0)]
      states[first] = .open
      while let (index, next) = stack.last {
        guard next < named[index].count else {
          states[index] = .done
          order.append(declarations[index])
          stack.removeLast()
          continue
        }
        stack[stack.count - 1].next += 1
        let other = named[index][next]
        if states[other] == .untouched {
          states[other] = .open
          stack.append((other, 0))
        } else if states[other] == .open {
          let way = stack.map(\.index).drop { $0 != other }.map { declarations[$0].name }
          reportCycle(of: way, in: home)
        }
      }
    }
    return order
  }

  private mutating func reportCycle(of names: [String], in home: Home) {
    let way = (names + [names[0]]).map { "'$\($0.abbreviated)'" }
    let shown = way.count > 20 ? way.prefix(10) + ["…"] + way.suffix(9) : way[...]
    documents.report(
      Diagnostic(
        .cycle, "a cycle: \(shown.joined(separator: " → "))",
        hint: "a parameter cannot contain itself",
        at: home.path + ["parameters", .key(Text(names[0]))]),
      in: home.document)
    // The parameters in the cycle have no values.
    for name in names { parameters.set(name, to: .unknown, from: nil, at: home.scope) }
  }

  /// Sets a parameter to a given value, or to the value in its declaration.
  private mutating func set(
    _ parameter: ParameterDeclaration, to given: GivenParameter?, binding: Binding?, in home: Home
  ) {
    let path: DocumentPath = ["parameters", .key(Text(parameter.name))]
    let valuePath = parameter.isObject ? path.appending("value") : path
    let declaring = Declaring(document: home.document, path: home.path)
    var place =
      binding?.places[parameter.name]
      ?? ExpressionPlace(document: home.document, path: home.path + valuePath)
    let value: GivenParameter
    if let given {
      value = given
    } else if let (late, path, isOption) = binding?.late[parameter.name] {
      let root = Home(document: 0, path: [], scope: home.scope, site: home.site)
      place = ExpressionPlace(document: 0, path: path)
      value = self.given(
        late, for: parameter, of: declaring, at: path, in: root, isOption: isOption)
    } else if let stated = parameter.value {
      value = self.given(
        stated, for: parameter, of: declaring, at: valuePath, in: home, isDefault: true)
    } else {
      value = .unknown
    }
    let known: Parameter
    switch value {
    case .constant(let value): known = .constant(value)
    case .duration(let text, let written): known = .duration(text, written: written)
    case .expression(let expression): known = .expression(expression)
    case .stream(let unit):
      known = .stream
      scopes[home.scope].streams[parameter.name] = .some(unit)
      let site = given == nil ? home.site : binding?.site ?? home.site
      scopes[home.scope].givenAt[parameter.name] = (place, site)
    case .unknown: known = .unknown
    }
    parameters.set(parameter.name, to: known, from: place, at: home.scope)
  }

  /// Returns the unit that plays in place of an input of a file, if there is one.
  func replacement(of input: InputSource, in scope: Int) -> Int? {
    var root = scope
    while let parent = scopes[root].parent { root = parent }
    return scopes[root].replaced[input.name]
  }

  /// Returns a model in whose source the parameters are replaced by their values.
  mutating func bound(_ model: StreamModel<Value>, at home: Home) -> StreamModel<Value> {
    let reader = ParameterReader(table: parameters, level: home.scope)
    var details = model.parameterDetails
    if case .marbles(let marbles) = model.source, let error = marbles.error, error.isReference,
      !reader.isEmpty
    {
      details.append(Member(key: "error", value: .string(Text(error))))
    }
    var model = model
    if case .input(let input) = model.source, !reader.isEmpty {
      if input.name.isReference { bindName(of: input, in: &model, with: reader, at: home) }
      if input.paths.contains(where: \.isReference) {
        bindPaths(of: input, in: &model, with: reader, at: home)
      }
      // Left as they are, the references would be a valid format, too.
      if let written = input.recordsAsWritten ?? input.records?.encoded, written.hasReference {
        details.append(Member(key: "records", value: written))
      }
    }
    if case .cron(let cron) = model.source, !reader.isEmpty {
      bindFields(of: cron, in: &model, with: reader, at: home)
    }
    guard !details.isEmpty else { return model }
    boundDetails[ExpressionPlace(document: home.document, path: home.path)] = details
    model.parameterDetails = []
    for detail in details {
      let path = home.path.appending(detail.key)
      do throws(Diagnostics) {
        try set(detail, in: &model, with: reader)
      } catch {
        documents.report(error.below(path).yielding(reader.isEmpty), in: home.document)
      }
    }
    return model
  }

  /// Replaces the name of an input that is given by a parameter.
  private mutating func bindName(
    of input: InputSource, in model: inout StreamModel<Value>, with reader: ParameterReader,
    at home: Home
  ) {
    var bound = input
    var mistake: Diagnostic
    do throws(Diagnostic) {
      let resolved = try reader.resolve(.string(Text(input.name)))
      guard let value = resolved.value else { return }
      if case .string(let name) = value, !name.isEmpty, !name.string.contains("=") {
        bound.name = name.string
        model.source = .input(bound)
        return
      }
      mistake = Diagnostic(
        .invalidValue, "\(value.spelling) for the name of an input, expected a string without '='")
      mistake.note(resolved.origin)
    } catch {
      mistake = error
    }
    mistake.path = home.path.appending("input")
    documents.report(mistake, in: home.document)
  }

  /// Replaces the fields of a schedule that are given by parameters: single fields, or all of them.
  private mutating func bindFields(
    of cron: CronSource, in model: inout StreamModel<Value>, with reader: ParameterReader,
    at home: Home
  ) {
    var bound = cron
    // A schedule that cannot be bound has been reported, so any other can take its place.
    bound.fields = "@daily"
    defer { model.source = .cron(bound) }
    var fields: [String] = []
    for field in cron.fields.split(separator: " ").map(String.init) {
      guard field.isReference else {
        fields.append(field)
        continue
      }
      var mistake: Diagnostic
      do throws(Diagnostic) {
        let resolved = try reader.resolve(.string(Text(field)))
        switch resolved.value {
        case .string(let text)?:
          fields.append(text.string)
          continue
        case .int(let number)?:
          fields.append("\(number)")
          continue
        case let value?:
          mistake = Diagnostic(
            .wrongType, "\(value.spelling) in a schedule, expected a string or a whole number")
          mistake.note(resolved.origin)
        case nil: return
        }
      } catch {
        mistake = error
      }
      mistake.path = home.path.appending("cron")
      return documents.report(mistake, in: home.document)
    }
    bound.fields = fields.joined(separator: " ")
  }

  /// Replaces the paths of an input that are given by parameters. A parameter that is a list
  /// provides several files.
  private mutating func bindPaths(
    of input: InputSource, in model: inout StreamModel<Value>, with reader: ParameterReader,
    at home: Home
  ) {
    guard case .input(var bound) = model.source else { return }
    var paths: [String] = []
    for (index, text) in input.paths.enumerated() {
      var mistake: Diagnostic?
      do throws(Diagnostic) {
        let resolved = try reader.resolve(.string(Text(text)))
        guard let value = resolved.value else { return }
        let texts = if case .array(let elements) = value { elements } else { [value] }
        mistake = Self.mistake(inPaths: texts, of: value)
        mistake?.note(resolved.origin)
        paths += texts.compactMap { if case .string(let path) = $0 { path.string } else { nil } }
      } catch {
        mistake = error
      }
      guard var mistake else { continue }
      let isList = input.pathsAsWritten != nil || input.paths.count > 1
      mistake.path = home.path.appending("path") + (isList ? [.index(index)] : [])
      documents.report(mistake, in: home.document)
      return
    }
    bound.paths = paths
    model.source = .input(bound)
  }

  /// Returns the mistake in paths that are given by a parameter; nil if there is none.
  private static func mistake(inPaths texts: [Value], of value: Value) -> Diagnostic? {
    if texts.isEmpty {
      return Diagnostic(.invalidValue, "found no paths, expected at least one")
    }
    for text in texts {
      guard case .string(let path) = text else {
        return Diagnostic(
          .wrongType, "\(value.spelling) for a path, expected a string or a list of strings")
      }
      if let refusal = PathRefusal(of: path.string) {
        return Diagnostic(.invalidValue, refusal.message, hint: refusal.hint)
      }
    }
    return nil
  }

  private func set(
    _ detail: Member, in model: inout StreamModel<Value>, with reader: ParameterReader
  ) throws(Diagnostics) {
    let resolved: ParameterReader.Resolved
    do throws(Diagnostic) {
      resolved = try reader.resolve(
        detail.value, keepsAnnotations: detail.key == "records")
    } catch {
      throw Diagnostics([error])
    }
    guard let value = resolved.value else { return }
    do throws(Diagnostics) {
      let source = model.source
      model.source = try ModelParser.read(value) { rule throws(ReadError) in
        try rule.readDetail(named: detail.key.string, of: source)
      }
    } catch {
      var error = error
      error.updateEach { $1.note(resolved.origin) }
      throw error
    }
  }
}
