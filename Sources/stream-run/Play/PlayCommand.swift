import Checkpoints
import Console
import Marbles
import Pipelines
import Platform
import Reactive
import Values

/// Plays a file and prints its events.
struct PlayCommand: FileCommand {
  typealias Settings = PlaySettings

  let file: String
  let settings: PlaySettings

  func run() -> ExitCode {
    Interruption.watch()
    if file == "-" { sayReading(of: "a stream file") }
    defer { ProgressLine.end() }
    beginProgress()
    var files = settings.fileUse(playing: file)
    if let refusal = files.refusal() { return refusal }
    guard let source = SourceText.ofStreamFile(file) else { return .unreadableFile }
    if settings.isShard, let refusal = PartitionCommand.refusal(of: source, settings.playing) {
      return refusal
    }
    do throws(Diagnostics) {
      let program = try Program(
        source, stream: settings.stream, taps: settings.tees.map(\.name),
        inputs: settings.inputs.map(\.name),
        settings: settings.parameterSettings,
        playsOutputs: settings.outputFolder != nil, isTraced: settings.trace != nil)
      if let refusal = refusal(by: program) { return refusal }
      files.readsFiles(named: program.namedFiles)
      if let refusal = refusal(files, for: program) { return refusal }
      let named = try program.inputFiles(
        settings.pathAccess, besides: Set(settings.inputs.map(\.name)))
      for (name, read) in named.sorted(by: { $0.key < $1.key }) { files.reads(read, of: name) }
      if let refusal = refusal(files, for: program) { return refusal }
      for warnings in [program.warnings, untimedWarnings(of: program)] where !warnings.isEmpty {
        complain(warnings, style: settings.color.style(for: .standardError))
      }
      return play(program, reading: named, files)
    } catch {
      // A file that is named may have invalid contents because the shell has emptied it for the
      // output.
      files.readsFiles(named: error.items.compactMap { $0.location?.file })
      if let refusal = files.refusal() { return refusal }
      complain(error, style: settings.color.style(for: .standardError))
      return .invalidFile
    }
  }

  /// Ends the command if its options do not suit the program.
  private func refusal(by program: Program) -> ExitCode? {
    if let mistake = PlayInputs.mistake(in: settings.playing, file: file, for: program) {
      complain(mistake.report)
      return .usage
    }
    if settings.outputFolder != nil, program.outputs.isEmpty {
      complain(
        UsageError(
          "option '--outputs' does not apply: the file has no outputs",
          hint: #"leave it out, or add "outputs": {"name": {"from": "name"}} to the file"#
        ).report)
      return .usage
    }
    return nil
  }

  /// Ends the command if it would write a file that it reads, or two outputs to one file.
  private func refusal(_ files: FileUse, for program: Program) -> ExitCode? {
    var files = files
    settings.addOutputs(program.outputs, to: &files)
    return files.refusal()
  }

  /// Returns warnings about inputs without times before operators that depend on time. Live records
  /// get the times at which they arrive.
  private func untimedWarnings(of program: Program) -> Diagnostics {
    if settings.isRealTime || settings.follows { return Diagnostics() }
    return program.untimedWarnings {
      var data = DataChoice(settings.inputs, settings.inputFormat, settings.pathAccess)
      // Files that cannot be read twice are not read here.
      data.paths = data.paths.filter { Self.isRegularFile($0.value) }
      return data
    }
  }

  private static func isRegularFile(_ path: String) -> Bool {
    do throws(SystemError) {
      return try FileStatus(ofPath: path).kind == .file
    } catch {
      return false
    }
  }

