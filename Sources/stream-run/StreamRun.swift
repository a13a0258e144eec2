import Pipelines
import Platform

/// The command: parses its arguments, runs the requested action, and exits with its code.
@main
struct StreamRun {
  static let version = "0.1.0"

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
      case .help(let page): return printed(page.text)
      case .version: return printed("stream-run \(version)\n")
      case .completions(let shell): return printed(CompletionScript(shell).text)
      case .explain(let command): return printed(command.text)
      case .schema(let command): return command.run()
      case .eval(let command): return command.run()
      case .test(let command):
        // This comes before other threads are started, because they inherit the signal mask of this
        // one.
        Interruption.watch()
        return await command.run()
      case .validate(let command):
        Interruption.watch()
        return await command.run()
      case .diagram(let command): return command.run()
      case .watch(let command): return command.run()
      case .graph(let command): return command.run()
      case .why(let command): return command.run()
      case .whyNot(let command): return command.run()
      case .debug(let command): return command.run()
      case .languageServer(let command): return command.run()
      case .new(let command): return command.run()
      case .format(let command): return command.run()
      case .edit(let command): return command.run()
      case .emitSwift(let command): return command.run()
      case .partition(let command): return command.run()
      case .export(let command): return command.run()
      case .play(let file, let settings): return PlayCommand(file: file, settings: settings).run()
      }
    } catch {
      complain(error.report)
      return .usage
    }
  }

  private static func printed(_ text: String) -> ExitCode {
    let output = OutputFile(.standardOutput)
    output.write(text)
    return output.close()
  }
}
