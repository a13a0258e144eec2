import Console
import Editing
import FileTesting
import Pipelines
import Platform
import Tuning
import Values

/// Changes files in one thing at a time, and lists the changes that no test notices.
final class MutantRun {
  /// The time for the random plays of one change.
  private static let time = Duration.seconds(5)

  private let settings: TestSettings
  private let output: OutputFile
  private let style: TextStyle
  private var counts = (noticed: 0, survived: 0, equivalent: 0, invalid: 0, documents: 0)
  private var doneCount = 0

  init(_ settings: TestSettings, to output: OutputFile, style: TextStyle) {
    (self.settings, self.output, self.style) = (settings, output, style)
  }

  /// Plays the changes of all documents whose tests pass.
  func run(_ paths: [String]) async -> ExitCode {
    var code = ExitCode.done
    for path in paths where Interruption.code == nil {
      do throws(FileError) {
        let file = try StreamFile(path)
        for document in file.documents {
          let own = await run(document, of: path, file)
          if own.rawValue > code.rawValue { code = own }
        }
      } catch {
        complain("stream-run: \(error)".onOneLine)
        code = .unreadableFile
      }
    }
    ProgressLine.end()
    output.write(summary + "\n")
    if let interrupted = Interruption.code { return interrupted }
    return code == .done && counts.survived > 0 ? .unmet : code
  }

  private var summary: String {
    let all = counts.noticed + counts.survived + counts.equivalent
    guard all > 0 else { return "nothing to change: no file has tests that pass" }
    var parts = [style.green("\(counts.noticed) noticed")]
    if counts.survived > 0 { parts.append(style.red("\(counts.survived) not noticed")) }
    if counts.equivalent > 0 { parts.append("\(counts.equivalent) perhaps equivalent") }
    let changes = "\(all) \(all == 1 ? "change" : "changes")"
    return "\(changes): \(parts.joined(separator: ", "))"
  }

  private func run(
    _ document: StreamDocument, of path: String, _ file: StreamFile
  ) async -> ExitCode {
    if document.checks.isEmpty { return .done }
    guard MutantPlayer.passes(document, steps: settings.steps) else {
      complain(
        "stream-run: \(path): its tests do not pass, so nothing is changed in it".onOneLine)
      return .unmet
    }
    counts.documents += 1
    let mutations = Mutation.all(of: document.source)
    let player = MutantPlayer(
      document, steps: settings.steps, seed: UInt64(settings.seed ?? 1))
    var tests: [Value] = []
    var next = 0
    await workInOrder(
      on: mutations, jobs: settings.jobs ?? processorCount,
      { mutation in
        let clock = ContinuousClock()
        let start = clock.now
        return player.fate(of: mutation) {
          Interruption.code != nil || start.duration(to: clock.now) > Self.time
        }
      },
      receive: { fate in
        show(mutations[next], fate, in: document)
        next += 1
        doneCount += 1
        ProgressLine.update { _ in "\(self.doneCount) changes" }
        if case .survived(let test?) = fate { tests.append(test) }
        return Interruption.code == nil
      })
    guard settings.accepts, !tests.isEmpty, file.documents.count == 1 else { return .done }
    return accept(tests, in: document)
  }

  private func show(
    _ mutation: Mutation, _ fate: MutantPlayer.Fate, in document: StreamDocument
  ) {
    let offset = document.source.offsets(of: [mutation.path])[0] ?? 0
    let place = SourceLocation(offset: offset, in: document.source)
    let line = "\(place.file):\(place.line):\(place.column): \(mutation.text)".onOneLine
    switch fate {
    case .noticed:
      counts.noticed += 1
      if settings.isVerbose { output.write("\(style.green("noticed")) \(line)\n") }
    case .invalid: counts.invalid += 1
    case .perhapsEquivalent:
      counts.equivalent += 1
      if settings.isVerbose { output.write("\(style.dim("equal")) \(line)\n") }
    case .survived(let test):
      counts.survived += 1
      output.write("\(style.red("not noticed")) \(line)\n")
      if let test { output.write("  \(test)\n") }
    }
    output.flush()
  }

  /// Adds tests that tell the changes apart to the file.
  private func accept(_ tests: [Value], in document: StreamDocument) -> ExitCode {
    do throws(EditError) {
      var seen: [Value] = []
      var source = document.source
      for test in tests where !seen.contains(Self.withoutName(test)) {
        seen.append(Self.withoutName(test))
        source = try source.adding(test: test)
      }
      return document.source.replace(with: Array(source.bytes))
    } catch {
      complain("stream-run: the tests cannot be written: \(error.message)".onOneLine)
      return .outputError
    }
  }

  /// Several changes may be told apart by the same test.
  private static func withoutName(_ test: Value) -> Value {
    guard case .object(let object) = test else { return test }
    return .object(Object(object.members.filter { $0.key != "name" }))
  }
}
