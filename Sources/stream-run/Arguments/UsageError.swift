import Pipelines

/// A command line that says nothing sensible.
struct UsageError: Error {
  let message: String
  /// The way out.
  var hint: String?
  /// The command whose usage helps.
  var command = Subcommand.play

  init(_ message: String, hint: String? = nil, command: Subcommand = .play) {
    self.message = message
    self.hint = hint
    self.command = command
  }

  /// The same, with the usage of the command in which it was made.
  func about(_ command: Subcommand) -> UsageError {
    UsageError(message, hint: hint, command: command)
  }

  /// What is printed for it.
  var report: String {
    "stream-run: \(message)\(hint.map { "; \($0)" } ?? "")".onOneLine
      + "\nusage: \(command.usage); see '\(command.helpLine)'"
  }

  /// "did you mean 'json'?", if one of the words is near.
  static func meant(_ word: String, among words: [String]) -> String? {
    Suggestion.hint(for: word, among: words)
  }

  /// "'text', 'json' or 'marbles'"
  static func list(_ words: [String]) -> String {
    let quoted = words.map { "'\($0)'" }
    guard quoted.count > 1, let last = quoted.last else { return quoted.joined() }
    return "\(quoted.dropLast().joined(separator: ", ")) or \(last)"
  }
}

extension Subcommand {
  /// What to type for its help page.
  var helpLine: String {
    self == .play || self == .help ? "stream-run --help" : "stream-run help \(name)"
  }
}
