import Marbles
import Pipelines
import Platform
import Reactive
import Values

/// The first records of a log, with a guess of what they mean.
struct LogSample {
  /// The number of records that are read, and of those in the test.
  private static let limits = (read: 1000, tested: 5)

  let path: String
  let fields: [LogField]
  /// The name of the input.
  private let name: String
  /// The text of `records`; nil if the name of the file says it.
  private let format: String?
  private let records: [Value]
  /// The members of the input that tell the times; empty if none are known.
  private let timing: [(key: String, value: String)]
  private let times: [Instant]

  /// Reads a sample. Throws if there is no record.
  init(of path: String) throws {
    self.path = path
    let source = try Self.beginning(of: path)
    guard !source.isEmpty else {
      throw UsageError(
        "'\(path)' has no records", hint: "name a log that has some", command: .new)
    }
    let last = path.split(separator: "/").last.map(String.init) ?? path
    name = Self.inputName(of: last)
    format = Self.format(of: last, beginning: source)
    let reading = LogReading(path: path, name: name, format: format, limit: Self.limits.read)
    let timeline = try reading.timeline([])
    records = timeline.values
    guard !records.isEmpty else {
      var reason = ""
      if case .failure(let message)? = timeline.completion?.kind { reason = ": \(message)" }
      throw UsageError("'\(path)' has no records\(reason)", hint: nil, command: .new)
    }
    fields = LogField.fields(of: records)
    var (timing, times) = ([(key: String, value: String)](), timeline.events.map(\.instant))
    for guess in LogTime.guesses(for: fields, in: records) {
      let played = try reading.timeline(guess)
      if case .failure? = played.completion?.kind { continue }
      (timing, times) = (guess, played.events.map(\.instant))
      break
    }
    (self.timing, self.times) = (timing, times)
  }

  /// The members of a document that reads the log.
  func members(
    besides file: String
  ) throws(Diagnostics) -> [(key: String, value: String)] {
    var members: [(key: String, value: String)] = [("input", NewDocument.quoted(name))]
    if let inner = relativePath(besides: file) {
      members.append(("path", NewDocument.quoted(inner)))
    }
    if let format { members.append(("records", NewDocument.quoted(format))) }
    members += timing
    let step = LogField.firstStep(for: fields, in: records)
    members.append(("operators", "[\(step.text)]"))
    // One of the records passes, so that something is expected.
    let first = Array(records.indices.prefix(Self.limits.tested))
    let tested = first.contains(step.passing) ? first : first.dropLast() + [step.passing]
    var inputs = tested.map { index in
      "{ \"time\": \(times[index].secondsText), \"value\": "
        + String(decoding: JSONWriter.text(of: records[index]), as: UTF8.self) + " }"
    }
    if let last = tested.last {
      inputs.append("{ \"time\": \(times[last].secondsText), \"completion\": \"finished\" }")
    }
    let events = inputs.joined(separator: ", ")
    let test = { (expect: String) in
      "[ { \"name\": \"the first records\", \"inputs\": { \(NewDocument.quoted(self.name)): "
        + "[\(events)] }, \"expect\": \(expect) } ]"
    }
    let document = NewDocument(path: file, members: members + [("tests", test("[]"))])
    guard let actual = try document.actual() else { return members }
    return members + [("tests", test(NewDocument.text(of: actual)))]
  }

  /// A table of the fields, for people.
  var table: String {
    let rows = fields.map { field in
      [
        field.name, field.typeNames.joined(separator: " or "),
        field.count < records.count ? "in \(field.count) of \(records.count)" : "",
        field.example,
      ]
    }
    let widths = (0..<3).map { column in rows.map { ChartText.width($0[column]) }.max() ?? 0 }
    let lines = rows.map { row in
      "  "
        + (0..<3).map { column in
          row[column] + String(repeating: " ", count: widths[column] - ChartText.width(row[column]))
        }.joined(separator: "  ") + "  " + row[3]
    }
    let count =
      records.count == Self.limits.read ? "the first \(records.count)" : "\(records.count)"
    let time = timing.first.map { "; the time is \($0.value)" } ?? "; no field is a time"
    return (["\(path): \(count) records\(time)"] + lines).joined(separator: "\n")
  }

  /// Returns the path of the log from the folder of a file; nil if it is not below that folder.
  private func relativePath(besides file: String) -> String? {
    let folder = file.lastIndex(of: "/").map { String(file[..<$0]) } ?? "."
    guard let log = FilePath(path).resolved,
      let top = FilePath(folder.isEmpty ? "/" : folder).resolved
    else { return nil }
    let prefix = top.hasSuffix("/") ? top : top + "/"
    let rest = log.dropFirst(prefix.count)
    // Of a name with a wildcard, the input would read every file that matches.
    return log.hasPrefix(prefix) && !rest.contains { "*?[{".contains($0) } ? String(rest) : nil
  }

  private static func beginning(of path: String) throws(UsageError) -> [UInt8] {
    do throws(SystemError) {
      // A pipe or a device could not be read twice.
      guard try FileStatus(ofPath: path).kind == .file else { throw .notRegular }
      return FileEdges(ofFile: path, 4096).first
    } catch {
      throw UsageError(
        "cannot read '\(path)': \(error.reason)", hint: "name a log", command: .new)
    }
  }

  /// Returns a name for the input: that of the file, as far as it is an identifier.
  private static func inputName(of file: String) -> String {
    let stem = file.prefix { $0 != "." }
    let name = stem.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }
    return name.first?.isLetter == true ? String(name) : "log"
  }

  private static func format(of file: String, beginning bytes: [UInt8]) -> String? {
    let file = file.lowercased()
    let known = [".ndjson", ".jsonl", ".json", ".csv", ".tsv"]
    if known.contains(where: { file.hasSuffix($0) || file.hasSuffix($0 + ".gz") }) { return nil }
    let first = bytes.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    return first == UInt8(ascii: "{") ? nil : "text"
  }
}

/// Plays a log with different readings of its times.
struct LogReading {
  let path: String
  let name: String
  let format: String?
  let limit: Int

  /// Returns the records with their times, up to the limit.
  func timeline(_ timing: [(key: String, value: String)]) throws(Diagnostics) -> Timeline<Value> {
    let slash = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    var members: [(key: String, value: String)] = [("input", NewDocument.quoted(name))]
    if let format { members.append(("records", NewDocument.quoted(format))) }
    members += timing
    members.append(("operators", "[ { \"prefix\": { \"count\": \(limit) } } ]"))
    let file = NewDocument.quoted("./" + path[slash...])
    members.append(
      ("tests", "[ { \"inputs\": { \(NewDocument.quoted(name)): \(file) }, \"expect\": [] } ]"))
    let document = NewDocument(path: path[..<slash] + "new.json", members: members)
    return try document.actual() ?? Timeline()
  }
}
