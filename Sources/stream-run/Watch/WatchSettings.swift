/// The settings of `watch`.
struct WatchSettings: CommandSettings {
  var playing = PlayingSettings()
  var drawing = DrawingSettings()
  /// Whether the diagram has ASCII characters alone.
  var isASCII = false
  /// Whether the tests of the files are played instead of their streams.
  var tests = false
  /// A part of the title or of the path of the tests to play; nil for all tests.
  var filter: String?
  /// The form of a playback; nil for a diagram.
  var format: WatchFormat?

  var maximumMemory: Int? { playing.maximumMemory }

  static let options: [Option<Self>] =
    [
      Option(flag: "test", "play the tests of the files instead of their streams") {
        $0.tests = true
      },
      Option(
        "format", "f", of: .oneOf(WatchFormat.self, noun: "format"),
        "how to show a playback; as a diagram by default"
      ) { $0.format = $1 },
      Option(flag: "ascii", "draw with ASCII characters alone") { $0.isASCII = true },
      .filter { $0.filter = $1 },
    ] + DrawingSettings.options(within: \.drawing) + PlayingSettings.options(within: \.playing)

  func check(_ files: [String]) throws(UsageError) {
    do throws(UsageError) {
      try playing.checkEnds()
    } catch {
      throw error.about(.watch)
    }
    if files.contains("-") || playing.inputs.contains(where: { $0.path == "-" }) {
      throw UsageError(
        "standard input cannot be watched", hint: "name a file, which can be read again",
        command: .watch)
    }
    try drawing.checkColumns(for: .watch)
    if tests, format != nil {
      throw UsageError(
        "'--test' and '--format' cannot be combined", hint: "use one of them", command: .watch)
    }
    if !tests, filter != nil {
      throw UsageError("'--filter' needs '--test'", hint: "add it", command: .watch)
    }
    try playing.checkBadRecords(of: .watch)
  }
}

/// The form in which `watch` shows a playback.
enum WatchFormat: String, CaseIterable {
  case diagram, text, marbles

  /// A description for the help page.
  var summary: String {
    switch self {
    case .diagram: "what happens, stage by stage, as 'stream-run diagram' draws it"
    case .text: "a line for each event of the stream"
    case .marbles: "a line for all events of the stream: -1-2|"
    }
  }
}
