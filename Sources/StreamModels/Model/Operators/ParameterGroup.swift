package import Values

/// One object of a parameter that is a list of objects.
package struct ParameterGroup: Hashable, Sendable {
  package let parameters: Parameters
  /// The members whose keys begin with `$`, for editors and people.
  package let annotations: [Member]

  package init(parameters: Parameters, annotations: [Member] = []) {
    (self.parameters, self.annotations) = (parameters, annotations)
  }

  var encoded: Value {
    .object(
      Object(
        annotations
          + parameters.entries.map { Member(key: Text($0.name), value: $0.value.encoded) }))
  }
}

/// The object of a `ParameterGroup`, as a type with a property for each parameter.
package protocol ParameterObject: DeclaredParameters, ParameterElement {
  /// The members whose keys begin with `$`.
  var annotations: [Member] { get set }
}

extension ParameterObject {
  package static var listKind: ParameterKind { .objects }
  package static var listMembers: [ParameterSpec] { declared.map(\.spec) }

  package static func list(of parameter: ParameterValue) -> [Self]? {
    guard case .groups(let groups) = parameter else { return nil }
    return groups.map(Self.init)
  }

  package static func parameter(_ list: [Self]) -> ParameterValue {
    .groups(list.map { ParameterGroup(parameters: $0.parameters, annotations: $0.annotations) })
  }

  fileprivate init(_ group: ParameterGroup) {
    self.init(group.parameters)
    annotations = group.annotations
  }
}

extension ModelParser where Reader: ~Copyable {
  /// Reads a list of objects.
  mutating func readGroups(_ parameter: ParameterSpec) throws(ReadError) -> ParameterValue? {
    guard try expect(.array, "\(parameter.kind.expectation) for '\(parameter.name)'") else {
      return nil
    }
    let mistakes = diagnostics.count
    let start = reader.offset
    var groups: [ParameterGroup] = []
    try reader.beginArray()
    var index = 0
    while try reader.nextElement() {
      path.append(.index(index))
      if let group = try readGroup(of: parameter) { groups.append(group) }
      path.removeLast()
      index += 1
    }
    guard diagnostics.count == mistakes else { return nil }
    guard groups.isEmpty else { return .groups(groups) }
    report(.invalidValue, "'\(parameter.name)' is empty, expected one or more", at: start)
    return nil
  }

  private mutating func readGroup(
    of parameter: ParameterSpec
  ) throws(ReadError) -> ParameterGroup? {
    guard try expect(.object, "an object in '\(parameter.name)'") else { return nil }
    var parameters = Parameters()
    var annotations = Annotations()
    var seen = KeySet()
    try reader.beginObject()
    while let index = try nextKey(
      in: parameter.memberKeys, names: { parameter.members.map(\.name) }, foreign: .parameters,
      owner: "an object in '\(parameter.name)'", seen: &seen, annotations: &annotations)
    {
      let member = parameter.members[index]
      path.append(.key(parameter.memberKeys.keys[index]))
      if let value = try readPlain(member) { parameters.set(member.name, value) }
      path.removeLast()
    }
    return ParameterGroup(parameters: parameters, annotations: annotations.members)
  }
}
