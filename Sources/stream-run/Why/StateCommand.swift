import Checkpoints
import Console
import Pipelines
import Platform
import Reactive
import Values

/// Prints what a checkpoint holds, or how two of them differ.
struct StateCommand: Command {
  struct Settings: CommandSettings {
    var format = StateFormat.text
    /// The output file; nil for standard output.
    var output: String?

    static let options: [Option<Self>] = [
      Option("format", "f", of: .oneOf(StateFormat.self, noun: "format"), "how to print") {
        $0.format = $1
      },
      Option("output", "o", of: .path, "print to this file instead of standard output") {
        $0.output = $1
      },
    ]
  }

  let files: [String]
  let settings: Settings

  init(_ operands: [String], _ settings: Settings) throws(UsageError) {
    (files, self.settings) = (operands, settings)
  }

  func run() -> ExitCode {
    var use = FileUse(of: .state)
    use.prints(to: settings.output)
    for file in files { use.reads(file, as: "the checkpoint '\(file)'") }
    if let refusal = use.refusal() { return refusal }
    do throws(CheckpointError) {
      var states: [CheckpointReport] = []
      for file in files {
        let checkpoint = try CheckpointFile.existing(at: file) {
          complain("stream-run: \($0)".onOneLine)
        }
        let times: EventTimes = checkpoint.run.countsFrom1970 ? .utc : .seconds
        states.append(CheckpointReport(of: checkpoint, in: file, phrase: times.phrase))
      }
      return writeResult(text(of: states), to: settings.output)
    } catch {
      complain("stream-run: \(error.message)".onOneLine)
      return error.code
    }
  }

  private func text(of states: [CheckpointReport]) -> String {
    let other = states.count > 1 ? states[1] : nil
    switch settings.format {
    case .text: return other.map { states[0].changes(to: $0) } ?? states[0].text
    case .json:
      let json = states.count > 1 ? .array(states.map(\.json)) : states[0].json
      return String(decoding: JSONWriter.text(of: json), as: UTF8.self) + "\n"
    }
  }
}

/// The format of a state.
enum StateFormat: String, CaseIterable {
  case text, json

  /// A description for the help page.
  var summary: String {
    switch self {
    case .text: "a line for each input, output and operator; of two checkpoints, what differs"
    case .json: "an object for each checkpoint"
    }
  }
}
