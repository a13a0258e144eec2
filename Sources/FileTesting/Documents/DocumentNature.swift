import Expressions
import Pipelines
package import Values

/// The kind of document that a JSON text is meant to be, judged by its top-level keys.
///
/// A folder of stream files may contain other JSON: schemas, package descriptions, records. Only
/// JSON that is clearly something else counts as data, because data is not tested.
package enum DocumentNature {
  /// A stream document, even one with misspelt keys. Also anything that is not JSON.
  case stream
  /// Anything else.
  case data

  package init(of source: SourceText) {
    self = JSONReader.reading(source) { reader in
      do throws(ReadError) {
        let top = try TopKeys(&reader)
        try reader.finish()
        return top.isOfStream ? .stream : .data
      } catch {
        return .stream
      }
    }
  }

  /// Returns whether an object has a source and an expectation, the latter possibly misspelt.
  static func statesExpectation(_ object: Object) -> Bool {
    let top = TopKeys(object)
    let words: Set<ModelKey> = [.expect, .tests]
    return !top.exact.isDisjoint(with: ModelKey.sources)
      && !(top.exact.isDisjoint(with: words) && top.near.isDisjoint(with: words))
  }
}

/// The keys of an object that show whether it is a stream model.
private struct TopKeys {
  /// The keys that only a stream model has, with their values.
  static let telling: [ModelKey] = ModelKey.sources + [.operators, .definitions, .expect, .tests]
  /// The maximum number of keys that are compared with others, because records may have any number
  /// of keys.
  private static let limit = 1000

  private(set) var exact: Set<ModelKey> = []
  /// The keys that misspelt keys were meant to be. They have a value of the right form.
  private(set) var near: Set<ModelKey> = []
  private var isSession = false
  private var namesStreamSchema = false
  private var namesSchemaOfSchemas = false
  private var hasTypeAndProperties = (false, false)
  private var count = 0

  /// Reads the keys of the next value. There are none unless it is an object.
  init(_ reader: inout JSONReader) throws(ReadError) {
    guard try reader.peek() == .object else {
      try reader.skipValue()
      return
    }
    try reader.beginObject()
    while let key = try reader.nextKey() {
      if isTelling(key) {
        let value = try reader.readValue()
        note(key, value)
      } else {
        try reader.skipValue()
      }
    }
  }

  init(_ object: Object) {
    for member in object.members where isTelling(member.key) { note(member.key, member.value) }
  }

  /// Whether the keys together are those of a stream model.
  var isOfStream: Bool {
    if isSession || namesStreamSchema { return true }
    // A schema may have definitions too.
    let isSchema = namesSchemaOfSchemas || hasTypeAndProperties == (true, true)
    if isSchema, exact.isSubset(of: [.definitions]) { return false }
    return !exact.isEmpty || !near.isEmpty
  }

  /// Records a known key. Returns whether its value must be read.
  private mutating func isTelling(_ key: Text) -> Bool {
    count += 1
    let name = key.string
    if let known = Self.telling.first(where: { $0.name == name }) {
      exact.insert(known)
      return false
    }
    return name.hasPrefix("$") || name == "type" || name == "properties" || nearest(to: name) != nil
  }

  private func nearest(to name: String) -> ModelKey? {
    guard count <= Self.limit else { return nil }
    let nearest = NearestName(to: name, among: Self.telling.map(\.name)).name
    return Self.telling.first { $0.name == nearest }
  }

  private mutating func note(_ key: Text, _ value: Value) {
    switch (key.string, value) {
    case ("$session", _): isSession = true
    case ("$schema", .string(let text)):
      let text = text.string
      namesSchemaOfSchemas = text.contains("json-schema.org")
      namesStreamSchema = text.hasSuffix("stream.schema.json")
    case ("type", .string), ("type", .array): hasTypeAndProperties.0 = true
    case ("properties", .object), ("$defs", .object): hasTypeAndProperties.1 = true
    case (let name, _):
      if let meant = nearest(to: name), value.fits(meant) { near.insert(meant) }
    }
  }
}

extension Value {
  /// Whether the value has the form that a stream model has under a key. `form` and `export` are
  /// also ordinary words, so a key that merely resembles one of the format's keys counts only with
  /// such a value.
  fileprivate func fits(_ key: ModelKey) -> Bool {
    switch (key, self) {
    case (.stream, .array(let items)): items.contains { $0.has("value") }
    case (.sequence, .array): true
    case (.append, .array(let inputs)), (.merge, .array(let inputs)), (.zip, .array(let inputs)),
      (.combineLatest, .array(let inputs)):
      inputs.contains(where: \.isInput)
    case (.from, _): isInput
    case (.marbles, .string(let text)): text.string.contains { "-|".contains($0) }
    case (.operators, .array(let operators)):
      operators.contains { operatorObject in
        if case .object(let object) = operatorObject { object.members.count == 1 } else { false }
      }
    case (.definitions, .object(let object)): object.members.contains { $0.value.isModel }
    case (.expect, _): isTimeline
    case (.tests, .array(let tests)):
      tests.contains { test in ["expect", "inputs", "cases", "outputs"].contains { test.has($0) } }
    case (.tests, _): has("expect")
    default: false
    }
  }

  private func has(_ key: Text) -> Bool {
    if case .object(let object) = self { object[key] != nil } else { false }
  }

  private var isModel: Bool {
    TopKeys.telling.contains { has(Text($0.name)) }
  }

  /// Whether it is an input of another stream: a file, or a model in place of a name.
  private var isInput: Bool {
    guard case .string(let text) = self else { return isModel }
    return StreamInput(text.string) != .name(text.string)
  }

  private var isTimeline: Bool {
    switch self {
    case .string(let text):
      let text = text.string
      return text.isEmpty || text.hasPrefix("-") || text.hasSuffix("|") || text.hasSuffix("#")
    case .array(let events): return events.contains { $0.has("time") }
    case .object: return has("marbles") || has("path")
    default: return false
    }
  }
}
