import Expressions
import Values

extension ModelParser where Reader: ~Copyable {
  /// Reads the parameters that a model declares.
  @inline(never)
  mutating func readParameters() throws(ReadError) -> [ParameterDeclaration] {
    guard try expect(.object, "an object of parameters by name") else { return [] }
    var parameters: [ParameterDeclaration] = []
    var names: Set<Text> = []
    try reader.beginObject()
    while case .unknown(let name) = try reader.nextKey(in: KeyTable([])) {
      path.append(.key(name))
      if name.isAnnotation {
        checkReference(name.string)
        try reader.skipValue()
      } else if !names.insert(name).inserted {
        reportRepetition(of: name.string)
        try reader.skipValue()
      } else {
        checkName(ofParameter: name.string)
        parameters.append(try readParameter(named: name.string))
      }
      path.removeLast()
    }
    return parameters
  }

  /// Reports a key that is a comment but was most likely meant to declare a parameter.
  private mutating func checkReference(_ name: String) {
    guard let parameter = name.parameterName, name != "$comment", name != "$schema" else { return }
    report(
      .invalidValue,
      "'\(name.abbreviated)' cannot be the name of a parameter, expected a name "
        + "without '$'",
      hint: "write '\(parameter)'; it is used as '\(name.abbreviated)'")
  }

  /// Reports a name that a parameter cannot have.
  private mutating func checkName(ofParameter name: String) {
    if let mistake = ParameterDeclaration.mistake(inName: name) {
      report(.invalidValue, mistake.message, hint: mistake.hint)
    }
  }

  private mutating func readParameter(
    named name: String
  ) throws(ReadError) -> ParameterDeclaration {
    let found = try reader.peek()
    let start = reader.offset
    guard found == .object else {
      return ParameterDeclaration(name, try reader.readValue())
    }
    var declaration = ParameterDeclaration(name, of: .any)
    (declaration.statedKind, declaration.isObject) = (nil, true)
    var seen = KeySet()
    var annotations = Annotations()
    try reader.beginObject()
    while let key: ParameterKey = try nextKey(seen: &seen, annotations: &annotations) {
      path.append(.key(ParameterKey.table.keys[key.rawValue]))
      try readMember(key, of: &declaration)
      path.removeLast()
    }
    declaration.annotations = annotations.members
    if declaration.value == nil, declaration.statedKind == nil,
      !seen.contains(ParameterKey.type), !seen.isMeant(ParameterKey.value),
      !seen.isMeant(ParameterKey.type)
    {
      report(
        .missingKey, "a parameter needs a 'value' or a 'type'",
        hint: #"write { "value": … }, also for a value that is an object"#, at: start)
    }
    check(declaration, at: start)
    return declaration
  }

  private mutating func readMember(
    _ key: ParameterKey, of declaration: inout ParameterDeclaration
  ) throws(ReadError) {
    switch key {
    case .value: declaration.value = try reader.readValue()
    case .type: declaration.statedKind = try readParameterKind()
    case .minimum: declaration.minimum = try reader.readValue()
    case .maximum: declaration.maximum = try reader.readValue()
    case .oneOf:
      guard try expect(.array, "an array of values"),
        case .array(let values) = try reader.readValue()
      else { return }
      declaration.oneOf = values
    case .description: declaration.description = try readString("a description in a string")
    }
  }

  private mutating func readParameterKind() throws(ReadError) -> ParameterDeclaration.Kind? {
    let words = ParameterDeclaration.Kind.allCases.map(\.rawValue)
    _ = try reader.peek()
    let start = reader.offset
    guard let word = try readString("a type in a string") else { return nil }
    if let kind = ParameterDeclaration.Kind(rawValue: word) { return kind }
    let others = [
      "double": "number", "float": "number", "integer": "int", "boolean": "bool",
      "text": "string", "str": "string", "object": "any", "array": "any", "list": "any",
      "map": "any", "value": "any", "time": "duration", "seconds": "duration",
    ]
    report(
      .invalidValue,
      "found '\(word.abbreviated)' for 'type', expected "
        + Suggestion.choice(of: words.map { "'\($0)'" }),
      hint: others[word.lowercased()].map { "write '\($0)'" }
        ?? Suggestion.hint(for: word, among: words), at: start)
    return nil
  }

  /// Reports bounds that are invalid for the type, and a value outside them.
  private mutating func check(_ declaration: ParameterDeclaration, at start: Int) {
    var free = declaration
    (free.minimum, free.maximum, free.oneOf) = (nil, nil, nil)
    let bounds = [("minimum", declaration.minimum), ("maximum", declaration.maximum)]
    for (key, bound) in bounds {
      guard let bound else { continue }
      guard declaration.kind.hasOrder else {
        report(
          .invalidValue,
          "\(declaration.kind.phrase) cannot have '\(key)', expected a number "
            + "or a duration", hint: "remove it", at: start)
        return
      }
      guard report(bound, as: free, at: start) else { return }
    }
    if let values = declaration.oneOf {
      if values.isEmpty {
        report(.invalidValue, "'oneOf' is empty, expected the possible values", at: start)
        return
      }
      for value in values { guard report(value, as: free, at: start) else { return } }
    }
    if let value = declaration.value, value.reference == nil {
      _ = report(value, as: declaration, at: start)
    }
  }

  /// Reports the mistake in a value of a declaration. Returns whether the value is valid.
  private mutating func report(
    _ value: Value, as declaration: ParameterDeclaration, at start: Int
  ) -> Bool {
    do throws(ParameterDeclaration.Mistake) {
      try declaration.check(value)
      return true
    } catch {
      report(error.code, error.message, hint: error.hint, at: start)
      return false
    }
  }
}

extension ModelParser where Reader: ~Copyable {
  /// Reads the values of parameters by name, for a `with` or for a custom operator.
  @inline(never)
  mutating func readArguments() throws(ReadError) -> [Member] {
    guard try expect(.object, "an object of values by name") else { return [] }
    guard case .object(let object) = try readData() else { return [] }
    return object.members
  }

