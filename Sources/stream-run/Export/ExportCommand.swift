import Console
import Pipelines
import Platform
import Values

/// Writes a stream file as a job for an engine that runs on many machines.
struct ExportCommand: Command {
  private let file: String
  private let target: ExportTarget
  private let folder: String
  private let settings: ExportSettings

  /// Creates the command. Throws if options are missing.
  init(_ operands: [String], _ settings: ExportSettings) throws(UsageError) {
    guard let target = settings.target else {
      let targets = UsageError.list(ExportTarget.allCases.map(\.rawValue))
      throw UsageError(
        "the target is missing", hint: "add '--target' with \(targets)", command: .export)
    }
    guard let folder = settings.folder else {
      throw UsageError(
        "the folder for the job is missing",
        hint: "name one with '-o DIR'; it is created if necessary",
        command: .export)
    }
    (file, self.target, self.folder, self.settings) = (operands[0], target, folder, settings)
  }

  func run() -> ExitCode {
    if file == "-" { sayReading(of: "a stream file") }
    guard let source = SourceText.ofStreamFile(file) else { return .unreadableFile }
    let document = ExportedDocument(
      path: file == "-" ? "stream.json" : file, source: source, parameters: settings.parameters,
      settings: ParameterSettings(settings.parameters, of: nil),
      access: PathAccess(allowing: settings.allowedPaths))
    do throws(ExportError) {
      let job = try target.job(of: document)
      if !job.warnings.isEmpty {
        complain(job.warnings, style: settings.color.style(for: .standardError))
      }
      return write(job)
    } catch {
      return report(error)
    }
  }

  private func report(_ error: ExportError) -> ExitCode {
    switch error {
    case .mistakes(let mistakes):
      complain(mistakes, style: settings.color.style(for: .standardError))
      return .invalidFile
    case .refusals(let refusals):
      complain(refusals, style: settings.color.style(for: .standardError))
      complain(
        "stream-run: \(target.engine) cannot play '\(file)' with the same events".onOneLine)
      return .unmet
    case .unreadable(let error):
      complain("stream-run: \(error)".onOneLine)
      return .unreadableFile
    case .places(let reason, let hint):
      complain("stream-run: \(reason); \(hint)".onOneLine)
      return .unmet
    }
  }

  private func write(_ job: ExportedJob) -> ExitCode {
    do {
      let folder = try ExportFolder(folder, for: job)
      if let refusal = refusal(to: folder, job) { return refusal }
      try folder.write()
      complain("wrote '\(self.folder)'; its README.md explains how to run the job".onOneLine)
      return .done
    } catch let error as OutputError {
      complain("stream-run: \(error.message)\(error.hint.map { "; \($0)" } ?? "")".onOneLine)
    } catch {
      complain("stream-run: \(error)".onOneLine)
    }
    return .outputError
  }

  /// Ends the command if it would overwrite files that somebody may need.
  private func refusal(to folder: ExportFolder, _ job: ExportedJob) -> ExitCode? {
    var files = FileUse(of: .export)
    files.prints(to: nil)
    files.readsStream(file)
    files.readsFiles(named: job.namedFiles)
    for path in folder.written { files.writes(path, as: path, .replacing) }
    if let refusal = files.refusal() { return refusal }
    guard let first = folder.replaced.first, !settings.replaces else { return nil }
    let more = folder.replaced.count - 1
    let others = more > 0 ? ", and \(more) more," : ""
    complain(
      "stream-run: '\(first)'\(others) would be replaced; '--force' does so, or name another folder"
        .onOneLine)
    return .usage
  }
}

/// The settings of `export`.
struct ExportSettings: CommandSettings {
  var target: ExportTarget?
  /// The folder that the job is written to.
  var folder: String?
  /// Whether existing files that are different are replaced.
  var replaces = false
  /// The values of the file's parameters.
  var parameters: [NamedText] = []
  /// Folders with files that inputs may name in `path`.
  var allowedPaths: [String] = []
  var color = ColorChoice.auto
  var maximumMemory: Int?

  static let options: [Option<Self>] = [
    Option(
      "target", of: .oneOf(ExportTarget.self, noun: "target"), "the engine that plays the job"
    ) { $0.target = $1 },
    Option(
      "output", "o", of: .folder,
      "write the job to this folder, which is created if necessary"
    ) { $0.folder = $1 },
    Option(flag: "force", "replace existing files that differ") { $0.replaces = true },
    .set { $0.parameters.append($1) }, .color { $0.color = $1 },
    .maximumMemory { $0.maximumMemory = $1 }, .allowedPath { $0.allowedPaths.append($1) },
  ]
}
