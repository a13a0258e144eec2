import Expressions
import Values

/// A member of an operator's object whose key is not the name of an operator.
struct StrangeMember {
  let key: Text
  /// The offset of the key.
  let offset: Int
  /// The value, if it is a string and the key holds an operator's name in other tools.
  let name: String?
  /// The members of the value, if it is an object.
  let members: [Member]?
  /// The offsets of the value.
  let value: Range<Int>
}

// Operators as other tools write them, and hints for them. This code never runs for a correct file.

extension ModelParser where Reader: ~Copyable {
  static var operatorHint: String { "'stream-run list operators' shows them all" }

  /// The keys that hold an operator's name in other tools.
  private static var nameKeys: Set<String> {
    ["name", "type", "operator", "op", "kind", "function", "stage", "step"]
  }

  @inline(never)
  mutating func readStranger(_ key: Text) throws(ReadError) -> StrangeMember {
    let offset = reader.offset
    let found = try reader.peek()
    let start = reader.offset
    var name: String?
    var members: [Member]?
    if found == .string, Self.nameKeys.contains(key.string) {
      name = try reader.readText().string
    } else if found == .object {
      members = try readArguments()
    } else {
      try reader.skipValue()
    }
    return StrangeMember(
      key: key, offset: offset, name: name, members: members,
      value: start..<max(start, reader.offset))
  }

  /// Reports the members of an operator's object that are not operators. With `areAlone`, the
  /// object has no other member.
  @inline(never)
  mutating func report(_ members: [StrangeMember], areAlone: Bool, at start: Int) {
    if members.isEmpty {
      return report(.missingKey, "an operator needs a name", hint: Self.operatorHint, at: start)
    }
    if areAlone, reportName(amid: members, at: start) { return }
    for member in members {
      let hint = wayOut(forOperator: member.key.string)
      report(
        .unknownOperator, "unknown operator '\(member.key.string.abbreviated)'", hint: hint,
        at: member.offset, below: .key(member.key))
    }
  }

  /// Returns a hint for an unknown operator; nil if the mistake is only counted.
  private func wayOut(forOperator name: String) -> String? {
    if diagnostics.isFull { return nil }
    if ModelKey.sources.contains(where: { $0.name == name }) {
      return "'\(name)' is a source, which belongs in a stream model"
    }
    let names = operators.names + operatorNames.sorted()
    return operators.wayOut(forForeignName: name)
      ?? Suggestion.hint(for: name, among: names) ?? Self.operatorHint
  }

  /// Reports an operator whose name is a value next to its parameters. Returns false if no member
  /// is such a name.
  private mutating func reportName(amid members: [StrangeMember], at start: Int) -> Bool {
    guard let index = members.firstIndex(where: { $0.name != nil }), let name = members[index].name
    else { return false }
    guard let spec = operators.spec(named: name) else {
      guard members.count > 1 || operators.wayOut(forForeignName: name) != nil else { return false }
      let hint = wayOut(forOperator: name)
      report(
        .unknownOperator, "unknown operator '\(name.abbreviated)' under '\(members[index].key)'",
        hint: hint, at: members[index].value.lowerBound)
      return true
    }
    var others = members
    others.remove(at: index)
    let call = call(of: spec, with: others).map { "write {\"\(name)\": \($0)}" }
    report(
      .unknownOperator,
      "found the name of an operator under '\(members[index].key)', expected it as the key "
        + "of its parameters", hint: call ?? spec.spellingHint, at: start)
    return true
  }

  /// Returns the parameters of an operator as a string, built from the members next to its name;
  /// nil if that is too long for a hint.
  private func call(of spec: OperatorSpec, with members: [StrangeMember]) -> String? {
    if members.count == 1, !spec.parameters.contains(where: { $0.name == members[0].key.string }),
      let text = spelling(members[0].value), text.hasPrefix("{")
    {
      return text
    }
    var parts: [String] = []
    for member in members {
      guard let text = spelling(member.value) else { return nil }
      parts.append("\"\(member.key)\": \(text)")
    }
    let text = "{\(parts.joined(separator: ", "))}"
    return text.count <= 80 ? text : nil
  }
}

extension ModelParser where Reader: ~Copyable {
  /// Reports and skips an element of a list of operators that is not an object.
  @inline(never)
  mutating func refuseOperator() throws(ReadError) -> Operator? {
    let found = try reader.peek()
    let start = reader.offset
    var hint = #"write { "delay": { "seconds": 1 } }"#
    if found == .string, !diagnostics.isFull {
      let name = try reader.readText().string
      if let spec = operators.spec(named: name) {
        hint = "write {\"\(name)\": \(spec.examples.first?.parameters ?? "{}")}"
      } else if let wayOut = operators.wayOut(forForeignName: name)
        ?? Suggestion.hint(for: name, among: operators.names)
      {
        hint = wayOut
      }
    } else {
      try reader.skipValue()
    }
    report(
      .wrongType,
      "found \(found.phrase), expected an operator, which is an object with its name as the key",
      hint: hint, at: start)
    return nil
  }

  /// Reports and skips the parameters of an operator if they are not an object.
  @inline(never)
  mutating func refuseParameters(of spec: OperatorSpec) throws(ReadError) -> Operator? {
    let found = try reader.peek()
    let start = reader.offset
    try reader.skipValue()
    var hint = spec.spellingHint
    if let parameter = spec.parameterAlone(of: found), let text = spelling(start..<reader.offset) {
      hint = "write \"\(spec.name)\": {\"\(parameter.name)\": \(text)}"
    }
    report(
      .wrongType,
      "found \(found.phrase), expected the parameters of '\(spec.name)', which are an object",
      hint: hint, at: start)
    return nil
  }
}

extension OperatorSpec {
  /// Returns the parameter that is most likely intended by a plain value of some kind in place of
  /// the object of parameters.
  fileprivate func parameterAlone(of kind: ValueKind) -> ParameterSpec? {
    let required = parameters.filter(\.isRequired)
    guard let parameter = required.count == 1 ? required[0] : parameters.first,
      required.count <= 1
    else { return nil }
    return parameter.kind.takes(kind) ? parameter : nil
  }
}

extension ParameterKind {
  fileprivate func takes(_ kind: ValueKind) -> Bool {
    switch self {
    case .duration, .count, .number: kind == .number
    case .durations: kind == .number || kind == .array
    case .interval: kind == .number || kind == .object
    case .expression, .text, .word, .stream: kind == .string
    case .flag: kind == .bool
    case .streams, .operators, .objects: kind == .array
    case .namedObjects: kind == .object
    case .selection: kind == .string || kind == .bool
    case .repetition: kind == .number || kind == .object
    case .value: true
    case .errorPolicy: kind == .string || kind == .object
    }
  }
}
