import Pipelines
import Reactive
import Testing
import Values

/// Records from outside, as played by a stream.
struct InputPlayingTests {
  static let games = #"""
    {"ts":"2021-09-01T20:02:00.025Z","user":"UserA","category":"Games","price":25.0}
    {"ts":"2021-09-01T20:02:01.239Z","user":"UserA","category":"Games","price":50.0}
    {"ts":"2021-09-01T20:02:07.581Z","user":"UserA","category":"Games","price":80.0}
    """#

  @Test func `windows at whole seconds add up prices by user and category`() throws {
    let document = #"""
      {"input": "orders", "time": "$0.ts", "origin": "epoch", "operators": [
        {"groupBy": {"key": "[$0.user, $0.category]", "operators": [
          {"collect": {"seconds": 5}},
          {"map": {"expression":
            "{'sum': $0.map(o, o.price).sum(), 'first': $0[0].ts, 'last': $0[$0.size() - 1].ts}"}}
        ]}}]}
      """#
    let first =
      #"{"sum":75.0,"first":"2021-09-01T20:02:00.025Z","last":"2021-09-01T20:02:01.239Z"}"#
    let second =
      #"{"sum":80.0,"first":"2021-09-01T20:02:07.581Z","last":"2021-09-01T20:02:07.581Z"}"#
    #expect(
      try played(document, reading: ["orders": Self.games])
        == "\(first)@1630526525 \(second)@1630526527.581 |@1630526527.581")
  }

  @Test func `times count from the first record, to the nanosecond`() throws {
    let document =
      #"{"input": "a", "time": "$0.t", "operators": [{"map": {"expression": "$0.t"}}]}"#
    #expect(
      try played(document, reading: ["a": #"{"t":10} {"t":10.000000001}"#.lines])
        == "10@0 10.000000001@0.000000001 |@0.000000001")
    #expect(
      try played(document, reading: ["a": #"{"t":1630526520.025} {"t":1630526520.1}"#.lines])
        == "1630526520.025@0 1630526520.1@0.075 |@0.075")
    #expect(
      try played(
        document,
        reading: ["a": #"{"t":"2021-01-01T00:00:00+01:00"} {"t":"2020-12-31T23:00:01.5Z"}"#.lines])
        == #""2021-01-01T00:00:00+01:00"@0 "2020-12-31T23:00:01.5Z"@1.5 |@1.5"#)
  }

  @Test(arguments: [
    ("s", "1 2.5", "1@1 2.5@2.5 |@2.5"),
    ("ms", "1000 2500.5", "1000@1 2500.5@2.5005 |@2.5005"),
    ("us", "1 1.5e6", "1@0.000001 1500000.0@1.5 |@1.5"),
    ("ns", "1 1500000000", "1@0.000000001 1500000000@1.5 |@1.5"),
    ("ms", #""1970-01-01T00:00:01Z""#, #""1970-01-01T00:00:01Z"@1 |@1"#),
  ])
  func `numbers count in the unit of the times, strings do not`(
    _ unit: String, _ records: String, _ events: String
  ) throws {
    let document = #"{"input": "a", "time": "$0", "unit": "\#(unit)", "origin": "epoch"}"#
    #expect(try played(document, reading: ["a": records.lines]) == events)
  }

  @Test func `windows by a time of the records count from the first one`() throws {
    let document = #"""
      {"input": "a", "time": "$0.at", "operators": [
        {"collect": {"seconds": 10, "by": "$0.t", "bounds": true}},
        {"map": {"expression": "$0.start"}}]}
      """#
    let records = #"{"at":100,"t":100} {"at":104,"t":109} {"at":111,"t":101}"#.lines
    #expect(try played(document, reading: ["a": records]) == "0.0@10 |@11")
    // The first of these values comes before any record.
    let mixed = #"""
      {"merge": [{"marbles": "0|", "operators": [{"collect": {"seconds": 5, "by": "100"}}]},
                 {"input": "a", "time": "$0"}]}
      """#
    #expect(try played(mixed, reading: ["a": "7\n9"]) == "7@0 [0]@1 9@2 |@2")
  }

  @Test func `windows by a time of records that a test states count from 1970, too`() {
    #expect(
      passes(
        #"""
        {"input": "a", "time": "$0.t", "origin": "epoch",
         "operators": [{"collect": {"seconds": 10, "by": "$0.t"}}],
         "tests": [{"inputs": {"a": [
           {"time": 9, "value": {"t": 9}}, {"time": 11, "value": {"t": 11}}, {"time": 12, "completion": "finished"}]},
           "expect": [{"time": 10, "value": [{"t": 9}]}, {"time": 12, "value": [{"t": 11}]},
                      {"time": 12, "completion": "finished"}]}]}
        """#))
  }

  @Test func `an input may stay open after its last record`() throws {
    let waiting =
      #"{"input": "a", "every": 1, "end": "5s", "operators": [{"debounce": {"seconds": 2}}]}"#
    #expect(try played(waiting, reading: ["a": "1\n2"]) == "2@3 |@6")
    #expect(try played(waiting, reading: ["a": ""]) == "|@5")
    let joined = #"""
      {"merge": [{"input": "a", "end": 3, "operators": [{"sample": {"seconds": 2}}]}, {"input": "b"}]}
      """#
    #expect(try played(joined, reading: ["a": "1", "b": "2"]) == "2@0 1@2 |@3")
  }

  @Test func `records without times are emitted one after another`() throws {
    #expect(try played(#"{"input": "a"}"#, reading: ["a": "1\n\n2\n3"]) == "1@0 2@0 3@0 |@0")
    #expect(
      try played(#"{"input": "a", "every": 0.5}"#, reading: ["a": "1\n2\n3\n"])
        == "1@0 2@0.5 3@1 |@1")
    #expect(try played(#"{"input": "a"}"#, reading: ["a": ""]) == "|@0")
  }

  @Test func `an input named twice is read once, and each record goes to both uses in order`()
    throws
  {
    let document = #"""
      {"definitions": {"a": {"input": "a", "every": 1}},
       "merge": [{"from": "a", "operators": [{"map": {"expression": "'first ' + string($0)"}}]},
                 {"from": "a", "operators": [{"map": {"expression": "'second ' + string($0)"}}]}]}
      """#
    #expect(
      try played(document, reading: ["a": "1\n2\n"])
        == #""first 1"@0 "second 1"@0 "first 2"@1 "second 2"@1 |@1"#)
  }

  @Test func `a new subscription continues with the next record`() throws {
    let document = #"""
      {"input": "a", "every": 1, "operators": [
        {"fail": {"error": "bad", "expression": "$0 < 0"}}, {"retry": {}}]}
      """#
    #expect(try played(document, reading: ["a": "1\n-1\n2\n-1\n3\n"]) == "1@0 2@2 3@4 |@4")
  }

  @Test func `a repetition continues where the previous playback stopped`() throws {
    let document = #"""
      {"input": "a", "every": 1, "operators": [{"prefix": {"count": 2}}, {"repeat": {"count": 2}}]}
      """#
    #expect(try played(document, reading: ["a": "1\n2\n3\n4\n5\n"]) == "1@0 2@1 3@2 4@3 |@3")
  }

  @Test func `records without a subscriber are kept for the next one`() throws {
    let document = #"""
      {"append": [{"marbles": "--x|"}, {"input": "a", "time": "$0"}]}
      """#
    #expect(
      try played(document, reading: ["a": "0\n1\n5\n"]) == #""x"@2 0@3 1@3 5@5 |@5"#)
  }

  @Test func `repetition takes one record after another`() throws {
    let lines = (0..<3000).map { "\($0)\n" }.joined()
    let document = #"""
      {"input": "a", "operators": [{"prefix": {"count": 1}}, {"repeat": {"count": 3000}}]}
      """#
    let expected = (0..<3000).map { "\($0)@0 " }.joined() + "|@0"
    #expect(try played(document, reading: ["a": lines]) == expected)
  }

  @Test func `two inputs share the origin`() throws {
    let document = #"""
      {"merge": [{"input": "a", "time": "$0"}, {"input": "b", "time": "$0"}]}
      """#
    #expect(
      try played(document, reading: ["a": "12\n15\n", "b": "10\n15\n"])
        == "10@0 12@2 15@5 15@5 |@5")
  }

  @Test func `timers fire between records`() throws {
    let document = #"""
      {"input": "a", "time": "$0", "operators": [{"debounce": {"seconds": 1}}]}
      """#
    #expect(try played(document, reading: ["a": "0\n0.5\n3\n3.5\n9\n"]) == "0.5@1.5 3.5@4.5 |@9")
  }
}

/// The treatment of late and bad records.
struct LateRecordTests {
  private func played(_ late: String, _ lines: String) throws -> String {
    try PipelinesTests.played(
      #"{"input": "a", "time": "$0"\#(late)}"#, reading: ["a": lines.lines])
  }

  @Test func `a late record is a failure with the number of its line`() throws {
    #expect(
      try played("", "1 3 2 4")
        == "1@0 3@2 #input 'a', record 3: the record is earlier than the previous one@2")
  }

  @Test func `late records are dropped and counted`() throws {
    #expect(try played(#", "late": "drop""#, "1 3 2 1 4") == "1@0 3@2 4@3 |@3")
    let program = try program(#"{"input": "a", "time": "$0", "late": "drop"}"#)
    let session = try InputSession(program, InputBindings(["a": .text("1 3 2 1 4".lines)]))
    let scheduler = VirtualScheduler()
    _ = Playback().play(program.publisher(on: scheduler, inputs: session), on: scheduler) { _ in }
    #expect(session.reports.map(\.lateCount) == [2])
    #expect(session.reports.map(\.recordCount) == [5])
  }

  @Test func `late records are emitted at once`() throws {
    #expect(try played(#", "late": "now""#, "1 3 2 1 4") == "1@0 3@2 2@2 1@2 4@3 |@3")
  }

  @Test func `records are sorted, each at its own time`() throws {
    #expect(
      try played(#", "late": {"reorder": 2}"#, "1 3 2 5 4 4 3 6")
        == "1@0 2@1 3@2 3@2 4@3 4@3 5@4 6@5 |@5")
    #expect(
      try played(#", "late": {"reorder": 2}"#, "3 1 2") == "1@0 2@1 3@2 |@2")
  }

  @Test func `a record that is too late to be sorted is a failure`() throws {
    #expect(
      try played(#", "late": {"reorder": 2}"#, "1 5 2 6")
        == "1@0 5@4 #input 'a', record 3: the record is too late to be put in order@4")
  }

  @Test func `a bad record is a failure with the place and the reason`() throws {
    #expect(
      try played("", "1 x 3")
        == "1@0 #input 'a', record 2: not JSON at byte 1: unknown word 'x', expected a value@0")
    #expect(
      try played("", "1 null 3")
        == "1@0 #input 'a', record 2: the time is null, expected seconds or an RFC 3339 string "
        + "in \"$0\"@0")
  }

  @Test func `bad records are skipped and counted, and the first ones are stored`() throws {
    let program = try program(#"{"input": "a", "time": "$0"}"#)
    let lines = #"1 { 2 true "2021" 3 1e999 ] 4"#.lines
    let session = try InputSession(
      program, InputBindings(["a": .text(lines)], badRecords: .skip))
    let scheduler = VirtualScheduler()
    var values: [Value] = []
    _ = Playback().play(
      program.publisher(on: scheduler, inputs: session), on: scheduler,
      receiveCompletion: { _, _ in },
      receiveValue: { value, _ in
        values.append(value)
        return true
      })
    #expect(values == [1, 2, 3, 4])
    let report = try #require(session.reports.first)
    #expect(report.badCount == 5)
    #expect(report.badRecords.map(\.place.line) == [2, 4, 5])
    let texts = report.badRecords.map { String(decoding: $0.text, as: UTF8.self) }
    #expect(texts == ["{", "true", "\"2021\""])
  }

  @Test func `retry continues after a bad record`() throws {
    #expect(
      try PipelinesTests.played(
        #"{"input": "a", "operators": [{"retry": {}}]}"#, reading: ["a": "1\nx\n2\n"])
        == "1@0 2@0 |@0")
  }
}

extension String {
  /// The words of the string as lines.
  var lines: String { split(separator: " ").joined(separator: "\n") + "\n" }
}
