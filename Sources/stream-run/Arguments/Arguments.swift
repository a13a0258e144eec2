import Pipelines

/// What the command line asks for.
struct Arguments {
  enum Action {
    case help(Subcommand?)
    case version
    case completions(Shell)
    case play(file: String, Settings)
    case eval(EvalCommand)
    case explain(DiagnosticCode?)
  }

  let action: Action

  init(_ arguments: [String]) throws(UsageError) {
    var words = ArgumentWords()
    try words.read(arguments)
    let (named, operands) = try words.command()
    switch words.settings.page {
    case .version:
      action = .version
      return
    case .help:
      action = .help(named)
      return
    case nil: break
    }
    let command = named ?? .play
    try words.checkOptions(of: command)
    let operand = try Self.operand(operands, of: command)
    switch (command, operand) {
    case (.help, let operand): action = .help(operand.flatMap(Subcommand.init))
    case (.explain, let code): action = .explain(code.flatMap(DiagnosticCode.init))
    case (.completions, let shell?):
      guard let shell = Shell(rawValue: shell) else {
        preconditionFailure("a shell that is none of the choices")
      }
      action = .completions(shell)
    case (.eval, let expression?):
      action = .eval(
        try EvalCommand(expression, values: operands.dropFirst(), bindings: words.settings.bindings)
      )
    case (.play, let file?): action = .play(file: file, words.settings)
    case (_, nil): preconditionFailure("an operand that is missing and not optional")
    }
  }

  /// The first operand of a command, which is one of its choices if it has choices.
  private static func operand(
    _ operands: [String], of command: Subcommand
  ) throws(UsageError) -> String? {
    let operand = command.operand
    guard operands.count <= 1 || command.furtherOperand != nil else {
      throw UsageError(
        "more than one \(operand.noun): '\(operands[1])'", hint: oneOnly(command),
        command: command)
    }
    guard let word = operands.first else {
      if operand.isOptional { return nil }
      throw UsageError("no \(operand.noun)", hint: missing(operand), command: command)
    }
    if case .choice(let choices) = operand.kind, !choices.contains(word) {
      throw UsageError(
        "unknown \(operand.noun) '\(word)'",
        hint: UsageError.meant(word, among: choices) ?? "expected \(UsageError.list(choices))",
        command: command)
    }
    return word
  }

  private static func oneOnly(_ command: Subcommand) -> String {
    switch command {
    case .play: "play one at a time"
    case .eval, .explain, .completions, .help: "name one"
    }
  }

  private static func missing(_ operand: Subcommand.Operand) -> String {
    switch operand.kind {
    case .streamFile: "name one, or '-' for standard input"
    case .text(let meaning): "expected \(meaning)"
    case .choice(let choices): "expected \(UsageError.list(choices))"
    }
  }
}
