import Pipelines
import Platform
import Values

/// Writes a file as Swift, without playing it.
struct EmitSwiftCommand {
  let file: String
  let settings: Settings

  func run() -> ExitCode {
    if file == "-" { sayReading(of: "a stream file") }
    let files = settings.fileUse(playing: file, for: .emitSwift)
    if let refusal = files.refusal() { return refusal }
    guard let source = SourceText.ofStreamFile(file) else { return .unreadableFile }
    do throws(Diagnostics) {
      let swift = try SwiftSource(
        source, calledIfUnnamed: name, hasMain: settings.emitsMain)
      var files = files
      files.readsFiles(named: swift.namedFiles)
      if let refusal = files.refusal() { return refusal }
      if !swift.warnings.isEmpty {
        complain(swift.warnings, style: settings.color.style(for: .standardError))
      }
      return settings.writeResult(swift.text)
    } catch {
      complain(error, style: settings.color.style(for: .standardError))
      return .invalidFile
    }
  }

  /// The name of a type for a document without a name.
  private var name: String {
    let last = file.split(separator: "/").last ?? "stream"
    return String(last.split(separator: ".").first ?? "stream")
  }
}
