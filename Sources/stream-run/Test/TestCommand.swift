import Console
import FileTesting
import Pipelines
import Platform
import Values

/// Plays the checks of stream files, and prints the differences.
struct TestCommand: PathsCommand {
  typealias Settings = TestSettings

  let paths: [String]
  let settings: TestSettings

  @MainActor func run() async -> ExitCode {
    // This comes before other threads are started, because they inherit the signal mask of this one.
    Interruption.watch()
    return await test()
  }

  private func test() async -> ExitCode {
    ProgressLine.begin("looking for tests")
    defer { ProgressLine.end() }
    let output = OutputFile(.standardOutput)
    let isTerminal = FileDescriptor.standardOutput.isTerminal
    if isTerminal { output.sendEachLine() }
    let style = settings.color.style(for: .standardOutput)
    let run = TestRun(
      settings, printer: settings.printer(to: output, style: style), to: output,
      style: settings.color.style(for: .standardError))
    let width = isTerminal ? min(FileDescriptor.standardOutput.columns ?? 80, 100) : 80
    let clock = ContinuousClock()
    let start = clock.now
    let found = files(noting: run)
    let use = fileUse(testing: found)
    if let refusal = use.refusal() { return refusal }
    let files = found.filter { $0.isNamed || !use.writes($0.file.path) }
    if settings.plantsMutants {
      ProgressLine.changePart(to: "changing files")
      let code = await MutantRun(settings, to: output, style: style).run(files.map(\.file.path))
      let written = output.close()
      return written == .done ? code : written
    }
    var doneCount = 0
    run.begin()
    ProgressLine.changePart(to: "0 of \(files.count) files")
    await play(files, width: width) { result in
      doneCount += 1
      ProgressLine.update { _ in "\(doneCount) of \(files.count) files" }
      return run.take(result)
    }
    run.finish(after: start.duration(to: clock.now))
    let covered = settings.covers ? report(run.coverage, to: output, style) : .done
    let written = output.close()
    if covered != .done, written == .done { return covered }
    return written == .done ? run.tally.code : written
  }

  /// Prints or writes the coverage, if requested. Returns the exit code of what failed.
  private func report(
    _ coverage: Coverage, to output: OutputFile, _ style: TextStyle
  ) -> ExitCode {
    let report = CoverageReport(coverage)
    if settings.printsCoverage {
      if settings.format == .text {
        output.write(report.text(in: .text, style: style))
      } else {
        // Standard output belongs to the program that reads the results.
        let error = OutputFile(.standardError)
        error.write(report.text(in: .text))
        _ = error.close()
      }
    }
    guard let path = settings.coverageFile else { return .done }
    return write(report, to: path)
  }

  /// Returns the files to play, without duplicates.
  private func files(noting run: TestRun) -> [(file: FolderWalk.File, isNamed: Bool)] {
    let named = Set(paths.map { FilePath($0).canonical })
    var seen: Set<String> = []
    var files: [(file: FolderWalk.File, isNamed: Bool)] = []
    var excluded: Set<String> = []
    for path in paths {
      let walk = FolderWalk(path) { path in
        settings.excluded.contains { $0.matches(path) }
      }
      excluded.formUnion(walk.excluded.map { FilePath($0).canonical })
      if walk.files.isEmpty, walk.excluded.isEmpty { run.noteEmptyPath(path) }
      for file in walk.files {
        let canonical = FilePath(file.path).canonical
        if seen.insert(canonical).inserted {
          files.append((file, named.contains(canonical)))
        }
      }
    }
    run.noteExcluded(excluded.count)
    return files
  }

  /// Plays files, several at once, and passes their results to `receive` in order, until `receive`
  /// returns false.
  private func play(
    _ files: [(file: FolderWalk.File, isNamed: Bool)], width: Int, receive: (FileResult) -> Bool
  ) async {
    let players = files.map { file in
      FilePlayer(
        file: file.file, isNamed: file.isNamed, settings: settings,
        access: PathAccess(allowing: settings.allowedPaths), width: width)
    }
    await workInOrder(
      on: players, jobs: settings.jobs ?? processorCount, { $0.play() }, receive: receive)
  }
}
