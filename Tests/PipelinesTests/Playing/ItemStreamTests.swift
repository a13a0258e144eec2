import Marbles
import Pipelines
import Reactive
import Testing
import Values

/// Items of a `stream` whose operators take further streams.
@Suite struct ItemStreamTests {
  /// Plays items; `x` is 7 after a second, `y` is 8 and 9 at once, `z` never ends, `e` is empty and
  /// `f` fails after a second.
  private func played(_ items: String, operators: String = "") throws -> String {
    try PipelinesTests.played(
      #"""
      {"definitions": {
         "x": {"sequence": [7], "operators": [{"delay": {"seconds": 1}}]},
         "y": {"sequence": [8, 9]}, "z": {"marbles": "z"}, "e": {"append": []},
         "f": {"marbles": "-#", "error": "broken"}},
       "stream": [\#(items)], "operators": [\#(operators)]}
      """#)
  }

  private static func item(_ value: Int, _ operators: String...) -> String {
    #"{"value": \#(value), "operators": [\#(operators.joined(separator: ", "))]}"#
  }

  private static func taking(_ name: String, _ streams: String...) -> String {
    #"{"\#(name)": {"streams": [\#(streams.map { "\"\($0)\"" }.joined(separator: ", "))]}}"#
  }

  private static let second = #"{"delay": {"seconds": 1}}"#

  static let ends: [(items: String, plays: String)] = [
    // Immediately.
    ("\(item(1, taking("append", "y"))), \(item(2))", "1@0 8@0 9@0 2@0 |@0"),
    ("\(item(1, taking("prepend", "y"))), \(item(2))", "8@0 9@0 1@0 2@0 |@0"),
    ("\(item(1, taking("merge", "y", "e"))), \(item(2))", "1@0 8@0 9@0 2@0 |@0"),
    ("\(item(1, taking("zip", "y"))), \(item(2))", "[1,8]@0 2@0 |@0"),
    ("\(item(1, taking("zip", "e"))), \(item(2))", "2@0 |@0"),
    ("\(item(1, taking("append"))), \(item(2, taking("merge")))", "1@0 2@0 |@0"),
    ("\(item(1, taking("zip"))), \(item(2))", "[1]@0 2@0 |@0"),
    // Later.
    ("\(item(1, taking("append", "x"))), \(item(2))", "1@0 7@1 2@1 |@1"),
    ("\(item(1, taking("prepend", "x"))), \(item(2))", "7@1 1@1 2@1 |@1"),
    ("\(item(1, taking("merge", "x", "y"))), \(item(2))", "1@0 8@0 9@0 7@1 2@1 |@1"),
    ("\(item(1, taking("zip", "x"))), \(item(2))", "[1,7]@1 2@1 |@1"),
    // Before and after waits.
    ("\(item(1, second, taking("append", "y"))), \(item(2, second))", "1@1 8@1 9@1 2@2 |@2"),
    ("\(item(1, taking("append", "x"), second)), \(item(2, second))", "1@1 7@2 2@3 |@3"),
    ("\(item(1, taking("merge", "x"), taking("zip", "x"))), \(item(2))", "[1,7]@1 2@1 |@1"),
    // One after another, with or without waits.
    (
      "\(item(1, taking("append", "x"))), \(item(2, taking("append", "y"))), \(item(3))",
      "1@0 7@1 2@1 8@1 9@1 3@1 |@1"
    ),
    (
      "\(item(1, taking("append", "y"))), \(item(2, second)), \(item(3, taking("append", "x")))",
      "1@0 8@0 9@0 2@1 3@1 7@2 |@2"
    ),
    // Several items share a list, and each has its own state of the operators.
    (
      "\(item(1, taking("append", "y"), #"{"dropFirst": {"count": 2}}"#)), "
        + "\(item(2, taking("append", "y"), #"{"dropFirst": {"count": 2}}"#))", "9@0 9@0 |@0"
    ),
    // An endless stream keeps the next item from beginning.
    ("\(item(1, taking("append", "z"))), \(item(2))", #"1@0 "z"@0"#),
  ]

  @Test(arguments: ends)
  func `the next item begins when all streams of the previous one have ended`(
    items: String, plays: String
  ) throws {
    #expect(try played(items) == plays)
  }

  static let failures: [(items: String, plays: String)] = [
    ("\(item(1, taking("append", "f"))), \(item(2))", "1@0 #broken@1"),
    ("\(item(1, taking("merge", "x", "f"))), \(item(2))", "1@0 7@1 #broken@1"),
    ("\(item(1, taking("zip", "f"))), \(item(2))", "#broken@1"),
    ("\(item(1, taking("append", "f"), second)), \(item(2))", "1@1 #broken@2"),
    (
      "\(item(0, taking("append", "x"), #"{"map": {"expression": "7 / $0"}}"#)), \(item(2))",
      #"#division by zero in "7 / $0"@0"#
    ),
    (
      "\(item(1, taking("append", "x"), #"{"map": {"expression": "7 / ($0 - 7)"}}"#)), \(item(2))",
      #"-1@0 #division by zero in "7 / ($0 - 7)"@1"#
    ),
  ]

  @Test(arguments: failures)
  func `a failure in a stream of an item ends the stream`(items: String, plays: String) throws {
    #expect(try played(items) == plays)
  }

  @Test func `any number of values can be played, with nothing left in the queue`() throws {
    let items = Self.ends.map(\.items).dropLast().joined(separator: ", ")
    let text = #"""
      {"definitions": {
         "x": {"sequence": [7], "operators": [{"delay": {"seconds": 1}}]},
         "y": {"sequence": [8, 9]}, "e": {"append": []}},
       "stream": [\#(items)]}
      """#
    let program = try program(text)
    let whole = program.play().events.map(\.brief)
    #expect(whole.count > 50)
    for count in 0..<whole.count {
      let scheduler = VirtualScheduler()
      var events: [String] = []
      Playback(limit: count).play(program.publisher(on: scheduler), on: scheduler) {
        events.append($0.brief)
      }
      #expect(events == Array(whole.prefix(count)))
      #expect(scheduler.pendingCount == 0)
    }
  }

  @Test func `a stream that is cancelled during an item leaves nothing in the queue`() throws {
    let program = try program(
      #"""
      {"definitions": {"z": {"marbles": "a-b-c-d-e"}},
       "stream": [{"value": 1, "operators": [{"merge": {"streams": ["z", "z"]}}, {"delay": {"seconds": 0.5}}]},
                  {"value": 2}]}
      """#)
    let scheduler = VirtualScheduler()
    var events: [String] = []
    let recorder = Recorder<Value>(on: scheduler) { events.append($0) }
    program.publisher(on: scheduler).receive(subscriber: recorder)
    scheduler.run(until: .zero.advanced(by: .seconds(2)))
    #expect(scheduler.pendingCount > 0)
    recorder.subscription?.cancel()
    #expect(scheduler.pendingCount == 0)
    #expect(events == ["1@0.5", #""a"@0.5"#, #""a"@0.5"#])
  }

  @Test func `an item can use the definitions around its stream`() throws {
    let text = #"""
      {"definitions": {"x": {"sequence": [1]}, "s": {
         "definitions": {"x": {"sequence": [2]}},
         "stream": [{"value": 0, "operators": [{"append": {"streams": ["x",
           {"definitions": {"x": {"sequence": [3]}}, "from": "x"}]}}]}]}},
       "append": ["s", "x"]}
      """#
    #expect(try PipelinesTests.played(text) == "0@0 2@0 3@0 1@0 |@0")
  }

  @Test func `streams can be nested in items of streams in items`() throws {
    var text = #"{"stream": [{"value": 0}]}"#
    for depth in 1...40 {
      let append = #"{"append": {"streams": [\#(text)]}}"#
      text = #"{"stream": [{"value": \#(depth), "operators": [\#(append)]}]}"#
    }
    let values = (0...40).reversed().map { "\($0)@0" }.joined(separator: " ")
    #expect(try PipelinesTests.played(text) == "\(values) |@0")
  }

  @Test func `30,000 items with streams play in one instant, on any stack`() async {
    await onStack(megabytes: 1) {
      let item = #"{"value": 1, "operators": [{"append": {"streams": ["x"]}}]}"#
      let items = Array(repeating: item, count: 30_000).joined(separator: ",")
      let text = #"{"definitions": {"x": {"sequence": [2]}}, "stream": [\#(items)]}"#
      let count = outcome { "\(try program(text).play().events.count)" }
      #expect(count == "60001")
    }
  }
}
