import Pipelines
import Values

/// Plays all that one file states.
struct FilePlayer: Sendable {
  let path: String
  /// Whether the file was named itself, and not found in a folder.
  let isNamed: Bool
  let settings: TestSettings
  let width: Int

  func play() -> FileResult {
    var result = FileResult(path: path)
    do throws(FileError) {
      let file = try StreamFile(path)
      var differences: [(check: Int, acceptance: Acceptance)] = []
      for (number, document) in file.documents.enumerated() {
        if let mistakes = document.mistakes {
          if isNamed && file.documents.count == 1 || document.statesExpectation {
            add(mistakes, of: document, to: &result)
          }
          continue
        }
        let checks = document.checks.filter(includes)
        // Without a filter a file without tests is one that nothing exercises.
        if settings.covers, settings.filter == nil || !checks.isEmpty {
          result.coverage.merge(document.uncovered)
        }
        for check in checks {
          let played = play(check, of: document, &result.coverage)
          if case .differs(let difference) = played.kind, settings.accepts {
            differences.append(
              (
                result.results.count,
                Acceptance(document: number, check: check, actual: difference.actual)
              ))
          }
          result.results.append(played)
          if settings.failsFast, !played.kind.isGood { return result }
        }
      }
      result.isEmpty = isNamed && result.results.isEmpty && settings.filter == nil
      accept(differences, in: file, &result)
    } catch {
      result.trouble = "\(error)"
    }
    return result
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
      ? document.play(check, steps: settings.steps, addingTo: &coverage)
      : document.play(check, steps: settings.steps)
    let duration = start.duration(to: clock.now)
    var result = TestResult(
      title: check.title, location: check.location, kind: .passed, duration: duration)
    switch outcome {
    case .passed: return result
    case .differs(let difference): result.kind = .differs(difference)
    case .endless: result.kind = .endless
    case .mistaken: result.kind = .mistaken
    }
    result.report = outcome.report(of: check, width: width) ?? ""
    return result
  }

  private func add(
    _ mistakes: Diagnostics, of document: StreamDocument, to result: inout FileResult
  ) {
    guard settings.filter == nil || path.contains(settings.filter ?? "") else { return }
    let location =
      mistakes.items.first?.location
      ?? SourceLocation(file: document.source.name, offset: 0, line: 1, column: 1)
    result.results.append(
      TestResult(
        title: nil, location: location, kind: .mistaken, report: mistakes.report, duration: .zero))
  }

  /// Writes what came into the file.
  private func accept(
    _ differences: [(check: Int, acceptance: Acceptance)], in file: StreamFile,
    _ result: inout FileResult
  ) {
    guard !differences.isEmpty else { return }
    do throws(AcceptanceError) {
      try file.accept(differences.map(\.acceptance))
      for (check, _) in differences { result.results[check].kind = .accepted }
    } catch {
      result.trouble = "\(error)"
    }
  }
}
