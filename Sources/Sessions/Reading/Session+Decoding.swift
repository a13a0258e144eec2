import Composable
import Expressions
package import Pipelines
import Values

extension Session {
  /// Decodes the actions as actions of a store. All actions that cannot be decoded are reported at
  /// once, each at its place.
  package func actions<Action: Decodable>(
    as type: Action.Type = Action.self
  ) throws(Diagnostics) -> [Action] {
    let decoder = ValueDecoder()
    var actions: [Action] = []
    actions.reserveCapacity(entries.count)
    var mistakes = Diagnostics()
    for entry in entries {
      do {
        actions.append(try decoder.decode(type, from: entry.action))
      } catch {
        guard !mistakes.isFull else { break }
        mistakes.append(
          DecodingMistake(error, in: entry.action, for: type).diagnostic(
            of: entry.title, at: path(of: entry).appending("value"), isRoot: entry.index == nil))
      }
    }
    guard mistakes.isEmpty else { throw mistakes.located(in: source) }
    return actions
  }

  /// Returns the state that was recorded after an action, or, for nil, before all actions.
  package func recordedState<State>(
    after entry: Entry?, as type: State.Type = State.self
  ) throws(Diagnostics) -> State? {
    guard let value = entry == nil ? initialState : entry?.state else { return nil }
    let title = entry.map { "the state after \($0.title)" } ?? "the state at the start"
    let location = entry.map { path(of: $0).appending("$state") } ?? ["$session", "state"]
    guard let decodable = type as? any Decodable.Type else {
      throw Diagnostics([
        Diagnostic(
          .invalidValue, "\(title) is recorded, and '\(TypeName.of(type))' is not Decodable",
          hint: "conform it to Codable, or remove '$state' from the session",
          at: location)
      ]).located(in: source)
    }
    do {
      return try ValueDecoder().decode(decodable, from: value) as? State
    } catch {
      throw Diagnostics([
        DecodingMistake(error, in: value, for: type).diagnostic(
          of: title, at: location, isRoot: false)
      ]).located(in: source)
    }
  }

  /// Returns the path of an action in the document.
  func path(of entry: Entry) -> DocumentPath {
    entry.index.map { ["stream", .index($0)] } ?? []
  }

  /// Returns the place of an action as a string: `session.json:7:5`, or only the name of the file.
  package func place(of entry: Entry?) -> String {
    let path: DocumentPath = entry.map(path(of:)) ?? ["$session"]
    guard !path.isRoot, let offset = source.offsets(of: [path])[0] else { return source.name }
    let place = source.place(at: offset)
    return "\(source.name):\(place.line):\(place.column)"
  }
}

extension DocumentPath {
  fileprivate func appending(_ rest: DocumentPath) -> DocumentPath {
    DocumentPath(components + rest.components)
  }
}

/// The reason, in words, why a value cannot be decoded as a type.
private struct DecodingMistake {
  private var message: String
  private var hint: String?
  private var path = DocumentPath()

  init(_ error: any Error, in value: Value, for root: Any.Type) {
    guard let error = error as? DecodingError else {
      message = "\(error)"
      return
    }
    switch error {
    case .keyNotFound(let key, let context):
      path = DocumentPath(context.codingPath)
      message = "there is no '\(key.stringValue)'"
    case .typeMismatch(let type, let context):
      path = DocumentPath(context.codingPath)
      let isRoot = path.isRoot && type == [String: Any].self
      (message, hint) = Self.mismatch(isRoot ? root : type, found: value.part(at: path))
    case .valueNotFound(let type, let context):
      path = DocumentPath(context.codingPath)
      message = "found null, expected \(TypeName.of(type))"
    case .dataCorrupted(let context):
      path = DocumentPath(context.codingPath)
      message = context.debugDescription
      // In an enum with raw values, the name is wrong.
      if path.isRoot, case .string(let text) = value {
        hint = Suggestion.hint(for: text.string, among: EnumLayout.caseNames(of: root))
      }
    @unknown default: message = "\(error)"
    }
  }

  /// Describes a value that was found in place of a type of the program. An enum is an object with
  /// one key. For an enum within another one, nothing more is known.
  private static func mismatch(_ type: Any.Type, found value: Value?) -> (String, String?) {
    let name = type == [String: Any].self ? "an object" : TypeName.of(type)
    let cases = EnumLayout.caseNames(of: type)
    guard !cases.isEmpty else {
      return ("found \(value?.kind.rawValue ?? "nothing"), expected \(name)", nil)
    }
    let ways = "cases of \(name): " + cases.map { "'\($0)'" }.joined(separator: ", ")
    guard case .object(let object) = value, object.count == 1, let key = object.keys.first else {
      return (
        "found \(value?.description.shortened ?? "nothing"), expected an object with one key", ways
      )
    }
    return (
      "unknown case '\(key)' of \(name)",
      Suggestion.hint(for: key.string, among: cases) ?? ways
    )
  }

  func diagnostic(of title: String, at place: DocumentPath, isRoot: Bool) -> Diagnostic {
    Diagnostic(
      .invalidValue, "\(title): \(message)", hint: hint, at: isRoot ? [] : place.appending(path))
  }
}

extension DocumentPath {
  /// Creates a path from the coding path of a decoder.
  fileprivate init(_ path: [any CodingKey]) {
    self.init(path.map { key in key.intValue.map { .index($0) } ?? .key(Text(key.stringValue)) })
  }
}

extension Value {
  /// Returns the value at a path; nil if the path does not lead to a value.
  fileprivate func part(at path: DocumentPath) -> Value? {
    var value = self
    for component in path.components {
      switch (component, value) {
      case (.key(let key), .object(let object)):
        guard let member = object[key] else { return nil }
        value = member
      case (.index(let index), .array(let elements)) where elements.indices.contains(index):
        value = elements[index]
      default: return nil
      }
    }
    return value
  }
}

extension String {
  fileprivate var shortened: String { count > 60 ? prefix(60) + "…" : self }
}

extension Session {
  /// Whether two values are encoded in the same way in a session's file, where an error is
  /// represented by its text.
  package static func isWrittenAlike(_ one: some Encodable, _ other: some Encodable) -> Bool {
    let encoder = ValueEncoder()
    do {
      return try encoder.encode(one).written() == encoder.encode(other).written()
    } catch {
      // A value that cannot be encoded does not equal any other.
      return false
    }
  }
}
