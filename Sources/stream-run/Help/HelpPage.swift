/// The output of `--help`: the page of one command, or of all commands.
struct HelpPage {
  /// The maximum width of a page.
  private static let width = 80

  let command: Subcommand?

  var text: String {
    guard let command else { return Self.main }
    return Self.page([
      "\(command.summary.withCapital).", "usage: \(command.usage)",
      Self.operand(of: command),
      Self.section("options", command.options.map { ($0.label, $0.summary) }),
      Self.formats(of: command), command == .play ? Self.outputFiles : nil,
      Self.examples(command.examples),
      command == .test ? Self.codes(\.testSummary) : nil,
      command == .validate ? Self.codes(\.validationSummary) : nil,
    ])
  }

  private static var main: String {
    page([
      "Plays a stream file on a virtual clock, and prints its events with their times.",
      "usage: \(Subcommand.play.usage)\n"
        + Subcommand.allCases.filter { $0 != .play }
        .map { "       \($0.usage)" }.joined(separator: "\n"),
      operand(of: .play),
      section("commands", Subcommand.allCases.map { ($0.name, $0.summary) }),
      section("options", Subcommand.play.options.map { ($0.label, $0.summary) }),
      formats(of: .play), outputFiles,
      examples(Subcommand.play.examples),
      section("exit codes", ExitCode.allCases.map { ("\($0.rawValue)", $0.summary) }),
    ])
  }

  private static func codes(_ summary: (ExitCode) -> String?) -> String {
    let codes = ExitCode.allCases.compactMap { code in
      summary(code).map { ("\(code.rawValue)", $0) }
    }
    return section("exit codes, of which the highest counts", codes)
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
    case .graph: section("formats", GraphFormat.allCases.map { ($0.rawValue, $0.summary) })
    case .export: section("targets", ExportTarget.allCases.map { ($0.rawValue, $0.summary) })
    case .diagram, .new, .format, .edit, .emitSwift, .partition, .eval, .schema,
      .completions, .lsp, .help:
      nil
    }
  }

  /// The section about the files that are written.
  private static var outputFiles: String {
    section(
      "output files",
      [
        ("at first", "output goes to FILE.partial; devices and pipes are written directly"),
        ("exit code 0 or 1", "FILE is replaced; it keeps its mode, and a link stays a link"),
        ("any other", "FILE is unchanged; the output so far is in FILE.partial"),
        (
          "in place",
          "with --append, --realtime or --speed, output goes to FILE itself, whatever the exit code"
        ),
      ])
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
        case .name(let meaning): (operand.placeholder, meaning)
        }
      })
  }

  private static func section(_ title: String, _ pairs: [(String, String)]) -> String {
    "\(title):\n\(rows(pairs))"
  }

  private static func examples(_ examples: [Subcommand.Example]) -> String {
    let width = examples.map(\.line.count).max() ?? 0
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

extension CommandOption {
  /// A label such as `-n, --limit N`. The choices of a value are listed in full.
  fileprivate var label: String {
    let names = (shortSpelling.map { "\($0), " } ?? "    ") + spelling
    return value.map { "\(names) \($0.placeholder)" } ?? names
  }
}

extension String {
  fileprivate var withCapital: String { prefix(1).uppercased() + dropFirst() }
}
