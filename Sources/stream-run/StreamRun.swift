import Pipelines

/// The command: reads its arguments, does what they ask for, and tells how it went.
@main
struct StreamRun {
  static let version = "0.1.0"

  /// On the main thread, with all of its stack; only `test` has others play.
  @MainActor static func main() async {
    occupyStandardDescriptors()
    // A write that fails is told, and does not kill.
    ignoreSignalsOfWriting()
    exit(with: await run(Array(CommandLine.arguments.dropFirst())))
  }

  @MainActor private static func run(_ arguments: [String]) async -> ExitCode {
    do throws(UsageError) {
      switch try Arguments(arguments).action {
      case .help(let command): return printed(HelpPage(command: command).text)
      case .version: return printed("stream-run \(version)\n")
      case .completions(let shell): return printed(CompletionScript(shell).text)
      case .explain(let code): return printed(code?.explanation.page ?? CodeList.page)
      case .list(let command): return printed(command.text)
      case .eval(let command): return command.run()
      case .test(let command):
        // Before there are other threads: those that come later inherit what this one blocks.
        Interruption.watch()
        return await command.run()
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
