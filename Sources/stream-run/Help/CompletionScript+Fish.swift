extension CompletionScript {
  static var fish: String {
    """
    function __stream_run_command
      for word in (commandline -opc)[2..-1]
        if contains -- $word \(names)
          echo $word
          return
        end
      end
      echo none
    end
    complete -c stream-run -f
    \((commands + operands + options).joined(separator: "\n"))

    """
  }

  private static var names: String { Subcommand.allCases.map(\.name).joined(separator: " ") }

  /// Returns the beginning of a line that applies to some commands, with an additional condition.
  private static func line(for commands: [String], _ condition: String? = nil) -> String {
    let names = commands.joined(separator: " ")
    let rest = condition.map { "; and \($0)" } ?? ""
    return "complete -c stream-run -n 'contains -- (__stream_run_command) \(names)\(rest)'"
  }

  private static var commands: [String] {
    Subcommand.shown.map { command in
      "\(line(for: ["none"])) -a \(command.name) -d \(described(command.summary))"
    }
  }

  private static var operands: [String] { Subcommand.allCases.flatMap { operands(of: $0) } }

  private static func operands(of command: Subcommand) -> [String] {
    switch command.operand?.kind {
    case nil, .text: []
    case .streamFile, .jsonFiles:
      ["\(line(for: ["none", command.name])) -k -a '(__fish_complete_suffix .json)'"]
    case .streamFiles:
      [".json", ".md"].map { suffix in
        "\(line(for: [command.name])) -k -a '(__fish_complete_suffix \(suffix))'"
      }
    case .choice(let choices), .name(_, let choices):
      ["\(line(for: [command.name])) -a '\(choices.joined(separator: " "))'"]
    }
  }

  private static var options: [String] {
    CommandOption.all.filter { !$0.form.isHidden }.map { listed in
      let option = listed.form
      let names = (listed.commands.contains(.play) ? ["none"] : []) + listed.commands.map(\.name)
      let start = listed.commands.isEmpty ? "complete -c stream-run" : line(for: names)
      let letter = option.letter.map { " -s \($0)" } ?? ""
      let value = option.value.map { shape in
        // An exclusive option (`-x`) completes no files.
        let start = shape.path == nil ? " -x" : " -r -F"
        return shape.choices.isEmpty
          ? start : "\(start) -a '\(shape.choices.joined(separator: " "))'"
      }
      return "\(start)\(letter) -l \(option.name)\(value ?? "") -d \(described(option.summary))"
    }
  }

  /// Returns a string in single quotes, in which fish reads `\'` as a quote.
  private static func described(_ text: String) -> String {
    "'\(text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"\'"#))'"
  }
}
