import Pipelines

/// The action that the command line requests.
struct Arguments {
  enum Action {
    case help(HelpPage)
    case version
    case run(any Command)
  }

  let action: Action
  /// The maximum memory of the process, in bytes; nil for the standard limit.
  let maximumMemory: Int?

  init(_ arguments: [String]) throws(UsageError) {
    var words = ArgumentWords()
    do throws(UsageError) {
      try words.read(arguments)
    } catch {
      throw words.leading.map(error.about) ?? error
    }
    let (named, operands) = try words.command()
    switch words.page {
    case .version: (action, maximumMemory) = (.version, nil)
    case .help: (action, maximumMemory) = (.help(named.map(HelpPage.command) ?? .overview), nil)
    case nil:
      let command = named ?? .play
      let (made, maximumMemory) = try Self.make(command.command, command, words, operands)
      (action, self.maximumMemory) = (.run(made), maximumMemory)
    }
  }

  /// Creates a command from its words.
  private static func make<C: Command>(
    _ type: C.Type, _ command: Subcommand, _ words: ArgumentWords, _ operands: [String]
  ) throws(UsageError) -> (any Command, maximumMemory: Int?) {
    let settings: C.Settings = try words.settings(for: command)
    try check(operands, of: command)
    return (try C(operands, settings), settings.maximumMemory)
  }

  /// Throws if there are more or fewer operands than a command takes.
  private static func check(_ operands: [String], of command: Subcommand) throws(UsageError) {
    guard let operand = command.operand else {
      guard let word = operands.first else { return }
      throw UsageError(
        "unexpected '\(word)'", hint: "'\(command.name)' has no operands", command: command)
    }
    if let last = command.operands.last, !last.isRepeatable,
      operands.count > command.operands.count
    {
      throw UsageError(
        "more than one \(last.noun): '\(operands[command.operands.count])'",
        hint: oneOnly(command), command: command)
    }
    guard let word = operands.first else {
      if operand.isOptional { return }
      throw UsageError("the \(operand.noun) is missing", hint: missing(operand), command: command)
    }
    if case .choice(let choices) = operand.kind, !choices.contains(word) {
      throw UsageError(
        "unknown \(operand.noun) '\(word)'",
        hint: UsageError.meant(word, among: choices) ?? "expected \(UsageError.list(choices))",
        command: command)
    }
  }

  private static func oneOnly(_ command: Subcommand) -> String {
    switch command {
    case .play, .why, .whyNot, .debug, .sweep, .record, .shrink: "play one at a time"
    case .diagram, .graph: "draw one at a time"
    case .emitSwift: "write one at a time"
    case .partition: "split one at a time"
    case .export: "export one at a time"
    case .test, .validate, .watch, .new, .format, .edit, .eval, .list, .explain, .schema, .state,
      .diff, .completions, .lsp, .help:
      "name one"
    }
  }

  private static func missing(_ operand: Subcommand.Operand) -> String {
    switch operand.kind {
    case .streamFile: "name one, or '-' for standard input"
    case .streamFiles: "name stream files, or folders of them"
    case .jsonFiles: "name stream files, folders of them, or '-' for standard input"
    case .text(let meaning): "expected \(meaning)"
    case .choice(let choices): "expected \(UsageError.list(choices))"
    case .name(let meaning, _): "expected \(meaning)"
    }
  }
}
