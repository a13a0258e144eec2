import Pipelines
import Reactive

/// An option, defined in one place. Parsing, help, suggestions and completion scripts read it here.
///
/// Options of different commands may have the same name and take different values, or none. Each is
/// a separate row.
struct CommandOption: Sendable {
  /// The long form, without the dashes.
  let name: String
  /// The letter of the short form.
  let letter: Character?
  /// The description for the help page.
  let summary: String
  /// The command that it belongs to; nil for every command.
  let owner: Subcommand?
  /// Other commands that also take it, and play a file like its owner.
  let sharers: [Subcommand]
  /// The topic of help that describes it; nil for the page of its command.
  let topic: HelpTopic?
  /// Whether the page of a command describes it although a topic does.
  let isCommon: Bool
  /// The name of the option that replaced it; nil if it is not an old name.
  let replacement: String?
  /// Whether it is an old name, which is read and shown nowhere.
  var isHidden: Bool { replacement != nil }
  /// Whether it may be repeated.
  let isRepeatable: Bool
  /// The form of its value; nil if it takes none.
  let value: ValueShape?
  /// Writes a value to the settings. The string is empty if the option takes no value.
  let apply: @Sendable (_ text: String, _ settings: inout Settings) throws(UsageError) -> Void

  struct ValueShape: Sendable {
    let placeholder: String
    /// The possible values, if they are a few words.
    let choices: [String]
    /// The expected value, as the end of a message.
    let expectation: String
    /// The part that is the path of a file: the whole value, or the text after a '='.
    let path: PathPart?
  }

  /// Creates an option with a value that `kind` reads.
  init<Value>(
    _ name: String, _ letter: Character? = nil, of kind: OptionValue<Value>, for owner: Subcommand,
    _ summary: String, on topic: HelpTopic? = nil, isCommon: Bool = false,
    isRepeatable: Bool = false, sharedBy sharers: [Subcommand] = [],
    store: @escaping @Sendable (inout Settings, Value) -> Void
  ) {
    self.name = name
    self.letter = letter
    self.summary = summary
    self.owner = owner
    self.sharers = sharers
    self.topic = topic
    self.isCommon = isCommon
    replacement = nil
    self.isRepeatable = isRepeatable
    value = ValueShape(
      placeholder: kind.placeholder, choices: kind.choices, expectation: kind.expectation,
      path: kind.path)
    apply = { text, settings throws(UsageError) in
      store(&settings, try kind.read(text, for: "--\(name)"))
    }
  }

  /// Creates an option without a value.
  init(
    flag name: String, _ letter: Character? = nil, for owner: Subcommand? = nil,
    _ summary: String, on topic: HelpTopic? = nil, replacedBy replacement: String? = nil,
    sharedBy sharers: [Subcommand] = [],
    store: @escaping @Sendable (inout Settings) -> Void
  ) {
    self.name = name
    self.letter = letter
    self.summary = summary
    self.owner = owner
    self.sharers = sharers
    self.topic = topic
    isCommon = false
    self.replacement = replacement
    // Requesting help twice is fine.
    isRepeatable = owner == nil
    value = nil
    apply = { _, settings throws(UsageError) in store(&settings) }
  }

  /// The long form with its dashes, such as `--format`.
  var spelling: String { "--\(name)" }
  /// The short form with its dash, such as `-f`.
  var shortSpelling: String? { letter.map { "-\($0)" } }
  /// Both forms, the short one first.
  var spellings: [String] { [shortSpelling, spelling].compactMap { $0 } }

  func belongs(to command: Subcommand) -> Bool {
    owner == nil || owner == command || sharers.contains(command)
  }
}

extension CommandOption {
  /// Every option, in the order of the help page.
  static let all: [CommandOption] =
    commands + testing + validating + drawing + watching + creating + editing + exporting + schema
    + pages

