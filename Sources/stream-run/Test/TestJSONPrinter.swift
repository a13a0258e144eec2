import Console
import FileTesting
import Marbles
import Pipelines
import Values

/// Prints a line for each test (an object with the expected and the actual events) and one for each
/// file without tests.
final class TestJSONPrinter: TestPrinter {
  private let output: OutputFile

  init(to output: OutputFile) {
    self.output = output
  }

  func begin() {}

  func print(_ result: FileResult) {
    for test in result.results { _ = output.write { test.write(to: &$0) } }
  }

  func finish(_ tally: TestTally) {}
}

extension TestResult {
  /// Writes `{"file":"a.json","line":12,"column":3,"test":"two close together"`, without the
  /// closing brace.
  private func writeIdentity(to writer: inout JSONWriter) {
    writer.buffer.append(#"{"file":"# as StaticString)
    writer.buffer.appendJSON(Text(location.file))
    writer.buffer.append(#","line":"# as StaticString)
    writer.buffer.appendDecimal(Int64(location.line))
    writer.buffer.append(#","column":"# as StaticString)
    writer.buffer.appendDecimal(Int64(location.column))
    guard let title else { return }
    writer.buffer.append(#","test":"# as StaticString)
    writer.buffer.appendJSON(Text(title))
  }

  /// Writes the line of a test that is not played, or of a file without tests.
  func writeListed(to writer: inout JSONWriter) {
    writeIdentity(to: &writer)
    if kind.isOfFile { writeMessage(to: &writer) }
    writer.buffer.append("}\n" as StaticString)
  }

  private func writeMessage(to writer: inout JSONWriter) {
    writer.buffer.append(#","message":"# as StaticString)
    writer.buffer.appendJSON(Text(report))
  }

  fileprivate func write(to writer: inout JSONWriter) {
    writeIdentity(to: &writer)
    writer.buffer.append(",\"outcome\":\"\(kind.word)\",\"seconds\":\(duration.secondsText)")
    if case .differs(let difference) = kind {
      write(difference, isFirst: false, to: &writer)
      for (index, other) in difference.others.enumerated() {
        writer.buffer.append(index == 0 ? ",\"others\":[{" : ",{")
        write(other, isFirst: true, to: &writer)
        writer.buffer.append("}")
      }
      if !difference.others.isEmpty { writer.buffer.append("]") }
    }
    if !kind.isGood || kind.isSkipped { writeMessage(to: &writer) }
    writer.buffer.append("}\n" as StaticString)
  }

  /// Writes the place of a difference, the expected and the actual events, and, for a definition
  /// beside the stream, its name.
  private func write(
    _ difference: CheckDifference, isFirst: Bool, to writer: inout JSONWriter
  ) {
    let place = difference.location
    writer.buffer.append(
      "\(isFirst ? "" : ",")\"differsAt\":{\"line\":\(place.line),\"column\":\(place.column)")
    if place.file != location.file {
      writer.buffer.append(#","file":"# as StaticString)
      writer.buffer.appendJSON(Text(place.file))
    }
    if let output = difference.output {
      writer.buffer.append(#"},"output":"# as StaticString)
      writer.buffer.appendJSON(Text(output))
      writer.buffer.append(#","expected":"# as StaticString)
    } else {
      writer.buffer.append(#"},"expected":"# as StaticString)
    }
    difference.expected.write(to: &writer)
    writer.buffer.append(#","actual":"# as StaticString)
    difference.actual.write(to: &writer)
  }
}

extension Timeline<Value> {
  /// Writes the events as in a stream file.
  fileprivate func write(to writer: inout JSONWriter) {
    for (index, event) in events.enumerated() {
      writer.buffer.append(index == 0 ? "[" : ",")
      event.writeJSON(to: &writer)
    }
    writer.buffer.append(events.isEmpty ? "[]" : "]")
  }
}
