import Console
import Drafting
import Editing
import Pipelines
import Platform
import Values

/// Writes a first stream file, based on a line or a sample of a log.
struct NewCommand: Command {
  private let name: String
  /// The diagram and the operators; nil for a log.
  private let line: String?
  private let settings: NewSettings

  init(_ operands: [String], _ settings: NewSettings) throws(UsageError) {
    (name, line, self.settings) = (operands[0], operands.dropFirst().first, settings)
    if (line == nil) == (settings.log == nil) {
      throw UsageError(
        line == nil ? "no line and no log is given" : "both a line and a log are given",
        hint: "use LINE or '--from-input'", command: .new)
    }
  }

  private var path: String { name == "-" || name.hasSuffix(".json") ? name : name + ".json" }

  func run() -> ExitCode {
    if path != "-", !settings.replaces, !FileTarget.isMissing(path) {
      complain("stream-run: '\(path)' exists; '--force' replaces it".onOneLine)
      return .usage
    }
    do {
      let document = try document()
      if path == "-" {
        let output = OutputFile(.standardOutput)
        output.write(Array(document.bytes))
        return output.close()
      }
      if settings.replaces {
        try AtomicFile.replace(path, with: Array(document.bytes))
      } else {
        try AtomicFile.create(path, with: Array(document.bytes))
      }
      complain("wrote '\(path)'; 'stream-run watch \(path)' plays it at each change".onOneLine)
      return .done
    } catch let error as DraftError {
      complain(UsageError(error.message, hint: error.hint, command: .new).report)
      return .usage
    } catch let error as Diagnostics {
      complain(error, style: settings.color.style(for: .standardError))
      if path != "-" { complain("stream-run: '\(path)' was not written".onOneLine) }
      return .invalidFile
    } catch let error as FileError {
      complain("stream-run: cannot write '\(path)': \(error.reason)".onOneLine)
      return .outputError
    } catch {
      complain("stream-run: \(error)".onOneLine)
      return .fault
    }
  }

  /// The title of the file: its name without folders and extension.
  private var title: String {
    let last = path.split(separator: "/").last.map(String.init) ?? path
    return path == "-" ? "New stream" : last.hasSuffix(".json") ? String(last.dropLast(5)) : last
  }

  private func document() throws -> SourceText {
    var document = NewDocument(
      path: path == "-" ? "<stdout>" : path,
      members: [
        ("$schema", "\"stream.schema.json\""), ("name", NewDocument.quoted(title)),
      ])
    if let log = settings.log {
      let sample = try LogSample(of: log)
      complain(sample.table)
      document.members += try sample.members(besides: path)
      return document.formatted
    }
    let line = try OperatorLine(line ?? "")
    document.members.append(("marbles", NewDocument.quoted(line.marbles)))
    if !line.operators.isEmpty {
      document.members.append(("operators", "[" + line.operators.joined(separator: ", ") + "]"))
    }
    return try document.withExpectation()
  }
}

/// The settings of `new`.
struct NewSettings: CommandSettings {
  /// The log that a sample is taken from; nil for none.
  var log: String?
  /// Whether an existing file is replaced.
  var replaces = false
  var color = ColorChoice.auto

  static let options: [Option<Self>] = [
    Option(
      "from-input", of: .file,
      "read a sample of this log, and write an input with its times, a first operator, and a test"
    ) { $0.log = $1 },
    Option(flag: "force", "replace a file that exists") { $0.replaces = true },
    .errorColor { $0.color = $1 },
  ]
}
