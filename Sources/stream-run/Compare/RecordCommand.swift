import Console
import Editing
import FileTesting
import Pipelines
import Platform
import Reactive
import Tracing
import Tuning
import Values

/// The settings of `record`.
struct RecordSettings: CommandSettings {
  var playing = PlayingSettings()
  /// The time after which the recording ends; nil if only its inputs or Ctrl-C end it.
  var time: Duration?
  /// The name of the test.
  var name = "recorded"
  /// The file that is written; nil for standard output.
  var output: String?

  var maximumMemory: Int? { playing.maximumMemory }

  static let options: [Option<Self>] =
    [
      Option("for", of: .time, "end the recording after this time") {
        $0.time = .nanoseconds($1.nanoseconds)
      },
      Option("name", of: .part, "the name of the test; 'recorded' by default") { $0.name = $1 },
      Option(
        "output", "o", of: .path, "write the stream file to this file, or with - to standard output"
      ) { $0.output = $1 },
    ] + PlayingSettings.options(within: \.playing)

  func check(_ operands: [String]) throws(UsageError) {
    if playing.inputs.isEmpty {
      throw UsageError(
        "no input is named", hint: "write '--input NAME=-' for standard input",
        command: .record)
    }
    if operands.isEmpty, playing.inputs.count > 1 {
      throw UsageError(
        "without a stream file, one input is recorded", hint: "leave one out, or name a file",
        command: .record)
    }
    try playing.checkBadRecords(of: .record)
  }
}

/// Plays live, and writes what came and when, and what the stream made of it, as a test.
struct RecordCommand: Command {
  let file: String?
  let settings: RecordSettings

  init(_ operands: [String], _ settings: RecordSettings) throws(UsageError) {
    try settings.check(operands)
    (file, self.settings) = (operands.first, settings)
  }

  func run() -> ExitCode {
    Interruption.watch()
    var files = FileUse(of: .record)
    files.prints(to: settings.output)
    if let file { files.readsStream(file) }
    for input in settings.playing.inputs { files.reads(input) }
    if let refusal = files.refusal() { return refusal }
    guard let source = source else { return .unreadableFile }
    do {
      return try record(source)
    } catch {
      return report(error, of: .record, settings.playing.color)
    }
  }

  /// The stream file; without one, the input itself is the stream.
  private var source: SourceText? {
    if let file { return SourceText.ofStreamFile(file) }
    let model: Value = ["input": .string(Text(settings.playing.inputs[0].name))]
    return SourceText(name: settings.output ?? "recording.json", "\(model)")
  }

  private func record(_ source: SourceText) throws -> ExitCode {
    let playing = settings.playing
    let program = try Program(
      source, stream: playing.stream, taps: [], inputs: playing.inputs.map(\.name),
      settings: playing.parameterSettings, isTraced: true)
    if let mistake = PlayInputs.mistake(in: playing, file: file ?? "", for: program) {
      throw mistake
    }
    var live = PlaySettings(playing)
    live.isRealTime = true
    let inputs = PlayInputs(live, try PlayWindow(live, for: program).inputs)
    try inputs.open(for: program)
    guard let session = inputs.session else { return .usage }
    sayReading(of: "records")
    let (trace, end) = play(program, session, inputs)
    let read = inputs.report(hasFailed: false)
    let test = StatedTest(
      settings.name, trace, inputs: playing.inputs.map(\.name).sorted(),
      with: playing.parameters.map { ($0.name, $0.text) }, until: end)
    let recorded = try source.adding(test: test.json)
    if let trouble = Self.difference(in: recorded) {
      complain("stream-run: the recording does not play back as it was: \(trouble)".onOneLine)
      return .failed
    }
    let written = writeResult(
      String(decoding: try JSONFormatter.formatted(recorded), as: UTF8.self), to: settings.output)
    complain(
      "stream-run: recorded \(test.counts.records) records and \(test.counts.events) events")
    return written == .done ? read : written
  }

  /// Plays on the real clock. Returns what happened, and the instant at which it was ended from
  /// outside, if it was.
  private func play(
    _ program: Program, _ session: InputSession, _ inputs: PlayInputs
  ) -> (Trace, Instant?) {
    var trace = Trace(stages: program.tracedStages ?? [])
    let limit = TracedFile.mostEvents(settings.playing)
    guard let recorder = TraceRecorder(program, receive: { trace.append($0) }) else {
      return (trace, nil)
    }
    let scheduler = WallClockScheduler(following: session)
    let until = settings.time.map { scheduler.now.advanced(by: $0) } ?? .endOfTime
    Interruption.expect(stopping: scheduler.remote, reading: inputs.stop)
    let end = Playback(until: until, limit: settings.playing.limit ?? .max).play(
      program.publisher(on: scheduler, inputs: session, trace: recorder), on: scheduler,
      tracedBy: recorder, isCancelled: { trace.events.count >= limit },
      receiveCompletion: { trace.append($0, at: $1) },
      receiveValue: { _, _ in trace.events.count < limit })
    Interruption.endPlaying()
    let wasCut = end != .ended || Interruption.code != nil
    return (trace, wasCut ? min(scheduler.now, until) : nil)
  }

  /// Returns the reason why a test does not pass; nil if all pass.
  private static func difference(in source: SourceText) -> String? {
    let document = StreamDocument(source)
    if let mistakes = document.mistakes { return mistakes.items.first?.message ?? "mistakes" }
    guard let check = document.checks.last else { return "it has no test" }
    return document.play(check).report(of: check, width: 80)
  }
}
