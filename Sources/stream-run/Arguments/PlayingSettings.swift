import Console
import Pipelines

/// The settings that all commands share that play a stream, to its end or up to a limit.
struct PlayingSettings: Sendable {
  /// The definition to play; nil for the file's own stream.
  var stream: String?
  /// The values of the file's parameters.
  var parameters: [NamedText] = []
  /// The bindings of inputs to files.
  var inputs: [NamedPath] = []
  /// The format of records; nil if the inputs or the file name extensions determine it.
  var inputFormat: RecordFormat?
  /// Folders with files that inputs may name in `path`, in addition to the folder of the stream
  /// file.
  var allowedPaths: [String] = []
  /// What to do with bad records; nil if it is not stated.
  var badRecords: BadRecordChoice?
  /// The time that the times of the records are counted from, or at which the playback starts; nil
  /// for that of the first record.
  var origin: PlayTime?
  /// The times at which inputs complete; none for the times of their last records.
  var inputEnds: [InputEndTime] = []
  /// The type as which integers in records are read if they do not fit in 64 bits; nil if they make
  /// records bad.
  var bigNumbers: BigNumbers?
  /// The last instant to play; nil if only the stream determines its end.
  var until: PlayTime?
  /// The maximum number of values to play; nil for all.
  var limit: Int?
  var color = ColorChoice.auto
  /// The maximum memory of the process, in bytes; nil for the standard limit.
  var maximumMemory: Int?

  /// The folders with files that the stream file may name.
  var pathAccess: PathAccess { PathAccess(allowing: allowedPaths) }

  /// The values of parameters: those of the definition to play, and those of the file.
  var parameterSettings: ParameterSettings {
    ParameterSettings(parameters, of: stream)
  }
}

extension PlayingSettings {
  /// The options that choose the stream, its data, and its end.
  static let choices: [Option<Self>] = [
    .stream { $0.stream = $1 }, .set { $0.parameters.append($1) }, .input { $0.inputs.append($1) },
    Option(
      "until", "u", of: .playTime,
      "play up to this time, that instant included: seconds, 1h30m, or, where times count from "
        + "1970, a date such as 2026-01-02 or 2026-01-02T03:04Z",
      on: .stopping, isCommon: true
    ) { $0.until = $1 },
    Option(
      "limit", "n", of: .count, "stop after this many values", on: .stopping, isCommon: true
    ) { $0.limit = $1 },
  ]

  /// The options that say how it is played.
  static let circumstances: [Option<Self>] = [
    .color { $0.color = $1 }, .maximumMemory { $0.maximumMemory = $1 },
    .inputFormat { $0.inputFormat = $1 }, .allowedPath { $0.allowedPaths.append($1) },
    Option(
      "on-bad-record", of: .badRecords,
      "what to do with a bad record: fail (the default), skip, or dead-letter=PATH, which writes it to "
        + "a file, or with - to standard output",
      on: .inputs
    ) { $0.badRecords = $1 },
    Option(
      "origin", of: .recordTime,
      "count the times of records from this one instead of the first; earlier records are dropped",
      on: .inputs
    ) { $0.origin = $1 },
    Option(
      "input-end", of: .inputEnd,
      "end the inputs at this time instead of that of their last records",
      on: .inputs, isRepeatable: true
    ) { $0.inputEnds.append($1) },
    .bigNumbers { $0.bigNumbers = $1 },
  ]

  /// The options, for settings that contain these.
  static func options<Whole>(
    within part: any WritableKeyPath<Whole, Self> & Sendable
  ) -> [Option<Whole>] {
    (choices + circumstances).map { $0.within(part) }
  }

  /// Throws if bad records should be written although a command writes nothing.
  func checkBadRecords(of command: Subcommand) throws(UsageError) {
    guard case .deadLetter? = badRecords else { return }
    throw UsageError(
      "'--on-bad-record dead-letter=PATH' does not apply: '\(command.name)' writes no records",
      hint: "write 'skip' to skip bad records", command: command)
  }
}

extension PlayingSettings {
  /// Throws if ends are specified that only parts have.
  func checkEnds() throws(UsageError) {
    if let end = inputEnds.first(where: { $0.name != nil }), let name = end.name {
      throw UsageError(
        "option '--input-end \(name)=TIME' needs '--shard'",
        hint: "write the time without '\(name)=' to end all inputs")
    }
    if inputEnds.count > 1 {
      throw UsageError("option '--input-end' is given twice", hint: "give it once")
    }
  }
}

// MARK: - Options of several commands

extension Option {
  typealias Store<Value> = @Sendable (inout Settings, Value) -> Void

  static func stream(store: @escaping Store<String>) -> Option {
    Option(
      "stream", "s", of: .name, "play this definition of the file instead of all of it",
      store: store)
  }

  static func set(store: @escaping Store<NamedText>) -> Option {
    Option(
      "set", of: .parameter,
      "set a parameter of the file; durations are written 90, 250ms or 1h30m",
      isRepeatable: true, store: store)
  }

  static func input(store: @escaping Store<NamedPath>) -> Option {
    Option(
      "input", "i", of: .namedPath("NAME=PATH", "trades=trades.csv, or trades=-"),
      "bind an input to a file, to the files of a folder, or with - to standard input; "
        + "./cpu.json#NAME is the input of that file alone",
      on: .inputs, isCommon: true, isRepeatable: true, store: store)
  }

  static func color(store: @escaping Store<ColorChoice>) -> Option {
    Option(
      "color", of: .oneOf(ColorChoice.self, noun: "color"),
      "when to use colors; auto: on a terminal, if NO_COLOR is not set", store: store)
  }

  /// The colors of a command that prints only errors in color.
  static func errorColor(store: @escaping Store<ColorChoice>) -> Option {
    Option(
      "color", of: .oneOf(ColorChoice.self, noun: "color"),
      "when to use colors for errors; auto: on a terminal, if NO_COLOR is not set", store: store)
  }

  static func maximumMemory(store: @escaping Store<Int>) -> Option {
    Option(
      "max-memory", of: .size,
      "let a playback fail once the process uses more memory than this; by default 1GiB, or three "
        + "quarters of the memory of its container", store: store)
  }

  static func inputFormat(store: @escaping Store<RecordFormat>) -> Option {
    Option(
      "input-format", of: .recordFormat,
      "the format of inputs; by default, the 'records' of the input in the stream file, or the "
        + "extension of the data file", on: .inputs, store: store)
  }

  static func allowedPath(store: @escaping Store<String>) -> Option {
    Option(
      "allow-path", of: .existingFolder,
      "also let the 'path' of an input name files in this folder; files below the folder of the "
        + "stream file are always allowed", on: .inputs, isRepeatable: true, store: store)
  }

  static func writablePath(store: @escaping Store<String>) -> Option {
    Option(
      "allow-path", of: .existingFolder,
      "also write to files in this folder, if a path in a stream file or a link below a named folder "
        + "leads there", isRepeatable: true, store: store)
  }

  static func bigNumbers(store: @escaping Store<BigNumbers>) -> Option {
    Option(
      "big-numbers", of: .oneOf(BigNumbers.self, noun: "choice"),
      "read integers that do not fit 64 bits as the nearest double, or as a string of their "
        + "digits; by default, a record with one is a bad record", on: .inputs, store: store)
  }
}

extension ParameterSettings {
  /// Creates the values of parameters: those of a definition, and those of the file.
  init(_ parameters: [NamedText], of stream: String?) {
    self.init(texts: parameters.map { ($0.name, $0.text) }, of: stream)
  }
}
