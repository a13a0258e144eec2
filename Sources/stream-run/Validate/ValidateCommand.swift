import Console
import FileTesting
import Pipelines
import Platform
import Values

/// Checks stream files without playing them, and prints their mistakes.
struct ValidateCommand: PathsCommand {
  typealias Settings = ValidationSettings

  let paths: [String]
  let settings: ValidationSettings

  /// The number of files that one task checks in sequence. Checking most files takes less time than
  /// creating a task.
  private static let portion = 32

  @MainActor func run() async -> ExitCode {
    // This comes before other threads are started, because they inherit the signal mask of this one.
    Interruption.watch()
    return await check()
  }

  private func check() async -> ExitCode {
    if let mistake = settings.mistakeInData {
      complain(mistake.report)
      return .usage
    }
    if paths.contains("-") { sayReading(of: "a stream file") }
    ProgressLine.begin("looking for stream files")
    defer { ProgressLine.end() }
    let output = OutputFile(.standardOutput)
    if FileDescriptor.standardOutput.isTerminal { output.sendEachLine() }
    let run = ValidationRun(
      settings, binding: settings.inputs.map(\.name),
      printer: settings.format.printer(
        to: output, style: settings.color.style(for: .standardOutput)),
      to: output)
    let files = files(noting: run)
    var doneCount = 0
    run.begin()
    await check(files) { result in
      doneCount += 1
      if doneCount % Self.portion == 0 {
        ProgressLine.update { _ in "\(doneCount) of \(files.count) files" }
      }
      return run.take(result)
    }
    run.finish()
    let written = output.close()
    return written == .done ? run.tally.code : written
  }

  /// Returns the files to check, without duplicates.
  private func files(noting run: ValidationRun) -> [ValidationJob] {
    let named = Set(paths.map { FilePath($0).canonical })
    var seen: Set<String> = []
    var jobs: [ValidationJob] = []
    for path in paths {
      guard path != "-" else {
        if seen.insert(path).inserted { jobs.append(.standardInput) }
        continue
      }
      let walk = FolderWalk(path) { path in
        settings.excluded.contains { $0.matches(path) }
      }
      run.noteExcluded(walk.excluded.count)
      if walk.files.isEmpty, walk.excluded.isEmpty { run.noteEmptyPath(path) }
      let isAlone = paths.count == 1
      for file in walk.files {
        // In a single folder, only a link can lead to the same file twice, and finding that out
        // takes a call.
        let canonical = isAlone ? file.path : FilePath(file.path).canonical
        guard seen.insert(canonical).inserted else { continue }
        let isNamed = isAlone ? file.path == path : named.contains(canonical)
        jobs.append(.file(file, isNamed: isNamed))
      }
    }
    return jobs
  }

  /// Checks files, several at once, and passes the results to `receive` in order, until `receive`
  /// returns false.
  private func check(
    _ jobs: [ValidationJob], receive: (ValidationResult) -> Bool
  ) async {
    let data = settings.data
    let portions = stride(from: 0, to: jobs.count, by: Self.portion).map {
      jobs[$0..<min($0 + Self.portion, jobs.count)]
    }
    await workInOrder(
      on: portions, jobs: settings.jobs ?? processorCount,
      { portion in portion.map { $0.check(against: data) } },
      receive: { results in results.allSatisfy(receive) })
  }
}

/// A file to check.
enum ValidationJob: Sendable {
  case standardInput
  case file(FolderWalk.File, isNamed: Bool)

  func check(against data: DataChoice) -> ValidationResult {
    do throws(FileError) {
      switch self {
      case .standardInput:
        let source = try SourceText(
          name: "<stdin>", contentsOf: FileDescriptor.standardInput.rawValue)
        return .checked(ValidatedFile(source, isNamed: true, data: data), isNamed: true)
      case .file(let file, let isNamed):
        if let trouble = file.trouble { throw trouble }
        return .checked(
          try ValidatedFile(file.path, isNamed: isNamed, data: data), isNamed: isNamed)
      }
    } catch {
      return .unreadable(error)
    }
  }
}

/// The result of checking a file.
enum ValidationResult: Sendable {
  case checked(ValidatedFile, isNamed: Bool)
  case unreadable(FileError)
}
