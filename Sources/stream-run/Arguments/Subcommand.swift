import Console
import Pipelines
import Reference

/// The subcommands.
///
/// Parsing, help, suggestions and completion scripts read the commands here, and their options in
/// the settings of each command.
enum Subcommand: String, CaseIterable {
  /// The default command: `stream-run FILE` plays the file.
  case play
  case test
  case validate
  case watch

  case new
  case edit
  case format

  case diagram
  case graph
  case why
  case whyNot = "why-not"
  case debug
  case state
  case diff
  case sweep
  case record
  case shrink

  case explain
  case eval
  case help

  case lsp
  case schema
  case completions
  case emitSwift = "emit-swift"
  case export
  case partition

  /// An older form of `explain`.
  case list

  var name: String { rawValue }

  /// The group on the first page of the help; nil for an old name, which is shown nowhere.
  var group: CommandGroup? {
    switch self {
    case .play, .test, .validate, .watch: .run
    case .new, .edit, .format: .write
    case .diagram, .graph, .why, .whyNot, .debug, .state: .lookInside
    case .diff, .sweep, .record, .shrink: .tune
    case .explain, .eval, .help: .lookUp
    case .lsp, .schema, .completions, .emitSwift, .export, .partition: .integrate
    case .list: nil
    }
  }

  /// The commands that help and completion scripts show, group by group.
  static let shown: [Subcommand] = CommandGroup.allCases.flatMap(\.commands)

  var summary: String {
    switch self {
    case .play: "play a stream file; the word 'play' can be left out"
    case .test: "compare the events of stream files with the expected ones"
    case .validate: "check stream files without playing them"
    case .watch: "play or test stream files again after each change"
    case .new: "write a first stream file from one line, or from a log"
    case .edit: "change values in a stream file, and leave the rest as it is"
    case .format: "format stream files"
    case .diagram: "draw what happens in a playback, stage by stage"
    case .graph: "draw the sources and operators of a stream file"
    case .why: "explain why an event came, back to the sources"
    case .whyNot: "explain why an event did not come"
    case .debug: "play a stream file one event at a time, forwards and back"
    case .diff: "compare what two versions of a file do with the same inputs"
    case .sweep: "play a file for many values of its parameters"
    case .shrink: "find the few records of a log that still do something"
    case .record: "write what comes live, and when, as a test"
    case .state: "print what a checkpoint holds, or how two of them differ"
    case .explain: "describe an operator, a function, a source or a code"
    case .eval: "evaluate an expression"
    case .help: "print the page of a command or of a topic"
    case .lsp: "serve an editor: diagnostics, completion, hovers, renaming"
    case .schema: "print the JSON Schema of stream files"
    case .completions: "print a completion script for bash, zsh or fish"
    case .emitSwift: "write a stream file as a Swift program with the same events"
    case .export: "write a stream file as a job for Spark or Flink"
    case .partition: "find the keys by which inputs can be split into parts"
    case .list: "list operators, functions, sources or codes, as 'explain --kind' does"
    }
  }

  /// The first operand; nil for none.
  var operand: Operand? {
    switch self {
    case .play, .diagram, .graph, .why, .whyNot, .debug, .sweep, .shrink, .edit, .emitSwift,
      .partition,
      .export:
      Operand("FILE", noun: "stream file", .streamFile)
    case .new:
      Operand(
        "NAME", noun: "name",
        .text("the file to write; '.json' is added to a bare name, and - is standard output"))
    case .record: Operand("FILE", noun: "stream file", .streamFile, isOptional: true)
    case .diff: Operand("OLD", noun: "stream file", .streamFile)
    case .state: Operand("FILE", noun: "checkpoint", .text("a file of 'play --checkpoint'"))
    case .format: Operand("PATH…", noun: "path", .jsonFiles, isRepeatable: true)
    case .watch: Operand("FILE…", noun: "stream file", .streamFile, isRepeatable: true)
    case .test, .validate: Operand("PATH…", noun: "path", .streamFiles, isRepeatable: true)
    case .eval: Operand("EXPRESSION", noun: "expression", .text("an expression over $0"))
    case .list:
      Operand("KIND", noun: "kind", .choice(ReferenceKind.allCases.map(\.rawValue)))
    case .explain:
      Operand(
        "NAME", noun: "name",
        .name(
          "the name of an operator, function or source, or the word or number of a code",
          choices: ReferenceKind.allNames),
        isOptional: true)
    case .completions: Operand("SHELL", noun: "shell", .choice(Shell.allCases.map(\.rawValue)))
    case .schema, .lsp: nil
    case .help:
      Operand(
        "NAME", noun: "name",
        .name(
          "a command, or a topic: \(HelpTopic.allCases.map(\.name).joined(separator: ", "))",
          choices: Self.shown.map(\.name) + HelpTopic.allCases.map(\.name)), isOptional: true)
    }
  }

