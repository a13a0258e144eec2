import Marbles
package import Pipelines
import Platform
import Reactive
import Values

/// The first records of a log, with a guess at their meaning.
package struct LogSample {
  /// The number of records that are read, and the number in the test.
  private static let limits = (read: RecordSample.limit, tested: 5)

  let path: String
  let fields: [RecordField]
  /// The name of the input.
  private let name: String
  /// How the input is read.
  private let reading: LogReading
  private let records: [Value]
  private let times: [Instant]

  /// Reads a sample. Throws if there is no record.
  package init(of path: String) throws {
    self.path = path
    let (source, modified) = try Self.beginning(of: path)
    guard !source.isEmpty else {
      throw DraftError("'\(path)' has no records", hint: "name a log that has some")
    }
    let last = path.split(separator: "/").last.map(String.init) ?? path
    name = Self.inputName(of: last)
    let plain = LogReading(
      path: path, name: name, format: Self.format(of: last, beginning: source),
      limit: Self.limits.read)
    let timeline = try plain.timeline()
    guard !timeline.values.isEmpty else {
      var reason = ""
      if case .failure(let message)? = timeline.completion?.kind { reason = ": \(message)" }
      throw DraftError("'\(path)' has no records\(reason)")
    }
    let found = try Self.withTimes(plain, timeline.values, modified)
    reading = found?.reading ?? plain
    records = found?.timeline.values ?? timeline.values
    times = (found?.timeline ?? timeline).events.map(\.instant)
    fields = RecordField.fields(of: records)
  }

  /// Returns the first reading of a log that finds times in all records; nil if there is none.
  private static func withTimes(
    _ plain: LogReading, _ records: [Value], _ modified: Int
  ) throws -> (reading: LogReading, timeline: Timeline<Value>)? {
    var readings = [(plain, records)]
    if plain.format != nil {
      for form in LineForm.guesses(for: records.compactMap(\.line)) {
        var reading = plain
        reading.format = form.records
        let timeline = try reading.timeline()
        if case .failure? = timeline.completion?.kind { continue }
        if !timeline.values.isEmpty { readings.append((reading, timeline.values)) }
      }
    }
    for (reading, records) in readings {
      for time in LogTime.guesses(
        for: RecordField.fields(of: records), in: records, modified: modified)
      {
        var timed = reading
        timed.time = time
        let played = try timed.timeline()
        if case .failure? = played.completion?.kind { continue }
        return (timed, played)
      }
    }
    return nil
  }

  /// Returns the members of a document that reads the log.
  package func members(
    besides file: String
  ) throws(Diagnostics) -> [(key: String, value: String)] {
    var members = reading.time.declarations + [("input", NewDocument.quoted(name))]
    if let inner = relativePath(besides: file) {
      members.append(("path", NewDocument.quoted(inner)))
    }
    if let format = reading.format { members.append(("records", format)) }
    members += reading.time.members
    let step = RecordField.firstStep(for: fields, in: records)
    members.append(("operators", "[\(step.text)]"))
    // One of the records passes, so that the test expects something.
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
  package var table: String {
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
    let time =
      reading.time.members.first.map { "; the time is \($0.value)" } ?? "; no field is a time"
    let notes = reading.time.notes.map { "note: \($0)" }
    let noun = records.count == 1 ? "record" : "records"
    return (["\(path): \(count) \(noun)\(time)"] + lines + notes).joined(separator: "\n")
  }

  /// Returns the path of the log relative to the folder of a file; nil if it is not below that
  /// folder.
  private func relativePath(besides file: String) -> String? {
    let folder = file.lastIndex(of: "/").map { String(file[..<$0]) } ?? "."
    guard let log = FilePath(path).resolved,
      let top = FilePath(folder.isEmpty ? "/" : folder).resolved
    else { return nil }
    let prefix = top.hasSuffix("/") ? top : top + "/"
    let rest = log.dropFirst(prefix.count)
    // If the name contained a wildcard, the input would read every file that matches.
    return log.hasPrefix(prefix) && !rest.contains { "*?[{".contains($0) } ? String(rest) : nil
  }

  /// Returns the first bytes of a log, and the time of its last change.
  private static func beginning(
    of path: String
  ) throws(DraftError) -> (bytes: [UInt8], modified: Int) {
    do throws(SystemError) {
      let status = try FileStatus(ofPath: path)
      // A pipe or a device could not be read twice.
      guard status.kind == .file else { throw .notRegular }
      return (FileEdges(ofFile: path, 4096).first, status.modified)
    } catch {
      throw DraftError("cannot read '\(path)': \(error.reason)", hint: "name a log")
    }
  }

  /// Returns a name for the input, which is the name of the file as far as it is an identifier.
  private static func inputName(of file: String) -> String {
    let stem = file.prefix { $0 != "." }
    let name = stem.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }
    return name.first?.isLetter == true ? String(name) : "log"
  }

  /// Returns the form of the records as JSON; nil if it follows from the name of the file.
  private static func format(of file: String, beginning bytes: [UInt8]) -> String? {
    let file = file.lowercased()
    let known = [".ndjson", ".jsonl", ".json", ".csv", ".tsv"]
    if known.contains(where: { file.hasSuffix($0) || file.hasSuffix($0 + ".gz") }) { return nil }
    let first = bytes.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    return first == UInt8(ascii: "{") ? nil : "\"text\""
  }
}

extension Value {
  /// The text of a line.
  fileprivate var line: String? {
    if case .string(let text) = self { text.string } else { nil }
  }
}
