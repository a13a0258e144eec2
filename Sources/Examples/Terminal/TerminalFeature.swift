public import Composable

/// A feature with a terminal interface.
public struct TerminalFeature<Feature: Reducer> {
  /// The name of the program.
  public var name: String
  /// A description of the program, in a sentence.
  public var summary: String
  /// The commands that can be typed, and their effects.
  public var commands: [(usage: String, summary: String)]
  /// The options of the program, each followed by one word, and their meanings.
  public var options: [(name: String, word: String, summary: String)]
  public var initialState: Feature.State
  /// Makes the feature, and applies the options.
  public var make: @MainActor ([String: String]) throws(TerminalMistake) -> TerminalSetup<Feature>
  /// Parses a line that was typed while the feature was in this state.
  public var read: (String, Feature.State) throws(TerminalMistake) -> Feature.Action
  /// Formats the state as lines.
  public var show: (Feature.State) -> String

  public init(
    name: String, summary: String, commands: [(usage: String, summary: String)],
    options: [(name: String, word: String, summary: String)] = [],
    initialState: Feature.State,
    make: @escaping @MainActor ([String: String]) throws(TerminalMistake) -> TerminalSetup<Feature>,
    read: @escaping (String, Feature.State) throws(TerminalMistake) -> Feature.Action,
    show: @escaping (Feature.State) -> String
  ) {
    self.name = name
    self.summary = summary
    self.commands = commands
    self.options = options
    self.initialState = initialState
    self.make = make
    self.read = read
    self.show = show
  }
}

/// A feature, and the dependencies that it runs with.
public struct TerminalSetup<Feature: Reducer> {
  public var feature: Feature
  public var prepare: (inout DependencyValues) -> Void

  public init(_ feature: Feature, prepare: @escaping (inout DependencyValues) -> Void = { _ in }) {
    self.feature = feature
    self.prepare = prepare
  }
}

/// An error in a line that was typed, or in an option.
public struct TerminalMistake: Error {
  public let text: String
  public let code: ExitCode

  public init(_ text: String, code: ExitCode = .usage) {
    self.text = text
    self.code = code
  }
}

extension TerminalFeature {
  var help: String {
    let own = options.map { ("\($0.name) \($0.word)", $0.summary) }
    let shared = [
      ("--record FILE", "records the session into FILE, a stream file"),
      ("--replay FILE", "replays a session and shows what it did; nothing is read"),
      ("--step N", "with --replay: only the state after action N, as JSON"),
      ("--help", "prints this"),
    ]
    let waits = [
      ("wait", "waits until all that is under way has ended"),
      ("wait SECONDS", "waits so long"),
      ("help", "prints these lines"), ("quit", "ends the program, as the end of the input does"),
    ]
    return """
      usage: \(name) [OPTIONS]

      \(summary)

      \(Self.table("Commands, a line each, from standard input:", commands.map { ($0.usage, $0.summary) } + waits))

      \(Self.table("Options:", own + shared))

      Exit codes: 0 done, 1 a replay differs, 64 the command line is wrong, 65 a file is wrong,
      66 a file cannot be read, 74 the output or the session cannot be written.
      """
  }

  static func table(_ title: String, _ rows: [(String, String)]) -> String {
    let width = rows.map(\.0.count).max() ?? 0
    let lines = rows.map { left, right in
      "  \(left)\(String(repeating: " ", count: width - left.count))  \(right)"
    }
    return ([title] + lines).joined(separator: "\n")
  }
}