  /// The second operand; nil for none.
  var furtherOperand: Operand? {
    switch self {
    case .new:
      Operand(
        "LINE", noun: "line",
        .text(
          "a marble diagram, and operators with commas between them, each with its parameters in "
            + "the order of 'stream-run explain NAME', or named: latest=false"),
        isOptional: true)
    case .edit:
      Operand(
        "EDIT", noun: "edit",
        .text(
          "set PATH JSON, insert PATH JSON, remove PATH, or move PATH PATH; a path is such as "
            + "operators[0].delay.seconds or /operators/0/delay/seconds, and [-] the end of an array"
        ), isOptional: false, isRepeatable: true)
    case .eval:
      Operand(
        "VALUE", noun: "value",
        .text("a value as JSON, bound to $0, or - for each line of standard input"),
        isOptional: true, isRepeatable: true)
    case .diff: Operand("NEW", noun: "stream file", .streamFile, isOptional: true)
    case .state:
      Operand("LATER", noun: "checkpoint", .text("a later one, to compare"), isOptional: true)
    case .list:
      Operand(
        "NAME", noun: "name", .name("one of them, to describe it in full", choices: []),
        isOptional: true)
    case .play, .test, .validate, .diagram, .watch, .graph, .why, .whyNot, .debug, .sweep, .record,
      .shrink,
      .format,
      .emitSwift, .partition, .export, .explain, .schema, .completions, .lsp, .help:
      nil
    }
  }

  var operands: [Operand] { [operand, furtherOperand].compactMap(\.self) }

  /// The options of its settings.
  var ownOptions: [OptionForm] { Self.options(of: command) }

  private static func options<C: Command>(of command: C.Type) -> [OptionForm] {
    C.Settings.options.map(\.form)
  }

  /// The options of the command: its own, and those of every command.
  var forms: [OptionForm] { ownOptions + Page.options }

  /// The options that help shows.
  var options: [OptionForm] { forms.filter { !$0.isHidden } }

  /// The line of the help page with the syntax of the command.
  var usage: String {
    let words = name == Self.play.name ? "[play]" : name
    let placeholder =
      operand.map { " " + ($0.isOptional ? "[\($0.placeholder)]" : $0.placeholder) } ?? ""
    let further =
      furtherOperand.map { operand in
        let word = operand.placeholder + (operand.isRepeatable ? "…" : "")
        return operand.isOptional ? " [\(word)]" : " \(word)"
      } ?? ""
    let hasOptions = !ownOptions.isEmpty
    return "stream-run \(words)\(placeholder)\(further)\(hasOptions ? " [OPTIONS]" : "")"
  }

