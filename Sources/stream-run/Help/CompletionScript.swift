/// A script that lets a shell complete the commands, the options, their values and stream files.
///
/// All that it knows is in the tables of commands and options.
struct CompletionScript {
  let shell: Shell

  init(_ shell: Shell) {
    self.shell = shell
  }

  var text: String {
    let first = "# Completes stream-run; made by 'stream-run completions \(shell.rawValue)'."
    switch shell {
    case .bash: return "\(first)\n\(Self.bash)"
    // zsh looks at the first line when the script lies in its function path.
    case .zsh: return "#compdef stream-run\n\(first)\n\(Self.zsh)"
    case .fish: return "\(first)\n\(Self.fish)"
    }
  }

  /// The options, those of one name together.
  static var optionsByName: [[CommandOption]] {
    var names: [String] = []
    for option in CommandOption.all where !names.contains(option.name) { names.append(option.name) }
    return names.map { name in CommandOption.all.filter { $0.name == name } }
  }

  /// `:play` and so on: a command is what stands behind no command.
  static var commandPattern: String {
    Subcommand.allCases.map { ":\($0.name)" }.joined(separator: "|")
  }

  /// `list:functions` and so on: a word behind a command on which it depends what follows it.
  static var groupPattern: String {
    Subcommand.allCases.flatMap { command in command.groups.map { "\(command.name):\($0.word)" } }
      .joined(separator: "|")
  }

  /// Text between single quotes, for a shell in which nothing is special there but the quote.
  static func quoted(_ text: String) -> String {
    "'\(text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#))'"
  }
}
