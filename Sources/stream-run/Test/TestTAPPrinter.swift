import Console
import Pipelines
import Values

/// Prints the Test Anything Protocol, version 14.
final class TestTAPPrinter: TestPrinter {
  private let output: OutputFile
  private var count = 0

  init(to output: OutputFile) {
    self.output = output
  }

  func begin() {
    output.write("TAP version 14\n")
  }

  func print(_ result: FileResult) {
    for test in result.results {
      count += 1
      let word = test.kind.isGood ? "ok" : "not ok"
      let isSkipped = test.kind.isSkipped
      let directive = isSkipped ? " # SKIP \(test.report.forTAP)" : ""
      output.write("\(word) \(count) - \(test.heading.forTAP)\(directive)\n")
      if isSkipped { continue }
      output.write("  ---\n  duration_ms: \(test.duration.millisecondsText)\n")
      if !test.kind.isGood {
        // The number is the indentation of the block, because its first line may begin with blanks.
        output.write("  message: |2-\n")
        for line in test.report.split(separator: "\n", omittingEmptySubsequences: false) {
          output.write(line.isEmpty ? "\n" : "    \(line)\n")
        }
      }
      output.write("  ...\n")
    }
  }

  func finish(_ tally: TestTally) {
    output.write("1..\(count)\n")
  }
}

extension String {
  /// The text in a form for a description. It must be on one line, and a `#` would begin a
  /// directive. The text is processed by scalars, because an accent after a `#` makes it a
  /// different character.
  fileprivate var forTAP: String {
    var text = ""
    for scalar in onOneLine.unicodeScalars {
      if scalar == "\\" || scalar == "#" { text += "\\" }
      text.unicodeScalars.append(scalar)
    }
    return text
  }
}
