import Console
import Pipelines
import Platform

/// The command: parses its arguments, runs the requested action, and exits with its code.
@main
struct StreamRun {
  /// Runs on the main thread, for the size of its stack. Only `test` plays on other threads.
  @MainActor static func main() async {
    CurrentProcess.occupyStandardDescriptors()
    // A failed write is reported, and does not kill the process.
    ignoreSignalsOfWriting()
    exit(with: await run(Array(CommandLine.arguments.dropFirst())))
  }

  @MainActor private static func run(_ arguments: [String]) async -> ExitCode {
    do throws(UsageError) {
      let arguments = try Arguments(arguments)
      Interruption.limitMemory(to: arguments.maximumMemory ?? MemoryBudget.standardLimit)
      switch arguments.action {
      case .help(let page): return writeResult(page.text, to: nil)
      case .version: return writeResult("stream-run \(ToolVersion.text)\n", to: nil)
      case .run(let command): return await command.run()
      }
    } catch {
      complain(error.report)
      return .usage
    }
  }
}

extension Subcommand {
  /// The type of the command.
  var command: any Command.Type {
    switch self {
    case .play: PlayCommand.self
    case .test: TestCommand.self
    case .validate: ValidateCommand.self
    case .watch: WatchCommand.self
    case .new: NewCommand.self
    case .edit: EditCommand.self
    case .format: FormatCommand.self
    case .diagram: DiagramCommand.self
    case .graph: GraphCommand.self
    case .why: WhyCommand.self
    case .whyNot: WhyNotCommand.self
    case .debug: DebugCommand.self
    case .state: StateCommand.self
    case .diff: DiffCommand.self
    case .sweep: SweepCommand.self
    case .record: RecordCommand.self
    case .shrink: ShrinkCommand.self
    case .explain: ExplainCommand.self
    case .list: ListCommand.self
    case .eval: EvalCommand.self
    case .help: HelpCommand.self
    case .lsp: LanguageServerCommand.self
    case .schema: SchemaCommand.self
    case .completions: CompletionsCommand.self
    case .emitSwift: EmitSwiftCommand.self
    case .export: ExportCommand.self
    case .partition: PartitionCommand.self
    }
  }
}
