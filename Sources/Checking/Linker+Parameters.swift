import Expressions
import StreamModels
import Values

/// The value of a parameter.
enum GivenParameter: Hashable {
  case constant(Value)
  /// A duration, as the string of a CEL duration and as it is written.
  case duration(String, Value)
  case expression(GivenExpression)
  /// The unit of a stream; nil for one with a mistake.
  case stream(Int?)
  /// A value that has a mistake, which has been reported, or that is not needed.
  case unknown
}

extension Linker {
  /// The values for the parameters of a model, and the streams that play in place of its inputs.
  struct Binding {
    var given: [String: GivenParameter] = [:]
    /// The places of the values.
    var places: [String: ExpressionPlace] = [:]
    var replaced: [String: Int] = [:]
    /// Values that are set from outside, with their paths in the document to play. Names in them
    /// are looked up in the model itself.
    var late: [String: (value: Value, path: DocumentPath, isOption: Bool)] = [:]
    /// The scope of the reference; nil for the document to play.
    var maker: Int?
    /// The body of operators of the reference.
    var site: Int?
    /// Whether the model is only checked.
    var isCheck = false

    /// A binding without values, for a definition that nothing uses.
    static let unset = Binding(isCheck: true)
  }

  /// The use of a stream or an operator: where names are looked up, and where mistakes are.
  struct Use {
    let home: Home
    /// The path of the name, relative to the home.
    let path: DocumentPath
    /// The path of the values for parameters, relative to the home.
    let argumentsPath: DocumentPath
    var with: [Member] = []
    var inputs: [FromSource.Replacement] = []
    /// The reference, and the unit that contains it; nil for a value of a parameter.
    var origin: (reference: Reference, unit: Int)?

    /// Whether it replaces inputs of a file. Replacing inputs of anything else is a mistake.
    var replacesInputs: Bool {
      guard !inputs.isEmpty, case .input(.file)? = origin?.reference.subject else { return false }
      return true
    }

    init(_ reference: Reference, of unit: Int, at home: Home) {
      self.home = home
      path = reference.path
      origin = (reference, unit)
      if case .customOperator(let own) = reference.subject {
        (argumentsPath, with) = (path, own.arguments)
      } else {
        guard let call = reference.call else {
          argumentsPath = path
          return
        }
        argumentsPath = DocumentPath(Array(path.components.dropLast())).appending("with")
        (with, inputs) = (call.with, call.inputs)
      }
    }

    init(at path: DocumentPath, in home: Home) {
      self.home = home
      self.path = path
      argumentsPath = path
    }
  }

  /// A model at its place, from which several instances may be created.
  struct Declaring {
    let document: Int
    let path: DocumentPath

    func place(of parameter: ParameterDeclaration) -> ExpressionPlace {
      ExpressionPlace(
        document: document, path: path + ["parameters", .key(Text(parameter.name))])
    }
  }

  /// Returns the values that a use sets for the parameters of a model; nil if it sets nothing.
  mutating func binding(
    of model: StreamModel<Value>, at path: DocumentPath, in document: Int, by use: Use,
    preset: Use? = nil
  ) -> Binding? {
    let declaring = Declaring(document: document, path: path)
    if model.parameters.isEmpty {
      for use in [use, preset].compactMap(\.self) { refuseValues(by: use) }
      if !use.replacesInputs { return nil }
    }
    var binding = Binding(maker: use.home.scope, site: use.home.site)
    for use in [preset, use].compactMap(\.self) {
      setParameters(of: model, declaring, by: use, &binding)
    }
    for parameter in model.parameters
    where parameter.value == nil && binding.given[parameter.name] == nil {
      reportUnset(parameter, of: declaring, by: use)
    }
    for replacement in use.inputs where use.replacesInputs {
      let path =
        DocumentPath(Array(use.path.components.dropLast()))
        + ["inputs", .key(Text(replacement.name))]
      let unit = resolve(replacement.stream, by: Use(at: path, in: use.home))
      binding.replaced[replacement.name] = unit ?? emptyUnit()
      instances.replacements.append(
        (document, replacement.name, use.home.document, use.home.path + path))
    }
    return binding
  }

  /// Adds the values that a use sets for the parameters of a model.
  private mutating func setParameters(
    of model: StreamModel<Value>, _ declaring: Declaring, by use: Use, _ binding: inout Binding
  ) {
    guard !model.parameters.isEmpty else { return }
    for member in use.with where !member.key.isAnnotation {
      let name = member.key.string
      guard let parameter = model.parameters.first(where: { $0.name == name }) else {
        reportUndeclared(name, in: model, declaring, by: use)
        continue
      }
      let path = use.argumentsPath.appending(member.key)
      binding.places[name] = ExpressionPlace(
        document: use.home.document, path: use.home.path + path)
      binding.given[name] = given(
        member.value, for: parameter, of: declaring, at: path, in: use.home)
    }
  }

