import Values

/// All that the reference says about a name, whatever it is the name of.
struct ReferenceEntry {
  let name: String
  /// The heading under which it is listed, if there are any.
  var category: String?
  /// How it is written, shortly, for a list.
  let label: String
  /// Each way to write it, without its name if that stands in front anyway.
  let calls: [String]
  /// Each way to write it.
  let usage: [String]
  /// What it does, in a sentence.
  let summary: String
  /// What else there is to know, in sentences.
  var remark: String?
  /// What others call it.
  var otherNames: [String] = []
  var parameters: [Parameter] = []
  /// What one of these is called.
  var parameterNoun = "parameter"
  let examples: [Example]
  /// Everything, for machines.
  let json: Value

  struct Parameter {
    let name: String
    /// What it can be.
    let expectation: String
    let isOptional: Bool
    let summary: String
  }

  /// The parts of an example, from top to bottom.
  typealias Example = [Part]

  enum Part {
    /// Lines whose columns mean something.
    case drawing([String])
    /// What the signs of the drawing above stand for, as JSON.
    case meanings([(sign: String, value: String)])
    /// What can be pasted.
    case json(Value)
  }
}

extension ReferenceEntry.Part {
  /// What signs stand for; nothing if they stand for themselves.
  static func meanings(of values: [String: Value], error: String? = nil) -> [ReferenceEntry.Part] {
    var meanings = values.sorted { $0.key < $1.key }.map { (sign: $0.key, value: $0.value.text) }
    if let error { meanings.append((sign: "#", value: Value.string(Text(error)).text)) }
    return meanings.isEmpty ? [] : [.meanings(meanings)]
  }
}

extension Value {
  /// The value as compact JSON.
  var text: String { String(decoding: JSONWriter.text(of: self), as: UTF8.self) }

  static func strings(_ strings: [String]) -> Value { .array(strings.map { .string(Text($0)) }) }

  /// An object with members in this order.
  static func members(_ members: KeyValuePairs<String, Value>) -> Value {
    .object(Object(members.map { Member(key: Text($0.key), value: $0.value) }))
  }

  /// What signs stand for, in the order of the signs.
  static func signs(_ values: [String: Value]) -> Value {
    .object(
      Object(
        values.sorted { $0.key < $1.key }.map { Member(key: Text($0.key), value: $0.value) }))
  }

  /// A value that a registry holds as JSON text.
  static func known(_ text: String) -> Value {
    do throws(ReadError) {
      return try JSONReader.value(of: SourceText(name: "reference", text)).value
    } catch {
      preconditionFailure("the reference holds what is no JSON: \(text)")
    }
  }
}
