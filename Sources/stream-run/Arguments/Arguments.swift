import Diagrams
import Editing
import Pipelines

/// The action that the command line requests.
struct Arguments {
  enum Action {
    case help(HelpPage)
    case version
    case completions(Shell)
    case play(file: String, Settings)
    case test(TestCommand)
    case validate(ValidateCommand)
    case diagram(DiagramCommand)
    case watch(WatchCommand)
    case graph(GraphCommand)
    case why(WhyCommand)
    case whyNot(WhyNotCommand)
    case debug(DebugCommand)
    case new(NewCommand)
    case format(FormatCommand)
    case edit(EditCommand)
    case emitSwift(EmitSwiftCommand)
    case partition(PartitionCommand)
    case export(ExportCommand)
    case eval(EvalCommand)
    case explain(ExplainCommand)
    case languageServer(LanguageServerCommand)
    case schema(SchemaCommand)
  }

  let action: Action
  /// The maximum memory of the process, in bytes; nil for the standard limit.
  private(set) var maximumMemory: Int?

  init(_ arguments: [String]) throws(UsageError) {
    var words = ArgumentWords()
    try words.read(arguments)
    let (named, operands) = try words.command()
    switch words.page {
    case .version:
      action = .version
      return
    case .help:
      action = .help(named.map(HelpPage.command) ?? .overview)
      return
    case nil: break
    }
    let command = named ?? .play
    let settings = try words.settings(for: command)
    maximumMemory = settings.maximumMemory
    let operand = try Self.operand(operands, of: command)
    do throws(UsageError) {
      try Self.checkTest(settings)
      try PlayWindow.check(settings)
    } catch {
      throw error.about(command)
    }
    switch (command, operand) {
    case (.help, let name): action = .help(try HelpPage(named: name))
    case (.lsp, _): action = .languageServer(LanguageServerCommand())
    case (.explain, let name):
      action = .explain(
        try ExplainCommand(name, kind: settings.referenceKind, format: settings.referenceFormat))
    case (.schema, _): action = .schema(SchemaCommand(settings: settings))
    case (.completions, let shell?):
      guard let shell = Shell(rawValue: shell) else {
        preconditionFailure("a shell that is none of the choices")
      }
      action = .completions(shell)
    case (.eval, let expression?):
      action = .eval(
        try EvalCommand(
          expression, values: operands.dropFirst(), bindings: settings.bindings,
          isRaw: settings.isRaw))
    case (.list, let kind?):
      guard let kind = ReferenceKind(rawValue: kind) else {
        preconditionFailure("a kind that is none of the choices")
      }
      action = .explain(
        try ExplainCommand(
          operands.dropFirst().first, kind: kind, format: settings.referenceFormat, command: .list))
    case (.test, _?):
      if settings.test.accepts, settings.test.failsFast {
        throw UsageError(
          "'--accept' and '--fail-fast' cannot be combined", hint: "use one of them", command: .test
        )
      }
      action = .test(TestCommand(paths: operands, settings: settings))
    case (.validate, _?):
      action = .validate(ValidateCommand(paths: operands, settings: settings))
    case (.graph, let file?): action = .graph(GraphCommand(file: file, settings: settings))
    case (.diagram, let file?):
      try Self.checkDrawing(settings)
      action = .diagram(DiagramCommand(file: file, settings: settings))
    case (.watch, _?):
      try Self.checkWatching(settings, operands)
      action = .watch(WatchCommand(files: operands, settings: settings))
    case (.why, let file?), (.whyNot, let file?):
      try Self.checkQuestion(settings, of: command)
      action =
        command == .why
        ? .why(WhyCommand(file: file, settings: settings))
        : .whyNot(WhyNotCommand(file: file, settings: settings))
    case (.debug, let file?):
      try Self.checkRecords(settings, of: command)
      action = .debug(DebugCommand(file: file, settings: settings))
    case (.format, _?): action = .format(FormatCommand(paths: operands, settings: settings))
    case (.new, let name?):
      let line = operands.dropFirst().first
      if (line == nil) == (settings.new.log == nil) {
        throw UsageError(
          line == nil ? "no line and no log is given" : "both a line and a log are given",
          hint: "use LINE or '--from-input'", command: .new)
      }
      action = .new(NewCommand(name: name, line: line, settings: settings))
    case (.edit, let file?):
      action = .edit(
        EditCommand(
          file: file, edits: try Self.edits(operands.dropFirst()), settings: settings))
    case (.emitSwift, let file?):
      action = .emitSwift(EmitSwiftCommand(file: file, settings: settings))
    case (.export, let file?):
      action = .export(try ExportCommand(file: file, settings: settings))
    case (.partition, let file?):
      action = .partition(PartitionCommand(file: file, settings: settings))
    case (.play, let file?):
      if settings.appends, !settings.writesFiles {
        throw UsageError(
          "'--append' needs a file to append to",
          hint: "name one with '-o', '--tee', '--outputs' or 'dead-letter='")
      }
      if settings.silence != nil, !settings.isLive {
        throw UsageError(
          settings.isRealTime
            ? "'--catch-up' and '--speed' cannot be combined" : "'--catch-up' needs '--realtime'",
          hint: settings.isRealTime
            ? "leave one out; a replay is not tied to the present"
            : "without it, time waits for each record")
      }
      if settings.badRecordLimit != nil, case .fail? = settings.statedBadRecords {
        throw UsageError(
          "'--max-bad' and '--on-bad-record fail' cannot be combined",
          hint: "leave one out; '--max-bad' alone skips bad records")
      }
      if settings.isRaw, let format = settings.format, !format.hasRawForm {
        throw UsageError(
          "option '--raw' does not apply to the format \(format.rawValue)",
          hint: "use the format 'values' or 'text', or leave it out")
      }
      action = .play(file: file, settings)
    case (_, nil): preconditionFailure("an operand that is missing and not optional")
    }
  }

