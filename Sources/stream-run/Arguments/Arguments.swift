/// What the command line asks for.
struct Arguments {
  enum Action {
    case help(Subcommand?)
    case version
    case completions(Shell)
    case play(file: String, Settings)
  }

  let action: Action

  init(_ arguments: [String]) throws(UsageError) {
    var words = ArgumentWords()
    try words.read(arguments)
    let (command, operands) = try words.command()
    switch words.settings.page {
    case .version:
      action = .version
      return
    case .help:
      action = .help(command)
      return
    case nil: break
    }
    try words.checkOptions(of: command ?? .play)
    let operand = try Self.operand(operands, of: command ?? .play)
    switch command ?? .play {
    case .help: action = .help(operand.flatMap(Subcommand.init))
    case .completions:
      guard let shell = operand.flatMap(Shell.init) else {
        preconditionFailure("a shell that is none of the choices")
      }
      action = .completions(shell)
    case .play:
      guard let operand else { preconditionFailure("a play command without a file") }
      action = .play(file: operand, words.settings)
    }
  }

  /// The one operand of a command, which is one of its choices if it has choices.
  private static func operand(
    _ operands: [String], of command: Subcommand
  ) throws(UsageError) -> String? {
    let operand = command.operand
    guard operands.count <= 1 else {
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
    case .completions, .help: "name one"
    }
  }

  private static func missing(_ operand: Subcommand.Operand) -> String {
    switch operand.kind {
    case .streamFile: "name one, or '-' for standard input"
    case .choice(let choices): "expected \(UsageError.list(choices))"
    }
  }
}
