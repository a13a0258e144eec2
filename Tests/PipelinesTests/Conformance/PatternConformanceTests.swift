import Foundation
import Marbles
import Pipelines
import Reactive
import Testing
import Values

/// The cases of `pattern` from the test suites of other tools, if their folder is available.
struct PatternConformanceTests {
  private static let folder = MarbleConformanceTests.folder

  @Test(.enabled(if: folder != nil, "STREAMS_CONFORMANCE names no folder with patterns-dev.jsonl"))
  func `all cases hold`() throws {
    let path = URL(fileURLWithPath: Self.folder ?? "").appendingPathComponent("patterns-dev.jsonl")
    for line in try Data(contentsOf: path).split(separator: UInt8(ascii: "\n")) {
      let source = SourceText(name: "case", bytes: Array(line))
      let item = PatternCase(fields: try JSONReader.value(of: source).value)
      if let difference = try item.difference() {
        Issue.record("\(item.id)\n\(difference)")
      }
    }
  }
}

/// A case: the operators, the events that go in, and the values that must come out.
private struct PatternCase {
  let fields: Value

  var id: String { fields["id"]?.text ?? "" }
  private var events: [Value] { fields["events"]?.elements ?? [] }
  private var expected: [Value] { fields["expected"]?.elements ?? [] }

  /// Returns what came out instead of the expected values; nil if it is the same.
  func difference() throws -> String? {
    let text = "\(document)"
    let timeline = try Program(SourceText(name: id, text)).play()
    let actual = timeline.events.compactMap { event in
      switch event.kind {
      case .value(let value): "\(event.instant.nanoseconds) \(value)"
      case .failure: "\(event.instant.nanoseconds) failure"
      case .finished: nil
      }
    }
    let wanted = expected.map { event in
      let value = event.elements?[1] ?? .null
      return "\(Self.nanoseconds(event)) \(value.isFailure ? "failure" : "\(value)")"
    }
    guard actual != wanted else { return nil }
    return "file: \(text)\nexpected: \(wanted)\nactual: \(actual)"
  }

  /// One source for each event, and one that ends the stream or never does.
  private var document: Value {
    var sources = events.map { event -> Value in
      let value = event.elements?[1] ?? .null
      let delay: Value = ["delay": ["seconds": event.elements?[0] ?? .null]]
      return value.isFailure
        ? ["sequence": [0], "operators": [delay, ["fail": ["error": "broken"]]]]
        : ["sequence": .array([value]), "operators": .array([delay])]
    }
    if let end = fields["end"], end != .null {
      sources.append(
        ["sequence": [0], "operators": [["delay": ["seconds": end]], ["ignoreOutput": [:]]]])
    } else {
      sources.append(["marbles": "-"])
    }
    return ["merge": .array(sources), "operators": fields["operators"] ?? .null]
  }

  private static func nanoseconds(_ event: Value) -> Int64 {
    Int64(((event.elements?[0].number ?? 0) * 1e9).rounded())
  }
}

extension Value {
  fileprivate var isFailure: Bool { self["$failure"] != nil }
}
