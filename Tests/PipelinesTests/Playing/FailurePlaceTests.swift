import Foundation
import Pipelines
import Reactive
import TestSupport
import Testing
import Values

/// The origin of a failure: the place in the file, the part of the expression, the value, and the
/// record.
@Suite struct FailurePlaceTests {
  /// Returns the report of the failure with which a file ends; "no failure" if it ends in another
  /// way.
  private func failure(
    of document: String, inputs: InputBindings? = nil, files: KeyValuePairs<String, String> = [:]
  ) throws -> String {
    let folder = try Folder(files)
    try folder.write(document, to: "f.json")
    let program = try Program(SourceText(contentsOfFile: folder / "f.json"))
    let session = try inputs.map { try InputSession(program, $0) }
    let scheduler = VirtualScheduler(now: session?.start ?? .zero)
    var line = "no failure"
    Playback().play(
      program.publisher(on: scheduler, inputs: session), on: scheduler,
      receiveCompletion: { completion, _ in
        if case .failure(let failure) = completion {
          line = FailureReport(failure, of: program).line
        }
      }, receiveValue: { _, _ in true })
    return folder.withoutPath(line)
  }

  /// Operators, the part of them to which a failure must point, and its message.
  static let failures: [(operators: String, part: String, message: String)] = [
    (
      #"{"map": {"expression": "10 / $0.v"}}"#, "10 / $0.v",
      #"division by zero in '10 / $0.v' for {"v":0,"s":""}"#
    ),
    (
      #"{"map": {"expression": "[1, 2].map(x, x == 2 ? 1 + 10 / $0.v : 7)"}}"#, "10 / $0.v",
      #"division by zero in '10 / $0.v' for {"v":0,"s":""}"#
    ),
    (
      #"{"filter": {"expression": "$0.v == 0 && $0.w > 1"}}"#, "$0.w",
      #"no such key 'w' in '$0.w' for {"v":0,"s":""}; there are 'v' and 's'"#
    ),
    // A failure that `||` ignores is not reported.
    (
      #"{"filter": {"expression": "(1 / $0.v == 1 || $0.v == 0) && $0.x"}}"#, "$0.x",
      #"no such key 'x' in '$0.x' for {"v":0,"s":""}; there are 'v' and 's'"#
    ),
    // Of two failures, the first one is reported.
    (
      #"{"filter": {"expression": "1 / $0.v == 1 || $0.x"}}"#, "1 / $0.v",
      #"division by zero in '1 / $0.v' for {"v":0,"s":""}"#
    ),
    (
      #"{"map": {"expression": "cel.bind(y, $0.v, 7 % y)"}}"#, "7 % y",
      #"division by zero in '7 % y' for {"v":0,"s":""}"#
    ),
    (
      #"{"filter": {"expression": "$0.v"}}"#, "$0.v",
      #"a condition must be a bool, but this is an int in '$0.v' for {"v":0,"s":""}"#
    ),
    (
      #"{"map": {"expression": "math.sqrt(double($0.v) - 1.0)"}}"#, "math.sqrt",
      "the result is NaN, which is not a JSON number in 'math.sqrt(double($0.v) - 1.0)' for "
        + #"{"v":0,"s":""}"#
    ),
    (
      #"{"scan": {"initialValue": 1, "expression": "$0 / $1.v"}}"#, "$0 / $1.v",
      #"division by zero in '$0 / $1.v' for $0 = 1, $1 = {"v":0,"s":""}"#
    ),
    (
      #"{"groupBy": {"key": "1", "operators": [{"dropWhile": {"expression": "1 % $0.v == 0"}}]}}"#,
      "1 % $0.v", #"division by zero in '1 % $0.v' for {"v":0,"s":""}"#
    ),
    (
      #"{"flatMap": {"stream": {"sequence": "[1 / $outer.v]"}}}"#, "1 / $outer.v",
      "division by zero in '1 / $outer.v'"
    ),
    (
      #"{"map": {"expression": "$0.s.length + 1"}}"#, "$0.s.length",
      "found a string, expected a map with the field 'length' in '$0.s.length' for "
        + #"{"v":0,"s":""}; write '.size()'"#
    ),
    (
      #"{"map": {"expression": "[$0.v][-1]"}}"#, "[$0.v][-1]",
      "index -1 is out of range of a list of size 1 in '[$0.v][-1]' for "
        + #"{"v":0,"s":""}; the last element is 'x[x.size() - 1]'"#
    ),
    (#"{"fail": {"error": "enough"}}"#, #"{"error""#, "enough"),
    (
      #"{"delay": {"seconds": 5}}, {"timeout": {"seconds": 3}}"#, #"{"seconds": 3"#,
      "no value has arrived for 3 s"
    ),
  ]

  @Test func `a failing operator reports its place, the part, and the value`() throws {
    for (operators, part, message) in Self.failures {
      // After a delay, a failure is emitted later but has the same message.
      for further in ["", #", {"delay": {"seconds": 1}}"#] {
        let line = #""operators": [\#(operators)\#(further)]}"#
        let start = try #require(line.range(of: part)).lowerBound
        let column = line.distance(from: line.startIndex, to: start) + 1
        #expect(
          try failure(of: #"{"sequence": [{"v": 0, "s": ""}],"# + "\n" + line)
            == "f.json:2:\(column): \(message)")
      }
    }
  }

  @Test(arguments: ["", #"{"merge": {"streams": []}}, "#])
  func `an item's operator fails at that item, even if others have the same list`(
    further: String
  ) throws {
    let operators = #""operators": [\#(further){"map": {"expression": "1 / $0"}}]"#
    let document = """
      {"stream": [
        {"value": 1, \(operators)},
        {"value": 2, \(operators)},
        {"value": 0, \(operators)}]}
      """
    let line = "  {\"value\": 0, \(operators)}"
    let start = try #require(line.range(of: "1 / $0")).lowerBound
    let column = line.distance(from: line.startIndex, to: start) + 1
    #expect(
      try failure(of: document) == "f.json:4:\(column): division by zero in '1 / $0' for 0")
  }

  @Test func `a failure in a file that another one names has the place in that file`() throws {
    #expect(
      try failure(
        of: #"{"from": "./inner.json", "operators": [{"delay": {"seconds": 1}}]}"#,
        files: [
          "inner.json": #"{"sequence": [0], "operators": [{"map": {"expression": "1 / $0"}}]}"#
        ]
      ) == "inner.json:1:57: division by zero in '1 / $0' for 0")
  }

  @Test func `a failure in a model made in Swift has the path of the operator`() throws {
    let model = StreamModel<Int>(
      source: .sequence(.values([0])), operators: [.map(expression: "1 / $0")])
    let program = try Program(model)
    let scheduler = VirtualScheduler()
    var line = ""
    Playback().play(
      program.publisher(on: scheduler), on: scheduler,
      receiveCompletion: { completion, _ in
        if case .failure(let failure) = completion {
          line = FailureReport(failure, of: program).line
        }
      }, receiveValue: { _, _ in true })
    #expect(line == "operators[0].map.expression: division by zero in '1 / $0' for 0")
  }

  private let log = """
    {"t": 1772373727, "v": 1}
    {"t": 1772373728.5, "v": 0}
    {"t": 1772373729, "v": 2}
    """

  @Test func `a failure names the record that was delivered, even if it is delayed itself`() throws
  {
    let expected =
      #"f.json:1:68: division by zero in '1 / $0.v' for {"t":1772373728.5,"v":0} "#
      + "(record 2, 2026-03-01T14:02:08.5Z)"
    for further in ["", #", {"delay": {"seconds": 9}}"#] {
      let document =
        #"{"input": "a", "time": "$0.t", "operators": [{"map": {"expression": "1 / $0.v"}}\#(further)]}"#
      #expect(
        try failure(of: document, inputs: ["a": .text(log)])
          == expected.replacing("1:68", with: "1:70"))
    }
  }

