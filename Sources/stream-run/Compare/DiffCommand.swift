import Console
import Diagrams
import Editing
import Marbles
import Pipelines
import Platform
import Reactive
import Records
import Tracing
import Tuning
import Values

/// Plays two versions of a stream over the same inputs, and says what the new one does differently.
struct DiffCommand: Command {
  let old: String
  let new: String
  let settings: DiffSettings

  init(_ operands: [String], _ settings: DiffSettings) throws(UsageError) {
    try settings.check(operands)
    (old, new, self.settings) = (operands[0], operands.last ?? operands[0], settings)
  }

  /// A comparison that has been played.
  private struct Found {
    let difference: Difference
    let versions: (old: ComparedVersion, new: ComparedVersion)
    let playback: Playback
    /// The exit code of a run whose inputs could not be read to their ends.
    let code: ExitCode
  }

  func run() -> ExitCode {
    defer { ProgressLine.end() }
    Interruption.watch()
    var files = FileUse(of: .diff)
    files.prints(to: settings.output)
    files.readsStream(old, settings.playing.inputs)
    if new != old { files.readsStream(new) }
    if let refusal = files.refusal() { return refusal }
    let versions: (old: ComparedVersion, new: ComparedVersion)
    do throws(ComparedVersion.Trouble) {
      versions = (
        try ComparedVersion(
          old, at: settings.revision, settings.oldParameters, settings.playing),
        try ComparedVersion(new, at: nil, settings.newParameters, settings.playing)
      )
      try ComparedVersion.check(versions.old, versions.new, settings.playing)
    } catch {
      return error.report(settings.playing.color)
    }
    switch compare(versions) {
    case .failure(let code): return code.code
    case .success(let found): return report(found)
    }
  }

  // MARK: - Playing

  private struct Ended: Error {
    let code: ExitCode
  }

  private func compare(
    _ versions: (old: ComparedVersion, new: ComparedVersion)
  ) -> Result<Found, Ended> {
    let shared = SharedInputs()
    do throws(ComparedVersion.Trouble) {
      let sides = (
        old: try versions.old.side(sharing: shared, with: versions.new),
        new: try versions.new.side(sharing: shared, with: versions.old)
      )
      shared.begin()
      let playback = Playback(
        until: versions.old.until, limit: settings.playing.limit ?? .max)
      let comparison = Comparison(
        from: sides.old.side, to: sides.new.side, playback, settings.matching)
      Interruption.expect(stopping: nil, reading: sides.old.inputs?.stop)
      ProgressLine.begin("comparing")
      let difference = try Self.difference(of: comparison, times: versions.new.times)
      Interruption.endPlaying()
      ProgressLine.end()
      if let code = Interruption.rest() { return .failure(Ended(code: code)) }
      let code = report([sides.old, sides.new])
      return .success(
        Found(difference: difference, versions: versions, playback: playback, code: code))
    } catch {
      return .failure(Ended(code: error.report(settings.playing.color)))
    }
  }

  private static func difference(
    of comparison: Comparison, times: EventTimes
  ) throws(ComparedVersion.Trouble) -> Difference {
    do throws(DifferenceError) {
      return try comparison.play {
        ProgressLine.update { _ in
          let (instant, records) = comparison.progress
          return "\(records) records, at \(times.phrase(of: instant))"
        }
        return Interruption.code != nil
      }
    } catch {
      throw .failed(error.message)
    }
  }

  /// Reports what was lost while reading, once for both.
  private func report(_ sides: [ComparedVersion.Opened]) -> ExitCode {
    var codes: [ExitCode] = []
    var said: Set<String> = []
    for side in sides {
      let (code, messages) = HeldMessages.during { () -> ExitCode in
        let code = side.inputs?.report(hasFailed: false) ?? .done
        for report in side.version.program.report(side.side.dropped) {
          for line in report.lines(times: side.version.times) { complain(line) }
        }
        return code
      }
      codes.append(code)
      for message in messages where said.insert(message).inserted { complain(message) }
    }
    return codes.first { $0 != .done } ?? .done
  }

  // MARK: - Reporting

  private func report(_ found: Found) -> ExitCode {
    let (difference, versions) = (found.difference, found.versions)
    var report = DifferenceReport(
      difference, from: versions.old.name, to: versions.new.name,
      time: { versions.new.times.phrase(of: $0) })
    report.dates = versions.new.times.dates
    let written: ExitCode
    do {
      written = writeResult(try text(of: &report, found), to: settings.output)
    } catch let error as ComparedVersion.Trouble {
      return error.report(settings.playing.color)
    } catch {
      complain("stream-run: the difference cannot be written: \(error)".onOneLine)
      return .fault
    }
    guard written == .done else { return written }
    guard found.code == .done else { return found.code }
    if difference.hasFailed { return .failed }
    let readsInputs = !versions.old.program.inputs.used.isEmpty
    let isUnread = readsInputs && difference.oldRecordCount + difference.newRecordCount == 0
    if difference.hasNoEvents || isUnread {
      complain(
        "stream-run: there was nothing to compare: "
          + (isUnread ? "the inputs have no records" : "neither playback emitted anything"))
      return .nothing
    }
    return difference.isEmpty ? .done : .unmet
  }

