import Console
import Reference

/// The output of `--help` and `help`: an overview, or the page of a command or of a topic.
enum HelpPage {
  case overview
  case command(Subcommand)
  case topic(HelpTopic)

  /// The maximum width of a page.
  private static let width = 80

  /// Creates the page of a command or of a topic, or the overview without a name; throws if nothing
  /// has the name.
  init(named name: String?) throws(UsageError) {
    if let name, let command = Subcommand(rawValue: name) {
      self = .command(command)
    } else if let name, let topic = HelpTopic(rawValue: name) {
      self = .topic(topic)
    } else if let name {
      let names = Subcommand.shown.map(\.name) + HelpTopic.allCases.map(\.name)
      throw UsageError(
        "unknown command or topic '\(name)'",
        hint: UsageError.meant(name, among: names) ?? "'stream-run --help' lists them",
        command: .help)
    } else {
      self = .overview
    }
  }

  var text: String {
    switch self {
    case .overview: Self.overviewText
    case .command(let command): Self.page(of: command)
    case .topic(let topic): Self.page(of: topic)
    }
  }

  private static var overviewText: String {
    let column = Subcommand.shown.map(\.name.count).max() ?? 0
    let groups = CommandGroup.allCases.map { group in
      let table = TextTable(group.commands.map { ($0.name, $0.summary) })
      return "\(group.rawValue):\n"
        + table.lines(width: width, column: column).joined(separator: "\n")
    }
    return page([
      "Plays stream files on a virtual clock; tests, draws and explains what they do.",
      "usage: \(Subcommand.play.usage)\n       stream-run COMMAND … [OPTIONS]",
      groups.joined(separator: "\n"),
      examples([
        Subcommand.Example("stream-run Streams/serial-a.json"),
        Subcommand.Example("stream-run test Streams"),
        Subcommand.Example("stream-run diagram Streams/Operators/debounce.json"),
        Subcommand.Example("stream-run why Streams/Operators/debounce.json --at 3"),
        Subcommand.Example("stream-run explain debounce"),
      ]),
      "'stream-run help COMMAND' prints the options of a command. Topics of 'help':\n  "
        + HelpTopic.allCases.map(\.name).joined(separator: ", "),
    ])
  }

  private static func page(of command: Subcommand) -> String {
    page([
      "\(command.summary.withCapital).", "usage: \(command.usage)",
      operand(of: command),
      section(
        "options",
        command.options.filter { $0.topic == nil || $0.isCommon }.map { ($0.label, $0.summary) }),
      furtherOptions(of: command),
      formats(of: command),
      examples(command.examples),
    ])
  }

  private static func page(of topic: HelpTopic) -> String {
    page([
      topic.summary,
      topic.introduction?.folded(to: width).joined(separator: "\n"),
      topic.options.isEmpty
        ? nil : section("options", topic.options.map { ($0.label, $0.summary) }),
      topic.table.map { section($0.title, $0.rows) },
    ])
  }

  /// Returns the names of the options that topics describe, if a command has any.
  private static func furtherOptions(of command: Subcommand) -> String? {
    let rows = HelpTopic.allCases.compactMap { topic in
      let names = command.options.filter { $0.topic == topic && !$0.isCommon }.map(\.spelling)
      return names.isEmpty ? nil : ("help \(topic.name)", names.joined(separator: ", "))
    }
    return rows.isEmpty ? nil : section("further options, by the page that describes them", rows)
  }

  private static func page(_ parts: [String?]) -> String {
    parts.compactMap { $0 }.joined(separator: "\n\n") + "\n"
  }

  /// Returns the section about the formats of a command, if it has any.
  private static func formats(of command: Subcommand) -> String? {
    switch command {
    case .play: section("formats", OutputFormat.allCases.map { ($0.rawValue, $0.summary) })
    case .test: section("formats", TestFormat.allCases.map { ($0.rawValue, $0.summary) })
    case .validate:
      section("formats", ValidationFormat.allCases.map { ($0.rawValue, $0.summary) })
    case .list, .explain:
      section("formats", ReferenceFormat.allCases.map { ($0.rawValue, $0.summary) })
    case .why, .whyNot:
      section("formats", ExplanationFormat.allCases.map { ($0.rawValue, $0.summary) })
    case .debug:
      section(
        "commands at its prompt",
        DebugWord.allCases.map { ("\($0.rawValue) \($0.operands)", $0.summary) })
    case .watch: section("formats", WatchFormat.allCases.map { ($0.rawValue, $0.summary) })
    case .diff: section("formats", DifferenceFormat.allCases.map { ($0.rawValue, $0.summary) })
    case .sweep: section("formats", SweepFormat.allCases.map { ($0.rawValue, $0.summary) })
    case .state: section("formats", StateFormat.allCases.map { ($0.rawValue, $0.summary) })
    case .graph: section("formats", GraphFormat.allCases.map { ($0.rawValue, $0.summary) })
    case .diagram: section("formats", DiagramFormat.allCases.map { ($0.rawValue, $0.summary) })
    case .partition:
      section("formats", PartitionFormat.allCases.map { ($0.rawValue, $0.summary) })
    case .export: section("targets", ExportTarget.allCases.map { ($0.rawValue, $0.summary) })
    case .new, .format, .edit, .record, .shrink, .emitSwift, .eval, .schema,
      .completions, .lsp, .help:
      nil
    }
  }

  private static func operand(of command: Subcommand) -> String? {
    if command.operands.isEmpty { return nil }
    return rows(
      command.operands.map { operand in
        switch operand.kind {
        case .streamFile where operand.isRepeatable: (operand.placeholder, "stream files")
        case .streamFile: (operand.placeholder, "a stream file, or - for standard input")
        case .streamFiles:
          (operand.placeholder, "stream files, Markdown pages, and folders of them")
        case .jsonFiles:
          (operand.placeholder, "stream files, folders of them, or - for standard input")
        case .text(let meaning): (operand.placeholder, meaning)
        case .choice(let choices): (operand.placeholder, choices.joined(separator: ", "))
        case .name(let meaning, _): (operand.placeholder, meaning)
        }
      })
  }

  private static func section(_ title: String, _ pairs: [(String, String)]) -> String {
    "\(title):\n\(rows(pairs))"
  }

  private static func examples(_ examples: [Subcommand.Example]) -> String {
    let width = examples.filter { $0.note != nil }.map(\.line.count).max() ?? 0
    let lines = examples.map { example in
      guard let note = example.note else { return "  \(example.line)" }
      return "  \(example.line.padded(to: width))  # \(note)"
    }
    return "examples:\n\(lines.joined(separator: "\n"))"
  }

  private static func rows(_ pairs: [(String, String)]) -> String {
    TextTable(pairs).lines(width: width).joined(separator: "\n")
  }
}

extension OptionForm {
  /// A label such as `-n, --limit N`. The choices of a value are listed in full.
  fileprivate var label: String {
    let names = (shortSpelling.map { "\($0), " } ?? "    ") + spelling
    return value.map { value in
      value.isOptional ? "\(names)[=\(value.placeholder)]" : "\(names) \(value.placeholder)"
    } ?? names
  }
}

extension String {
  fileprivate var withCapital: String { prefix(1).uppercased() + dropFirst() }
}