  /// Throws if an option would change what a test states.
  private static func checkTest(_ settings: Settings) throws(UsageError) {
    guard settings.tracedTest != nil else { return }
    let options = [
      ("--stream", settings.stream != nil), ("--set", !settings.parameters.isEmpty),
      ("--input", !settings.inputs.isEmpty), ("--input-format", settings.inputFormat != nil),
      ("--allow-path", !settings.allowedPaths.isEmpty),
      ("--on-bad-record", settings.statedBadRecords != nil), ("--origin", settings.origin != nil),
      ("--input-end", !settings.inputEnds.isEmpty), ("--big-numbers", settings.bigNumbers != nil),
    ]
    guard let option = options.first(where: \.1)?.0 else { return }
    throw UsageError(
      "'\(option)' and '--test' cannot be combined",
      hint: "leave one out; a test states what to play")
  }

  /// Throws if the options do not specify which event is to be explained.
  private static func checkQuestion(
    _ settings: Settings, of command: Subcommand
  ) throws(UsageError) {
    if settings.question.isEmpty {
      let number = command == .why ? "'--event N'" : "'--input-event N'"
      throw UsageError(
        "no event is chosen", hint: "choose one with '--at TIME', '--value JSON' or \(number)",
        command: command)
    }
    try checkRecords(settings, of: command)
  }

  /// Throws if options of a diagram cannot be combined.
  private static func checkDrawing(_ settings: Settings) throws(UsageError) {
    if settings.diagramFormat == .html { try checkPage(settings.diagram) }
    if settings.diagramFormat != .svg, let width = settings.diagram.width,
      !DiagramCommand.widths.contains(width)
    {
      throw UsageError(
        "option '--width' is \(width)", hint: "expected columns from 40 to 400, or '--format svg'",
        command: .diagram)
    }
    try checkRecords(settings, of: .diagram)
  }

  private static func edits(_ words: some Sequence<String>) throws(UsageError) -> [DocumentEdit] {
    do throws(EditError) {
      return try DocumentEdit.edits(Array(words))
    } catch {
      throw UsageError(error.message, hint: error.hint, command: .edit)
    }
  }

  /// Throws if options of `watch` cannot be combined, or name something that cannot be watched.
  private static func checkWatching(
    _ settings: Settings, _ files: [String]
  ) throws(UsageError) {
    if files.contains("-") || settings.inputs.contains(where: { $0.path == "-" }) {
      throw UsageError(
        "standard input cannot be watched", hint: "name a file, which can be read again",
        command: .watch)
    }
    if let width = settings.diagram.width, !DiagramCommand.widths.contains(width) {
      throw UsageError(
        "option '--width' is \(width)", hint: "expected columns from 40 to 400", command: .watch)
    }
    if settings.watch.tests, settings.watch.format != nil {
      throw UsageError(
        "'--test' and '--format' cannot be combined", hint: "use one of them", command: .watch)
    }
    if !settings.watch.tests, settings.test.filter != nil {
      throw UsageError("'--filter' needs '--test'", hint: "add it", command: .watch)
    }
    try checkRecords(settings, of: .watch)
  }

  /// Throws if options for a picture are used for a page.
  private static func checkPage(_ diagram: DiagramSettings) throws(UsageError) {
    let options = [
      ("--stages", diagram.stages != .all), ("--from", diagram.from != nil),
      ("--width", diagram.width != nil),
    ]
    guard let option = options.first(where: \.1)?.0 else { return }
    throw UsageError(
      "option '\(option)' does not apply to a page",
      hint: "leave it out: a page shows all stages from the start, as wide as its window",
      command: .diagram)
  }

  /// Throws if bad records should be written although the command writes nothing.
  private static func checkRecords(
    _ settings: Settings, of command: Subcommand
  ) throws(UsageError) {
    guard case .deadLetter = settings.badRecords else { return }
    throw UsageError(
      "'--on-bad-record dead-letter=PATH' does not apply: '\(command.name)' writes no records",
      hint: "write 'skip' to skip bad records", command: command)
  }

  /// Returns the first operand of a command. Throws if there are more operands than the command
  /// takes.
  private static func operand(
    _ operands: [String], of command: Subcommand
  ) throws(UsageError) -> String? {
    guard let operand = command.operand else {
      guard let word = operands.first else { return nil }
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
      if operand.isOptional { return nil }
      throw UsageError("the \(operand.noun) is missing", hint: missing(operand), command: command)
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
    case .play, .why, .whyNot, .debug: "play one at a time"
    case .diagram, .graph: "draw one at a time"
    case .emitSwift: "write one at a time"
    case .partition: "split one at a time"
    case .export: "export one at a time"
    case .test, .validate, .watch, .new, .format, .edit, .eval, .list, .explain, .schema,
      .completions, .lsp, .help:
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