  /// Example command lines, with descriptions.
  var examples: [Example] {
    switch self {
    case .play:
      [
        Example("stream-run Streams/serial-a.json"),
        Example("stream-run Streams/serial-a.json --until 2.5 --format json"),
        Example("stream-run Streams/serial-a.json --format marbles"),
        Example("stream-run Streams/serial-a.json --speed 10"),
        Example("stream-run Streams/doubled-beside-letters.json --stream doubled"),
        Example("cat Streams/serial-a.json | stream-run -"),
        Example("stream-run spending.json --input orders=orders.csv --format values"),
        Example("tail -f log | stream-run alert.json --realtime --input log=-"),
      ]
    case .test:
      [
        Example("stream-run test Streams"),
        Example("stream-run test Streams/Operators/delay.json --verbose"),
        Example("stream-run test Streams --filter throttle --list"),
        Example("stream-run test README.md"),
        Example("stream-run test Streams --format junit >results.xml"),
        Example("stream-run test Streams --coverage"),
        Example("stream-run test Streams/Scenarios --accept", "then look at the changes"),
      ]
    case .validate:
      [
        Example("stream-run validate Streams"),
        Example("stream-run validate Streams --strict"),
        Example("stream-run validate README.md pipe.json --format json"),
        Example("stream-run validate Streams --format sarif >results.sarif"),
        Example("cat Streams/serial-a.json | stream-run validate -"),
      ]
    case .graph:
      [
        Example("stream-run graph Streams/Scenarios/two-sensors.json -o two-sensors.svg"),
        Example("stream-run graph Streams/Scenarios/two-sensors.json --format dot | dot -Tpdf"),
        Example("stream-run graph Streams/Scenarios/two-sensors.json --format mermaid"),
      ]
    case .diagram:
      [
        Example("stream-run diagram Streams/Operators/debounce.json"),
        Example("stream-run diagram Streams/Scenarios/two-sensors.json --stages none"),
        Example("stream-run diagram Streams/serial-a.json --format ascii --from 1 --to 2.5"),
        Example("stream-run diagram Streams/serial-a.json -o serial-a.svg"),
      ]
    case .watch:
      [
        Example("stream-run watch Streams/Operators/debounce.json"),
        Example("stream-run watch alerts.json --input log=app.log --stages none"),
        Example("stream-run watch Streams/Scenarios/two-sensors.json --test"),
      ]
    case .why:
      [
        Example("stream-run why Streams/Operators/debounce.json --at 3"),
        Example("stream-run why alerts.json --input log=app.log --value '\"down\"'"),
      ]
    case .whyNot:
      [
        Example("stream-run why-not Streams/Operators/debounce.json --input-event 1"),
        Example("stream-run why-not alerts.json --input log=app.log --at 6.9"),
      ]
    case .debug:
      [
        Example("stream-run debug Streams/Operators/debounce.json", "then 'help'"),
        Example("printf 'goto 3\\nbuffers\\n' | stream-run debug Streams/Operators/debounce.json"),
      ]
    case .diff:
      [
        Example("stream-run diff old.json new.json --input log=yesterday.ndjson"),
        Example("stream-run diff alert.json --git HEAD --input log=yesterday.ndjson"),
        Example("stream-run diff alert.json --new-set quiet=5m --input log=yesterday.ndjson"),
        Example("stream-run diff alert.json --git main --by '$0.id' --format markdown"),
      ]
    case .sweep:
      [
        Example("stream-run sweep alert.json --vary quiet=10s,30s --input log=app.ndjson"),
        Example("stream-run sweep alert.json --vary n=3..9 -m 'worst=max $0.delay'"),
        Example("stream-run sweep alert.json --vary quiet=1s..60s/1s --plot quiet.svg"),
        Example("stream-run sweep alert.json --vary quiet=1s..300s/1s --minimize '$0.events'"),
      ]
    case .shrink:
      [
        Example("stream-run shrink alert.json --input log=app.ndjson --where '$0.size() > 2'"),
        Example("stream-run shrink alert.json -i log=app.ndjson --where '…' --write"),
      ]
    case .record:
      [
        Example("tail -f app.log | stream-run record --input log=- --for 10m -o log.json"),
        Example("tail -f app.log | stream-run record alert.json -i log=- -o alert-live.json"),
      ]
    case .state: [Example("stream-run state run.checkpoint")]
    case .new:
      [
        Example("stream-run new quiet 'a--bc----d| debounce 1.5'"),
        Example("stream-run new warm '1-5-3-9| filter $0 > 2, scan 0 $0 + $1'"),
        Example("stream-run new errors --from-input app.ndjson"),
      ]
    case .format:
      [
        Example("stream-run format Streams"),
        Example("stream-run format Streams --check"),
        Example("stream-run format alerts.json --diff | less"),
        Example("stream-run format - <alerts.json"),
      ]
    case .edit:
      [
        Example("stream-run edit alerts.json set 'operators[1].debounce.seconds' 5 --diff"),
        Example("stream-run edit alerts.json insert 'operators[-]' '{\"count\": {}}'"),
        Example("stream-run edit alerts.json remove 'tests[0]' move name description"),
        Example("stream-run edit - set /name '\"Alerts\"' <alerts.json"),
      ]
    case .emitSwift:
      [
        Example("stream-run emit-swift Streams/doubled-beside-letters.json"),
        Example("stream-run emit-swift alerts.json -o Sources/Alerts/Alerts.swift"),
      ]
    case .export:
      [
        Example("stream-run export alerts.json --target spark -o alerts-job"),
        Example(
          "stream-run export alerts.json --target spark -o job --set quiet=5m"),
      ]
    case .partition:
      [
        Example("stream-run partition alerts.json"),
        Example("stream-run partition alerts.json --input log=app.ndjson"),
        Example("stream-run partition alerts.json --split log <app.ndjson"),
      ]
    case .eval:
      [
        Example("stream-run eval '$0 * 2 + 1' 3 4.0"),
        Example("stream-run eval --let limit=10 '$0.price > limit' '{\"price\": 12}'"),
        Example("stream-run eval '$0.size' - <orders.ndjson"),
        Example("stream-run eval -- '-1 % 2'"),
      ]
    case .list:
      [
        Example("stream-run list operators"),
        Example("stream-run list operators delay"),
        Example("stream-run list functions --format json | grep duration"),
      ]
    case .explain:
      [
        Example("stream-run explain"),
        Example("stream-run explain delay"),
        Example("stream-run explain E0301"),
        Example("stream-run explain filter --kind function"),
        Example("stream-run explain --kind operator --format markdown"),
      ]
    case .schema:
      [
        Example("stream-run schema -o stream.schema.json")
      ]
    case .completions:
      [
        Example("source <(stream-run completions bash)", "in ~/.bashrc"),
        Example("source <(stream-run completions zsh)", "in ~/.zshrc, after compinit"),
        Example("stream-run completions fish | source", "in ~/.config/fish/config.fish"),
      ]
    case .lsp: [Example("stream-run lsp", "as the command of a language server in your editor")]
    case .help: [Example("stream-run help play"), Example("stream-run help exit-codes")]
    }
  }

  struct Example {
    let line: String
    let note: String?

    init(_ line: String, _ note: String? = nil) {
      self.line = line
      self.note = note
    }
  }
}
