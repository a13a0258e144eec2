import Values

/// The reference's entry for a name of any kind.
struct ReferenceEntry {
  let name: String
  /// The heading that it is listed under, if there are headings.
  var category: String?
  /// A short form of its syntax, for a list.
  let label: String
  /// Each form of its syntax. The name is left out if it comes before the form anyway.
  let calls: [String]
  /// Each form of its syntax.
  let usage: [String]
  /// A sentence that describes it.
  let summary: String
  /// Further sentences about it.
  var remark: String?
  /// Its names in other tools.
  var otherNames: [String] = []
  var parameters: [Parameter] = []
  /// The noun for a parameter.
  var parameterNoun = "parameter"
  /// The whole page as text, if it is not made of these parts.
  var page: String?
  let examples: [Example]
  /// The whole entry, for programs.
  let json: Value

  struct Parameter {
    let name: String
    /// The possible values.
    let expectation: String
    let isOptional: Bool
    let summary: String
  }

  /// The parts of an example, from top to bottom.
  typealias Example = [Part]

  enum Part {
    /// Lines whose columns have a meaning.
    case drawing([String])
    /// The meanings of the symbols in the drawing above, as JSON.
    case meanings([(symbol: String, value: String)])
    /// JSON that can be pasted.
    case json(Value)
  }
}

extension ReferenceEntry.Part {
  /// Returns the meanings of symbols; empty if the symbols are their own values.
  static func meanings(of values: [String: Value], error: String? = nil) -> [ReferenceEntry.Part] {
    var meanings = values.sorted { $0.key < $1.key }.map { (symbol: $0.key, value: $0.value.text) }
    if let error { meanings.append((symbol: "#", value: Value.string(Text(error)).text)) }
    return meanings.isEmpty ? [] : [.meanings(meanings)]
  }
}

extension Value {
  /// The value as compact JSON.
  var text: String { String(decoding: JSONWriter.text(of: self), as: UTF8.self) }

  static func strings(_ strings: [String]) -> Value { .array(strings.map { .string(Text($0)) }) }

  /// Returns an object with members in the given order.
  static func members(_ members: KeyValuePairs<String, Value>) -> Value {
    .object(Object(members.map { Member(key: Text($0.key), value: $0.value) }))
  }

  /// Returns the meanings of symbols, sorted by symbol.
  static func symbols(_ values: [String: Value]) -> Value {
    .object(
      Object(
        values.sorted { $0.key < $1.key }.map { Member(key: Text($0.key), value: $0.value) }))
  }

  /// Returns a value that a registry contains as JSON text.
  static func known(_ text: String) -> Value {
    do throws(ReadError) {
      return try JSONReader.value(of: SourceText(name: "reference", text)).value
    } catch {
      preconditionFailure("the reference contains invalid JSON: \(text)")
    }
  }
}
