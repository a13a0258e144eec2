import Console
import Marbles
import Pipelines
import Platform
import Reactive
import Tracing
import Values

/// A stream file that is played, to the end or to its limits, for a command that shows what
/// happened in it. Only mistakes are printed.
struct TracedFile {
  let file: String
  let traced: TracedSettings
  let command: Subcommand
  /// The file that the result is written to; nil for standard output.
  var output: String?
  private var settings: PlayingSettings { traced.playing }
  /// Throws if the options do not suit the program, before it is played.
  var check: (Program) throws(UsageError) -> Void = { _ in }

  /// The number of events after which a playback is stopped, because a stream need not end.
  var mostEvents = 4_000_000
  /// The same limit, lowered if the memory has no room for so many events.
  private var eventLimit: Int { min(mostEvents, Self.mostEvents(settings)) }
  private var maximumMemory: Int { settings.maximumMemory ?? MemoryBudget.standardLimit }

  /// The number of events of a trace that have room in memory. An event takes some 200 bytes, in
  /// addition to the memory that the command itself needs.
  static func mostEvents(_ settings: PlayingSettings) -> Int {
    let memory = settings.maximumMemory ?? MemoryBudget.standardLimit
    return min(4_000_000, (memory - MemoryBudget.ownSize) / 256)
  }

  /// A playback that has ended.
  struct Played {
    let program: Program
    let trace: Trace
    let end: PlaybackEnd
    let times: EventTimes
    /// The clock's time at the end.
    let instant: Instant
  }

  /// A program, and everything needed to play it more than once.
  typealias Opened = (
    program: Program, playback: Playback, start: Instant,
    openInputs: () throws(InputError) -> InputSession?
  )

  /// A file that has been read and checked.
  struct Ready {
    let program: Program
    /// The instant at which it starts without inputs, and the last instant that is played.
    let start: Instant
    let until: Instant
    /// Returns the inputs of a playback. They still have to be opened.
    let makeInputs: () -> PlayInputs
  }

  /// Plays the file. Returns nil, with an exit code, if it cannot be played, which has then been
  /// reported.
  func play() -> (played: Played?, code: ExitCode) {
    defer { ProgressLine.end() }
    let (read, code) = read()
    guard let read else { return (nil, code) }
    let (program, inputs) = (read.program, read.makeInputs())
    do throws(InputError) {
      try inputs.open(for: program)
    } catch {
      complain("stream-run: \(error.message)".onOneLine)
      return (nil, .unreadableFile)
    }
    Interruption.watch()
    let (trace, end, instant) = record(program, inputs, read)
    let report = inputs.report(hasFailed: false)
    if let code = Interruption.rest() ?? (report == .done ? nil : report) { return (nil, code) }
    if trace.events.count >= eventLimit {
      let isMemory = eventLimit < mostEvents
      complain(
        "stream-run: stopped after \(trace.events.count) events"
          + (isMemory ? ", because the trace of more would take too much memory" : "")
          + "; name an earlier end with '--until' or '--limit'"
          + (isMemory
            ? ", or allow more with '--max-memory \(ByteCount(maximumMemory * 2).text)'" : ""))
    }
    return (
      Played(
        program: program, trace: trace, end: end, times: EventTimes(nil, for: program),
        instant: instant), .done
    )
  }

  /// Reads the file, for a playback that is stepped through.
  func open() -> (opened: Opened?, code: ExitCode) {
    let (read, code) = read()
    guard let read else { return (nil, code) }
    if settings.inputs.contains(where: { $0.path == "-" }) || file == "-" {
      complain(
        UsageError(
          "standard input cannot be read: it has the commands",
          hint: "name a file, which is read again to go back", command: command
        ).report)
      return (nil, .usage)
    }
    let playback = Playback(until: read.until, limit: settings.limit ?? .max)
    let openInputs: () throws(InputError) -> InputSession? = { () throws(InputError) in
      let inputs = read.makeInputs()
      try inputs.open(for: read.program)
      return inputs.session
    }
    return ((read.program, playback, read.start, openInputs), .done)
  }

