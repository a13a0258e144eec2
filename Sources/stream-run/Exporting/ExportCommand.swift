import Pipelines
import Platform
import Values

/// Writes a stream file as a job for an engine that runs on many machines.
struct ExportCommand {
  let file: String
  let target: ExportTarget
  let folder: String
  let settings: Settings

  /// Creates the command. Throws if options are missing.
  init(file: String, settings: Settings) throws(UsageError) {
    guard let target = settings.export.target else {
      let targets = UsageError.list(ExportTarget.allCases.map(\.rawValue))
      throw UsageError(
        "the target is missing", hint: "add '--target' with \(targets)", command: .export)
    }
    guard let folder = settings.export.folder else {
      throw UsageError(
        "the folder for the job is missing",
        hint: "name one with '-o DIR'; it is created if necessary",
        command: .export)
    }
    self.file = file
    self.target = target
    self.folder = folder
    self.settings = settings
  }

  func run() -> ExitCode {
    if file == "-" { sayReading(of: "a stream file") }
    guard let source = SourceText.ofStreamFile(file) else { return .unreadableFile }
    let document = ExportedDocument(
      path: file == "-" ? "stream.json" : file, source: source, parameters: settings.parameters,
      settings: settings.parameterSettings, access: settings.pathAccess)
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
    var files = settings.fileUse(playing: file, for: .export)
    files.readsFiles(named: job.namedFiles)
    for path in folder.written { files.writes(path, as: path, .replacing) }
    if let refusal = files.refusal() { return refusal }
    guard let first = folder.replaced.first, !settings.export.replaces else { return nil }
    let more = folder.replaced.count - 1
    let others = more > 0 ? ", and \(more) more," : ""
    complain(
      "stream-run: '\(first)'\(others) would be replaced; '--force' does so, or name another folder"
        .onOneLine)
    return .usage
  }
}

/// The values of the options of `export`.
struct ExportSettings: Sendable {
  var target: ExportTarget?
  /// The folder that the job is written to.
  var folder: String?
  /// Whether existing files that are different are replaced.
  var replaces = false
}

extension CommandOption {
  /// The options of `export`.
  static let exporting: [CommandOption] = [
    CommandOption(
      "target", of: .oneOf(ExportTarget.self, noun: "target"), for: .export,
      "the engine that plays the job"
    ) { $0.export.target = $1 },
    CommandOption(
      "output", "o", of: .folder, for: .export,
      "write the job to this folder, which is created if necessary"
    ) { $0.export.folder = $1 },
    CommandOption(
      flag: "force", for: .export, "replace existing files that differ"
    ) { $0.export.replaces = true },
  ]
}
