import Pipelines
import Reactive

/// What the options say.
struct Settings: Sendable {
  /// What is wanted instead of the command.
  enum Page {
    case help, version
  }

  /// The first that was asked for.
  private(set) var page: Page?
  var format: OutputFormat?
  /// Whether strings are printed without quotes.
  var isRaw = false
  /// How times are written for people; nil if the clock of the playback says it.
  var times: EventTimes?
  /// How the reference is printed.
  var listFormat = ListFormat.text
  var color = ColorChoice.auto
  /// Which definition of the file is played; nil for the file's own stream.
  var stream: String?
  /// Whether the real clock says when things come, instead of a virtual one.
  var isRealTime = false
  /// How many seconds of the stream pass in a real one.
  var speed = 1.0
  /// The last instant that is played; nil if the stream says when it is over.
  var until: Instant?
  /// How many values are played; nil for all.
  var limit: Int?
  /// What the names of inputs are bound to.
  var inputs: [NamedPath] = []
  /// How records are written; nil if the endings of files say it.
  var inputFormat: RecordFormat?
  var badRecords = BadRecordChoice.fail
  /// What integers in records that do not fit 64 bits are read as; nil if they make records bad.
  var bigNumbers: BigNumbers?
  /// Where the output goes; nil for standard output.
  var output: String?
  /// Definitions that are written to files of their own.
  var tees: [NamedPath] = []
  /// Whether files that are written keep what they have.
  var appends = false
  /// The variables that an expression may name, and their values.
  var bindings: [Binding] = []
  /// What the options of `test` say.
  var test = TestSettings()

  /// How events are printed, to a terminal or elsewhere.
  func format(onTerminal isTerminal: Bool) -> OutputFormat {
    format ?? (isRaw ? .values : isTerminal ? .text : .json)
  }

  /// Whether a person types an input.
  var readsTerminal: Bool {
    inputs.contains { $0.path == "-" } && Descriptor.standardInput.isTerminal
  }

  mutating func ask(for page: Page) {
    self.page = self.page ?? page
  }
}

/// How events are printed.
enum OutputFormat: String, CaseIterable {
  case text, json, marbles, values, csv

  /// Whether strings can stand in it without quotes.
  var hasRawForm: Bool { self == .values || self == .text }

  /// What it looks like, for the help page.
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

/// How a part of the reference is printed.
enum ListFormat: String, CaseIterable {
  case text, json, markdown

  /// What it looks like, for the help page.
  var summary: String {
    switch self {
    case .text: "for people; as wide as the terminal, from 40 to 100 columns"
    case .json: "a line for each name: an object with its whole description"
    case .markdown: "a table, or the section for a name"
    }
  }
}

/// When to use colors.
enum ColorChoice: String, CaseIterable {
  case auto, always, never
}

/// The shells for which there is a completion script.
enum Shell: String, CaseIterable {
  case bash, zsh, fish
}
