extension CompletionScript {
  /// For bash, also the old one of macOS: without `mapfile`, and with `compopt` only where it is.
  static var bash: String {
    """
    _stream_run() {
      local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} command= index
      local IFS=$'\\n'
      COMPREPLY=()
      # bash takes '--format=text' for three words.
      if [[ $word == '=' ]]; then
        word=
      elif [[ $previous == '=' ]]; then
        previous=${COMP_WORDS[COMP_CWORD-2]}
      fi
      case $previous in
    \(values)
      esac
      for ((index = 1; index < COMP_CWORD; index++)); do
        case ${COMP_WORDS[index]} in
          \(Subcommand.allCases.map(\.name).joined(separator: "|")))
            command=${COMP_WORDS[index]}
            break
            ;;
        esac
      done
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
      COMPREPLY+=($(compgen -f -X '!*.json' -- "$1") $(compgen -d -- "$1"))
    }
    complete -F _stream_run stream-run

    """
  }

  private static var values: String {
    CommandOption.all.compactMap { option in
      guard let value = option.value else { return nil }
      let reply = value.choices.isEmpty ? "" : "\(words(value.choices)); "
      return "    \(option.spellings.joined(separator: "|"))) \(reply)return ;;"
    }.joined(separator: "\n")
  }

  private static var options: String {
    Subcommand.allCases.map { command in
      // Without a command it is to be the default one.
      let names = command == .play ? "\(command.name)|''" : command.name
      return "      \(names)) \(words(command.options.map(\.spelling))) ;;"
    }.joined(separator: "\n")
  }

  private static var operands: String {
    let rows = Subcommand.allCases.map { command in
      switch command.operand.kind {
      case .streamFile: "    \(command.name)) _stream_run_files \"$word\" ;;"
      case .text: "    \(command.name)) ;;"
      case .choice(let choices): "    \(command.name)) \(words(choices)) ;;"
      }
    }
    let commands = words(Subcommand.allCases.map(\.name))
    return (rows + ["    '') \(commands); _stream_run_files \"$word\" ;;"])
      .joined(separator: "\n")
  }

  /// Those of the words that begin as what is typed.
  private static func words(_ words: [String]) -> String {
    "COMPREPLY=($(compgen -W $'\(words.joined(separator: "\\n"))' -- \"$word\"))"
  }
}
