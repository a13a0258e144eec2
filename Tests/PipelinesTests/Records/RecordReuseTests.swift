import Testing
import Values

@testable import Pipelines
@testable import Playing
@testable import Records

/// Records are read into the memory of released records, which must not be visible.
struct RecordReuseTests {
  /// Plays with records that are decoded by a thread as soon as possible, and without a thread.
  private func played(
    _ document: String, reading texts: [String: String], badRecords: BadRecordPolicy = .fail
  ) throws -> String {
    let here = try PipelinesTests.played(document, reading: texts, badRecords: badRecords)
    let plan = ReadingAhead.Plan(firstByte: 0, queueLength: 3, needsProcessor: false)
    let ahead = try ReadingAhead.Plan.$current.withValue(plan) {
      try program(document).play(
        inputs: InputBindings(texts.mapValues { .parted($0) }, badRecords: badRecords)
      ).brief
    }
    #expect(ahead == here)
    return ahead
  }

  private static func line(_ number: Int) -> String {
    switch number % 7 {
    case 0: #"{"id":\#(number),"name":"name \#(number)"}"#
    case 1: #"{"name":"n","id":\#(number)}"#
    case 2:
      #"{"id":\#(number),"name":"a name that is longer than sixteen bytes","in":{"a":[\#(number)]}}"#
    case 3: #"{"id":\#(number),"name":null}"#
    case 4: #"{"id":\#(number)}"#
    default: #"{"id":\#(number),"name":"n"}"#
    }
  }

  @Test(arguments: [1, 2, 63, 64, 65, 1000])
  func `stored records keep their values`(count: Int) throws {
    let lines = (0..<count).map(Self.line)
    let text = lines.joined(separator: "\n")
    let all = lines.map { "\($0)@0" }.joined(separator: " ")
    #expect(try played(#"{"input": "a"}"#, reading: ["a": text]) == "\(all) |@0")
    let collected = #"{"input": "a", "operators": [{"collect": {"count": 100000}}]}"#
    #expect(
      try played(collected, reading: ["a": text]) == "[\(lines.joined(separator: ","))]@0 |@0")
    let some = lines.indices.filter { $0 % 3 == 0 }.map { "\(lines[$0])@5" }.joined(separator: " ")
    let delayed = #"""
      {"input": "a", "operators": [{"filter": {"expression": "$0.id % 3 == 0"}},
                                   {"delay": {"seconds": 5}}]}
      """#
    #expect(try played(delayed, reading: ["a": text]) == "\(some) |@5")
  }

  @Test func `values that one of two subscribers stores are not overwritten`() throws {
    let document = #"""
      {"definitions": {"a": {"input": "a", "every": 1}},
       "merge": [{"from": "a", "operators": [{"filter": {"expression": "$0.id % 50 == 0"}},
                                             {"delay": {"seconds": 0.5}}]},
                 {"from": "a", "operators": [{"filter": {"expression": "$0.id == 299"}}]}]}
      """#
    let lines = (0..<300).map(Self.line)
    let kept = stride(from: 0, to: 300, by: 50).map { "\(lines[$0])@\($0).5" }
    #expect(
      try played(document, reading: ["a": lines.joined(separator: "\n")])
        == "\(kept.joined(separator: " ")) \(lines[299])@299 |@299.5")
  }

  @Test func `records that are held for sorting keep their values`() throws {
    let document = #"{"input": "a", "time": "$0.t", "late": {"reorder": 3}}"#
    let times = (0..<300).map { $0 ^ 1 }
    let lines = times.map { #"{"t":\#($0),"s":"\#($0) s"}"# }
    let ordered = (0..<300).map { #"{"t":\#($0),"s":"\#($0) s"}@\#($0)"# }
    #expect(
      try played(document, reading: ["a": lines.joined(separator: "\n")])
        == "\(ordered.joined(separator: " ")) |@299")
  }

  @Test func `blank lines and bad records leave no trace`() throws {
    let blank = String(repeating: "\n \n", count: 100)
    let text = "\(blank){\"a\":1}\(blank){\"a\":2,\n{\"a\":3}x\n{\"a\":4,\"a\":5}\n{\"a\":6}"
    #expect(
      try played(#"{"input": "a"}"#, reading: ["a": text], badRecords: .skip)
        == #"{"a":1}@0 {"a":6}@0 |@0"#)
    #expect(try played(#"{"input": "a"}"#, reading: ["a": blank]) == "|@0")
  }

  @Test func `records of very many shapes are all read`() throws {
    let lines = (0..<20_000).map { #"{"a\#($0 % 50)":\#($0),"b\#($0)":{"c\#($0 % 100)":1}}"# }
    let document = #"{"input": "a", "operators": [{"filter": {"expression": "has($0.b19999)"}}]}"#
    #expect(
      try played(document, reading: ["a": lines.joined(separator: "\n")])
        == #"{"a49":19999,"b19999":{"c99":1}}@0 |@0"#)
  }
}
