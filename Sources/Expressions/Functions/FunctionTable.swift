import Values

/// All functions of the language.
enum FunctionTable {
  static let all: [Function] =
    sizes + conversions + strings + stringParts + formats + regex + readings + math + bits + lists
    + statistics + objects + optionals + times

  static func function(_ name: Text) -> Function? { byName[name] }

  private static let byName = Dictionary(uniqueKeysWithValues: all.map { (Text($0.name), $0) })

  /// The names of all functions and macros, for suggestions.
  static let names: [String] =
    all.map(\.name) + ["has"] + SyntaxTree.Macro.allCases.map(\.rawValue)

  /// The names that may precede the dot in the name of a function.
  static let namespaces = Set(
    (names + refused.keys).compactMap { name in
      name.firstIndex(of: ".").map { String(name[..<$0]) }
    }
  ).union(ForeignNames.namespaces)

  /// Returns a hint for a function of another language; nil if it is unknown.
  static func wayOut(for name: String) -> String? {
    if let row = ForeignNames.functions[name] { return row.wayOut }
    let last = name.split(separator: ".").last.map(String.init) ?? name
    if names.contains(where: { $0.lowercased() == name.lowercased() }) { return nil }
    return last == name ? nil : ForeignNames.functions[last]?.wayOut
  }

  /// The functions that the language leaves out, with the reasons.
  static let refused: [String: String] = [
    "uint": "JSON has no unsigned numbers; write 'int'",
    "bytes": "JSON has no bytes; write a string",
    "base64.encode": "JSON has no bytes",
    "base64.decode": "JSON has no bytes",
  ]

  private static let sizes: [Function] = [
    Function(
      "size",
      "Returns the number of code points in a string, elements in a list, or keys in a map.",
      .init("size([1, 2])", returns: "2"), .init("'é'.size()", returns: "1"),
      overloads: [
        .function(.string, returns: .int, body: .one(size)),
        .function(.list(.dyn), returns: .int, body: .one(size)),
        .function(.map(.dyn), returns: .int, body: .one(size)),
        .member(of: .string, returns: .int, body: .one(size)),
        .member(of: .list(.dyn), returns: .int, body: .one(size)),
        .member(of: .map(.dyn), returns: .int, body: .one(size)),
      ])
  ]

  @Sendable
  private static func size(of value: Value) throws(EvaluationFailure) -> Value {
    switch value {
    case .string(let text): return .int(Int64(text.codePointCount))
    case .array(let elements): return .int(Int64(elements.count))
    case .object(let object):
      if case .map(let map)? = object.special { return .int(Int64(map.entries.count)) }
      return .int(Int64(object.count))
    default: throw .arguments(function: "size", [value.runtimeKind])
    }
  }
}

extension Text {
  /// The number of code points: one for each byte that does not continue another.
  var codePointCount: Int { utf8.reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) } }
}
