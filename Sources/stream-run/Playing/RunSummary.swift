import Pipelines
import Reactive
import Values

/// The counts of what a run has read, written and lost, as an object on one line. Its members come
/// in the order in which they are added, whatever their values are.
struct RunSummary {
  private var members: [Member] = []

  mutating func add(_ name: String, _ value: Value) {
    members.append(Member(key: Text(name), value: value))
  }

  mutating func add(_ name: String, _ count: Int) {
    add(name, .int(Int64(count)))
  }

  /// Adds an object of summaries by name.
  mutating func add(_ name: String, _ parts: [(name: String, summary: RunSummary)]) {
    add(name, .object(Object(parts.map { Member(key: Text($0.name), value: $0.summary.value) })))
  }

  var value: Value { .object(Object(members)) }

  /// The summary as a line of JSON.
  var line: String { String(decoding: JSONWriter.text(of: value), as: UTF8.self) }
}

extension RunSummary {
  /// Creates the summary of an input's records.
  init(_ report: InputReport) {
    add("records", report.recordCount)
    add("bytes", report.byteCount)
    add("early", report.earlyCount)
    add("late", report.lateCount)
    add("tooLate", report.tooLateCount)
    add("lateBy", .seconds(report.greatestLateness))
    add(
      "firstLate",
      .array(
        report.lateRecords.map { record in
          var summary = RunSummary()
          summary.add("place", .string(Text(record.place.description)))
          summary.add("lateBy", .seconds(record.lateness))
          return summary.value
        }))
    add("bad", report.badCount)
    add(
      "firstBad",
      .array(
        report.badRecords.map { record in
          var summary = RunSummary()
          summary.add("place", .string(Text(record.place.description)))
          summary.add("reason", .string(Text(record.reason)))
          return summary.value
        }))
    add("cutOff", .bool(report.isCutOff))
    if let trouble = report.trouble { add("trouble", .string(Text(trouble))) }
  }
}

extension RunSummary {
  /// Creates the summary of the values that an operator has lost.
  init(_ report: DroppedValuesReport) {
    add("operator", .string(Text(report.operatorName)))
    add(
      "place",
      report.location.map { .string(Text("\($0.file):\($0.line):\($0.column)")) } ?? .null)
    add("reason", .string(Text(report.reason.rawValue)))
    add("output", report.output.map { .string(Text($0)) } ?? .null)
    add("count", report.count)
    let name = report.reason == .forgotten ? "key" : "value"
    add(
      "first",
      .array(
        report.reason == .failed
          ? report.first.map { .string(Text($0.line)) }
          : report.firstValues.map { entry in
            var summary = RunSummary()
            summary.add("time", .seconds(nanoseconds: entry.time.nanoseconds))
            summary.add(name, entry.value)
            return summary.value
          }))
  }
}

extension RunSummary {
  /// Creates the summary of a run that has ended.
  init(_ end: PlaybackEnd, of show: Show, for program: Program, _ code: ExitCode) {
    add("end", .string(Text(Self.word(for: end, of: show))))
    add("exitCode", Int(code.rawValue))
    let last = show.failure?.instant ?? show.instant
    add("time", .seconds(nanoseconds: last.nanoseconds))
    let count = unsafe show.valueCount
    add("events", count + (show.hasFinished || show.failure != nil ? 1 : 0))
    add("values", count)
    add("inputs", show.inputs.summaries)
    add("dropped", .array(program.report(show.dropped).map { RunSummary($0).value }))
    if let folder = show.outputs.folder { add("outputs", folder.summaries) }
  }

  private static func word(for end: PlaybackEnd, of show: Show) -> String {
    if Interruption.code != nil { return "interrupted" }
    if show.failure != nil { return "failed" }
    if show.hasFinished { return "finished" }
    return switch end {
    case .limited: "limited"
    case .stopped: "stopped"
    case .ended, .waiting: "waiting"
    }
  }
}

extension Value {
  /// A number of seconds, as events have it: an int, or else the nearest double.
  fileprivate static func seconds(_ duration: Duration) -> Value {
    .seconds(nanoseconds: Instant.zero.advanced(by: duration).nanoseconds)
  }

  static func seconds(nanoseconds: Int64) -> Value {
    let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    return rest == 0 ? .int(seconds) : .double(Double(nanoseconds) / 1e9)
  }
}
