import Expressions
import Records
import Values

/// Reads the value of `records`, and collects the mistakes in it.
struct RecordFormatReader {
  private(set) var mistakes: [Diagnostic] = []

  static let expectation =
    #"'ndjson', 'json', 'csv', 'tsv', 'text', or an object such as { "csv": { "delimiter": ";" } }"#

  /// Returns the format; nil if there are mistakes.
  mutating func format(_ value: Value) -> RecordFormat? {
    let format = read(value)
    return mistakes.isEmpty ? format : nil
  }

  private mutating func read(_ value: Value) -> RecordFormat? {
    switch value {
    case .string(let word):
      if let format = RecordFormat(named: word.string) { return format }
      report("found '\(word.string.abbreviated)', expected \(Self.expectation)", wayOut(for: word))
    case .object(let object):
      let members = object.members.filter { !$0.key.isAnnotation }
      guard let member = members.first, members.count == 1 else {
        report(
          "found \(members.isEmpty ? "an empty object" : "several formats"), expected one of "
            + "'csv', 'tsv', 'lines' and 'text'")
        return nil
      }
      return read(member)
    default: report("found \(value.written), expected \(Self.expectation)")
    }
    return nil
  }

  private func wayOut(for word: Text) -> String? {
    switch word.string {
    case "lines", "regex", "regexp", "grok", "pattern":
      #"write { "lines": "(?P<name>…) …" }"#
    case "array", "jsonarray", "json-array": #"write "json""#
    case "jsonl", "jsonlines": #"write "ndjson""#
    case "gzip", "gz": "gzip is recognized; remove it"
    default:
      Suggestion.hint(for: word.string, among: RecordFormat.named.map(\.name) + ["lines"])
    }
  }

  private mutating func read(_ member: Member) -> RecordFormat? {
    let place = DocumentPath([.key(member.key)])
    switch member.key.string {
    case "csv": return readTable(member.value, ["delimiter", "header", "types"], at: place)
    case "tsv": return readTable(member.value, ["header", "types"], at: place)
    case "lines": return readLines(member.value, at: place)
    case "text": return readText(member.value, at: place)
    case let name where RecordFormat(named: name) != nil:
      report(
        "found an object for '\(name)', which has no options", #"write "records": "\#(name)""#,
        at: place)
    case let name:
      let known = ["csv", "tsv", "lines", "text"]
      report(
        code: .unknownKey, "unknown key '\(name.abbreviated)' in 'records'",
        Suggestion.hint(for: name, among: known) ?? Suggestion.list(of: known), at: place)
    }
    return nil
  }

  mutating func report(
    code: DiagnosticCode = .invalidValue, _ message: String, _ hint: String? = nil,
    at path: DocumentPath = []
  ) {
    mistakes.append(Diagnostic(code, message, hint: hint, at: path))
  }

  /// Returns the members of an object of settings by key, and reports unknown keys.
  mutating func settings(
    of value: Value, _ known: [String], of owner: String, at place: DocumentPath
  ) -> [String: Value]? {
    guard case .object(let object) = value else {
      report(
        code: .wrongType,
        "found \(value.written) for '\(owner)', expected an object with "
          + Suggestion.enumeration(of: known), at: place)
      return nil
    }
    var settings: [String: Value] = [:]
    for member in object.members where !member.key.isAnnotation {
      let name = member.key.string
      if known.contains(name) {
        settings[name] = member.value
      } else {
        let hint =
          owner == "tsv" && name == "delimiter"
          ? #"write "csv" for a table with another delimiter"#
          : Suggestion.hint(for: name, among: known) ?? Suggestion.list(of: known)
        report(
          code: .unknownKey, "unknown key '\(name.abbreviated)' in '\(owner)'", hint,
          at: place.appending(member.key))
      }
    }
    return settings
  }
}

// MARK: - Lines

extension RecordFormatReader {
  private mutating func readLines(_ value: Value, at place: DocumentPath) -> RecordFormat? {
    if case .string = value {
      return readPattern(value, at: place, hasNames: true).map { .lines($0) }
    }
    guard let settings = settings(of: value, ["pattern", "startsWith"], of: "lines", at: place)
    else { return nil }
    let start = settings["startsWith"].flatMap {
      readPattern($0, at: place.appending("startsWith"))
    }
    guard let text = settings["pattern"] else {
      report(
        code: .missingKey, "'lines' needs 'pattern', the pattern of a record",
        #"write "text" for records that are strings"#, at: place)
      return nil
    }
    return readPattern(text, at: place.appending("pattern"), hasNames: true)
      .map { .lines($0, startsWith: start) }
  }

  private mutating func readText(_ value: Value, at place: DocumentPath) -> RecordFormat? {
    guard let settings = settings(of: value, ["startsWith"], of: "text", at: place) else {
      return nil
    }
    return .text(
      startsWith: settings["startsWith"].flatMap {
        readPattern($0, at: place.appending("startsWith"))
      })
  }

  private mutating func readPattern(
    _ value: Value, at place: DocumentPath, hasNames: Bool = false
  ) -> LinePattern? {
    guard case .string(let text) = value else {
      report(
        code: .wrongType, "found \(value.written), expected a pattern in a string", at: place)
      return nil
    }
    do throws(Diagnostic) {
      let pattern = try LinePattern(text.string)
      if hasNames, pattern.names.isEmpty {
        report(
          "found a pattern without named groups, expected one for each key of a record",
          "write '(?P<name>…)', or \"records\": \"text\" for lines as strings", at: place)
      }
      return pattern
    } catch {
      var mistake = error
      mistake.path = place
      mistakes.append(mistake)
      return nil
    }
  }
}

extension Value {
  /// The kind of a value in a document with its article, for messages.
  var written: String {
    switch self {
    case .null: ValueKind.null.phrase
    case .bool: ValueKind.bool.phrase
    case .int, .double: ValueKind.number.phrase
    case .string: ValueKind.string.phrase
    case .array: ValueKind.array.phrase
    case .object: ValueKind.object.phrase
    }
  }
}
