import Console
import Pipelines
import Reactive
import Values

/// The counts of what a run has read, written and lost, as an object on one line. Its members are
/// in the order in which they are added, whatever their values are.
struct RunSummary {
  /// The members as JSON, each after its name.
  private var members: [(name: String, json: String)] = []

  mutating func add(_ name: String, _ value: Value) {
    members.append((name, value.description))
  }

  mutating func add(_ name: String, _ count: Int) {
    add(name, .int(Int64(count)))
  }

  /// Adds a time in seconds, exact to the nanosecond, in the form in which the times of events are
  /// printed.
  mutating func add(_ name: String, _ instant: Instant) {
    members.append((name, instant.secondsText))
  }

  mutating func add(_ name: String, _ duration: Duration) {
    add(name, Instant.zero.advanced(by: duration))
  }

  /// Adds an array of summaries.
  mutating func add(_ name: String, _ summaries: [RunSummary]) {
    members.append((name, "[\(summaries.map(\.line).joined(separator: ","))]"))
  }

  /// Adds an object of summaries by name.
  mutating func add(_ name: String, _ parts: [(name: String, summary: RunSummary)]) {
    var object = RunSummary()
    object.members = parts.map { ($0.name, $0.summary.line) }
    members.append((name, object.line))
  }

  /// The summary as a line of JSON.
  var line: String {
    let texts = members.map { "\(Value.string(Text($0.name))):\($0.json)" }
    return "{\(texts.joined(separator: ","))}"
  }
}

extension RunSummary {
  /// Creates the summary of an input's records.
  init(_ report: InputReport) {
    add("records", report.recordCount)
    add("bytes", report.byteCount)
    add("early", report.earlyCount)
    add("repeated", report.repeatedCount)
    add("late", report.lateCount)
    add("tooLate", report.tooLateCount)
    add("lateBy", report.greatestLateness)
    add(
      "firstLate",
      report.lateRecords.map { record in
        var summary = RunSummary()
        summary.add("place", .string(Text(record.place.description)))
        summary.add("lateBy", record.lateness)
        return summary
      })
    add("bad", report.badCount)
    add(
      "firstBad",
      report.badRecords.map { record in
        var summary = RunSummary()
        summary.add("place", .string(Text(record.place.description)))
        summary.add("reason", .string(Text(record.reason)))
        return summary
      })
    add("cutOff", .bool(report.isCutOff))
    add("unplayed", report.unplayedCount)
    add(
      "firstUnplayed",
      .array(report.firstUnplayed.map { [.string(Text($0.description))] } ?? []))
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
    guard report.reason != .failed else {
      add("first", .array(report.first.map { .string(Text($0.line)) }))
      return
    }
    let name = report.reason == .forgotten ? "key" : "value"
    add(
      "first",
      report.firstValues.map { entry in
        var summary = RunSummary()
        summary.add("time", entry.time)
        summary.add(name, entry.value)
        return summary
      })
  }
}

extension RunSummary {
  /// Creates the summary of a run that has ended.
  init(_ end: PlaybackEnd, of show: Show, for program: Program, _ code: ExitCode) {
    add("end", .string(Text(Self.word(for: end, of: show))))
    add("exitCode", Int(code.rawValue))
    add("time", show.failure?.instant ?? show.instant)
    let count = unsafe show.valueCount
    add("events", count + (show.hasFinished || show.failure != nil ? 1 : 0))
    add("values", count)
    add("inputs", show.inputs.summaries)
    add("dropped", program.report(show.dropped).map { RunSummary($0) })
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
