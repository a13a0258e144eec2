import Console

/// Prints the page of a command or of a topic, or the overview.
struct HelpCommand: Command {
  private let page: HelpPage

  init(_ operands: [String], _ settings: NoSettings) throws(UsageError) {
    page = try HelpPage(named: operands.first)
  }

  func run() -> ExitCode { writeResult(page.text, to: nil) }
}

/// Prints a completion script.
struct CompletionsCommand: Command {
  private let shell: Shell

  init(_ operands: [String], _ settings: NoSettings) {
    guard let shell = Shell(rawValue: operands[0]) else {
      preconditionFailure("a shell that is none of the choices")
    }
    self.shell = shell
  }

  func run() -> ExitCode { writeResult(CompletionScript(shell).text, to: nil) }
}
