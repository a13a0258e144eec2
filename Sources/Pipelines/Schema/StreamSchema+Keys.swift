import Values

extension StreamSchema {
  /// A key of an object, with its description.
  package struct Key: Sendable {
    package let name: String
    /// The description; empty if the schema has none.
    package let description: String
    package let isRequired: Bool
  }

  /// Returns the keys of an object that is defined in the schema, in the order of the reference. If
  /// the object has several forms, the keys of all of them are returned.
  package static func keys(of definition: String) -> [Key] {
    guard let schema = definitions.first(where: { $0.0 == definition })?.1 else { return [] }
    var keys: [Key] = []
    for form in [schema] + (schema["anyOf"]?.elements ?? []) {
      let required = form["required"]?.elements ?? []
      guard case .object(let properties)? = form["properties"] else { continue }
      for member in properties.members
      where !member.key.isAnnotation && !keys.contains(where: { $0.name == member.key.string }) {
        keys.append(
          Key(
            name: member.key.string, description: description(of: member.value),
            isRequired: required.contains(.string(member.key))))
      }
    }
    return keys
  }

  /// Returns the keys of an object in a parameter.
  package static func keys(of parameter: ParameterSpec) -> [Key] {
    parameter.members.map {
      Key(name: $0.name, description: $0.summary, isRequired: $0.isRequired)
    }
  }

  /// Returns the description of a value or, if it has none, of the definition that it refers to.
  private static func description(of schema: Value) -> String {
    if case .string(let text)? = schema["description"] { return text.string }
    guard case .string(let reference)? = schema["$ref"],
      let name = reference.string.split(separator: "/").last,
      case .string(let text)? = definitions.first(where: { $0.0 == name })?.1["description"]
    else { return "" }
    return text.string
  }
}

extension Value {
  fileprivate subscript(key: Text) -> Value? {
    if case .object(let object) = self { object[key] } else { nil }
  }

  fileprivate var elements: [Value]? {
    if case .array(let elements) = self { elements } else { nil }
  }
}
