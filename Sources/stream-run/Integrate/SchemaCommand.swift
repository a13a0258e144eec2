import Console
import Pipelines
import Values

/// Prints the JSON Schema of stream files, for editors.
struct SchemaCommand: Command {
  struct Settings: CommandSettings {
    /// The output file; nil for standard output.
    var output: String?

    static let options: [Option<Self>] = [
      Option(
        "output", "o", of: .path, "write the schema to this file, or with - to standard output"
      ) { $0.output = $1 }
    ]
  }

  private let settings: Settings

  init(_ operands: [String], _ settings: Settings) {
    self.settings = settings
  }

  func run() -> ExitCode {
    let text = PrettyJSONWriter.text(of: StreamSchema.value)
    return writeResult(String(decoding: text, as: UTF8.self), to: settings.output)
  }
}
