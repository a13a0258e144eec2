import Marbles
import Testing
import Values

@testable import Pipelines
@testable import Playing
@testable import StreamModels

/// Every source, with names and diagrams, played event by event.
@Suite struct SourceTests {
  static let documents: [(text: String, plays: String)] = [
    (#"{"sequence": [1, "a", null]}"#, "0: 1, 0: \"a\", 0: null, 0: |"),
    (#"{"sequence": "[1, 2].map(x, x * 2)"}"#, "0: 2, 0: 4, 0: |"),
    (#"{"append": []}"#, "0: |"),
    (#"{"merge": []}"#, "0: |"),
    (#"{"append": [{"marbles": "-a|"}, {"marbles": "b-|"}]}"#, "1: \"a\", 2: \"b\", 4: |"),
    (#"{"merge": [{"marbles": "-a-|"}, {"marbles": "-b|"}]}"#, "1: \"a\", 1: \"b\", 3: |"),
    (#"{"zip": [{"marbles": "1-2|"}, {"marbles": "-3--4--5|"}]}"#, "1: [1,3], 4: [2,4], 4: |"),
    (#"{"marbles": "-a#", "error": "broken"}"#, "1: \"a\", 2: # broken"),
    (#"{"marbles": "a-|", "frame": 0.25, "values": {"a": {"x": 1.0}}}"#, "0: {\"x\":1.0}, 0.5: |"),
    // An expression is evaluated at the time of the subscription.
    (#"{"append": [{"marbles": "---|"}, {"sequence": "[$time, 1]"}]}"#, "3: 3.0, 3: 1, 3: |"),
    (
      #"{"append": [{"sequence": [1]}, {"sequence": "[1 / 0]"}, {"sequence": [2]}]}"#,
      "0: 1, 0: # division by zero in \"[1 / 0]\""
    ),
    (
      #"{"sequence": "[[1], 2, null][1 + int($time)]"}"#,
      "0: # a list is expected here, but this is of type int in \"[[1], 2, null][1 + int($time)]\""
    ),
    (
      #"{"sequence": "[[1], 2, null][2]"}"#,
      "0: # a list is expected here, but this is null in \"[[1], 2, null][2]\""
    ),
    // A character of a diagram may be one that begins a comment elsewhere.
    (
      #"{"marbles": "-$a|", "values": {"$": 5, "$comment": "x", "a": null}}"#,
      "1: 5, 2: null, 3: |"
    ),
    // A late subscriber to a hot diagram receives the remaining events.
    (
      #"{"merge": ["h", {"append": [{"marbles": "---|"}, "h"]}], "#
        + #""definitions": {"h": {"marbles": "a-^-b-c|", "hot": true}}}"#,
      "2: \"b\", 4: \"c\", 4: \"c\", 5: |"
    ),
    // The inner name hides the outer one, and a name that is used twice is two subscriptions.
    (
      #"{"definitions": {"x": {"sequence": [1]}}, "append": ["x", "#
        + #"{"definitions": {"x": {"sequence": [2]}}, "from": "x"}, "x"]}"#,
      "0: 1, 0: 2, 0: 1, 0: |"
    ),
    // The item's stream ends with its appended stream, and the next item follows at once.
    (
      #"{"stream": [{"value": 1, "operators": [{"delay": {"seconds": 1}}, "#
        + #"{"append": {"streams": ["x"]}}]}, {"value": 5}], "#
        + #""definitions": {"x": {"marbles": "-a-|"}}}"#,
      "1: 1, 2: \"a\", 4: 5, 4: |"
    ),
  ]

  @Test(arguments: documents)
  func `a document plays as documented`(document: (text: String, plays: String)) throws {
    #expect(try played(document.text) == document.plays)
  }

  @Test func `a definition can be played on its own`() throws {
    let source = SourceText(
      name: "t.json", #"{"definitions": {"a": {"sequence": [7]}}, "from": "a"}"#)
    #expect(try Program(source, stream: "a").play().values == [7])
    #expect(throws: Diagnostics.self) { try Program(source, stream: "b") }
  }

  @Test func `ten thousand names, each from the previous one, play`() throws {
    var names = [#""n0": {"sequence": [1]}"#]
    for index in 1..<10_000 {
      names.append(
        #""n\#(index)": {"append": ["n\#(index - 1)", {"sequence": []}]}"#)
    }
    let text = #"{"definitions": {\#(names.joined(separator: ", "))}, "from": "n9999"}"#
    #expect(try played(text) == "0: 1, 0: |")
  }

  @Test func `a model of many streams reads back as written`() throws {
    let text = #"""
      {"name": "m", "definitions": {"a": {"marbles": "-a|", "frame": 0.5, "values": {"a": 1}}},
       "zip": ["a", {"sequence": "[1]"}, "./b.json"],
       "operators": [{"merge": {"streams": ["a", {"from": "a"}]}}], "tests": []}
      """#
    let model = try StreamModel<Value>(SourceText(name: "t.json", text))
    let again = try StreamModel<Value>(
      SourceText(name: "t.json", "\(try ValueEncoder().encode(model))"))
    #expect(again == model)
  }

  private func played(_ text: String) throws -> String {
    try Program(SourceText(name: "t.json", text)).play().events.map { event in
      let seconds = "\(event.time.seconds)"
      return switch event.kind {
      case .value(let value): "\(seconds): \(value)"
      case .finished: "\(seconds): |"
      case .failure(let message): "\(seconds): # \(message)"
      }
    }.joined(separator: ", ")
  }
}

extension Duration {
  /// The time in seconds, without a fraction if there is none.
  fileprivate var seconds: String {
    var buffer = ByteBuffer()
    buffer.appendSeconds(
      nanoseconds: components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000)
    return String(decoding: buffer.bytes, as: UTF8.self)
  }
}
