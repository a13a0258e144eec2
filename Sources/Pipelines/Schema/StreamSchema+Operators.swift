import StreamModels
import Values

/// Operators and their parameters.
extension StreamSchema {
  static var anyOperator: Value {
    let properties = Operator.specs.map { ($0.name, Value.reference(key(of: $0))) }
    // Apart from comments, the name is the only key.
    let isBare = Value.members([("propertyNames", .members([("pattern", "^[^$]")]))])
    return .typed(
      "object", "An operator: an object with one key, its name.",
      [
        ("properties", .members(properties)), Value.annotations,
        ("additionalProperties", .reference("customOperator")), ("minProperties", 1),
        ("if", isBare), ("then", .members([("maxProperties", 1)])),
      ])
  }

  static var customOperator: Value {
    .anyObject("A custom operator of the file, with the values of its parameters.")
  }

  /// The schema of an operator's parameters.
  static func schema(of spec: OperatorSpec) -> Value {
    let parameters = spec.parameters.map { ($0.name, schema(of: $0)) }
    let required = spec.parameters.filter { $0.isRequired && spec.briefForms.isEmpty }.map(\.name)
    let forms = spec.briefForms.map(schema(ofForm:))
    var further: [(String, Value)] = forms.isEmpty ? [] : [("anyOf", .array(forms))]
    let examples = spec.examples.compactMap { example in
      try? JSONReader.value(of: SourceText(name: "", example.parameters)).value
    }
    if !examples.isEmpty { further.append(("examples", .array(examples))) }
    return .object(parameters, required: required, description(of: spec), further)
  }

  /// The summary, the remark, and examples as marble diagrams.
  private static func description(of spec: OperatorSpec) -> String {
    var parts = [spec.summary]
    if let remark = spec.remark { parts.append(remark) }
    for example in spec.examples {
      parts.append(
        "    \(example.source)\n    \(spec.name) \(example.parameters.onOneLine)\n    "
          + example.result)
    }
    return parts.joined(separator: "\n\n")
  }

  /// Returns the schema of a valid combination of parameters: the required and optional ones, and
  /// no others.
  private static func schema(ofForm form: [String]) -> Value {
    var required: [String] = []
    var choices: [Value] = []
    var names: [String] = []
    for part in form {
      let isOptional = part.hasSuffix("?")
      let alternatives = (isOptional ? String(part.dropLast()) : part).split(separator: "|")
        .map(String.init)
      names += alternatives
      if isOptional { continue }
      if alternatives.count == 1 {
        required += alternatives
      } else {
        choices = alternatives.map { .members([("required", .words([$0]))]) }
      }
    }
    let known = Value.array([
      .members([("enum", .words(names))]), .members([("pattern", "^\\$")]),
    ])
    var members: [(String, Value)] = []
    if !required.isEmpty { members.append(("required", .words(required))) }
    if !choices.isEmpty { members.append(("anyOf", .array(choices))) }
    return .members(members + [("propertyNames", .members([("anyOf", known)]))])
  }

  /// The schema of one of the objects in a parameter.
  private static func object(of parameter: ParameterSpec) -> Value {
    let members = parameter.members.map { ($0.name, schema(of: $0)) }
    return .object(members, required: parameter.members.filter(\.isRequired).map(\.name))
  }

  private static func schema(of parameter: ParameterSpec) -> Value {
    form(of: parameter).described(parameter.summary).withDefault(statedIn: parameter.summary)
  }

  private static func form(of parameter: ParameterSpec) -> Value {
    let reference = Value.reference("parameter")
    switch parameter.kind {
    case .duration:
      return .reference(parameter.isPositive ? "positiveDuration" : "duration")
    case .expression: return .reference("expression")
    case .value: return .members([])
    case .count:
      let least = Value.int(parameter.isPositive ? 1 : 0)
      return .any(of: [.typed("integer", nil, [("minimum", least)]), reference])
    case .flag: return .any(of: [.typed("boolean"), reference])
    case .text: return .typed("string")
    case .word: return .any(of: [.members([("enum", .words(parameter.words))]), reference])
    case .durations:
      return .any(of: [
        .reference("duration"), .list(of: .reference("duration"), atLeast: 1),
      ])
    case .interval: return .reference("interval")
    case .streams: return .list(of: .reference("input"))
    case .stream: return .reference("input")
    case .operators: return .reference("operators")
    case .errorPolicy:
      let words = parameter.words
      return .any(
        of: (words.isEmpty ? [] : [.members([("enum", .words(words))])])
          + [.reference("sideOutput"), reference])
    case .number: return .any(of: [.typed("number"), reference])
    case .repetition: return .reference("repetition")
    case .selection:
      return .any(of: [.reference("expression"), .members([("const", true)])])
    case .objects: return .list(of: object(of: parameter), atLeast: 1)
    case .namedObjects:
      return .typed(
        "object", nil, [("additionalProperties", object(of: parameter)), ("minProperties", 1)])
    }
  }
}
