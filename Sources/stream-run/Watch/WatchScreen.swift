import Console
import FileTesting
import Pipelines
import Platform
import Tuning
import Values

/// Shows watched files. On a terminal, they replace what was shown before. Elsewhere, they are
/// blocks of text, one after another.
struct WatchScreen {
  private let settings: WatchSettings
  private let output = OutputFile(.standardOutput)
  private let style: TextStyle
  /// Whether the terminal can be cleared.
  private let clears: Bool

  init(_ settings: WatchSettings) {
    self.settings = settings
    style = settings.playing.color.style(for: .standardOutput)
    let terminal = CurrentProcess.environmentVariable("TERM")
    clears = FileDescriptor.standardOutput.isTerminal && terminal != "dumb"
  }

  /// Whether there is still a reader for the output.
  var isOpen: Bool { output.isOpen }

  /// Shows the files that have been played, and on a terminal also the others.
  ///
  /// - Parameter paths: The paths that have changed; nil at the beginning.
  func show(_ files: [WatchedFile], changed: [Int], because paths: Set<String>?) -> ExitCode {
    if clears { output.write("\u{1B}[H\u{1B}[2J\u{1B}[3J") }
    for (index, file) in files.enumerated() where clears || changed.contains(index) {
      let causes = changed.contains(index) ? paths.map { file.paths.intersection($0) } : nil
      output.write(style.bold(heading(of: file, changed: causes ?? [])) + "\n")
      if file.results != nil { showTests(of: file) } else { showPlayback(of: file) }
      // The output that follows must be below the messages on standard error.
      let code = output.close()
      guard code == .done, output.isOpen else { return code }
      for message in file.messages { complain(message) }
      if clears, index < files.count - 1 { output.write("\n") }
    }
    if clears { output.write(style.dim("watching \(watched(files)); Ctrl-C ends") + "\n") }
    return output.close()
  }

  private func heading(of file: WatchedFile, changed: Set<String>) -> String {
    let others = changed.subtracting([file.file]).sorted()
    let cause =
      switch others.count {
      case 0: changed.isEmpty ? "" : ", changed"
      case 1: ", after a change of \(others[0])"
      default: ", after a change of \(others[0]) and \(others.count - 1) more"
      }
    return "== \(file.file)\(cause)".onOneLine
  }

  private func watched(_ files: [WatchedFile]) -> String {
    let count = Set(files.flatMap(\.paths)).count
    return count == 1 ? "1 file" : "\(count) files"
  }

  private func showPlayback(of file: WatchedFile) {
    guard let picture = file.picture else { return }
    guard file.isCurrent else {
      // If the output is not a terminal, the picture is further up.
      if clears {
        output.write(style.dim("the last playback without errors:") + "\n" + picture.text)
      }
      return
    }
    output.write(picture.text)
    guard let previous = file.previous else { return }
    do throws(DifferenceError) {
      let difference = try Difference(from: previous.timeline, to: picture.timeline)
      let times = picture.times
      let report = DifferenceReport(difference, from: file.file, to: file.file) {
        times.phrase(of: $0)
      }
      let lines = report.changeLines { style.painted($1, $0) }
      output.write("\n" + lines.joined(separator: "\n") + "\n")
    } catch {
      preconditionFailure("values without a key are always compared: \(error.message)")
    }
  }

  private func showTests(of file: WatchedFile) {
    guard let results = file.results else { return }
    let printer = TestTextPrinter(to: output, style: style, isVerbose: true)
    printer.print(results)
    for result in results.results {
      if case .unreadable = result.kind { output.write("stream-run: \(result.report)\n") }
    }
    var tally = TestTally()
    tally.add(results)
    output.write(tally.summary(style: style) + "\n")
    guard let previous = file.previousResults else { return }
    let lines = TestChanges(from: previous, to: results).lines(style: style)
    output.write(lines.map { $0 + "\n" }.joined())
  }
}
