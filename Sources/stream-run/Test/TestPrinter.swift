import Console
import Pipelines
import Platform
import Values

/// Prints the results of tests, file by file.
protocol TestPrinter: AnyObject {
  func begin()
  func print(_ result: FileResult)
  func finish(_ tally: TestTally)
}

extension TestSettings {
  func printer(to output: OutputFile, style: TextStyle) -> any TestPrinter {
    if lists { return TestListPrinter(to: output, format: format) }
    return switch format {
    case .text: TestTextPrinter(to: output, style: style, isVerbose: isVerbose)
    case .json: TestJSONPrinter(to: output)
    case .junit: TestJUnitPrinter(to: output)
    case .tap: TestTAPPrinter(to: output)
    }
  }
}

/// Prints differences between expected and actual timelines as pictures, and the number of tests.
final class TestTextPrinter: TestPrinter {
  private let output: OutputFile
  private let style: TextStyle
  private let isVerbose: Bool

  init(to output: OutputFile, style: TextStyle, isVerbose: Bool) {
    self.output = output
    self.style = style
    self.isVerbose = isVerbose
  }

  func begin() {}

  func print(_ result: FileResult) {
    for test in result.results {
      switch test.kind {
      case .passed:
        if isVerbose { printLine(style.green("ok"), test) }
      case .accepted: printLine(style.yellow("accepted"), test)
      case .skipped:
        output.write("\(style.yellow("skipped")) \(test.heading): \(test.report.onOneLine)\n")
      case .differs, .endless, .unsteady, .mistaken:
        let report = "\(style.red("FAIL")) \(style.painted(report: test.report))"
        output.write("\(FileDescriptor.standardOutput.folded(report))\n\n")
      case .untested(isMistake: true):
        output.write("\(style.red("FAIL")) \(test.heading): \(test.report)\n\n")
      case .untested, .data:
        if isVerbose { output.write("\(style.dim("--")) \(test.heading): \(test.report)\n") }
      // This is printed to standard error, as in every command.
      case .unreadable: break
      }
    }
  }

  private func printLine(_ word: String, _ test: TestResult) {
    output.write("\(word) \(test.heading)\(style.dim(" (\(test.duration.millisecondsText) ms)"))\n")
  }

  func finish(_ tally: TestTally) {
    let time = tally.count > 0 ? " (\(tally.duration.secondsText) s)" : ""
    output.write("\(tally.summary(style: style))\(time)\n")
  }
}

extension TextStyle {
  /// Returns the report of a test in colors: the expected timeline green, the actual one red, the
  /// caret yellow.
  fileprivate func painted(report: String) -> String {
    guard isColored else { return report }
    let lines = report.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    return lines.enumerated().map { index, line in
      if index == 0 { return bold(line) }
      if line.hasPrefix("  expected") { return green(line) }
      if line.hasPrefix("  actual") { return red(line) }
      if line.allSatisfy({ $0 == " " || $0 == "^" }) { return yellow(line) }
      if line.hasPrefix("  first difference") { return bold(line) }
      return line
    }.joined(separator: "\n")
  }
}

/// Lists tests without playing them, and files without tests.
final class TestListPrinter: TestPrinter {
  private let output: OutputFile
  private let format: TestFormat

  init(to output: OutputFile, format: TestFormat) {
    self.output = output
    self.format = format
  }

  func begin() {}

  func print(_ result: FileResult) {
    for test in result.results {
      switch test.kind {
      case .mistaken: complain(test.report)
      case .unreadable: break
      case .untested, .data: printLine(test, ": \(test.report)")
      case .passed, .skipped, .accepted, .differs, .endless, .unsteady: printLine(test)
      }
    }
  }

  private func printLine(_ test: TestResult, _ note: String = "") {
    if format == .json {
      _ = output.write { test.writeListed(to: &$0) }
    } else {
      output.write("\(test.heading)\(note)\n")
    }
  }

  func finish(_ tally: TestTally) {}
}