  private func text(of report: inout DifferenceReport, _ found: Found) throws -> String {
    let style = settings.playing.color.style(for: .standardOutput)
    if settings.format == .html {
      let traces = try traces(found, until: found.playback.until)
      return try DifferencePage(
        report, old: traces.old, new: traces.new,
        files: (found.versions.old.files, found.versions.new.files)
      ).html
    }
    if let (output, change) = found.difference.first {
      let last = [change.old?.instant, change.new?.instant].compactMap(\.self).max()
      if ComparedVersion.canReadAgain(settings.playing) {
        // An event that did not come may have waited for longer.
        let until = last?.advanced(by: settings.matching.within) ?? found.playback.until
        let traces = try traces(found, until: until)
        let times = found.versions.new.times
        report.reasons = DifferenceReasons(
          for: change, of: output, old: traces.old, new: traces.new,
          style: LineageStyle(time: { times.phrase(of: $0) }))
      } else if settings.format == .text {
        complain(
          "stream-run: no reasons: standard input cannot be read again; save the records to a file")
      }
    }
    switch settings.format {
    case .json: return "\(try report.json)\n"
    case .markdown: return report.markdown
    case .html: preconditionFailure("a page has been written")
    case .text:
      let isPrinted = [nil, "-"].contains(settings.output)
      let columns = isPrinted ? FileDescriptor.standardOutput.columns : nil
      let width = settings.width ?? columns ?? DiagramCommand.usualWidth
      let widths = DiagramCommand.widths
      let text = report.text(width: max(widths.lowerBound, min(widths.upperBound, width))) {
        kind, line in isPrinted ? style.painted(line, kind) : line
      }
      return text + (settings.shrinks && !found.difference.isEmpty ? try shrunk(found) : "")
    }
  }

  /// Cuts the records to the few that still make a difference. Returns a test that the old version
  /// passes and the new one does not.
  private func shrunk(_ found: Found) throws -> String {
    let (old, new) = found.versions
    let memory = (settings.maximumMemory ?? MemoryBudget.standardLimit) / 4
    guard ComparedVersion.canReadAgain(settings.playing),
      let first = try old.records(memory: memory), let second = try new.records(memory: memory)
    else {
      throw ComparedVersion.Trouble.failed(
        "the records cannot be shrunk: they cannot be read again, or have no room in memory; "
          + "'--max-memory' allows more")
    }
    let clock = ContinuousClock()
    let start = clock.now
    ProgressLine.begin("shrinking")
    defer { ProgressLine.end() }
    var shrinker = Shrinker(
      first.merging(second) { record, _ in record },
      until: { start.duration(to: clock.now) > .seconds(60) || Interruption.code != nil },
      while: { records in
        let inputs = InputBindings(records.mapValues(InputBinding.values))
        do {
          let difference = try Difference(
            from: old.program, to: new.program, inputs: inputs, playback: found.playback,
            matching: settings.matching)
          return !difference.isEmpty && difference.hasFailed == found.difference.hasFailed
        } catch {
          // Fewer or simpler records may have no key, or the same one twice.
          return false
        }
      })
    let records = try shrinker.shrink()
    let count = records.values.reduce(0) { $0 + $1.count }
    let test = try StatedTest(
      "as in \(old.name)", of: try old.traced(), records, with: old.parameters, found.playback)
    let text = try JSONFormatter.formatted(SourceText(name: "test", "\(test.json)"))
    return "\n\(count) \(count == 1 ? "record makes" : "records make") a difference, found in "
      + "\(shrinker.attempts) playbacks; as a test that \(old.name) passes:\n"
      + String(decoding: text, as: UTF8.self)
  }

  /// Plays both again up to an instant, and records what happens.
  private func traces(
    _ found: Found, until instant: Instant
  ) throws(ComparedVersion.Trouble) -> (old: Trace, new: Trace) {
    ProgressLine.begin("finding the reasons")
    defer { ProgressLine.end() }
    var playback = found.playback
    playback.until = min(playback.until, instant)
    let (old, new) = found.versions
    let traces = (old: try old.trace(playback), new: try new.trace(playback))
    let limit = TracedFile.mostEvents(settings.playing)
    if settings.format == .html, max(traces.old.events.count, traces.new.events.count) >= limit {
      complain(
        "stream-run: the page ends after \(limit) events; name an earlier end with '--until'")
    }
    return traces
  }
}
