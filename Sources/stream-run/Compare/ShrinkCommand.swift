import Console
import Editing
import Expressions
import Pipelines
import Platform
import Reactive
import Records
import Tuning
import Values

/// The settings of `shrink`.
struct ShrinkSettings: CommandSettings {
  var playing = PlayingSettings()
  /// The condition on the list of events, as `--format json` prints them.
  var condition: CheckedExpression?
  /// Whether the test is added to the stream file.
  var writes = false
  /// The name of the test; nil for one that follows from the condition.
  var name: String?
  /// The time after which the best result so far is taken.
  var time = Duration.seconds(60)
  /// The memory for the records, in bytes.
  var memory: Int?

  var maximumMemory: Int? { playing.maximumMemory }

  static let options: [Option<Self>] =
    [
      Option(
        "where", of: .eventsExpression,
        "what must still be so, as an expression over the list of events that '--format json' prints: "
          + "$0.exists(e, e.value > 9)"
      ) { $0.condition = $1 },
      Option(flag: "write", "add the test to the stream file") { $0.writes = true },
      Option("name", of: .part, "the name of the test; by default, the condition") {
        $0.name = $1
      },
      Option("for", of: .time, "stop after this time, with the best so far; 60s by default") {
        $0.time = .nanoseconds($1.nanoseconds)
      },
      Option(
        "memory", of: .size, "the memory for the records; half of '--max-memory' by default"
      ) { $0.memory = $1 },
    ] + PlayingSettings.options(within: \.playing)

  func check(_ operands: [String]) throws(UsageError) {
    if condition == nil {
      throw UsageError(
        "no condition is named",
        hint: "write '--where EXPRESSION', for example --where '$0.size() > 1'",
        command: .shrink)
    }
    if writes, operands.first == "-" {
      throw UsageError(
        "standard input cannot be written", hint: "name a file", command: .shrink)
    }
    do throws(UsageError) {
      try playing.checkEnds()
    } catch {
      throw error.about(.shrink)
    }
    try playing.checkBadRecords(of: .shrink)
  }
}

/// Cuts the records of the inputs down to the few for which a condition on the events still holds,
/// and states them as a test.
struct ShrinkCommand: FileCommand {
  typealias Settings = ShrinkSettings

  let file: String
  let settings: ShrinkSettings

  func run() -> ExitCode {
    Interruption.watch()
    defer { ProgressLine.end() }
    var files = FileUse(of: .shrink)
    if settings.writes {
      files.writes(file, as: "--write", .inPlace)
      for input in settings.playing.inputs { files.reads(input) }
    } else {
      files.prints(to: nil)
      files.readsStream(file, settings.playing.inputs)
    }
    if let refusal = files.refusal() { return refusal }
    guard let source = SourceText.ofStreamFile(file) else { return .unreadableFile }
    do {
      return try shrink(source)
    } catch {
      return report(error, of: .shrink, settings.playing.color)
    }
  }

  private func shrink(_ source: SourceText) throws -> ExitCode {
    let playing = settings.playing
    let program = try program(source, isTraced: false)
    if let mistake = PlayInputs.mistake(in: playing, file: file, for: program) { throw mistake }
    let window = try PlayWindow(PlaySettings(playing), for: program)
    let playback = Playback(until: window.until, limit: playing.limit ?? .max)
    guard let records = try records(of: program, window) else { return .outOfMemory }
    guard let condition = settings.condition else { return .usage }
    let check = EventCondition(condition, on: program, playback)
    let whole = try check.check(records)
    guard whole.holds else {
      complain(
        "stream-run: '\(condition.text)' does not hold for all records, which lead to \(whole.count) "
          + "events; nothing can be cut".onOneLine)
      return .unmet
    }
    let clock = ContinuousClock()
    let start = clock.now
    let limit = settings.time
    let total = records.values.reduce(0) { $0 + $1.count }
    ProgressLine.begin("shrinking \(total) records")
    var attempts = 0
    var shrinker = Shrinker(
      records, until: { start.duration(to: clock.now) > limit || Interruption.code != nil },
      while: { records in
        attempts += 1
        let left = records.values.reduce(0) { $0 + $1.count }
        ProgressLine.update { _ in "\(left) records, \(attempts) playbacks" }
        do {
          // A failure that fewer or simpler records cause is another problem.
          let part = try check.check(records)
          return part.holds && part.hasFailed == whole.hasFailed
        } catch {
          // Without some record, the condition or an input fails: that record is needed.
          return false
        }
      })
    let shrunk = try shrinker.shrink()
    ProgressLine.end()
    if let code = Interruption.code { return code }
    let left = shrunk.values.reduce(0) { $0 + $1.count }
    let cut = shrinker.wasCut ? "; stopped after \(Seconds(limit).text) s, '--for' allows more" : ""
    complain(
      "stream-run: cut \(total) records to \(left), in \(shrinker.attempts) playbacks\(cut)")
    let test = try StatedTest(
      settings.name ?? condition.text, of: try self.program(source, isTraced: true), shrunk,
      with: playing.parameters.map { ($0.name, $0.text) }, playback)
    return try write(test, source)
  }

  private func program(_ source: SourceText, isTraced: Bool) throws(Diagnostics) -> Program {
    let playing = settings.playing
    return try Program(
      source, stream: playing.stream, inputs: playing.inputs.map(\.name),
      settings: playing.parameterSettings, isTraced: isTraced)
  }

  /// Decodes all records. Returns nil, with a message, if they have no room in memory.
  private func records(
    of program: Program, _ window: PlayWindow
  ) throws -> Shrinker.Records? {
    let playing = settings.playing
    let named = try program.inputFiles(
      playing.pathAccess, besides: Set(playing.inputs.map(\.name)))
    let inputs = PlayInputs(PlaySettings(playing), window.inputs, named: named)
    ProgressLine.begin("reading the inputs")
    Interruption.expectOpening(stopping: inputs.stop)
    let total = settings.maximumMemory ?? MemoryBudget.standardLimit
    let kept = try inputs.kept(for: program, memory: settings.memory ?? total / 2)
    if kept == nil {
      complain(
        "stream-run: the records have no room in memory; allow more with '--memory' and "
          + "'--max-memory', or play a part with '--origin' and '--until'")
    }
    return kept?.values
  }

  /// Prints the test, or adds it to the file.
  private func write(_ test: StatedTest, _ source: SourceText) throws -> ExitCode {
    guard settings.writes else {
      let text = try JSONFormatter.formatted(SourceText(name: "test", "\(test.json)"))
      let output = OutputFile(.standardOutput)
      output.write(text)
      return output.close()
    }
    return source.replace(with: Array(try source.adding(test: test.json).bytes))
  }
}
