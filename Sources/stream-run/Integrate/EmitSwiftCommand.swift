import Console
import Pipelines
import Platform
import Values

/// Writes a file as Swift, without playing it.
struct EmitSwiftCommand: FileCommand {
  struct Settings: CommandSettings {
    /// The output file; nil for standard output.
    var output: String?
    /// Whether the output is a program around the Swift type of a file.
    var hasMain = false
    var maximumMemory: Int?

    static let options: [Option<Self>] = [
      Option(
        "output", "o", of: .path,
        "write the source code to this file, or with - to standard output"
      ) { $0.output = $1 },
      Option(
        flag: "main", "add a program that plays the stream and prints its events as JSON"
      ) { $0.hasMain = true },
      .maximumMemory { $0.maximumMemory = $1 },
    ]
  }

  let file: String
  let settings: Settings

  func run() -> ExitCode {
    if file == "-" { sayReading(of: "a stream file") }
    var files = FileUse(of: .emitSwift)
    files.prints(to: settings.output)
    files.readsStream(file)
    let style = ColorChoice.auto.style(for: .standardError)
    if let refusal = files.refusal() { return refusal }
    guard let source = SourceText.ofStreamFile(file) else { return .unreadableFile }
    do throws(Diagnostics) {
      let swift = try SwiftSource(
        source, calledIfUnnamed: name, hasMain: settings.hasMain)
      files.readsFiles(named: swift.namedFiles)
      if let refusal = files.refusal() { return refusal }
      if !swift.warnings.isEmpty {
        complain(swift.warnings, style: style)
      }
      return writeResult(swift.text, to: settings.output)
    } catch {
      complain(error, style: style)
      return .invalidFile
    }
  }

  /// The name of a type for a document without a name.
  private var name: String {
    let last = file.split(separator: "/").last ?? "stream"
    return String(last.split(separator: ".").first ?? "stream")
  }
}
