package import Values

/// One object of a parameter that is a list of objects, or an object of them by name.
package struct ParameterGroup: Hashable, Sendable {
  /// The name; nil in a list.
  package let name: Text?
  package let parameters: Parameters
  /// The members whose keys begin with `$`, for editors and people.
  package let annotations: [Member]

  package init(name: Text? = nil, parameters: Parameters, annotations: [Member] = []) {
    (self.name, self.parameters, self.annotations) = (name, parameters, annotations)
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
    .groups(list.map { $0.group(named: nil) })
  }

  fileprivate init(_ group: ParameterGroup) {
    self.init(group.parameters)
    annotations = group.annotations
  }

  fileprivate func group(named name: Text?) -> ParameterGroup {
    ParameterGroup(name: name, parameters: parameters, annotations: annotations)
  }
}

/// Objects by name, in the order in which they are written.
package struct NamedObjects<Element: ParameterObject>: ParameterConvertible, Hashable {
  package struct Entry: Hashable, Sendable {
    package let name: Text
    package let value: Element

    package init(_ name: Text, _ value: Element) {
      (self.name, self.value) = (name, value)
    }
  }

  package var entries: [Entry]

  package init(_ entries: [Entry] = []) {
    self.entries = entries
  }

  package static var parameterKind: ParameterKind { .namedObjects }
  package static var parameterMembers: [ParameterSpec] { Element.listMembers }

  package init?(parameter: ParameterValue) {
    guard case .groups(let groups) = parameter else { return nil }
    entries = groups.map { Entry($0.name ?? "", Element($0)) }
  }

  package func parameter(of kind: ParameterKind) -> ParameterValue {
    .groups(entries.map { $0.value.group(named: $0.name) })
  }
}

extension ModelParser where Reader: ~Copyable {
  /// Reads a list of objects, or an object of them by name.
  mutating func readGroups(_ parameter: ParameterSpec) throws(ReadError) -> ParameterValue? {
    let kind: ValueKind = parameter.kind == .namedObjects ? .object : .array
    guard try expect(kind, "\(parameter.kind.expectation) for '\(parameter.name)'") else {
      return nil
    }
    let mistakes = diagnostics.count
    let start = reader.offset
    var groups: [ParameterGroup] = []
    if kind == .object {
      try readNamedGroups(parameter, into: &groups)
    } else {
      try reader.beginArray()
      var index = 0
      while try reader.nextElement() {
        path.append(.index(index))
        if let group = try readGroup(of: parameter, named: nil) { groups.append(group) }
        path.removeLast()
        index += 1
      }
    }
    guard diagnostics.count == mistakes else { return nil }
    guard groups.isEmpty else { return .groups(groups) }
    report(.invalidValue, "'\(parameter.name)' is empty, expected one or more", at: start)
    return nil
  }

  private mutating func readNamedGroups(
    _ parameter: ParameterSpec, into groups: inout [ParameterGroup]
  ) throws(ReadError) {
    var names: Set<Text> = []
    try reader.beginObject()
    while case .unknown(let name) = try reader.nextKey(in: KeyTable([])) {
      path.append(.key(name))
      if name.isAnnotation {
        report(
          .invalidValue, "'\(name)' cannot be a name here, expected a name without '$'")
        try reader.skipValue()
      } else if !names.insert(name).inserted {
        reportRepetition(of: name.string)
        try reader.skipValue()
      } else if let group = try readGroup(of: parameter, named: name) {
        groups.append(group)
      }
      path.removeLast()
    }
  }

  private mutating func readGroup(
    of parameter: ParameterSpec, named name: Text?
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
    return ParameterGroup(name: name, parameters: parameters, annotations: annotations.members)
  }
}