  /// Reads a string that can be a parameter in place of a value, and notes the mistake to report if
  /// no parameter is in scope. Returns nil, and reads nothing, for any other value.
  @inline(never)
  mutating func readReference(for parameter: ParameterSpec) throws(ReadError) -> Text? {
    guard !hasNoParameters, let text = try reader.peekReference(), text.string.isReference
    else { return nil }
    _ = try reader.peek()
    let start = reader.offset
    _ = try reader.readText()
    note(
      .parameter(
        code: parameter.kind.isDuration ? .invalidValue : .wrongType,
        message:
          "found '\(text.string.abbreviated)' for '\(parameter.name)', expected "
          + parameter.expectation,
        hint: "no parameters are declared here; declare one in 'parameters'", offset: start))
    return text
  }

  /// Reads the detail of a source if it is given by a parameter. Returns nil, and reads nothing,
  /// for any other detail.
  ///
  /// A path is a string anyway: see `Linker.bound`.
  mutating func readParameterDetail(_ key: ModelKey) throws(ReadError) -> Value? {
    guard !hasNoParameters, key.canBeParameter, let text = try reader.peekReference(),
      text.string.isReference
    else { return nil }
    _ = try reader.peek()
    let start = reader.offset
    _ = try reader.readText()
    note(
      .parameter(
        code: .invalidValue,
        message:
          "found '\(text.string.abbreviated)' for '\(key.name)', expected \(key.expectation)",
        hint: "no parameters are declared here; declare one in 'parameters'", offset: start))
    return .string(text)
  }
}

extension ModelKey {
  /// Whether a parameter can replace the value of the key.
  fileprivate var canBeParameter: Bool {
    switch self {
    case .frame, .hot, .unit, .origin, .late, .every, .end, .priority, .zone, .twice,
      .initial:
      true
    default: false
    }
  }

  /// A description of the values that the key of a detail can have.
  fileprivate var expectation: String {
    SourceSpec.all.flatMap(\.details).first { $0.key == self }?.expectation ?? "a value"
  }
}

extension ParameterKind {
  /// Whether a reference to a parameter of the model can replace the value, which is otherwise not
  /// a string.
  var canBeParameter: Bool {
    switch self {
    case .duration, .durations, .interval, .count, .number, .flag, .word, .errorPolicy,
      .repetition:
      true
    case .text, .expression, .selection, .value, .stream, .streams, .operators, .objects,
      .namedObjects:
      false
    }
  }

  fileprivate var isDuration: Bool { self == .duration || self == .durations }
}

extension String {
  /// Whether the string refers to a parameter, `$name`, or escapes such a string, `$$name`.
  package var isReference: Bool { parameterName != nil || literalReference != nil }

  /// The string that `$$name` escapes: `$name`; nil for any other string.
  package var literalReference: String? {
    let rest = String(dropFirst())
    return hasPrefix("$$") && rest.parameterName != nil ? rest : nil
  }
}

extension Value {
  /// The string, if it refers to a parameter or escapes such a string.
  var reference: String? {
    guard case .string(let text) = self, text.string.isReference else { return nil }
    return text.string
  }
}
