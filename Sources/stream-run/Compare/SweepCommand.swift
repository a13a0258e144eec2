import Console
import Expressions
import Pipelines
import Platform
import Reactive
import Records
import Tuning
import Values

/// Plays a file once for each combination of parameter values, and prints a table.
struct SweepCommand: FileCommand {
  typealias Settings = SweepSettings

  let file: String
  let settings: SweepSettings

  @MainActor func run() async -> ExitCode {
    // This comes before other threads are started, because they inherit the signal mask of this one.
    Interruption.watch()
    defer { ProgressLine.end() }
    var files = FileUse(of: .sweep)
    files.prints(to: settings.output)
    if let plot = settings.plot { files.writes(plot, as: "--plot \(plot)", .replacing) }
    files.readsStream(file, settings.playing.inputs)
    if let refusal = files.refusal() { return refusal }
    guard let source = SourceText.ofStreamFile(file) else { return .unreadableFile }
    do {
      return try await play(try sweep(of: source))
    } catch {
      return report(error, of: .sweep, settings.playing.color)
    }
  }

  private func sweep(of source: SourceText) throws -> Sweep {
    let playing = settings.playing
    return try Sweep(
      of: source, varying: settings.parameters, measuring: settings.measures,
      stream: playing.stream, fixed: playing.parameters.map { ($0.name, $0.text) },
      inputs: playing.inputs.map(\.name))
  }

  // MARK: - Playing

  private func play(_ sweep: Sweep) async throws -> ExitCode {
    let playing = settings.playing
    let program = sweep.program
    if !program.warnings.isEmpty {
      complain(program.warnings, style: playing.color.style(for: .standardError))
    }
    if let mistake = PlayInputs.mistake(in: playing, file: file, for: program) { throw mistake }
    if settings.goal == nil, sweep.count > Sweep.limit {
      throw SweepMistake(
        tooMany: sweep.count, hint: "vary less, or search with '--minimize' or '--maximize'")
    }
    let window = try PlayWindow(PlaySettings(playing), for: program)
    let named = try program.inputFiles(
      playing.pathAccess, besides: Set(playing.inputs.map(\.name)))
    let kept = try kept(program, window, named)
    let points = PointPlayer(
      sweep: sweep, settings: settings, window: window, named: named, kept: kept,
      times: EventTimes(nil, for: program))
    guard let goal = settings.goal else {
      let rows = await points.rows(Array(0..<sweep.count), of: sweep.count)
      return try finish(rows, of: sweep, points)
    }
    let budget = settings.points ?? 100
    let search = SweepSearch(
      sweep,
      for: SweepGoal(goal.expression, isMaximum: goal.isMaximum, where: settings.constraint),
      budget: budget, seed: UInt64(settings.seed ?? 1))
    var tried = 0
    let trials = await search.run { numbers in
      let rows = await points.rows(numbers, from: tried, of: min(budget, sweep.count))
      tried += rows.count
      return rows
    }
    return try finish(trials.map(\.row), of: sweep, points, trials)
  }

  /// Decodes the inputs for all points. Returns nil if they are too large.
  private func kept(
    _ program: Program, _ window: PlayWindow, _ named: [String: [InputFile]]
  ) throws -> KeptInputs? {
    guard !program.inputs.used.isEmpty else { return nil }
    let total = settings.maximumMemory ?? MemoryBudget.standardLimit
    let inputs = PlayInputs(PlaySettings(settings.playing), window.inputs, named: named)
    ProgressLine.begin("reading the inputs")
    Interruption.expectOpening(stopping: inputs.stop)
    let kept = try inputs.kept(for: program, memory: settings.memory ?? total / 4)
    if kept == nil, settings.playing.inputs.contains(where: { $0.path == "-" }) {
      throw UsageError(
        "standard input has more records than have room in memory, and cannot be read again",
        hint: "allow more with '--memory', or name a file")
    }
    return kept
  }

  // MARK: - The table

  private func finish(
    _ rows: [SweepRow], of sweep: Sweep, _ points: PointPlayer, _ trials: [SweepSearch.Trial] = []
  ) throws -> ExitCode {
    ProgressLine.end()
    let table = SweepTable(sweep, rows) { points.times.text(of: $0) }
    var text =
      switch settings.format {
      case .text: table.text
      case .csv: table.csv
      case .json: table.json
      }
    let answer = settings.goal.map { goal in
      SweepAnswer(
        trials, of: sweep, for: goal.expression.text, isMaximum: goal.isMaximum,
        where: settings.constraint?.text
      ).sentence
    }
    if let answer, settings.format == .text { text += "\n\(answer)\n" }
    let written = writeResult(text, to: settings.output)
    guard written == .done else { return written }
    if let answer, settings.format != .text { complain("stream-run: \(answer)".onOneLine) }
    if let lost = rows.map(\.lostRecords).max(), lost > 0 {
      complain(
        "stream-run: \(lost) \(lost == 1 ? "record was" : "records were") bad, or too late; "
          + "'stream-run \(file)' with the same inputs says which".onOneLine)
    }
    if let plot = settings.plot, let picture = SweepPlot(sweep, rows) {
      let drawn = writeResult(picture.svg, to: plot)
      guard drawn == .done else { return drawn }
    }
    if let code = Interruption.code {
      complain("stream-run: interrupted after \(rows.count) of \(sweep.count) points")
      return code
    }
    if settings.goal != nil, trials.allSatisfy({ $0.rank.violation > 0 }) { return .unmet }
    return rows.contains { $0.failure != nil } ? .failed : .done
  }
}

/// Plays points of a sweep on all processors, with a progress line.
private struct PointPlayer: Sendable {
  let sweep: Sweep
  let settings: SweepSettings
  let window: PlayWindow
  let named: [String: [InputFile]]
  let kept: KeptInputs?
  let times: EventTimes

  /// Plays points, and returns their rows in order; fewer if they are interrupted.
  func rows(_ numbers: [Int], from done: Int = 0, of count: Int) async -> [SweepRow] {
    let playback = Playback(until: window.until, limit: settings.playing.limit ?? .max)
    var rows: [SweepRow] = []
    ProgressLine.begin("playing")
    await sweep.play(
      numbers, playback: playback, jobs: settings.jobs,
      opening: { (program) throws(InputError) in try open(program) },
      isCancelled: { Interruption.code != nil },
      receive: { row in
        rows.append(row)
        ProgressLine.update { _ in "\(done + rows.count) of \(count) points" }
        return Interruption.code == nil
      })
    return rows
  }

  private func open(_ program: Program) throws(InputError) -> InputSession? {
    try PlayInputs(
      PlaySettings(settings.playing), window.inputs, named: named,
      share: { kept?.replacing($0) ?? $0 }
    ).session(for: program)
  }
}
