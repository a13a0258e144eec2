import Pipelines
import Platform
import Reactive

/// The values of the options.
struct Settings: Sendable {
  /// A page that is printed instead of running the command.
  enum Page {
    case help, version
  }

  /// The first page that was requested.
  private(set) var page: Page?
  var format: OutputFormat?
  /// Whether strings are printed without quotes.
  var isRaw = false
  /// The form of times for people; nil if it depends on the clock of the playback.
  var times: EventTimes?
  /// The format of the reference.
  var referenceFormat = ReferenceFormat.text
  /// The kind of name that is explained; nil for every kind.
  var referenceKind: ReferenceKind?
  var color = ColorChoice.auto
  /// The definition to play; nil for the file's own stream.
  var stream: String?
  /// The test that is played in place of the stream, by its name; nil for none.
  var tracedTest: String?
  /// Whether the playback uses the real clock instead of a virtual one.
  var isRealTime = false
  /// The number of seconds of a replay per real second; nil if none is specified.
  var speed: Double?
  /// The silence after which a live input has caught up with the present.
  var silence: Duration?
  /// Whether inputs whose records have times follow the calendar.
  var isLive: Bool { isRealTime && speed == nil }
  /// The last instant to play; nil if only the stream determines its end.
  var until: PlayTime?
  /// The time that the times of the records are counted from, or at which the playback starts; nil
  /// for that of the first record.
  var origin: PlayTime?
  /// The times at which inputs complete; none for the times of their last records.
  var inputEnds: [InputEndTime] = []
  /// Whether the records belong to only some keys, while the ends are those of all records.
  var isShard = false
  /// The maximum number of values to play; nil for all.
  var limit: Int?
  /// The values of the file's parameters.
  var parameters: [NamedText] = []
  /// The bindings of inputs to files.
  var inputs: [NamedPath] = []
  /// Whether the files of inputs continue to be read while they grow.
  var follows = false
  /// Folders with files that inputs may name in `path`, in addition to the folder of the stream
  /// file.
  var allowedPaths: [String] = []
  /// The folders with files that the stream file may name.
  var pathAccess: PathAccess { PathAccess(allowing: allowedPaths) }
  /// The format of records; nil if the inputs or the file name extensions determine it.
  var inputFormat: RecordFormat?
  /// What to do with bad records; nil if it follows from their limit.
  var statedBadRecords: BadRecordChoice?
  var badRecords: BadRecordChoice {
    statedBadRecords ?? (badRecordLimit == nil ? .fail : .skip)
  }
  /// The number of records that may be bad; nil for no limit.
  var badRecordLimit: BadRecordLimit?
  /// The maximum memory of the process, in bytes; nil for the standard limit.
  var maximumMemory: Int?
  /// Whether a summary of the run is printed at its end.
  var printsSummary = false
  /// The type as which integers in records are read if they do not fit in 64 bits; nil if they make
  /// records bad.
  var bigNumbers: BigNumbers?
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
  /// The event to be explained.
  var question = EventChoice()
  /// The format of explanations.
  var explanationFormat = ExplanationFormat.text
  /// The variables for an expression, with their values.
  var bindings: [Binding] = []
  /// Whether the output is a program around the Swift type of a file.
  var emitsMain = false
  /// The format of a graph; nil if it follows from the name of the output.
  var graphFormat: GraphFormat?
  /// The values of the options of `export`.
  var export = ExportSettings()
  /// The values of the options of `partition`.
  var partition = PartitionSettings()
  /// The values of the options of `diagram`.
  var diagram = DiagramSettings()
  /// The values of the options of `new`.
  var new = NewSettings()
  /// The values of the options of `format` and `edit`.
  var edit = EditSettings()
  /// The values of the options of `watch`.
  var watch = WatchSettings()
  /// The values of the options of `test`.
  var test = TestSettings()
  /// The values of the options of `validate`.
  var validation = ValidationSettings()

  /// Returns the format of events, which by default depends on whether the output is a terminal.
  func format(onTerminal isTerminal: Bool) -> OutputFormat {
    format ?? (isRaw ? .values : isTerminal ? .text : .json)
  }

  /// The values of parameters: those of the definition to play, and those of the file.
  var parameterSettings: ParameterSettings {
    ParameterSettings(texts: parameters.map { ($0.name, $0.text) }, of: stream)
  }

  /// Whether an input is typed at a terminal.
  var readsTerminal: Bool {
    inputs.contains { $0.path == "-" } && FileDescriptor.standardInput.isTerminal
  }

  mutating func ask(for page: Page) {
    self.page = self.page ?? page
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

/// When to use colors.
enum ColorChoice: String, CaseIterable {
  case auto, always, never
}

/// The shells with a completion script.
enum Shell: String, CaseIterable {
  case bash, zsh, fish
}
