import Values

/// All functions of the language.
enum FunctionTable {
  static let all: [Function] = sizes + conversions + strings

  static func function(_ name: Text) -> Function? { byName[name] }

  private static let byName = Dictionary(uniqueKeysWithValues: all.map { (Text($0.name), $0) })

  /// What looks like a function without being one, for suggestions.
  static let names: [String] =
    all.map(\.name) + ["has"] + SyntaxTree.Macro.allCases.map(\.rawValue)

  private static let sizes: [Function] = [
    Function(
      name: "size",
      summary: "Counts the code points of a string, the elements of a list, the keys of a map.",
      examples: [.init("size([1, 2])", gives: "2"), .init("'é'.size()", gives: "1")],
      overloads: [
        .function(.string, gives: .int, body: .one(size)),
        .function(.list(.dyn), gives: .int, body: .one(size)),
        .function(.map(.dyn), gives: .int, body: .one(size)),
        .member(of: .string, gives: .int, body: .one(size)),
        .member(of: .list(.dyn), gives: .int, body: .one(size)),
        .member(of: .map(.dyn), gives: .int, body: .one(size)),
      ])
  ]

  @Sendable
  private static func size(of value: Value) throws(EvaluationFailure) -> Value {
    switch value {
    case .string(let text): .int(Int64(text.codePointCount))
    case .array(let elements): .int(Int64(elements.count))
    case .object(let object): .int(Int64(object.count))
    default: throw .arguments(function: "size", [value.kind])
    }
  }
}

extension Text {
  /// Every code point has one byte that does not continue another.
  var codePointCount: Int { utf8.reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) } }
}