  private static let commands: [CommandOption] = [
    CommandOption(
      "stream", "s", of: .name, for: .play,
      "play this definition of the file instead of all of it",
      sharedBy: Subcommand.tracing + [.graph, .partition]
    ) { $0.stream = $1 },
    CommandOption(
      "test", of: .part, for: .diagram,
      "play the test of this name, or the only one whose name contains this text: its stream, with its "
        + "inputs and parameters, up to its end",
      sharedBy: [.why, .whyNot, .debug]
    ) { $0.tracedTest = $1 },
    CommandOption(
      "set", of: .parameter, for: .play,
      "set a parameter of the file; durations are written 90, 250ms or 1h30m",
      isRepeatable: true,
      sharedBy: Subcommand.tracing + [.graph, .partition, .export]
    ) { $0.parameters.append($1) },
    CommandOption(
      "input", "i", of: .namedPath("NAME=PATH", "trades=trades.csv, or trades=-"), for: .play,
      "bind an input to a file, to the files of a folder, or with - to standard input; "
        + "./cpu.json#NAME is the input of that file alone",
      on: .inputs, isCommon: true,
      isRepeatable: true,
      sharedBy: Subcommand.tracing + [.partition, .validate]
    ) { $0.inputs.append($1) },
    CommandOption(
      "until", "u", of: .playTime, for: .play,
      "play up to this time, that instant included: seconds, 1h30m, or, where times count from "
        + "1970, a date such as 2026-01-02 or 2026-01-02T03:04Z",
      on: .stopping, isCommon: true,
      sharedBy: Subcommand.tracing
    ) { $0.until = $1 },
    CommandOption(
      "limit", "n", of: .count, for: .play,
      "stop after this many values",
      on: .stopping, isCommon: true,
      sharedBy: Subcommand.tracing
    ) { $0.limit = $1 },
    CommandOption(
      "format", "f", of: .oneOf(OutputFormat.self, noun: "format"), for: .play,
      "how to print; by default text on a terminal, json otherwise"
    ) { $0.format = $1 },
    CommandOption(
      flag: "raw", for: .play,
      "print strings without quotes; for the formats text and values, and values is then the "
        + "default"
    ) { $0.isRaw = true },
    CommandOption(
      "time", of: .oneOf(EventTimes.self, noun: "time"), for: .play,
      "how the format text shows times that count from 1970: as dates in UTC (the default), as local "
        + "dates, or as seconds, as json does"
    ) { $0.times = $1 },
    CommandOption(
      "output", "o", of: .path, for: .play,
      "print the events to this file, or with - to standard output",
      on: .outputs, isCommon: true
    ) { $0.output = $1 },
    CommandOption(
      flag: "realtime", "r", for: .play,
      "play live, on this machine's clock: a second takes a second, and records of the past come at "
        + "once; output files are written in place"
    ) { $0.isRealTime = true },
    CommandOption(
      "speed", of: .speed, for: .play,
      "replay on the real clock from the first record on, this many times faster; 0.5 is half as fast"
    ) {
      $0.isRealTime = true
      $0.speed = $1
    },
    CommandOption(
      "catch-up", of: .time, for: .play,
      "with --realtime: the silence after which a pipe has caught up with the present; 1s by default"
    ) { $0.silence = .nanoseconds($1.nanoseconds) },
    CommandOption(
      flag: "summary", for: .play,
      "at the end, print how much was read and lost, as a line of JSON on standard error"
    ) { $0.printsSummary = true },
    CommandOption(
      "color", of: .oneOf(ColorChoice.self, noun: "color"), for: .play,
      "when to use colors; auto: on a terminal, if NO_COLOR is not set",
      sharedBy: Subcommand.tracing + [.graph, .partition, .export]
    ) { $0.color = $1 },
    CommandOption(
      "max-memory", of: .size, for: .play,
      "let a playback fail once the process uses more memory than this; by default 1GiB, or three "
        + "quarters of the memory of its container",
      sharedBy: Subcommand.compiling
    ) { $0.maximumMemory = $1 },
    CommandOption(
      flag: "follow", for: .play,
      "keep reading the files of inputs as they grow, also after they are cut off or replaced; "
        + "output files are written in place",
      on: .inputs
    ) { $0.follows = true },
    CommandOption(
      "input-format", of: .recordFormat, for: .play,
      "the format of inputs; by default, the 'records' of the input in the stream file, or the "
        + "extension of the data file",
      on: .inputs,
      sharedBy: Subcommand.tracing + [.partition, .validate]
    ) { $0.inputFormat = $1 },
    CommandOption(
      "allow-path", of: .existingFolder, for: .play,
      "also let the 'path' of an input name files in this folder; files below the folder of the "
        + "stream file are always allowed",
      on: .inputs,
      isRepeatable: true,
      sharedBy: Subcommand.tracing + [.validate, .export, .partition]
    ) { $0.allowedPaths.append($1) },
    CommandOption(
      "allow-path", of: .existingFolder, for: .test,
      "also write to files in this folder, if a path in a stream file or a link below a named folder "
        + "leads there",
      isRepeatable: true,
      sharedBy: [.format]
    ) { $0.allowedPaths.append($1) },
    CommandOption(
      "on-bad-record", of: .badRecords, for: .play,
      "what to do with a bad record: fail (the default), skip, or dead-letter=PATH, which writes it to "
        + "a file, or with - to standard output",
      on: .inputs,
      sharedBy: Subcommand.tracing
    ) { $0.statedBadRecords = $1 },
    CommandOption(
      "max-bad", of: .badRecordLimit, for: .play,
      "fail once an input has more bad records than this, or a greater share of them; until then "
        + "they are skipped",
      on: .inputs
    ) { $0.badRecordLimit = $1 },
    CommandOption(
      "origin", of: .recordTime, for: .play,
      "count the times of records from this one instead of the first; earlier records are dropped",
      on: .inputs,
      sharedBy: Subcommand.tracing
    ) { $0.origin = $1 },
    CommandOption(
      "input-end", of: .inputEnd, for: .play,
      "end the inputs at this time instead of that of their last records",
      on: .inputs,
      isRepeatable: true,
      sharedBy: Subcommand.tracing
    ) { $0.inputEnds.append($1) },
    CommandOption(
      flag: "shard", for: .play,
      "play the inputs as a part of a whole: they have all records of some keys, and no others",
      on: .parts
    ) { $0.isShard = true },
    CommandOption(
      "big-numbers", of: .oneOf(BigNumbers.self, noun: "choice"), for: .play,
      "read integers that do not fit 64 bits as the nearest double, or as a string of their "
        + "digits; by default, a record with one is a bad record",
      on: .inputs,
      sharedBy: Subcommand.tracing + [.partition]
    ) { $0.bigNumbers = $1 },
    CommandOption(
      "tee", of: .namedPath("NAME=PATH", "alerts=alerts.ndjson"), for: .play,
      "also print the events of a definition, to its own file, or with - to standard output; the "
        + "command line chooses the definition and the file",
      on: .outputs,
      isRepeatable: true
    ) { $0.tees.append($1) },
    CommandOption(
      "trace", of: .path, for: .play,
      "write what every stage receives and emits, and why, to this file: as lines of JSON, or, if "
        + "its name ends with .trace.json, for Perfetto",
      on: .outputs
    ) { $0.trace = $1 },
    CommandOption(
      "outputs", of: .folder, for: .play,
      "also write what the stream file lists under 'outputs', below this folder, which is created "
        + "if necessary; the stream file names the files",
      on: .outputs
    ) { $0.outputFolder = $1 },
    CommandOption(
      flag: "append", for: .play,
      "append to existing output files instead of replacing them",
      on: .outputs
    ) { $0.appends = true },
    CommandOption(
      "kind", "k", of: .referenceKind, for: .explain,
      "describe the name as one of this kind alone; without a name, list those of the kind"
    ) { $0.referenceKind = $1 },
    CommandOption(
      "format", "f", of: .oneOf(ReferenceFormat.self, noun: "format"), for: .explain,
      "how to print; text by default", sharedBy: [.list]
    ) { $0.referenceFormat = $1 },
    CommandOption(
      "at", of: .playTime, for: .why,
      "the time of the event: seconds, 1h30m, or a date where times count from 1970",
      sharedBy: [.whyNot]
    ) { $0.question.time = $1 },
    CommandOption(
      "value", of: .json, for: .why, "the value of the event", sharedBy: [.whyNot]
    ) { $0.question.value = $1 },
    CommandOption(
      "event", of: .count, for: .why,
      "the number of the event in the trace, of any stage", sharedBy: [.whyNot]
    ) { $0.question.event = $1 },
    CommandOption(
      "input-event", of: .count, for: .whyNot,
      "the number of the event among the values of all sources, from 1"
    ) { $0.question.inputEvent = $1 },
    CommandOption(
      "format", "f", of: .oneOf(ExplanationFormat.self, noun: "format"), for: .why,
      "how to print; text by default", sharedBy: [.whyNot]
    ) { $0.explanationFormat = $1 },
    CommandOption(
      "output", "o", of: .path, for: .emitSwift,
      "write the source code to this file, or with - to standard output"
    ) { $0.output = $1 },
    CommandOption(
      flag: "main", for: .emitSwift,
      "add a program that plays the stream and prints its events as JSON"
    ) { $0.emitsMain = true },
    CommandOption(
      "format", "f", of: .oneOf(PartitionFormat.self, noun: "format"), for: .partition,
      "how to print the keys; text by default"
    ) { $0.partition.format = $1 },
    CommandOption(
      flag: "json", for: .partition, "the same as '--format json'", replacedBy: "format"
    ) { $0.partition.format = .json },
    CommandOption(
      "split", of: .name, for: .partition,
      "with 'partition': read lines of this input from standard input; for each, print the number of "
        + "its part, its time in nanoseconds, and the line, with tabs between them",
      on: .parts
    ) { $0.partition.split = $1 },
    CommandOption(
      "let", of: .binding, for: .eval,
      "bind a name to a value in the expression; can be repeated", isRepeatable: true
    ) { $0.bindings.append($1) },
    CommandOption(
      flag: "raw", for: .eval, "print strings without quotes"
    ) { $0.isRaw = true },
    CommandOption(
      flag: "stdio", for: .lsp,
      "serve over standard input and output, as always; some editors add this option"
    ) { _ in },
  ]

  private static let pages: [CommandOption] = [
    CommandOption(flag: "help", "h", "print this page") { $0.ask(for: .help) },
    CommandOption(flag: "version", "V", "print the version") { $0.ask(for: .version) },
  ]
}
