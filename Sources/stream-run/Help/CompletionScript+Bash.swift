extension CompletionScript {
  /// The script for bash, including the old version on macOS. It does not use `mapfile`, and uses
  /// `compopt` only if it is available.
  static var bash: String {
    """
    _stream_run() {
      local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} command= index
      local IFS=$'\\n'
      COMPREPLY=()
      # bash takes '--format=text' for three words, and 'trades=trades.csv' too.
      local option=0
      if [[ $word == '=' ]]; then
        word=
        option=$((COMP_CWORD - 2))
      elif [[ $previous == '=' ]]; then
        previous=${COMP_WORDS[COMP_CWORD-2]}
        option=$((COMP_CWORD - 3))
      fi
      if ((option > 0)); then
        case ${COMP_WORDS[option]} in
          \(pathOptions)) _stream_run_files "$word"; return ;;
        esac
      fi
      for ((index = 1; index < COMP_CWORD; index++)); do
        case $command:${COMP_WORDS[index]} in
          \(commandPattern))
            command=${COMP_WORDS[index]} ;;
        esac
      done
      case $previous in
    \(values)
      esac
      if [[ $word == -* ]]; then
        case $command in
    \(options)
        esac
        return
      fi
      case $command in
    \(operands)
      esac
    }
    _stream_run_files() {
      compopt -o filenames 2>/dev/null
      # Without a pattern folders are among the files.
      COMPREPLY+=($(compgen -f -X "${2:-}" -- "$1") ${2:+$(compgen -d -- "$1")})
    }
    complete -F _stream_run stream-run

    """
  }

  /// The options with a path after a '='.
  private static var pathOptions: String {
    CommandOption.all.map(\.form).filter { $0.value?.path == .behindEquals }.flatMap(\.spellings)
      .joined(separator: "|")
  }

  private static var values: String {
    optionsByName.compactMap { options in
      guard let option = options.lazy.map(\.form).first(where: { $0.value != nil }) else {
        return nil
      }
      let spellings = option.spellings.joined(separator: "|")
      if options.contains(where: { $0.form.value?.path == .whole }) {
        return "    \(spellings)) _stream_run_files \"$word\"; return ;;"
      }
      let flags = options.filter { $0.form.value == nil }.flatMap(\.commands).map(name(of:))
      if !flags.isEmpty {
        return "    \(spellings)) [[ $command == @(\(flags.joined(separator: "|"))) ]] || return ;;"
      }
      let rows = options.compactMap(row)
      if rows.isEmpty { return "    \(spellings)) return ;;" }
      let start = ["    \(spellings))", "      case $command in"]
      return (start + rows + ["      esac", "      return ;;"]).joined(separator: "\n")
    }.joined(separator: "\n")
  }

  /// Returns the row with the choices of an option; nil if it has none.
  private static func row(of option: CommandOption) -> String? {
    guard !option.commands.isEmpty, let value = option.form.value, !value.choices.isEmpty
    else { return nil }
    let commands = option.commands.map(name(of:)).joined(separator: "|")
    return "        \(commands)) \(words(value.choices)) ;;"
  }

  /// Returns the pattern for a command in the script. No command means the default one.
  private static func name(of command: Subcommand) -> String {
    command == .play ? "\(command.name)|''" : command.name
  }

  private static var options: String {
    Subcommand.allCases.map { command in
      "      \(name(of: command))) \(words(command.options.map(\.spelling))) ;;"
    }.joined(separator: "\n")
  }

  private static var operands: String {
    let rows = Subcommand.allCases.map { command in
      switch command.operand?.kind {
      case .streamFile, .jsonFiles:
        "    \(command.name)) _stream_run_files \"$word\" '!*.json' ;;"
      case .streamFiles:
        "    \(command.name)) _stream_run_files \"$word\" '!*.json'; "
          + "COMPREPLY+=($(compgen -f -X '!*.md' -- \"$word\")) ;;"
      case nil, .text: "    \(command.name)) ;;"
      case .choice(let choices), .name(_, let choices):
        "    \(command.name)) \(words(choices)) ;;"
      }
    }
    let commands = words(Subcommand.shown.map(\.name))
    return (rows + ["    '') \(commands); _stream_run_files \"$word\" '!*.json' ;;"])
      .joined(separator: "\n")
  }

  /// Returns the code that completes a word with the matching ones of a list.
  private static func words(_ words: [String]) -> String {
    "COMPREPLY=($(compgen -W $'\(words.joined(separator: "\\n"))' -- \"$word\"))"
  }
}
