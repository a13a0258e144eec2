extension CompletionScript {
  /// The script for zsh, as a function in its path or read by `source` after `compinit`.
  static var zsh: String {
    """
    _stream_run() {
      local command= index
      for ((index = 2; index < CURRENT; index++)); do
        case $command:${words[index]} in
          \(commandPattern))
            command=${words[index]} ;;
        esac
      done
      case $command in
    \(commands)
      esac
    }
    _stream_run_operand() {
      case $command in
    \(operands)
      esac
    }
    if [[ ${funcstack[1]} == _stream* ]]; then
      _stream_run "$@"
    else
      compdef _stream_run stream-run
    fi

    """
  }

  /// The options of each command.
  private static var commands: String {
    Subcommand.allCases.map { command in
      // No command means the default one.
      let names = command == .play ? "\(command.name)|''" : command.name
      let options = command.options.flatMap(specifications)
      return "    \(names))\n      _arguments -S \\\n"
        + options.map { "        \($0) \\\n" }.joined()
        + "        '*: :_stream_run_operand'\n      ;;"
    }.joined(separator: "\n")
  }

  /// Returns an option in the form for `_arguments`: one entry for each spelling, each of which
  /// excludes all of them.
  private static func specifications(_ option: OptionForm) -> [String] {
    let excluded = "(\(option.spellings.joined(separator: " ")))"
    let summary = option.summary.split(separator: "]").joined(separator: "\\]")
    return option.spellings.map { spelling in
      guard let value = option.value else { return quoted("\(excluded)\(spelling)[\(summary)]") }
      let action = action(for: value)
      let equals = spelling == option.spelling ? "=" : ""
      return quoted("\(excluded)\(spelling)\(equals)[\(summary)]:\(option.name):\(action)")
    }
  }

  private static func action(for value: OptionForm.ValueShape) -> String {
    switch value.path {
    case .whole: "_files"
    case .behindEquals:
      value.choices.isEmpty
        ? #"{compset -P "*=" && _files}"#
        : #"{compset -P "*=" && _files || compadd -S "" \#(value.choices.joined(separator: " "))}"#
    case nil: value.choices.isEmpty ? " " : "(\(value.choices.joined(separator: " ")))"
    }
  }

  private static var operands: String {
    let rows = Subcommand.allCases.map { command in
      switch command.operand?.kind {
      case .streamFile, .jsonFiles: "    \(command.name)) _files -g '*.json(-.)' ;;"
      case .streamFiles: "    \(command.name)) _files -g '*.(json|md)(-.)' ;;"
      case nil, .text: "    \(command.name)) ;;"
      case .choice(let choices), .name(_, let choices):
        "    \(command.name)) \(add(choices)) ;;"
      }
    }
    let names = Subcommand.shown.map(\.name).joined(separator: " ")
    return (rows + ["    '') compadd \(names); _files -g '*.json(-.)' ;;"]).joined(separator: "\n")
  }

  private static func add(_ words: [String]) -> String {
    "compadd \(words.joined(separator: " "))"
  }
}
