import Console
import Expressions
import Pipelines
import Platform
import Tuning
import Values

/// Binds a program's inputs to files and to standard input, and finally reports losses.
final class PlayInputs {
  private let settings: PlaySettings
  /// Stops reading when the process must end.
  let stop = ReadingStop()
  private let deadLetters: OutputFile?
  /// The files that the same run writes. They are skipped when a folder is read.
  private let written: Set<FileIdentity>
  /// The files that inputs name themselves.
  private let named: [String: [InputFile]]
  /// The bindings of the test that is played; nil if the options bind the inputs.
  private let tested: InputBindings?
  private(set) var session: InputSession?
  private let window: InputWindow
  /// The positions at which the inputs continue; nil if the playback begins.
  private let resumed: InputPositions?
  /// Changes the bindings before they are opened, for example so that other playbacks read the same
  /// records.
  private let share: (InputBindings) -> InputBindings

  /// - Parameters:
  ///   - tested: The bindings of the test that is played.
  ///   - outputs: The files that the run writes; nil if it only prints.
  init(
    _ settings: PlaySettings, _ window: InputWindow, named: [String: [InputFile]] = [:],
    tested: InputBindings? = nil, besides outputs: PlayOutputs? = nil,
    resuming resumed: InputPositions? = nil,
    share: @escaping (InputBindings) -> InputBindings = { $0 }
  ) {
    self.share = share
    self.resumed = resumed
    self.settings = settings
    self.tested = tested
    self.named = named
    self.window = window
    deadLetters = outputs?.deadLetters
    written = outputs?.identities ?? []
  }

  /// Opens the inputs of the program, if it has any.
  func open(for program: Program) throws(InputError) {
    if program.inputs.used.isEmpty { return }
    // A signal ends a process with checkpoints at once, and leaves the last checkpoint.
    if settings.checkpoints.file == nil { Interruption.expectOpening(stopping: stop) }
    do throws(InputError) {
      session = try InputSession(program, share(bindings))
    } catch {
      _ = Interruption.rest()
      throw error
    }
  }

  /// Opens the inputs of a program on any thread; nil if it has none.
  func session(for program: Program) throws(InputError) -> InputSession? {
    program.inputs.used.isEmpty ? nil : try InputSession(program, share(bindings))
  }

  /// Decodes all records for many playbacks. Returns nil if they take more memory than a limit.
  func kept(for program: Program, memory: Int) throws(InputError) -> KeptInputs? {
    try KeptInputs(bindings, of: program, memory: memory)
  }

  private var bindings: InputBindings {
    if var bindings = tested {
      bindings.stop = stop
      return bindings
    }
    var bindings = InputBindings(stop: stop)
    for input in settings.inputs {
      bindings.bindings[input.name] =
        input.path == "-"
        ? .descriptor(
          FileDescriptor.standardInput.rawValue, name: "<stdin>",
          format: settings.inputFormat, bigNumbers: settings.bigNumbers)
        : settings.follows
          ? .followedFile(
            input.path, format: settings.inputFormat, bigNumbers: settings.bigNumbers)
          : .file(
            input.path, format: settings.inputFormat, bigNumbers: settings.bigNumbers,
            besides: written)
    }
    for (name, files) in named {
      // If there are several files, each is read after the previous one has ended, so none is
      // followed.
      bindings.bindings[name] =
        settings.follows && files.count == 1
        ? .followedFile(
          files[0].path, format: settings.inputFormat, bigNumbers: settings.bigNumbers)
        : .files(
          files, format: settings.inputFormat, bigNumbers: settings.bigNumbers, besides: written)
    }
    switch settings.badRecords {
    case nil: break
    case .fail: bindings.badRecords = .fail
    case .skip: bindings.badRecords = .skip
    case .deadLetter:
      bindings.badRecords = .report { [deadLetters] in _ = deadLetters?.write($0) }
    }
    bindings.badRecordLimit = settings.badRecordLimit
    if settings.isLive {
      bindings.catchingUp = CatchingUp(silence: settings.silence ?? .seconds(1)) {
        complain("stream-run: \($0)".onOneLine)
      }
    }
    bindings.window = window
    bindings.resumed = resumed
    bindings.resumeAfter = settings.checkpoints.resumeAfter
    return bindings
  }

  /// The summaries of the inputs, in document order.
  var summaries: [(name: String, summary: RunSummary)] {
    session?.reports.map { ($0.name, RunSummary($0)) } ?? []
  }

