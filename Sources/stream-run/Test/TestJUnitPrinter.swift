import Console
import Pipelines
import Platform

/// Prints the XML that build servers read: a suite for each file.
final class TestJUnitPrinter: TestPrinter {
  private let output: OutputFile

  init(to output: OutputFile) {
    self.output = output
  }

  func begin() {
    output.write("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n")
  }

  func print(_ result: FileResult) {
    let tests = result.results
    let failures = tests.count { $0.kind.element == "failure" }
    let errors = tests.count { $0.kind.element == "error" }
    let skipped = tests.count { $0.kind.element == "skipped" }
    let time = tests.reduce(Duration.zero) { $0 + $1.duration }
    output.write(
      """
        <testsuite name="\(result.path.forXML)" tests="\(tests.count)" failures="\(failures)" \
      errors="\(errors)" skipped="\(skipped)" time="\(time.secondsText)">

      """)
    for test in tests { print(test, of: result.path) }
    output.write("  </testsuite>\n")
  }

  private func print(_ test: TestResult, of path: String) {
    let name = test.title ?? (test.kind.isOfFile ? "file" : "document")
    output.write(
      """
          <testcase classname="\(path.forXML)" name="\(name.forXML)" \
      file="\(test.location.file.forXML)" line="\(test.location.line)" \
      time="\(test.duration.secondsText)"
      """)
    guard let element = test.kind.element else { return output.write("/>\n") }
    let message = test.report.differenceLine
    if element == "skipped" {
      return output.write(
        """
        >
              <skipped message="\(message.forXML)"/>
            </testcase>

        """)
    }
    output.write(
      """
      >
            <\(element) message="\(message.forXML)">\(test.report.forXML)</\(element)>
          </testcase>

      """)
  }

  func finish(_ tally: TestTally) {
    output.write("</testsuites>\n")
  }
}

extension TestResult.Kind {
  /// The element for the outcome of a test; nil for a success.
  fileprivate var element: String? {
    switch self {
    case .passed, .accepted: nil
    case .differs, .unsteady, .untested(isMistake: true): "failure"
    case .endless, .mistaken, .unreadable: "error"
    case .untested, .data, .skipped: "skipped"
    }
  }
}

extension String {
  /// The most informative line of a report.
  fileprivate var differenceLine: String {
    let lines = split(separator: "\n").map { $0.drop { $0 == " " } }
    let line =
      lines.first { $0.hasPrefix("first difference") || $0.hasPrefix("stopped after") }
      ?? lines.first ?? ""
    return String(line)
  }

  /// The text in a form for an element or an attribute. Invisible characters are written as
  /// escapes, and characters that XML does not allow become U+FFFD.
  fileprivate var forXML: String {
    var text = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"": text += "&quot;"
      case "\n": text += "&#10;"
      case "\r": text += "&#13;"
      case "\t": text += "&#9;"
      case "\u{FFFE}", "\u{FFFF}": text += "\u{FFFD}"
      case _ where scalar.isUnprintable: text += scalar.escape
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
