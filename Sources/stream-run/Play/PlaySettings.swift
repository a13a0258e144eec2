import Pipelines
import Platform
import Reactive

/// The settings of `play`.
@dynamicMemberLookup
struct PlaySettings: CommandSettings {
  var playing = PlayingSettings()
  var format: OutputFormat?
  /// Whether strings are printed without quotes.
  var isRaw = false
  /// Whether lines of JSON are numbered.
  var isNumbered = false
  /// The form of times for people; nil if it depends on the clock of the playback.
  var times: EventTimes?
  /// Whether the playback uses the real clock instead of a virtual one.
  var isRealTime = false
  /// The number of seconds of a replay per real second; nil if none is specified.
  var speed: Double?
  /// The silence after which a live input has caught up with the present.
  var silence: Duration?
  /// Whether a summary of the run is printed at its end.
  var printsSummary = false
  /// Whether the files of inputs continue to be read while they grow.
  var follows = false
  /// The number of records that may be bad; nil for no limit.
  var badRecordLimit: BadRecordLimit?
  /// Whether the records belong to only some keys, while the ends are those of all records.
  var isShard = false
  /// The output file; nil for standard output.
  var output: String?
  /// Definitions that are written to separate files.
  var tees: [NamedPath] = []
  /// The folder that contains the file's own outputs; nil if these are not written.
  var outputFolder: String?
  /// The file of the trace; nil if none is written.
  var trace: String?
  /// Whether output is appended to existing files.
  var appends = false
  /// How the playback is saved and continued.
  var checkpoints = CheckpointSettings()
  /// How the stages get their state before the playback begins.
  var warmUp = WarmUpSettings()

  init() {}

  /// Creates the settings of a playback whose events are not printed.
  init(_ playing: PlayingSettings) {
    self.playing = playing
  }

  subscript<Value>(dynamicMember path: KeyPath<PlayingSettings, Value>) -> Value {
    playing[keyPath: path]
  }

  var maximumMemory: Int? { playing.maximumMemory }
  /// Whether inputs whose records have times follow the calendar.
  var isLive: Bool { isRealTime && speed == nil }

  /// Returns the format of events, which by default depends on whether the output is a terminal.
  func format(onTerminal isTerminal: Bool) -> OutputFormat {
    format ?? (isRaw ? .values : isTerminal && !isNumbered ? .text : .json)
  }

  /// Whether an input is typed at a terminal.
  var readsTerminal: Bool {
    playing.inputs.contains { $0.path == "-" } && FileDescriptor.standardInput.isTerminal
  }
}

extension PlaySettings {
  static let options: [Option<Self>] =
    PlayingSettings.choices.map { $0.within(\.playing) } + printing
    + PlayingSettings.circumstances.map { $0.within(\.playing) } + reading + writing
    + CheckpointSettings.options.map { $0.within(\.checkpoints) }
    + WarmUpSettings.options.map { $0.within(\.warmUp) }

  private static let printing: [Option<Self>] = [
    Option(
      "format", "f", of: .oneOf(OutputFormat.self, noun: "format"),
      "how to print; by default text on a terminal, json otherwise"
    ) { $0.format = $1 },
    Option(
      flag: "raw",
      "print strings without quotes; for the formats text and values, and values is then the "
        + "default"
    ) { $0.isRaw = true },
    Option(
      flag: "sequence",
      "number the lines of the format json, as \"sequence\", so that the reader of a pipe can drop "
        + "those that it has seen before the run continued",
      on: .checkpoints
    ) { $0.isNumbered = true },
    Option(
      "time", of: .oneOf(EventTimes.self, noun: "time"),
      "how the format text shows times that count from 1970: as dates in UTC (the default), as local "
        + "dates, or as seconds, as json does"
    ) { $0.times = $1 },
    Option(
      "output", "o", of: .path, "print the events to this file, or with - to standard output",
      on: .outputs, isCommon: true
    ) { $0.output = $1 },
    Option(
      flag: "realtime", letter: "r",
      "play live, on this machine's clock: a second takes a second, and records of the past come at "
        + "once; output files are written in place"
    ) { $0.isRealTime = true },
    Option(
      "speed", of: .speed,
      "replay on the real clock from the first record on, this many times faster; 0.5 is half as fast"
    ) {
      $0.isRealTime = true
      $0.speed = $1
    },
    Option(
      "catch-up", of: .time,
      "with --realtime: the silence after which a pipe has caught up with the present; 1s by default"
    ) { $0.silence = .nanoseconds($1.nanoseconds) },
    Option(
      flag: "summary",
      "at the end, print how much was read and lost, as a line of JSON on standard error"
    ) { $0.printsSummary = true },
  ]

