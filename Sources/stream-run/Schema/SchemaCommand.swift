import Pipelines
import Values

/// Prints the JSON Schema of stream files, for editors.
struct SchemaCommand {
  let settings: Settings

  func run() -> ExitCode {
    let text = PrettyJSONWriter.text(of: StreamSchema.value)
    return settings.writeResult(String(decoding: text, as: UTF8.self))
  }
}

extension CommandOption {
  /// The options of `schema`.
  static let schema: [CommandOption] = [
    CommandOption(
      "output", "o", of: .path, for: .schema,
      "write the schema to this file, or with - to standard output"
    ) { $0.output = $1 }
  ]
}