  @Test func `a value that was delayed names no record`() throws {
    let document =
      #"{"input": "a", "time": "$0.t", "operators": [{"delay": {"seconds": 9}}, {"map": {"expression": "1 / $0.v"}}]}"#
    #expect(
      try failure(of: document, inputs: ["a": .text(log)])
        == #"f.json:1:97: division by zero in '1 / $0.v' for {"t":1772373728.5,"v":0}"#)
  }

  @Test func `sorted records are named by their own lines`() throws {
    let document =
      #"{"input": "a", "time": "$0.t", "late": {"reorder": 10}, "operators": [{"map": {"expression": "1 / $0.v"}}]}"#
    #expect(
      try failure(
        of: document,
        inputs: [
          "a": .text(#"{"t":5,"v":1}"# + "\n" + #"{"t":3,"v":0}"# + "\n" + #"{"t":30,"v":1}"#)
        ])
        == #"f.json:1:95: division by zero in '1 / $0.v' for {"t":3,"v":0} (record 2, 3 s)"#)
  }

  @Test(arguments: [
    (
      "", "1\n9\n5.5",
      "record 3: input 'a', 5.5 s: the record is 3.5 s earlier than the previous one; write "
        + #""late": { "reorder": 3.5 } to put them in order (enough so far), or "drop" or "now""#
    ),
    (
      #", "late": {"reorder": 2}"#, "1\n9\n8\n3",
      "record 4: input 'a', 3 s: the record is 6 s earlier than the latest record before it, and records are held for 2 s; "
        + #""late": { "reorder": 6 } would have been enough so far"#
    ),
    (
      "", "1772373727000",
      "f.json:1:24: the time 1772373727000 of '$0' is out of range (record 1); milliseconds? "
        + #"write "unit": "ms" beside 'time'"#
    ),
    (
      "", "1772373727000000",
      "f.json:1:24: the time 1772373727000000 of '$0' is out of range (record 1); microseconds? "
        + #"write "unit": "us" beside 'time'"#
    ),
    ("", "1e300", "f.json:1:24: the time 1e+300 of '$0' is out of range (record 1)"),
  ])
  func `a record with a wrong time is reported with the reason and a hint`(
    late: String, records: String, message: String
  ) throws {
    #expect(
      try failure(of: #"{"input": "a", "time": "$0"\#(late)}"#, inputs: ["a": .text(records)])
        == message)
  }

  @Test func `a missing key is reported with the existing ones and the nearest`() throws {
    let fields = (0..<12).map { #""field\#($0)": 1"# }.joined(separator: ", ")
    let document =
      #"{"sequence": [{\#(fields), "price": 2}], "operators": [{"map": {"expression": "$0.prize"}}]}"#
    let line = try failure(of: document)
    #expect(
      line.hasSuffix(
        "; did you mean 'price'? there are 'field0', 'field1', 'field2', 'field3', "
          + "'field4', 'field5', 'field6', 'field7', 'field8', 'field9' and 3 more"))
  }

  @Test func `long values and parts are shortened`() throws {
    let long = String(repeating: "x", count: 5000)
    let line = try failure(
      of:
        #"{"sequence": ["\#(long)"], "operators": [{"map": {"expression": "int($0) + int('\#(long)')"}}]}"#
    )
    #expect(line.utf8.count < 500)
  }

  @Test func `finds a part however deeply it is nested`() throws {
    let text = "$0.x" + String(repeating: " + 1", count: 900)
    #expect(
      try failure(
        of: #"{"sequence": [{"y": 1}], "operators": [{"map": {"expression": "\#(text)"}}]}"#)
        == "f.json:1:64: no such key 'x' in '$0.x' for {\"y\":1}; there is only 'y'")
  }
}
