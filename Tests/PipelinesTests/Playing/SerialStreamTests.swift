import Marbles
import Pipelines
import Reactive
import Testing
import Values

/// The items of a `stream`, one after another.
@Suite struct SerialStreamTests {
  static let exampleFile = """
    {
      "$schema": "stream.schema.json",
      "id": "6F1B7C1E-52C2-4B6A-9C0E-0B7D1F1C9A11",
      "name": "Serial Stream A",
      "description": "1 to 4, one a second",
      "stream": [
        { "value": 1, "operators": [ { "delay": { "seconds": 1 } } ] },
        { "value": 2, "operators": [ { "delay": { "seconds": 1 } } ] },
        { "value": 3, "operators": [ { "delay": { "seconds": 1 } } ] },
        { "value": 4, "operators": [ { "delay": { "seconds": 1 } } ] }
      ]
    }
    """

  @Test func `plays one value a second`() throws {
    #expect(try played(values: "1", "2", "3", "4", through: "") == "1@1 2@2 3@3 4@4 |@4")
  }

  @Test func `plays the file on the first page of the format`() throws {
    #expect(
      try program(Self.exampleFile).play() == [
        .value(1, at: .seconds(1)), .value(2, at: .seconds(2)), .value(3, at: .seconds(3)),
        .value(4, at: .seconds(4)), .finished(at: .seconds(4)),
      ])
  }

  @Test(arguments: [
    ("", "|@0"),
    (#"{"value": 1}"#, "1@0 |@0"),
    (#"{"value": 1, "operators": []}, {"value": 2}"#, "1@0 2@0 |@0"),
    (#"{"value": 1}, {"value": 2, "operators": [{"delay": {"seconds": 0}}]}"#, "1@0 2@0 |@0"),
    (
      #"{"value": 1, "operators": [{"delay": {"seconds": 0.5}}]}, {"value": 2}, {"value": 3}"#,
      "1@0.5 2@0.5 3@0.5 |@0.5"
    ),
    (
      #"{"value": 1}, {"value": 2, "operators": [{"delay": {"seconds": 2}}]}, {"value": 3}"#,
      "1@0 2@2 3@2 |@2"
    ),
    (
      #"{"value": 1, "operators": [{"delay": {"seconds": 1}}, {"delay": {"seconds": 0}}, "#
        + #"{"delay": {"seconds": 0.25}}]}, {"value": 2, "operators": [{"delay": {"seconds": 1}}]}"#,
      "1@1.25 2@2.25 |@2.25"
    ),
  ])
  func `an item begins when the previous one has completed`(
    items: String, timeline: String
  ) throws {
    #expect(try played(items: items) == timeline)
  }

  @Test func `decimal seconds add up exactly`() throws {
    let items = Array(
      repeating: #"{"value": 0, "operators": [{"delay": {"seconds": 0.1}}]}"#, count: 10)
    #expect(
      try played(items: items.joined(separator: ","))
        == "0@0.1 0@0.2 0@0.3 0@0.4 0@0.5 0@0.6 0@0.7 0@0.8 0@0.9 0@1 |@1")
  }

  @Test(arguments: [
    ("1e-9", "0.000000001"), ("0.0000000005", "0.000000001"), ("0.00000000049", "0"),
    ("1E2", "100"), ("-0", "0"), ("0.1234567891", "0.123456789"),
    ("9223372036.854775806", "9223372036.854775806"),
    // A double is not precise enough for this one.
    ("4294967296.000000001", "4294967296.000000001"),
  ])
  func `seconds are whole nanoseconds, rounded to the nearest`(seconds: String, at: String) throws {
    #expect(
      try played(items: #"{"value": 7, "operators": [{"delay": {"seconds": \#(seconds)}}]}"#)
        == "7@\(at) |@\(at)")
  }

  @Test(arguments: [
    "null", "true", "false", "0", "1", "1.0", "-1.5", "9223372036854775807",
    "-9223372036854775808", "1e+300", #""""#, #""Grüße, 世界 👩‍👩‍👧""#, #""\u0000\n\"\\""#, "[]", "{}",
    "[1,1.0,null,[2]]", #"{"b":1,"a":{"z":[],"y":2.5}}"#, #"{"$0":1,"value":2,"delay":3}"#,
  ])
  func `a value of any kind is emitted as it is written`(value: String) throws {
    #expect(try played(items: #"{"value": \#(value)}"#) == "\(value)@0 |@0")
    #expect(
      try played(items: #"{"value": \#(value), "operators": [{"map": {"expression": "$0"}}]}"#)
        == "\(value)@0 |@0")
  }

  @Test func `an integer beyond 64 bits is a double`() throws {
    #expect(try played(items: #"{"value": 9223372036854775808}"#) == "9.223372036854776e+18@0 |@0")
  }

  @Test func `the order of a document's keys does not matter`() throws {
    #expect(
      try played(
        #"{"operators": [{"map": {"expression": "$0 + 1"}}], "stream": [{"operators": "#
          + #"[{"delay": {"seconds": 1}}], "value": 1}], "name": "late"}"#) == "2@1 |@1")
  }

  @Test func `keys for people, isDefault and expect have no effect`() throws {
    #expect(
      try played(
        #"{"$comment": 1, "format": 1, "isDefault": true, "expect": "wrong", "stream": "#
          + #"[{"$note": "n", "value": 1, "operators": [{"$why": [], "delay": "#
          + #"{"$unit": "s", "seconds": 1}}]}]}"#) == "1@1 |@1")
  }

  @Test(arguments: 0..<5)
  func `events of one instant have the order in which they were scheduled`(depth: Int) throws {
    // Two streams on one clock: the second item of the first stream is scheduled when its first
    // item has been delivered. By then, the other stream's item has been scheduled.
    let operators = Array(repeating: #"{"map": {"expression": "$0"}}"#, count: depth * 60)
    let one = try program(
      #"{"stream": [{"value": 1, "operators": [{"delay": {"seconds": 1}}]}, {"value": 2}, "#
        + #"{"value": 3, "operators": [{"delay": {"seconds": 0}}]}], "operators": [\#(operators.joined(separator: ","))]}"#
    )
    let other = try program(
      #"{"stream": [{"value": "a", "operators": [{"delay": {"seconds": 1}}]}, {"value": "b"}]}"#)
    let scheduler = VirtualScheduler()
    var heard: [String] = []
    for program in [one, other] {
      program.publisher(on: scheduler).receive(
        subscriber: Recorder<Value>(on: scheduler) { heard.append($0) })
    }
    scheduler.run()
    #expect(heard == ["1@1", "2@1", #""a"@1"#, #""b"@1"#, "|@1", "3@1", "|@1"])
  }
}
