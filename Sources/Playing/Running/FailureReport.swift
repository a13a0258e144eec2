import Expressions
import Records
public import StreamModels
public import Values

/// The failure of a playback, with its place: as a message for people, and as JSON for programs.
public struct FailureReport: Sendable {
  /// The message alone, as in expectations and in `$error`.
  public let message: String
  /// The location of the expression or operator that failed; nil if it is unknown.
  public let location: SourceLocation?
  /// The cause; nil if only the message is known.
  public let cause: FailureCause?

  /// Creates a report of a program's failure.
  public init(_ failure: StreamFailure, of program: Program) {
    message = failure.message
    cause = failure.cause
    location = program.location(of: failure)
  }
}

extension FailureReport {
  /// The report on one line, or only the message if nothing else is known:
  /// `rules.json:9:22: division by zero in '10 / $0.v' for {"v":0} (log.ndjson:48213, …)`.
  public var line: String {
    guard let cause else { return message.onOneLine }
    var text = place.map { "\($0): " } ?? ""
    if isAboutRecord, let record { text += "\(record): " }
    text += cause.reason.shortened(to: 300)
    if let part = cause.part { text += " in '\(part.shortened(to: 60))'" }
    if let values = Self.text(of: cause.values) { text += " for \(values)" }
    if !isAboutRecord, let record { text += " (\(record))" }
    if let hint = cause.hint { text += "; \(hint)" }
    return text.onOneLine
  }

  /// The report on one line, followed by the line of the file with a caret.
  public var text: String {
    guard let excerpt = location?.excerpt, !excerpt.isEmpty else { return line }
    return "\(line)\n\(excerpt)"
  }

  /// The place to look at first: in the document, or of the record.
  private var place: String? {
    if let location { return "\(location.file):\(location.line):\(location.column)" }
    if let path = cause?.place?.path, !path.isRoot { return "\(path)" }
    return cause?.record?.place.description
  }

  /// Whether the record itself is the mistake, so that its place is the one to look at.
  private var isAboutRecord: Bool { location == nil && cause?.place == nil }

  /// The place of the record, and its time.
  private var record: String? {
    guard let record = cause?.record else { return nil }
    let name = isAboutRecord ? "input '\(record.input)'" : record.place.description
    return ([name] + [record.time].compactMap { $0 }).joined(separator: ", ")
  }

  private static func text(of values: [Value]) -> String? {
    let texts = values.map { value in
      String(decoding: JSONWriter.text(of: value), as: UTF8.self).shortened(to: 80)
    }
    switch texts.count {
    case 0: return nil
    case 1: return texts[0]
    default:
      return texts.enumerated().map { "$\($0) = \($1)" }.joined(separator: ", ")
    }
  }
}

extension FailureReport {
  /// The cause as an object: `file`, `line` and `column`, `operator`, `expression` (the part that
  /// failed), `value` (or `values`, `$0` and `$1`), `reason`, `hint`, and `record` with its
  /// `input`, `file`, `line` and `time`. Nil if the cause is unknown.
  public var json: Value? {
    guard let cause else { return nil }
    var members: [Member] = []
    func add(_ key: Text, _ value: Value?) {
      if let value { members.append(Member(key: key, value: value)) }
    }
    func string(_ text: String?) -> Value? { text.map { .string(Text($0)) } }
    add("file", string(location?.file))
    add("line", location.map { .int(Int64($0.line)) })
    add("column", location.map { .int(Int64($0.column)) })
    add("operator", string(cause.operatorName))
    add("expression", string(cause.part))
    add(cause.values.count == 1 ? "value" : "values", Self.json(of: cause.values))
    add("reason", string(cause.reason))
    add("hint", string(cause.hint))
    add("record", cause.record.map(Self.json))
    return .object(Object(members))
  }

  private static func json(of values: [Value]) -> Value? {
    values.isEmpty ? nil : values.count == 1 ? values[0] : .array(values)
  }

  private static func json(of record: FailureCause.Record) -> Value {
    var members = [Member(key: "input", value: .string(Text(record.input)))]
    if !record.place.source.isEmpty {
      members.append(Member(key: "file", value: .string(Text(record.place.source))))
    }
    members.append(Member(key: "line", value: .int(Int64(record.place.line))))
    if let time = record.time {
      members.append(Member(key: "time", value: .string(Text(time))))
    }
    return .object(Object(members))
  }
}
