/// The shells with a completion script.
enum Shell: String, CaseIterable {
  case bash, zsh, fish
}

/// A script that lets a shell complete the commands, the options, their values and stream files.
///
/// Everything in it is derived from the tables of commands and options.
struct CompletionScript {
  let shell: Shell

  init(_ shell: Shell) {
    self.shell = shell
  }

  var text: String {
    let first = "# Completes stream-run; made by 'stream-run completions \(shell.rawValue)'."
    switch shell {
    case .bash: return "\(first)\n\(Self.bash)"
    // zsh reads the first line when the script is in its function path.
    case .zsh: return "#compdef stream-run\n\(first)\n\(Self.zsh)"
    case .fish: return "\(first)\n\(Self.fish)"
    }
  }

  /// The options, grouped by name.
  static var optionsByName: [[CommandOption]] {
    var names: [String] = []
    let options = CommandOption.all.filter { !$0.form.isHidden }
    for option in options where !names.contains(option.form.name) {
      names.append(option.form.name)
    }
    return names.map { name in options.filter { $0.form.name == name } }
  }

  /// A pattern such as `:play` for each command. It matches the word that comes after no command.
  static var commandPattern: String {
    Subcommand.allCases.map { ":\($0.name)" }.joined(separator: "|")
  }

  /// Returns a string in single quotes, for a shell in which only the quote is special there.
  static func quoted(_ text: String) -> String {
    "'\(text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#))'"
  }
}