  private func play(
    _ program: Program, reading named: [String: [InputFile]], _ files: FileUse
  ) -> ExitCode {
    let isTerminal =
      [nil, "-"].contains(settings.output) && FileDescriptor.standardOutput.isTerminal
    let format = settings.format(onTerminal: isTerminal)
    if let mistake = EventTimes.mistake(in: settings, format, for: program) {
      complain(mistake.report)
      return .usage
    }
    let times = EventTimes(settings.times, for: program)
    let window: PlayWindow
    do throws(UsageError) {
      window = try PlayWindow(settings, for: program)
    } catch {
      complain(error.report)
      return .usage
    }
    let checkpoints: RunCheckpoints?
    do throws(CheckpointError) {
      checkpoints =
        settings.checkpoints.isUsed || !settings.warmUp.logs.isEmpty
        ? try RunCheckpoints(settings, of: program) : nil
    } catch {
      complain("stream-run: \(error.message)".onOneLine)
      return error.code
    }
    if checkpoints?.hasEnded == true || settings.checkpoints.isDryRun {
      checkpoints?.abandon()
      return .done
    }
    let resumed = checkpoints?.resumed
    let outputs: PlayOutputs
    do throws(OutputError) {
      outputs = try PlayOutputs(
        settings, file: file, times: times, program.outputs, besides: files,
        resuming: resumed?.run.outputs)
    } catch {
      checkpoints?.abandon()
      let hint = error.hint.map { "; \($0)" } ?? ""
      complain("stream-run: \(error.message)\(hint)".onOneLine)
      return .outputError
    }
    if let code = warmUp(program, reading: named, checkpoints, times) {
      outputs.abandon()
      checkpoints?.abandon()
      return code
    }
    let inputs = PlayInputs(
      settings, window.inputs, named: named, besides: outputs,
      resuming: checkpoints?.state?.head.inputs)
    // On a real clock nothing takes longer than intended. While a person types, or while the stream
    // itself writes lines, there is no room for another line.
    if settings.isRealTime || settings.readsTerminal || program.writesLines { ProgressLine.end() }
    sayFailing(of: program)
    do throws(InputError) {
      try inputs.open(for: program)
    } catch {
      outputs.abandon()
      checkpoints?.abandon()
      complain("stream-run: \(error.message)".onOneLine)
      return error.kind == .changed ? .invalidFile : .unreadableFile
    }
    for note in inputs.session?.notes ?? [] { complain("stream-run: \(note)".onOneLine) }
    checkpoints?.outputs = outputs
    checkpoints?.session = inputs.session
    outputs.begin()
    for input in settings.inputs where input.path == "-" {
      sayReading(of: "records of the input '\(input.name)'")
    }
    let playback = Playback(until: window.until, limit: settings.limit ?? .max)
    let show = Show(playback: playback, inputs: inputs, outputs: outputs, times: times)
    show.trace = TraceFile(of: program, to: outputs.trace, named: settings.trace)
    show.checkpoints = checkpoints
    let end = play(program, show, from: window)
    let reported = report(end, of: show, for: program)
    let code = outputs.settle(checkpoints?.conclude(after: end, reported) ?? reported)
    if settings.printsSummary { complainRaw(RunSummary(end, of: show, for: program, code).line) }
    if code == .done, program.annotations.contains(where: { $0.key == "$session" }) {
      saySession()
    }
    return code
  }

  /// Plays the past of the inputs, unless the run continues another one. Returns the exit code if
  /// the run cannot begin.
  private func warmUp(
    _ program: Program, reading named: [String: [InputFile]], _ checkpoints: RunCheckpoints?,
    _ times: EventTimes
  ) -> ExitCode? {
    guard !settings.warmUp.logs.isEmpty, let checkpoints, checkpoints.state == nil else {
      return nil
    }
    ProgressLine.changePart(to: "playing the past")
    do throws(WarmUp.Trouble) {
      let state = try WarmUp(of: program, settings, times, named: named).play()
      checkpoints.state = state
      complain(
        "stream-run: the past of the inputs ended at \(times.phrase(of: state.head.instant))")
      return nil
    } catch {
      switch error {
      case .usage(let error):
        complain(error.report)
        return .usage
      case .unreadable(let error):
        complain("stream-run: \(error.message)".onOneLine)
        return .unreadableFile
      case .ended(let reason):
        complain("stream-run: \(reason)".onOneLine)
        return .failed
      }
    }
  }

  /// Plays the program on its clock, which continues where a saved playback stopped.
  private func play(_ program: Program, _ show: Show, from window: PlayWindow) -> PlaybackEnd {
    let session = show.inputs.session
    if let saved = show.checkpoints?.state?.head {
      guard settings.isRealTime else {
        return show.play(program, on: VirtualScheduler(saved.clock))
      }
      if settings.isLive { show.outputs.downtime = downtime(since: saved, session) }
      return show.play(
        program, on: wallClock(for: session, continuing: saved.clock, after: show.outputs.downtime))
    }
    let start = session?.start ?? window.start(of: program, settings)
    return settings.isRealTime
      ? show.play(program, on: wallClock(for: session, from: start))
      : show.play(program, on: VirtualScheduler(now: start))
  }

  /// Starts a progress line about reading the file, unless a person is typing it.
  private func beginProgress() {
    if file != "-" {
      ProgressLine.begin("reading '\(file)'")
    } else if !FileDescriptor.standardInput.isTerminal {
      ProgressLine.begin("reading standard input")
    }
  }

