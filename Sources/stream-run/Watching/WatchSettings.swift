/// The values of the options of `watch`.
struct WatchSettings: Sendable {
  /// Whether the tests of the files are played instead of their streams.
  var tests = false
  /// The form of a playback; nil for a diagram.
  var format: WatchFormat?
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

extension CommandOption {
  /// The options of `watch`, besides those that it shares with other commands.
  static let watching: [CommandOption] = [
    CommandOption(
      flag: "test", for: .watch, "play the tests of the files instead of their streams"
    ) { $0.watch.tests = true },
    CommandOption(
      "format", "f", of: .oneOf(WatchFormat.self, noun: "format"), for: .watch,
      "how to show a playback; as a diagram by default"
    ) { $0.watch.format = $1 },
  ]
}
