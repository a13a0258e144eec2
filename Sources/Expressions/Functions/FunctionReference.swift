/// The functions and macros of the language, for people. They come from the table that the checker
/// and the compiler use.
package enum FunctionReference {
  package struct Entry: Sendable {
    package let name: String
    /// Each form of a call in CEL notation: `string.contains(string) -> bool`.
    package let signatures: [String]
    /// A sentence that describes the function.
    package let summary: String
    package let examples: [Example]
  }

  package struct Example: Sendable {
    /// An expression that calls it.
    package let text: String
    /// An expression of the result.
    package let result: String
  }

  /// All functions and macros, sorted by name.
  package static let entries: [Entry] =
    (FunctionTable.all.map(Entry.init) + SyntaxTree.Macro.reference).sorted { $0.name < $1.name }

  /// Returns the entry of a name.
  package static func entry(named name: String) -> Entry? { entries.first { $0.name == name } }

  /// Returns a hint for a function of another language.
  package static func wayOut(forForeignName name: String) -> String? {
    entry(named: name) == nil ? FunctionTable.wayOut(for: name) : nil
  }
}

extension FunctionReference.Entry {
  fileprivate init(_ function: Function) {
    var signatures: [String] = []
    for overload in function.overloads {
      let signature = overload.signature(of: function.name)
      if !signatures.contains(signature) { signatures.append(signature) }
    }
    self.init(
      name: function.name, signatures: signatures, summary: function.summary,
      examples: function.examples.map { .init(text: $0.text, result: $0.result) })
  }
}

extension Overload {
  /// Returns the signature in CEL notation.
  fileprivate func signature(of name: String) -> String {
    var names = parameters.map(\.description)
    if isVariadic, let last = names.popLast() { names.append(last + "...") }
    let receiver = isMember ? names.removeFirst() + "." : ""
    let types = parameters.map { $0.types.count == 1 ? $0.types[0] : .dyn }
    return "\(receiver)\(name)(\(names.joined(separator: ", "))) -> \(result(types))"
  }
}

extension Overload.Parameter: CustomStringConvertible {
  var description: String { types.map(\.description).joined(separator: "|") }
}

extension SyntaxTree.Macro {
  /// The macros as entries of the reference. `has` is a macro without a variable.
  fileprivate static let reference: [FunctionReference.Entry] =
    [
      .init(
        name: "has", signatures: ["has(map.field) -> bool"],
        summary: "Returns whether a map has a field.",
        examples: [.init(text: "has({'a': null}.a)", result: "true")])
    ] + allCases.map(\.entry)

  private var entry: FunctionReference.Entry {
    let (summary, text, result) = description
    return .init(
      name: rawValue, signatures: signatures, summary: summary,
      examples: [.init(text: text, result: result)])
  }

  private var signatures: [String] {
    switch self {
    case .all, .exists, .existsOne:
      ["list.\(rawValue)(x, bool) -> bool", "list.\(rawValue)(i, x, bool) -> bool"]
    case .map: ["list.map(x, any) -> list", "list.map(x, bool, any) -> list"]
    case .filter: ["list.filter(x, bool) -> list"]
    case .transformList:
      ["list.transformList(i, x, any) -> list", "list.transformList(i, x, bool, any) -> list"]
    case .transformMap:
      ["map.transformMap(k, v, any) -> map", "map.transformMap(k, v, bool, any) -> map"]
    case .transformMapEntry:
      [
        "map.transformMapEntry(k, v, map) -> map", "map.transformMapEntry(k, v, bool, map) -> map",
      ]
    case .sortBy: ["list.sortBy(x, any) -> list"]
    case .groupBy: ["list.groupBy(x, any) -> list"]
    case .maxBy, .minBy: ["list.\(rawValue)(x, any) -> any"]
    case .optMap: ["optional.optMap(x, any) -> optional"]
    case .optFlatMap: ["optional.optFlatMap(x, optional) -> optional"]
    case .bind: ["cel.bind(x, any, any) -> any"]
    }
  }

  /// A description of the macro, an example, and its result.
  private var description: (summary: String, text: String, result: String) {
    switch self {
    case .all:
      ("Returns whether a condition holds for all elements.", "[1, 2].all(x, x > 0)", "true")
    case .exists:
      (
        "Returns whether a condition holds for any element.", "{'a': 1}.exists(k, v, v == 1)",
        "true"
      )
    case .existsOne:
      (
        "Returns whether a condition holds for exactly one element.",
        "[1, 2, 2].exists_one(x, x == 2)", "false"
      )
    case .map:
      (
        "Returns a list of the results of an expression for all elements, or for the chosen ones.",
        "[1, 2, 3].map(x, x != 2, x * 10)", "[10, 30]"
      )
    case .filter:
      (
        "Returns the elements of a list, or the keys of a map, for which a condition holds.",
        "[1, 2, 3].filter(x, x > 1)", "[2, 3]"
      )
    case .transformList:
      (
        "Returns a list of the results of an expression for each index and element.",
        "['a', 'b'].transformList(i, x, x + string(i))", "['a0', 'b1']"
      )
    case .transformMap:
      (
        "Returns a map with the same keys and the result of an expression for each entry.",
        "{'a': 1}.transformMap(k, v, v + 1)", "{'a': 2}"
      )
    case .transformMapEntry:
      (
        "Returns a map of the entries that an expression returns for each key and value.",
        "{'a': 'b'}.transformMapEntry(k, v, {v: k})", "{'b': 'a'}"
      )
    case .sortBy:
      (
        "Sorts a list by the result of an expression for each element, or by a list of results.",
        "['bb', 'c', 'aa'].sortBy(x, [dyn(size(x)), x])", "['c', 'aa', 'bb']"
      )
    case .groupBy:
      (
        "Groups the elements of a list by the result of an expression: returns a list of "
          + "'{'key', 'values'}' in the order in which the keys first occur.",
        "[1, 2, 3].groupBy(x, x % 2)",
        "[{'key': 1, 'values': [1, 3]}, {'key': 0, 'values': [2]}]"
      )
    case .maxBy:
      (
        "Returns the first element of a list for which an expression has the greatest result.",
        "['a', 'ccc', 'bbb'].maxBy(x, size(x))", "'ccc'"
      )
    case .minBy:
      (
        "Returns the first element of a list for which an expression has the least result.",
        "['bb', 'a', 'c'].minBy(x, size(x))", "'a'"
      )
    case .optMap:
      (
        "Applies an expression to the value of an optional, if any; returns an optional.",
        "{'a': 1}.?a.optMap(x, x + 1).value()", "2"
      )
    case .optFlatMap:
      (
        "Applies an expression that returns an optional to the value of another, if any.",
        "{'a': {}}.?a.optFlatMap(x, x.?b).hasValue()", "false"
      )
    case .bind:
      ("Binds a name to a value inside an expression.", "cel.bind(x, 'a' + 'b', x + x)", "'abab'")
    }
  }
}
