import Pipelines
import Values

/// Plays files that state what they must give, and prints where what comes differs.
struct TestCommand {
  let paths: [String]
  let settings: Settings

  func run() async -> ExitCode {
    ProgressLine.begin("looking for tests")
    defer { ProgressLine.end() }
    let (found, troubles) = files()
    let use = fileUse(testing: found)
    if let refusal = use.refusal() { return refusal }
    let files = found.filter { $0.isNamed || !use.writes($0.path) }
    for trouble in troubles { complain("stream-run: \(trouble)".onOneLine) }
    let output = OutputFile(.standardOutput)
    let isTerminal = Descriptor.standardOutput.isTerminal
    if isTerminal { output.sendEachLine() }
    let style = settings.color.style(for: .standardOutput)
    let printer = settings.test.printer(to: output, style: style)
    let width = isTerminal ? min(Descriptor.standardOutput.columns ?? 80, 100) : 80
    let clock = ContinuousClock()
    let start = clock.now
    var tally = TestTally()
    var coverage = Coverage()
    var doneCount = 0
    printer.begin()
    ProgressLine.changePart(to: "0 of \(files.count) files")
    await play(files, width: width) { result in
      doneCount += 1
      ProgressLine.update { _ in "\(doneCount) of \(files.count) files" }
      if let trouble = result.trouble {
        tally.hasUnreadable = true
        output.flush()
        complain("stream-run: \(trouble)".onOneLine)
      }
      if result.isEmpty { complain("stream-run: \(result.path): nothing to test".onOneLine) }
      tally.add(result)
      coverage.merge(result.coverage)
      if !result.results.isEmpty { printer.print(result) }
      // Whoever interrupts the rest has seen what went wrong until then.
      if tally.hasFailed { output.flush() }
      return output.isOpen && !(settings.test.failsFast && tally.hasFailed)
    }
    tally.duration = start.duration(to: clock.now)
    tally.hasUnreadable = tally.hasUnreadable || !troubles.isEmpty
    printer.finish(tally)
    let covered = settings.test.covers ? report(coverage, to: output, style) : .done
    let written = output.close()
    if covered != .done, written == .done { return covered }
    return written == .done ? tally.code : written
  }

  /// Tells what was exercised, where it was asked for. Gives the code of what went wrong.
  private func report(
    _ coverage: Coverage, to output: OutputFile, _ style: TextStyle
  ) -> ExitCode {
    let report = CoverageReport(coverage)
    if settings.test.printsCoverage {
      if settings.test.format == .text {
        output.write(report.text(in: .text, style: style))
      } else {
        // Standard output belongs to what reads the results.
        let error = OutputFile(.standardError)
        error.write(report.text(in: .text))
        _ = error.close()
      }
    }
    guard let path = settings.test.coverageFile else { return .done }
    return write(report, to: path)
  }

  /// The files to play, each once, and what could not be read.
  private func files() -> ([(path: String, isNamed: Bool)], [FileError]) {
    var files: [(path: String, isNamed: Bool)] = []
    var seen: Set<String> = []
    var troubles: [FileError] = []
    for path in paths {
      do throws(FileError) {
        for file in try FolderWalk(path).files
        where seen.insert(FolderWalk.canonical(file)).inserted {
          files.append((file, file == path))
        }
      } catch {
        troubles.append(error)
      }
    }
    return (files, troubles)
  }

  /// Plays files, several at once, and hands over what came of them in their order, until `receive`
  /// says false.
  private func play(
    _ files: [(path: String, isNamed: Bool)], width: Int, receive: (FileResult) -> Bool
  ) async {
    let players = files.map { file in
      FilePlayer(path: file.path, isNamed: file.isNamed, settings: settings.test, width: width)
    }
    let jobs = settings.test.jobs ?? coreCount
    await withTaskGroup(of: (Int, FileResult).self) { group in
      var started = 0
      func startNext() {
        guard started < players.count else { return }
        let (index, player) = (started, players[started])
        started += 1
        group.addTask { (index, player.play()) }
      }
      for _ in 0..<min(jobs, players.count) { startNext() }
      // What is done before its turn.
      var done: [Int: FileResult] = [:]
      var next = 0
      while let (index, result) = await group.next() {
        startNext()
        done[index] = result
        while let result = done.removeValue(forKey: next) {
          next += 1
          if !receive(result) { return group.cancelAll() }
        }
      }
    }
  }
}

/// How many tests there were of each kind.
struct TestTally {
  private(set) var fileCount = 0
  private(set) var count = 0
  private(set) var passedCount = 0
  private(set) var acceptedCount = 0
  private(set) var mistakenCount = 0
  var hasUnreadable = false
  var duration = Duration.zero

  var failedCount: Int { count - passedCount - acceptedCount }
  var hasFailed: Bool { failedCount > 0 }

  mutating func add(_ result: FileResult) {
    if !result.results.isEmpty { fileCount += 1 }
    for test in result.results {
      count += 1
      switch test.kind {
      case .passed: passedCount += 1
      case .accepted: acceptedCount += 1
      case .mistaken: mistakenCount += 1
      case .differs, .endless: break
      }
    }
  }

  /// How the command ends; a suite without a test is no good one.
  var code: ExitCode {
    if hasUnreadable { return .unreadableFile }
    return hasFailed || count == 0 ? .unmet : .done
  }
}
