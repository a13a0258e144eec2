import Diagrams
import FileTesting
import Pipelines
import Platform
import Values

/// Plays all checks of a file.
struct FilePlayer: Sendable {
  let file: FolderWalk.File
  /// Whether the file itself was named instead of being found in a folder.
  let isNamed: Bool
  let settings: TestSettings
  /// The folders in which files may be written, in addition to those of the files themselves.
  var access = PathAccess()
  let width: Int

  private var path: String { file.path }

  func play() -> FileResult {
    if let trouble = file.trouble { return unreadable(trouble) }
    do throws(FileError) {
      return play(try StreamFile(path))
    } catch {
      return unreadable(error)
    }
  }

  private func play(_ file: StreamFile) -> FileResult {
    var result = FileResult(path: path)
    result.dataFiles = file.dataFiles.map { FilePath($0).canonical }
    var differences: [(check: Int, acceptance: Acceptance)] = []
    for (number, document) in file.documents.enumerated() {
      result.warnings.append(contentsOf: document.warnings)
      if let mistakes = document.mistakes {
        if isNamed && file.documents.count == 1 || document.isStream {
          add(mistakes, of: document, to: &result)
        }
        continue
      }
      let checks = document.checks.filter(includes)
      result.unchosenCount += document.checks.count - checks.count
      // If there is no filter, a file without tests is not exercised by anything.
      if settings.covers, settings.filter == nil || !checks.isEmpty {
        result.coverage.merge(document.uncovered)
      }
      for check in checks {
        let played = play(check, of: document, &result.coverage)
        if case .differs(let difference) = played.kind, settings.accepts {
          differences.append(
            (
              result.results.count,
              Acceptance(document: number, check: check, difference)
            ))
        }
        result.results.append(played)
        if settings.failsFast, !played.kind.isGood { return result }
      }
    }
    result.mayBeData = !isNamed && file.documents.allSatisfy(\.checks.isEmpty)
    if result.results.isEmpty, result.unchosenCount == 0 { noteAbsence(of: file, &result) }
    accept(differences, in: file, &result)
    return result
  }

  private func unreadable(_ error: FileError) -> FileResult {
    var result = FileResult(path: path)
    result.results = [TestResult(.unreadable, of: path, report: "\(error)".onOneLine)]
    return result
  }

  /// Records the reason why a file has no tests.
  private func noteAbsence(of file: StreamFile, _ result: inout FileResult) {
    guard settings.filter.map(path.contains) ?? true else { return }
    result.isEmpty = isNamed
    result.results = [
      file.documents.contains(where: { $0.isStream && !$0.isOperator })
        ? .untested(path, isMistake: settings.requiresTests) : .data(path)
    ]
  }

  private func includes(_ check: StreamCheck) -> Bool {
    guard let filter = settings.filter else { return true }
    return check.title.contains(filter) || path.contains(filter)
  }

  private func play(
    _ check: StreamCheck, of document: StreamDocument, _ coverage: inout Coverage
  ) -> TestResult {
    if settings.lists {
      return TestResult(
        title: check.title, location: check.location, kind: .passed, duration: .zero)
    }
    let clock = ContinuousClock()
    let start = clock.now
    let outcome =
      settings.covers
      ? document.play(
        check, steps: settings.steps, accepting: settings.accepts,
        interrupting: settings.interrupts, addingTo: &coverage)
      : document.play(
        check, steps: settings.steps, accepting: settings.accepts,
        interrupting: settings.interrupts)
    let duration = start.duration(to: clock.now)
    var result = TestResult(
      title: check.title, location: check.location, kind: .passed, duration: duration)
    switch outcome {
    case .passed: return result
    case .skipped(let reason):
      result.kind = .skipped
      result.report = reason
      return result
    case .differs(let difference): result.kind = .differs(difference)
    case .endless: result.kind = .endless
    case .unsteady: result.kind = .unsteady
    case .mistaken: result.kind = .mistaken
    }
    result.report = outcome.report(of: check, width: width) ?? ""
    if case .differs(let difference) = outcome, !settings.accepts {
      result.report += explanation(of: difference, in: check, of: document)
    }
    return result
  }

  /// Returns why expected values did not arrive, and with `--verbose` also the diagram of all
  /// stages.
  private func explanation(
    of difference: CheckDifference, in check: StreamCheck, of document: StreamDocument
  ) -> String {
    guard let trace = document.trace(check, steps: settings.steps) else { return "" }
    let reasons = difference.all.flatMap { $0.reasons(in: trace, isVerbose: settings.isVerbose) }
    var parts = reasons.isEmpty ? [] : [reasons.map(\.onOneLine)]
    if settings.isVerbose {
      let diagram = TerminalDiagram(width: max(40, width - 2)).text(of: trace)
      parts.append(diagram.split(separator: "\n").map(String.init))
    }
    return parts.map { "\n\n" + $0.map { "  \($0)" }.joined(separator: "\n") }.joined()
  }

  /// Adds the mistakes of a document, unless a filter excludes it. A document that contains the
  /// text of the filter may have a test that matches.
  private func add(
    _ mistakes: Diagnostics, of document: StreamDocument, to result: inout FileResult
  ) {
    if let filter = settings.filter, !path.contains(filter),
      !document.source.bytes.contains(filter.utf8)
    {
      result.unchosenCount += 1
      return
    }
    let location =
      mistakes.items.first?.location
      ?? SourceLocation(file: document.source.name, offset: 0, line: 1, column: 1)
    result.results.append(
      TestResult(
        title: nil, location: location, kind: .mistaken, report: mistakes.report, duration: .zero))
  }

  /// Writes actual timelines into the file, or into its files of expected events.
  private func accept(
    _ differences: [(check: Int, acceptance: Acceptance)], in file: StreamFile,
    _ result: inout FileResult
  ) {
    guard !differences.isEmpty else { return }
    do throws(AcceptanceError) {
      try file.accept(differences.map(\.acceptance), access, below: self.file.folder)
      for (check, _) in differences { result.results[check].kind = .accepted }
    } catch {
      result.trouble = "\(error)"
    }
  }
}