  /// Reads and checks the file.
  private func read() -> (read: Ready?, code: ExitCode) {
    var files = FileUse(of: command)
    files.prints(to: output)
    files.readsStream(file, settings.inputs)
    if let refusal = files.refusal() { return (nil, refusal) }
    guard let source = SourceText.ofStreamFile(file) else { return (nil, .unreadableFile) }
    do throws(Diagnostics) {
      guard let test = traced.test else { return try readStream(source, files) }
      return try readTest(named: test, in: source, files)
    } catch {
      complain(error, style: settings.color.style(for: .standardError))
      return (nil, .invalidFile)
    }
  }

  /// Checks the stream, and finds its inputs.
  private func readStream(
    _ source: SourceText, _ files: FileUse
  ) throws(Diagnostics) -> (Ready?, ExitCode) {
    let program = try Program(
      source, stream: settings.stream, taps: [], inputs: settings.inputs.map(\.name),
      settings: settings.parameterSettings, isTraced: true)
    let named = try program.inputFiles(
      settings.pathAccess, besides: Set(settings.inputs.map(\.name)))
    if let refusal = refusal(files, reading: named, for: program) { return (nil, refusal) }
    return ready(
      program, mistake: PlayInputs.mistake(in: settings, file: file, for: program)
    ) { PlayInputs(PlaySettings(settings), $0, named: named) }
  }

  /// Checks the options for a program.
  ///
  /// - Parameters:
  ///   - mistake: A mistake in the options about inputs.
  ///   - end: The last instant that is played, unless the options name an earlier one.
  func ready(
    _ program: Program, mistake: UsageError? = nil, until end: Instant = .endOfTime,
    _ makeInputs: @escaping (InputWindow) -> PlayInputs
  ) -> (Ready?, ExitCode) {
    if !program.warnings.isEmpty {
      complain(program.warnings, style: settings.color.style(for: .standardError))
    }
    do throws(UsageError) {
      if let mistake { throw mistake }
      try check(program)
      var window = try PlayWindow(PlaySettings(settings), for: program)
      window.end(at: end)
      let ready = Ready(
        program: program, start: window.start(of: program, PlaySettings(settings)),
        until: window.until
      ) { [inputs = window.inputs] in makeInputs(inputs) }
      return (ready, .done)
    } catch {
      complain(error.about(command).report)
      return (nil, .usage)
    }
  }

  /// Ends the command if it would write a file that the stream file names.
  private func refusal(
    _ files: FileUse, reading named: [String: [InputFile]], for program: Program
  ) -> ExitCode? {
    var files = files
    files.readsFiles(named: program.namedFiles)
    for (name, read) in named.sorted(by: { $0.key < $1.key }) { files.reads(read, of: name) }
    return files.refusal()
  }

  private func record(
    _ program: Program, _ inputs: PlayInputs, _ read: Ready
  ) -> (Trace, PlaybackEnd, Instant) {
    var trace = Trace(stages: program.tracedStages ?? [])
    let eventLimit = eventLimit
    var failure: StreamFailure?
    let scheduler = VirtualScheduler(now: inputs.session?.start ?? read.start)
    guard let recorder = TraceRecorder(program, receive: { trace.append($0) }) else {
      return (trace, .ended, .zero)
    }
    Interruption.expect(stopping: nil, reading: inputs.session.map { _ in inputs.stop })
    ProgressLine.begin("playing '\(file)'")
    let end = Playback(until: read.until, limit: settings.limit ?? .max).play(
      program.publisher(
        on: scheduler, inputs: inputs.session, trace: recorder),
      on: scheduler, tracedBy: recorder,
      isCancelled: { trace.events.count >= eventLimit },
      receiveCompletion: { completion, instant in
        // A lack of memory ends a playback from outside, and is not an event of a stage.
        if case .failure(let error) = completion, !trace.fails { failure = error }
        trace.append(completion, at: instant)
      },
      receiveValue: { _, _ in trace.events.count < eventLimit })
    if let failure { complain(FailureReport(failure, of: program).text) }
    return (trace, end, scheduler.now)
  }
}

extension Trace {
  /// Whether the output has failed.
  fileprivate var fails: Bool {
    guard let last = events.last(where: { stages[$0.stage].role == .output }),
      case .failure = last.kind
    else { return false }
    return true
  }
}
