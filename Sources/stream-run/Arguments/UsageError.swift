import Expressions
import Pipelines
import Values

/// An error in the command line.
struct UsageError: Error {
  let message: String
  /// A way to fix the error.
  var hint: String?
  /// The command whose usage is shown.
  var command = Subcommand.play

  init(_ message: String, hint: String? = nil, command: Subcommand = .play) {
    self.message = message
    self.hint = hint
    self.command = command
  }

  /// Returns the same error, with the usage of the command that it is about.
  func about(_ command: Subcommand) -> UsageError {
    UsageError(message, hint: hint, command: command)
  }

  /// The text to print.
  var report: String {
    "stream-run: \(message)\(hint.map { "; \($0)" } ?? "")".onOneLine
      + "\nusage: \(command.usage); see '\(command.helpLine)'"
  }

  /// Returns "did you mean 'json'?" if one of the words is near.
  static func meant(_ word: String, among words: [String]) -> String? {
    Suggestion.hint(for: word, among: words)
  }

  /// Returns "'text', 'json' or 'marbles'".
  static func list(_ words: [String]) -> String {
    let quoted = words.map { "'\($0)'" }
    guard quoted.count > 1, let last = quoted.last else { return quoted.joined() }
    return "\(quoted.dropLast().joined(separator: ", ")) or \(last)"
  }
}

extension Subcommand {
  /// The command line that prints the command's help page.
  var helpLine: String {
    self == .help ? "stream-run --help" : "stream-run help \(name)"
  }
}
