import Console
import Editing
import Expressions
import Pipelines
import Platform
import Records
import Tuning
import Values

/// Reports an error of a command that plays a file many times, and returns the exit code.
func report(_ error: any Error, of command: Subcommand, _ color: ColorChoice) -> ExitCode {
  switch error {
  case let error as Diagnostics:
    complain(error, style: color.style(for: .standardError))
    return .invalidFile
  case let error as SweepMistake:
    complain(UsageError(error.message, hint: error.hint, command: command).report)
    return .usage
  case let error as UsageError:
    complain(error.about(command).report)
    return .usage
  case let error as InputError:
    complain("stream-run: \(error.message)".onOneLine)
    return .unreadableFile
  case let error as EvaluationError:
    complain("stream-run: the condition failed: \(error.message)".onOneLine)
    return .failed
  case let error as EditError:
    complain("stream-run: the test cannot be written: \(error.message)".onOneLine)
    return .invalidFile
  default:
    complain("stream-run: \(error)".onOneLine)
    return .fault
  }
}