  /// Returns the real clock of a playback that starts at an instant.
  private func wallClock(
    for session: InputSession?, from start: Instant
  ) -> WallClockScheduler {
    if settings.isLive, let session { return WallClockScheduler(following: session) }
    return WallClockScheduler(speed: settings.speed ?? 1, now: start)
  }

  /// Returns the real clock of a playback that continues.
  private func wallClock(
    for session: InputSession?, continuing clock: VirtualScheduler.State, after downtime: Downtime?
  ) -> WallClockScheduler {
    let pause = max(0, downtime?.nanoseconds ?? 0)
    if settings.isLive, let session {
      return WallClockScheduler(following: session, continuing: clock, after: pause)
    }
    return WallClockScheduler(clock, speed: settings.speed ?? 1, after: pause)
  }

  /// Returns the time that a live run that continues has missed, and reports it.
  private func downtime(since saved: PlaybackCheckpoint.Head, _ session: InputSession?) -> Downtime?
  {
    let downtime = Downtime(
      since: saved, until: CalendarClock.nanoseconds, settings.checkpoints.missed ?? .fire,
      isDelivering: { session?.isDelivering == true })
    if let note = downtime?.note { complain("stream-run: \(note)") }
    return downtime
  }

  /// Prints a notice that a bad record ends a live run, which is supposed to continue for a long
  /// time, unless that was requested.
  private func sayFailing(of program: Program) {
    guard settings.isLive, settings.playing.badRecords == nil, settings.badRecordLimit == nil,
      program.failsOnMalformed
    else { return }
    complain(
      "stream-run: the first bad record will end this run; '--on-bad-record skip' skips bad records, and "
        + "'--on-bad-record fail' hides this note")
  }

  /// Prints everything after the events, and returns the exit code.
  private func report(_ end: PlaybackEnd, of show: Show, for program: Program) -> ExitCode {
    show.trace?.finish()
    let trouble = show.outputs.finish()
    let written = show.outputs.close()
    if let trouble = show.trouble {
      complain("stream-run: \(trouble)".onOneLine)
      return .invalidFile
    }
    let read = show.inputs.report(hasFailed: show.failure != nil)
    for report in program.report(show.dropped) {
      for line in report.lines(times: show.times) { complain(line) }
    }
    guard written == .done else { return Interruption.code ?? written }
    if let trouble {
      complain("stream-run: no \(settings.format?.rawValue ?? "output"): \(trouble)".onOneLine)
      return .outputError
    }
    if let code = Interruption.code { return code }
    if let (instant, report) = show.failure { say(report, at: show.times.phrase(of: instant)) }
    guard read == .done else { return read }
    if let code = report(show.outputs.folder, isFailed: show.failure != nil) { return code }
    guard show.outputs.isOpen else { return .done }
    switch end {
    case .waiting:
      let last = settings.until == nil ? show.instant : show.playback.until
      sayWaiting(at: show.times.phrase(of: last))
    case .limited: sayWaiting(at: show.times.phrase(of: show.instant))
    case .ended, .stopped: break
    }
    return .done
  }

  /// Reports why an output is incomplete. Returns the exit code of a run that failed.
  private func report(_ folder: FolderOutputs?, isFailed: Bool) -> ExitCode? {
    switch folder?.trouble {
    case .failed(let line)?: complain("stream-run: \(line)".onOneLine)
    case .unwritable(let line)?:
      complain("stream-run: \(line)".onOneLine)
      return .outputError
    case nil:
      // The reason is usually the same.
      if isFailed { return .failed }
      guard let failure = folder?.failure else { return nil }
      complain("stream-run: \(failure)".onOneLine)
    }
    return .failed
  }

  /// Prints a notice that a recorded session plays like any stream, which may not be intended.
  private func saySession() {
    complain(
      """
      stream-run: these are the actions of a store; what they do says its reducer, which is Swift \
      code and cannot be run here: replay the session by 'store.replay("\(file)", on: scheduler)', \
      in a test by that of a 'TestStore'
      """.onOneLine)
  }

  /// Prints the place and the reason of the stream's failure: where in the file, and for which
  /// value.
  private func say(_ failure: FailureReport, at time: String) {
    let summary = "stream-run: the stream failed at \(time)"
    guard let cause = failure.cause else { return complain("\(summary): \(failure.line)") }
    complain(failure.text)
    complain(summary + (cause.operatorName.map { " in '\($0)'" } ?? ""))
  }

  private func sayWaiting(at time: String) {
    complain("stream-run: still waiting at \(time)")
  }
}