  /// Returns the value of a parameter that is given at a path in a body of operators.
  mutating func given(
    _ value: Value, for parameter: ParameterDeclaration, of declaring: Declaring,
    at path: DocumentPath, in home: Home, isOption: Bool = false, isDefault: Bool = false
  ) -> GivenParameter {
    let place = ExpressionPlace(document: home.document, path: home.path + path)
    var mistake: Diagnostic?
    do throws(Diagnostic) {
      if parameter.kind == .expression, case .string(let text) = value {
        return .expression(
          GivenExpression(text.string, level: home.scope, at: place, site: home.site))
      }
      if parameter.kind == .stream, let stream = stream(value, at: path, in: home) {
        return .stream(stream.unit)
      }
      let reader = ParameterReader(table: parameters, level: home.scope)
      let resolved = reader.isEmpty ? .init(value: value) : try reader.resolve(value)
      guard let value = resolved.value else { return .unknown }
      do throws(ParameterDeclaration.Mistake) {
        try parameter.check(value)
      } catch {
        var mistake = Diagnostic(error.code, error.message, hint: error.hint)
        // The reader of a file has already reported it.
        if isDefault, resolved.origin == nil, documents.source(of: home.document) != nil {
          return .unknown
        }
        if isOption {
          mistake.message = "option '--set \(parameter.name)': \(mistake.message)"
          throw mistake
        }
        mistake.note(resolved.origin)
        mistake.notes.append(
          Diagnostic.Note(
            "'\(parameter.name)' is declared here", at: declaring.place(of: parameter)))
        throw mistake
      }
      return Self.constant(value, of: parameter.kind(of: value))
    } catch {
      mistake = error
    }
    mistake?.path = place.path
    if let mistake { documents.report(mistake, in: place.document) }
    return .unknown
  }

  private static func constant(
    _ value: Value, of kind: ParameterDeclaration.Kind
  ) -> GivenParameter {
    guard kind == .duration, let nanoseconds = ParameterDeclaration.nanoseconds(of: value) else {
      return .constant(value)
    }
    return .duration("\(Seconds(nanoseconds: nanoseconds).text)s", value)
  }

  /// Returns the unit of a stream that is the value of a parameter; nil if the value is not a
  /// stream.
  private mutating func stream(
    _ value: Value, at path: DocumentPath, in home: Home
  ) -> (unit: Int?, Void)? {
    let use = Use(at: path, in: home)
    switch value {
    case .string(let text): return (resolve(StreamInput(text.string), by: use), ())
    case .object:
      do throws(Diagnostics) {
        let model = try ModelParser.read(
          value, hasParameters: true, operators: documents.operators
        ) { rule throws(ReadError) in
          let model = try rule.readModel(of: Value.self)
          // The names of the surrounding document are visible.
          rule.openNames = []
          return model
        }
        return (resolve(.model(model), by: use), ())
      } catch {
        documents.report(error.below(home.path + path), in: home.document)
        return (nil, ())
      }
    default: return nil
    }
  }

  /// Returns the unit of a parameter that is a stream; nil after reporting a mistake.
  mutating func stream(ofParameter name: String, by use: Use) -> Int? {
    refuseCall(by: use, of: "a parameter")
    var next: Int? = use.home.scope
    while let scope = next {
      if let stream = scopes[scope].streams[name] { return stream }
      next = scopes[scope].parent
    }
    let reader = ParameterReader(table: parameters, level: use.home.scope)
    switch parameters.entry(named: name, from: use.home.scope)?.parameter {
    case nil: report(reader.unknown(name), by: use)
    case .unknown, .stream: break
    case .constant, .duration, .expression:
      report(
        Diagnostic(
          .wrongType, "'$\(name.abbreviated)' is not a stream, expected a stream",
          hint: #"declare it with "type": "stream""#), by: use)
    }
    return nil
  }

  /// Returns the place of the value if a reference leads to its stream through a parameter; nil for
  /// any other reference.
  func given(by reference: Reference, at home: Home) -> GivenExpression? {
    guard case .input(.name(let text)) = reference.subject, let name = text.parameterName,
      text != StreamInput.groupName, !parameters.isEmpty(at: home.scope)
    else { return nil }
    var next: Int? = home.scope
    while let scope = next {
      if scopes[scope].streams[name] != nil, let place = scopes[scope].givenAt[name] {
        return GivenExpression("", level: scope, at: place.place, site: place.site)
      }
      next = scopes[scope].parent
    }
    return nil
  }

  /// Adds a placeholder for a unit that was not found.
  private mutating func emptyUnit() -> Int {
    add(StreamModel(source: .append([])), document: 0, path: [], enclosing: 0, label: nil)
  }
}
