import FileTesting
import Pipelines
import Testing
import Values

/// The report about a check that was not met, as people read it.
@Suite struct CheckReportTests {
  /// Returns the report of the first check of a document that is not met.
  private func report(_ text: String) -> String {
    let document = StreamDocument(SourceText(name: "t.json", text))
    for check in document.checks {
      if let report = document.play(check, steps: 5_000).report(of: check) { return report }
    }
    return "met"
  }

  @Test func `both timelines are on one axis, below the line of the file`() {
    #expect(
      report(
        #"""
        { "marbles": "-a-b-c|",
          "expect": "-a-x-c|" }
        """#) == """
          t.json:2:17: expect
           2 |   "expect": "-a-x-c|" }
             |                 ^

                      0s   1s   2s   3s   4s   5s   6s
                      +----+----+----+----+----+----+
            expected  -----a---------x---------c----|
            actual    -----a---------b---------c----|
                                     ^
            first difference at 3s: expected x, got b
            everything else is as expected
          """)
  }

  @Test func `an unexpected failure shows where it comes from`() {
    let report = report(
      #"""
      { "sequence": [{ "v": 0 }],
        "operators": [{ "map": { "expression": "1 / $0.v" } }],
        "expect": "(1|)" }
      """#)
    #expect(
      report.hasSuffix(
        #"  the stream failed: t.json:2:43: division by zero in '1 / $0.v' for {"v":0}"#),
      "\(report)")
  }

  /// Returns the words below a picture.
  private func words(_ expectation: String, for source: String) -> String {
    let lines = report("{\(source), \"expect\": \(expectation)}").split(separator: "\n")
    guard let start = lines.firstIndex(where: { $0.contains("first difference") }) else {
      return lines.joined(separator: "\n")
    }
    return lines[start...].map { $0.dropFirst(2) }.joined(separator: "\n")
  }

  @Test(arguments: [
    (
      #""-a---c|""#,
      "3s: expected c at 5s, got b at 3s\nonly this event is unexpected; everything after it is as expected"
    ),
    (
      #""-a-bbc|""#,
      "4s: expected b at 4s, got c at 5s\nonly this event is missing; everything after it is as expected"
    ),
    (#""-a--bc|""#, "3s: expected b at 4s, got b at 3s\neverything else is as expected"),
    (
      #""-a-b-c--|""#,
      "6s: expected the end at 8s, got the end at 6s\neverything else is as expected"
    ),
    (
      #""--a-b-c|""#,
      "1s: expected a at 2s, got a at 1s\nfrom there on, every event arrives 1s too early"
    ),
    (
      #""-a-b|""#,
      "4s: expected the end at 4s, got c at 5s\n2 events arrived instead of the expected end"
    ),
    (#""-a-b-c#""#, "6s: expected a failure, got the end\neverything else is as expected"),
    (
      #""""#,
      "1s: expected nothing more (still waiting), got a\n4 unexpected events arrived"
    ),
    (
      #""-abcd-|""#,
      "2s: expected b at 2s, got b at 3s"
    ),
  ])
  func `the first difference is reported, and how the rest compares`(
    expectation: String, expected: String
  ) {
    let words = words(expectation, for: #""marbles": "-a-b-c|""#)
    #expect(words == "first difference at \(expected)")
  }

  @Test func `a stream that never finished is reported`() {
    #expect(
      words(#""-a|""#, for: #""marbles": "-a""#) == """
        first difference at 2s: expected the end, got nothing more (still waiting)
        the stream never completed, and nothing is pending
        """)
    #expect(
      words(#""-a-b-c""#, for: #""marbles": "-a""#).hasSuffix("2 expected events did not arrive"))
  }

  @Test func `another order at one instant is reported`() {
    #expect(
      words(#""-(bac)-|""#, for: #""marbles": "-(abc)-|""#).hasSuffix(
        "the same events arrive in another order; everything after them is as expected"))
  }

  @Test func `an int and a double are distinguished`() {
    #expect(
      words(#""(1|)""#, for: #""sequence": [1.0]"#).hasSuffix(
        "expected 1, got 1.0\nan int and a double differ: 1 is not 1.0\neverything else is as expected"
      ))
    #expect(
      words(#""(12|)""#, for: #""sequence": [1.0, 2.0]"#).hasSuffix(
        "expected 1, got 1.0\nan int and a double differ: 1 is not 1.0"))
  }

  @Test func `objects are compared by the places where they differ, and shown in full`() {
    let value = #"{"id":7,"tags":["a long word","y"],"items":[{"price":10},{"price":12.5}]}"#
    let other = #"{"id":7,"tags":["a long word"],"items":[{"price":10},{"price":12}],"n":1}"#
    let text = words(
      #"[{"time": 0, "value": \#(other)}, {"time": 0, "completion": "finished"}]"#,
      for: #""sequence": [\#(value)]"#)
    #expect(
      text == """
        first difference at 0s:
          expected {"id":7,"tags":["a long word"],"items":[{"price":10},{"price":12}]…
          got      {"id":7,"tags":["a long word","y"],"items":[{"price":10},{"price":…
        everything else is as expected
          where the two differ:
            tags[1]: expected nothing, got "y"
            items[1].price: expected 12, got 12.5
            n: expected 1, got nothing
          expected in full:
            {"id":7,"tags":["a long word"],"items":[{"price":10},{"price":12}],"n":1}
          got in full:
            {"id":7,"tags":["a long word","y"],"items":[{"price":10},{"price":12.5}]}
        """)
  }

  @Test func `the wrong event of a long list is marked, in the picture and in the file`() {
    let items = (0..<200).map {
      #"{"value": \#($0 % 10), "operators": [{"delay": {"seconds": 1}}]}"#
    }
    let events = (0..<200).map { index in
      "{\"time\": \(index + 1), \"value\": \(index == 137 ? 99 : index % 10)}"
    }
    let text = report(
      """
      {"stream": [\(items.joined(separator: ","))], "expect": [
      \(events.joined(separator: ",\n")),
      {"time": 200, "completion": "finished"}]}
      """)
    #expect(text.hasPrefix("t.json:139:24: expect\n 139 | {\"time\": 138, \"value\": 99},\n"))
    #expect(text.contains("first difference at 138s: expected 99, got 7\n"))
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }

  @Test func `a report of a huge value is not`() {
    let long = String(repeating: "x", count: 100_000)
    let text = report(
      #"{"sequence": ["\#(long)a"], "expect": [{"time": 0, "value": "\#(long)b"}]}"#)
    #expect(text.count < 6_000)
    #expect(text.contains("xxxb") && text.contains("xxxa"))
    #expect(text.contains("\n    expected in full:\n      … after 99901 equal characters:\n"))
    let other = report(
      #"{"sequence": ["\#(long)a"], "expect": [{"time": 0, "value": "b\#(long)"}]}"#)
    #expect(other.count < 6_000 && other.contains("more characters"))
  }

  @Test func `instants that are close have separate columns`() {
    let text = report(
      #"{"marbles": "-a|", "operators": [{"delay": {"seconds": 1e-9}}], "expect": "-a|"}"#)
    #expect(
      text.contains(
        """
          expected  -----//-a-----//-|
          actual    -----//--a----//--|
                            ^
          first difference at 1s: expected a at 1s, got a at 1.000000001s
          from there on, every event arrives 0.000000001s too late
        """))
  }

  @Test func `only the near ones of many values at one instant are drawn`() {
    let text = report(
      """
      {"sequence": [\((0..<200).map { "\($0 * 2)" }.joined(separator: ","))], "expect": [
      \((0..<200).map { "{\"time\": 0, \"value\": \($0 == 150 ? 7 : $0 * 2)}" }.joined(separator: ",\n")),
      {"time": 0, "completion": "finished"}]}
      """)
    #expect(
      text.contains(
        """
          expected  (oooooooooo)>
          actual    (oooooooooo)>
                          ^
          expected at 0s: 290, 292, 294, 296, 298, 7, 302, 304, 306, 308
          actual at 0s: 290, 292, 294, 296, 298, 300, 302, 304, 306, 308
          not drawn: 145 equal before
          not drawn: 46 expected after, 46 actual
          first difference at 0s: expected 7, got 300
          everything else is as expected
        """))
  }

  @Test func `a failure that is cut is shown in full`() {
    let words = words(
      #""(23|)""#,
      for: #""sequence": [1, "x"], "operators": [{"map": {"expression": "$0 + 1"}}]"#)
    #expect(
      words == """
        first difference at 0s:
          expected 3
          got      failure ''+' cannot be applied to a string and an int, expected tw…
          got in full:
            '+' cannot be applied to a string and an int, expected two numbers, two st
            rings or two lists in "$0 + 1"
        the stream failed: t.json:1:62: '+' cannot be applied to a string and an int, expected two \
        numbers, two strings or two lists in '$0 + 1' for "x"
        """)
  }

  @Test(arguments: [
    (#"{ "marbles": "-a|", "expect": "-a--é|" }"#, 36),
    (#"{ "marbles": "-a|", "expect": "\u002da--b|" }"#, 41),
    (#"{ "marbles": "-a|", "tests": [ { "expect": { "values": {}, "marbles": "-b|" } } ] }"#, 73),
    (#"{ "marbles": "-a|", "expect": [{"time": 1, "value": "a"}, {"time": 1, "value": 2}] }"#, 68),
    (#"{ "marbles": "-a|", "expect": [{"time": 1, "value": "a"}] }"#, 32),
    (#"{ "marbles": "-a|", "expect": [] }"#, 31),
  ])
  func `the place of the expectation that was not met is exact`(text: String, column: Int) {
    #expect(report(text).hasPrefix("t.json:1:\(column): "))
  }
}
