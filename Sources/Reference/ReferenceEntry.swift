package import Values

/// The reference's entry for a name of any kind.
package struct ReferenceEntry {
  package let name: String
  /// The heading that it is listed under, if there are headings.
  package var category: String?
  /// A short form of its syntax, for a list.
  package let label: String
  /// Each form of its syntax. The name is left out if it comes before the form anyway.
  package let calls: [String]
  /// Each form of its syntax.
  package let usage: [String]
  /// A sentence that describes it.
  package let summary: String
  /// Further sentences about it.
  package var remark: String?
  /// Its names in other tools.
  package var otherNames: [String] = []
  package var parameters: [Parameter] = []
  /// The noun for a parameter.
  package var parameterNoun = "parameter"
  /// The whole page as text, if it is not made of these parts.
  package var page: String?
  package let examples: [Example]
  /// The whole entry, for programs.
  package let json: Value

  package struct Parameter {
    package let name: String
    /// The possible values.
    package let expectation: String
    package let isOptional: Bool
    package let summary: String
  }

  /// The parts of an example, from top to bottom.
  package typealias Example = [Part]

  package enum Part {
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
  package static func meanings(of values: [String: Value], error: String? = nil) -> [ReferenceEntry
    .Part]
  {
    var meanings = values.sorted { $0.key < $1.key }.map { (symbol: $0.key, value: $0.value.text) }
    if let error { meanings.append((symbol: "#", value: Value.string(Text(error)).text)) }
    return meanings.isEmpty ? [] : [.meanings(meanings)]
  }
}

extension Value {
  /// The value as compact JSON.
  package var text: String { String(decoding: JSONWriter.text(of: self), as: UTF8.self) }

  package static func strings(_ strings: [String]) -> Value {
    .array(strings.map { .string(Text($0)) })
  }

  /// Returns an object with members in the given order.
  package static func members(_ members: KeyValuePairs<String, Value>) -> Value {
    .object(Object(members.map { Member(key: Text($0.key), value: $0.value) }))
  }

  /// Returns the meanings of symbols, sorted by symbol.
  package static func symbols(_ values: [String: Value]) -> Value {
    .object(
      Object(
        values.sorted { $0.key < $1.key }.map { Member(key: Text($0.key), value: $0.value) }))
  }

  /// Returns a value that a registry contains as JSON text.
  package static func known(_ text: String) -> Value {
    do throws(ReadError) {
      return try JSONReader.value(of: SourceText(name: "reference", text)).value
    } catch {
      preconditionFailure("the reference contains invalid JSON: \(text)")
    }
  }
}
