import StreamModels
package import Values

/// The JSON Schema of stream files, draft 2020-12, built from the specs of sources and operators.
///
/// It is for editors that support schemas but not stream files. A schema cannot describe every
/// mistake: names, expressions, diagrams and custom operators are only strings and objects to it.
package enum StreamSchema {
  /// The schema as a value.
  package static var value: Value {
    .members([
      ("$schema", "https://json-schema.org/draft/2020-12/schema"),
      ("title", "Stream file"),
      ("description", "A stream of values on a virtual clock: its source, and its operators."),
      ("$ref", "#/$defs/model"),
      ("$defs", .members(definitions)),
    ])
  }

  static var definitions: [(String, Value)] {
    [
      ("model", model), ("input", input), ("item", item),
      ("operators", .members([("type", "array"), ("items", .reference("operator"))])),
      ("operator", anyOperator),
      ("customOperator", customOperator),
      ("duration", duration(isPositive: false)),
      ("positiveDuration", duration(isPositive: true)),
      ("parameter", parameterName),
      ("expression", expression),
      ("sideOutput", sideOutput),
      ("interval", interval),
      ("repetition", repetition),
      ("records", records),
      ("late", late),
      ("declaration", declaration),
      ("arguments", .anyObject("The values of parameters, by name.")),
      ("timeline", timeline),
      ("event", event),
      ("output", output),
      ("test", test(isCase: false)),
      ("case", test(isCase: true)),
      ("testInput", testInput),
    ] + Operator.specs.map { (key(of: $0), schema(of: $0)) }
  }

  /// Returns the name of an operator's definition.
  static func key(of spec: OperatorSpec) -> String { "operator-\(spec.name)" }
}

extension Value {
  static func members(_ members: [(String, Value)]) -> Value {
    .object(Object(members.map { Member(key: Text($0), value: $1) }))
  }

  static func text(_ text: String) -> Value { .string(Text(text)) }

  static func words(_ words: [String]) -> Value { .array(words.map(Value.text)) }

  /// Returns a reference to another definition of the schema.
  static func reference(_ name: String, _ description: String? = nil) -> Value {
    var members = [("$ref", Value.text("#/$defs/\(name)"))]
    if let description { members.append(("description", .text(description))) }
    return .members(members)
  }

  /// Returns the schema of values that match at least one of several schemas.
  static func any(of schemas: [Value], _ description: String? = nil) -> Value {
    var members = [("anyOf", Value.array(schemas))]
    if let description { members.insert(("description", .text(description)), at: 0) }
    return .members(members)
  }

  /// Returns the schema of values of a type.
  static func typed(
    _ type: String, _ description: String? = nil, _ further: [(String, Value)] = []
  ) -> Value {
    var members = [("type", Value.text(type))]
    if let description { members.append(("description", .text(description))) }
    return .members(members + further)
  }

  /// Returns the schema of arrays.
  static func list(of items: Value, _ description: String? = nil, atLeast count: Int = 0) -> Value {
    .typed(
      "array", description,
      [("items", items)] + (count > 0 ? [("minItems", .int(Int64(count)))] : []))
  }

  /// Returns the schema of objects whose members may have any names and all have the same schema.
  static func dictionary(of values: Value, _ description: String? = nil) -> Value {
    .typed(
      "object", description, [annotations, ("additionalProperties", values)])
  }

  static func anyObject(_ description: String) -> Value { .typed("object", description) }

  /// Returns the schema of objects with known keys, and with keys for editors and people.
  static func object(
    _ properties: [(String, Value)], required: [String] = [], _ description: String? = nil,
    _ further: [(String, Value)] = []
  ) -> Value {
    var members: [(String, Value)] = [("properties", .members(properties))]
    if !required.isEmpty { members.append(("required", .words(required))) }
    return .typed(
      "object", description,
      members + [annotations, ("additionalProperties", false)] + further)
  }

  /// Allows keys that begin with `$`, with any values.
  static var annotations: (String, Value) {
    ("patternProperties", .members([("^\\$", true)]))
  }
}