  private static let reading: [Option<Self>] = [
    Option(
      flag: "follow",
      "keep reading the files of inputs as they grow, also after they are cut off or replaced; "
        + "output files are written in place",
      on: .inputs
    ) { $0.follows = true },
    Option(
      "max-bad", of: .badRecordLimit,
      "fail once an input has more bad records than this, or a greater share of them; until then "
        + "they are skipped",
      on: .inputs
    ) { $0.badRecordLimit = $1 },
    Option(
      flag: "shard",
      "play the inputs as a part of a whole: they have all records of some keys, and no others",
      on: .parts
    ) { $0.isShard = true },
  ]

  private static let writing: [Option<Self>] = [
    Option(
      "tee", of: .namedPath("NAME=PATH", "alerts=alerts.ndjson"),
      "also print the events of a definition, to its own file, or with - to standard output; the "
        + "command line chooses the definition and the file",
      on: .outputs, isRepeatable: true
    ) { $0.tees.append($1) },
    Option(
      "trace", of: .path,
      "write what every stage receives and emits, and why, to this file: as lines of JSON, or, if "
        + "its name ends with .trace.json, for Perfetto",
      on: .outputs
    ) { $0.trace = $1 },
    Option(
      "outputs", of: .folder,
      "also write what the stream file lists under 'outputs', below this folder, which is created "
        + "if necessary; the stream file names the files",
      on: .outputs
    ) { $0.outputFolder = $1 },
    Option(
      flag: "append", "append to existing output files instead of replacing them", on: .outputs
    ) { $0.appends = true },
  ]

  func check(_ operands: [String]) throws(UsageError) {
    try checkPart()
    try checkpoints.check(self)
    try warmUp.check(self)
    if appends, !writesFiles {
      throw UsageError(
        "'--append' needs a file to append to",
        hint: "name one with '-o', '--tee', '--outputs' or 'dead-letter='")
    }
    if silence != nil, !isLive {
      throw UsageError(
        isRealTime
          ? "'--catch-up' and '--speed' cannot be combined" : "'--catch-up' needs '--realtime'",
        hint: isRealTime
          ? "leave one out; a replay is not tied to the present"
          : "without it, time waits for each record")
    }
    if badRecordLimit != nil, case .fail? = playing.badRecords {
      throw UsageError(
        "'--max-bad' and '--on-bad-record fail' cannot be combined",
        hint: "leave one out; '--max-bad' alone skips bad records")
    }
    if isNumbered, isRaw || format.map({ $0 != .json }) == true {
      throw UsageError(
        "'--sequence' needs the format json", hint: "write '--format json', or leave it out")
    }
    if isRaw, let format, !format.hasRawForm {
      throw UsageError(
        "option '--raw' does not apply to the format \(format.rawValue)",
        hint: "use the format 'values' or 'text', or leave it out")
    }
  }
}

/// The format of events.
enum OutputFormat: String, CaseIterable {
  case text, json, marbles, values, csv

  /// Whether strings can appear without quotes in this format.
  var hasRawForm: Bool { self == .values || self == .text }

  /// A description for the help page.
  var summary: String {
    switch self {
    case .text: "a line for each event; on a terminal, a diagram below if it is short"
    case .json: #"a line for each event: {"time":1,"value":1}"#
    case .values: "a line for each value, without its time"
    case .csv: "a row for each value, after a header with the keys of the first"
    case .marbles:
      "a line for all events: -1-2|; if it does not show everything, a second line: the object "
        + #"to write after "expect": in a stream file"#
    }
  }
}
