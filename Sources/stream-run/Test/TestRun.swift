import Console
import Pipelines
import Platform
import Values

/// Receives the results of files in order, prints them, and counts them.
final class TestRun {
  private let settings: TestSettings
  private let printer: any TestPrinter
  private let output: OutputFile
  /// The style of messages on standard error.
  private let style: TextStyle
  private(set) var tally = TestTally()
  private(set) var coverage = Coverage()
  /// Files without tests that were found in folders. Whether a test of another file reads them is
  /// known only after all other files have been played.
  private var held: [FileResult] = []
  private var dataFiles: Set<String> = []
  /// The warnings that have been printed. Several files may name the file with the mistake.
  private var warnings: Set<String> = []
  private var isStopped = false

  init(
    _ settings: TestSettings, printer: any TestPrinter, to output: OutputFile, style: TextStyle
  ) {
    self.settings = settings
    self.printer = printer
    self.output = output
    self.style = style
  }

  func begin() {
    printer.begin()
  }

  func noteExcluded(_ count: Int) {
    tally.excludedCount = count
  }

  func noteEmptyPath(_ path: String) {
    complain("stream-run: \(path): nothing to test".onOneLine)
    tally.addEmptyPath(isMistake: settings.requiresTests)
  }

  /// Receives the next result. Returns whether more results are wanted.
  func take(_ result: FileResult) -> Bool {
    dataFiles.formUnion(result.dataFiles)
    if result.mayBeData {
      held.append(result)
      return true
    }
    return show(result)
  }

  func finish(after duration: Duration) {
    for result in held where !isStopped {
      var result = result
      if dataFiles.contains(FilePath(result.path).canonical) {
        result.results = [.data(result.path)]
        (result.warnings, result.coverage) = (Diagnostics(), Coverage())
      }
      _ = show(result)
    }
    tally.duration = duration
    printer.finish(tally)
  }

  private func show(_ result: FileResult) -> Bool {
    for test in result.results {
      if case .unreadable = test.kind { say("stream-run: \(test.report)") }
    }
    if let trouble = result.trouble { say("stream-run: \(trouble)") }
    if result.isEmpty { say("stream-run: \(result.path): nothing to test") }
    show(result.warnings)
    tally.add(result)
    coverage.merge(result.coverage)
    if !result.results.isEmpty { printer.print(result) }
    // A person who interrupts the rest has seen the failures so far.
    if tally.hasFailed { output.flush() }
    isStopped = !output.isOpen || settings.failsFast && tally.hasFailed
    return !isStopped
  }

  private func say(_ line: String) {
    output.flush()
    complain(line.onOneLine)
  }

  private func show(_ found: Diagnostics) {
    let new = found.items.filter { warnings.insert($0.description).inserted }
    guard !new.isEmpty else { return }
    tally.warningCount += new.count
    output.flush()
    let shown = Diagnostics(new)
    complain(style.painted(shown.report, of: shown))
  }
}
