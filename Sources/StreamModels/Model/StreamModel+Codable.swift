package import Values

import struct FoundationEssentials.UUID

/// A coding key with any name.
struct NamedKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

extension KeyedEncodingContainer<NamedKey> {
  mutating func encode(_ value: some Encodable, named name: String) throws {
    try encode(value, forKey: NamedKey(stringValue: name))
  }

  mutating func encode(_ annotations: [Member]) throws {
    for annotation in annotations {
      try encode(annotation.value, named: annotation.key.string)
    }
  }
}

extension StreamModel: Encodable {
  /// Writes the model with the keys of the format, in their order. Keys that the model does not
  /// state are left out.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: NamedKey.self)
    try container.encode(annotations)
    if let format { try container.encode(format, named: "format") }
    if let statedID { try container.encode(statedID.uuidString, named: "id") }
    if let name { try container.encode(name, named: "name") }
    if let description { try container.encode(description, named: "description") }
    if let isDefault { try container.encode(isDefault, named: "isDefault") }
    if let keepsLatest { try container.encode(keepsLatest, named: "latest") }
    if !parameters.isEmpty { try container.encode(parameters, named: "parameters") }
    if !definitions.isEmpty { try container.encode(definitions, named: "definitions") }
    if !outputs.isEmpty { try container.encode(outputs, named: "outputs") }
    try source.encode(to: &container)
    try container.encode(parameterDetails)
    if !operators.isEmpty { try container.encode(operators, named: "operators") }
    if let expect { try container.encode(expect, named: "expect") }
    if !tests.isEmpty { try container.encode(tests, named: "tests") }
  }
}

extension KeyedEncodingContainer<NamedKey> {
  fileprivate mutating func encode(_ definitions: [StreamDefinition], named name: String) throws {
    var members = nestedContainer(
      keyedBy: NamedKey.self, forKey: NamedKey(stringValue: name))
    for definition in definitions { try members.encode(definition.model, named: definition.name) }
  }

  fileprivate mutating func encode(_ outputs: [StreamOutput], named name: String) throws {
    var members = nestedContainer(
      keyedBy: NamedKey.self, forKey: NamedKey(stringValue: name))
    for output in outputs { try members.encode(output, named: output.name) }
  }

  fileprivate mutating func encode(
    _ parameters: [ParameterDeclaration], named name: String
  ) throws {
    var members = nestedContainer(
      keyedBy: NamedKey.self, forKey: NamedKey(stringValue: name))
    for parameter in parameters { try members.encode(parameter, named: parameter.name) }
  }

  /// Writes an object of values by name, unless it is empty.
  mutating func encode(_ values: [Member], named name: String) throws {
    guard !values.isEmpty else { return }
    var members = nestedContainer(
      keyedBy: NamedKey.self, forKey: NamedKey(stringValue: name))
    try members.encode(values)
  }
}

extension Operator: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: NamedKey.self)
    try container.encode(annotations)
    var members = container.nestedContainer(
      keyedBy: NamedKey.self, forKey: NamedKey(stringValue: spec.name))
    try members.encode(parameterAnnotations)
    for entry in parameters.entries {
      switch entry.value {
      case .streams(let inputs): try members.encode(inputs, named: entry.name)
      case .stream(let input): try members.encode(input, named: entry.name)
      case .operators(let operators): try members.encode(operators, named: entry.name)
      default: try members.encode(entry.value.encoded, named: entry.name)
      }
    }
    if let onError { try members.encode(onError.encoded, named: "onError") }
  }
}

extension Operator {
  /// Reads an operator through a foreign decoder.
  package init(from decoder: any Decoder, with operators: any OperatorRegistry.Type) throws {
    self = try ModelParser.decode(from: decoder, with: operators) { rule throws(ReadError) in
      let result = try rule.readOperator()
      // The operator may belong to a model that declares the parameters that the operator uses.
      rule.openNames.removeAll { $0.isParameter }
      return result
    }
  }
}

extension StreamModel {
  /// Reads a model through a foreign decoder, by the same rules as stream files.
  package init(from decoder: any Decoder, with operators: any OperatorRegistry.Type) throws {
    self = try ModelParser.decode(from: decoder, with: operators) { rule throws(ReadError) in
      try rule.readModel(of: Element.self)
    }
  }
}

extension ModelParser where Reader == DecoderReader {
  /// Reads a part of a model from a foreign decoder; mistakes become a `DecodingError`.
  static func decode<Result>(
    from decoder: any Decoder, with operators: any OperatorRegistry.Type,
    _ read: (inout ModelParser) throws(ReadError) -> Result?
  ) throws -> Result {
    var rule = ModelParser(reader: DecoderReader(decoder), source: nil, operators: operators)
    var result: Result?
    var diagnostics: Diagnostics
    do throws(ReadError) {
      result = try read(&rule)
      if !rule.hidingOperators.isEmpty {
        rule = ModelParser(
          reader: DecoderReader(decoder), source: nil, operators: operators,
          hiding: rule.hidingOperators)
        result = try read(&rule)
      }
      rule.reportOpenNames()
      diagnostics = rule.finish()
    } catch {
      diagnostics = rule.finish(after: error)
    }
    guard let result, !diagnostics.hasErrors else {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: decoder.codingPath, debugDescription: diagnostics.description,
          underlyingError: diagnostics))
    }
    return result
  }
}

extension ParameterValue {
  /// The value in a form that every encoder accepts.
  package var encoded: Value {
    switch self {
    case .duration(let seconds): seconds.encoded
    case .expression(let text): .string(Text(text))
    case .value(let value): value
    case .count(let count): .int(Int64(count))
    case .flag(let flag): .bool(flag)
    case .text(let text): .string(Text(text))
    case .durations(let durations):
      durations.isSingle
        ? durations.list.first?.encoded ?? .array([]) : .array(durations.list.map(\.encoded))
    case .reference(let value): value
    case .interval(let interval): interval.encoded
    case .repetition(let repetition): repetition.encoded
    case .groups(let groups):
      groups.contains { $0.name != nil }
        ? .object(Object(groups.map { Member(key: $0.name ?? "", value: $0.encoded) }))
        : .array(groups.map(\.encoded))
    case .errorPolicy(let policy): policy.encoded
    case .streams, .stream, .operators: preconditionFailure("streams are not a value")
    }
  }
}

extension Seconds {
  /// The string from which it was read or, if there is none, the number of seconds; beyond 2^53
  /// nanoseconds, which is 104 days, the nearest double.
  var encoded: Value {
    if let spelling { return .string(Text(spelling)) }
    if nanoseconds % 1_000_000_000 == 0 { return .int(nanoseconds / 1_000_000_000) }
    let double = Double(nanoseconds) / 1e9
    // Near the end of time, the nearest double may be after it, which a file must not contain.
    return .double(DecimalNumber(double)?.nanoseconds == nil ? double.nextDown : double)
  }
}