  /// Reports the number of dropped records, and the reason why reading stopped early, unless the
  /// stream has failed and reports that itself.
  func report(hasFailed: Bool) -> ExitCode {
    var code = deadLetters?.close() ?? .done
    for report in session?.reports ?? [] {
      let name = "stream-run: input '\(report.name.onOneLine)'"
      if report.earlyCount > 0 {
        let count = "\(report.earlyCount) of \(report.recordCount) records"
        complain("\(name): dropped \(count) before '--origin'")
      }
      if report.repeatedCount > 0 {
        let count = "\(report.repeatedCount) of \(report.recordCount) records"
        complain("\(name): skipped \(count) that had been read before")
      }
      if let line = Self.describe(late: report) {
        let isLost = report.late == .drop
        complain("\(name): \(line)\(isLost ? Self.colon(report.lateCount) : "")")
        for record in report.lateRecords where isLost {
          complain("  \(record.place): \(Seconds(record.lateness).text) s late".onOneLine)
        }
      }
      if report.badCount > 0 {
        complain("\(name): \(describe(report))")
        for record in report.badRecords {
          let hint = record.hint.map { "; \($0)" } ?? ""
          complain("  \(record.place): \(record.reason)\(hint)".onOneLine)
        }
      }
      if let first = report.firstUnplayed {
        let count = report.unplayedCount
        complain(
          "\(name): \(count) \(count == 1 ? "record" : "records") not played, from \(first) on: not "
            + "due yet")
      }
      if report.trouble != nil { code = .outputError }
      if let misplaced = report.misplaced {
        // A stream that catches the failure does not report it, but the record is lost anyway.
        if !hasFailed { complain("stream-run: \(misplaced)".onOneLine) }
        if code == .done { code = .failed }
      }
    }
    return code
  }

  /// Returns a sentence about the late records; nil if there were none, or if they are a failure.
  private static func describe(late report: InputReport) -> String? {
    let count = "\(report.lateCount) of \(report.recordCount) records"
    guard report.lateCount > 0 else { return nil }
    let lateness = "by up to \(Seconds(report.greatestLateness).text) s"
    guard let late = report.late else { return nil }
    guard late.reorder != nil else {
      return "\(verb(of: late)) \(count)\(end(of: late)), \(lateness)"
    }
    let ordered =
      "put \(report.lateCount - report.tooLateCount) of \(report.recordCount) records in order"
    guard report.tooLateCount > 0, late.treatment != nil else {
      return "put \(count) in order, late \(lateness)"
    }
    return "\(ordered), and \(verb(of: late)) \(report.tooLateCount)\(end(of: late)), \(lateness)"
  }

  /// Returns the word for what happened to late records: dropped, played, or sent elsewhere.
  private static func verb(of late: InputSource.Lateness) -> String {
    switch late.treatment {
    case .drop, nil: "dropped"
    case .now: "played"
    case .output: "sent"
    }
  }

  private static func end(of late: InputSource.Lateness) -> String {
    switch late.treatment {
    case .drop, nil: " as late"
    case .now: " late"
    case .output(let name): " to '\(name)' as late"
    }
  }

  private func describe(_ report: InputReport) -> String {
    let records = "\(report.badCount) of \(report.recordCount) records"
    let verb =
      switch (settings.badRecords, report.malformed?.kind) {
      case (.deadLetter("-"), _): "wrote \(records) to standard output as bad"
      case (.deadLetter(let path), _): "wrote \(records) to '\(path)' as bad"
      case (nil, .output(let name)): "sent \(records) to '\(name)' as bad"
      default: "skipped \(records) as bad"
      }
    return verb + Self.colon(report.badCount)
  }

  /// Returns the end of a line that is followed by the first few of a number of records.
  private static func colon(_ count: Int) -> String {
    count > InputReport.keptCount ? ", the first:" : ":"
  }
}

extension OutputFile {
  /// Writes a bad record as a line of JSON: its origin, the reason, and its text.
  fileprivate func write(_ record: BadRecord) -> Bool {
    write { writer in
      writer.write([
        "input": .string(Text(record.input)),
        "place": .string(Text(record.place.description)),
        "reason": .string(Text(record.reason)),
        "record": .string(Text(repairing: record.text)),
      ])
      writer.buffer.append("\n" as StaticString)
    }
  }
}

extension PlayInputs {
  /// Returns the error in the options for a program, if there is one.
  static func mistake(in settings: PlayingSettings, file: String, for program: Program)
    -> UsageError?
  {
    var names: Set<String> = []
    for input in settings.inputs {
      if !names.insert(input.name).inserted {
        return UsageError("the input '\(input.name)' is bound twice", hint: "bind it once")
      }
      if !program.inputs.all.contains(input.name) {
        return UsageError(
          "the file has no input '\(input.name)'",
          hint: UsageError.meant(input.name, among: program.inputs.all)
            ?? (program.inputs.all.isEmpty
              ? "it has none" : Suggestion.list(of: program.inputs.all)))
      }
    }
    names.formUnion(program.inputsWithPaths)
    if let unbound = program.inputs.used.first(where: { !names.contains($0) }) {
      return UsageError(
        "the input '\(unbound)' is not bound to a file",
        hint: "write '--input \(unbound)=PATH', '--input \(unbound)=-' for standard input, or "
          + "\"path\" beside the input in the file")
    }
    let readers = settings.inputs.filter { $0.path == "-" }.count + (file == "-" ? 1 : 0)
    if readers > 1 {
      return UsageError(
        "standard input cannot be read \(readers == 2 ? "twice" : "\(readers) times")",
        hint: "name a file for all but one")
    }
    return nil
  }
}
