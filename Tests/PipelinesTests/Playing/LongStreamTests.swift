import Marbles
import Pipelines
import Reactive
import Testing
import Values

/// Streams of many items and chains of many operators.
@Suite struct LongStreamTests {
  @Test(arguments: ["", #", "operators": [{"delay": {"seconds": 0.001}}]"#])
  func `plays 100,000 items`(delay: String) throws {
    let count = 100_000
    let items = (0..<count).map { #"{"value": \#($0)\#(delay)}"# }.joined(separator: ",")
    let timeline = try program(
      #"{"stream": [\#(items)], "operators": [{"filter": {"expression": "$0 % 2 == 1"}}]}"#
    ).play()
    #expect(timeline.values.count == count / 2)
    #expect(timeline.values.last == .int(99_999))
    let end: Duration = delay.isEmpty ? .zero : .seconds(100)
    #expect(timeline.completion == .finished(at: end))
    #expect(timeline.events.dropLast().last == .value(.int(99_999), at: end))
  }

  static let chains = [
    #"{"delay": {"seconds": 0.001}}"#, #"{"delay": {"seconds": 0}}"#,
    #"{"map": {"expression": "$0 + 1"}}"#, #"{"filter": {"expression": "$0 >= 0"}}"#,
    #"{"dropFirst": {"count": 0}}"#, #"{"scan": {"initialValue": 1, "expression": "$1"}}"#,
    #"{"delay": {"seconds": 0}}, {"map": {"expression": "$0 + 1"}}"#,
  ]

  @Test(arguments: chains)
  func `a chain of 3,000 operators needs no more stack than one of two`(link: String) async {
    await onStack(megabytes: 1) {
      let chain = Array(repeating: link, count: 3_000).joined(separator: ",")
      let adds = link.contains("+ 1") ? 3_000 : 0
      let seconds = link.contains("0.001") ? "5" : "2"
      let last = link.contains("0.001") ? "4" : "1"
      #expect(
        outcome { try played(values: "1", "2", through: chain) }
          == "\(1 + adds)@\(last) \(2 + adds)@\(seconds) |@\(seconds)")
    }
  }

  @Test(arguments: chains)
  func `an item with 3,000 operators needs no more stack than one with two`(link: String) async {
    await onStack(megabytes: 1) {
      let chain = Array(repeating: link, count: 3_000).joined(separator: ",")
      let value = 1 + (link.contains("+ 1") ? 3_000 : 0)
      let seconds = link.contains("0.001") ? "3" : "0"
      #expect(
        outcome { try played(items: #"{"value": 1, "operators": [\#(chain)]}"#) }
          == "\(value)@\(seconds) |@\(seconds)")
    }
  }

  @Test func `a failure passes through a long chain`() async {
    await onStack(megabytes: 1) {
      let chain = Array(repeating: #"{"delay": {"seconds": 0.001}}"#, count: 3_000)
        .joined(separator: ",")
      let failing = #"{"map": {"expression": "1 / $0"}}, \#(chain)"#
      #expect(
        outcome { try played(values: "0", through: failing) }
          == #"#division by zero in "1 / $0"@4"#)
    }
  }

  @Test func `a long chain that is cancelled leaves nothing in the queue`() async {
    await onStack(megabytes: 1) {
      let chain = Array(repeating: #"{"delay": {"seconds": 0.001}}"#, count: 3_000)
        .joined(separator: ",")
      let text = #"{"stream": [{"value": 1}], "operators": [\#(chain)]}"#
      guard let program = try? program(text) else {
        Issue.record("the file does not play")
        return
      }
      let scheduler = VirtualScheduler()
      let recorder = Recorder<Value>(on: scheduler) { Issue.record("\($0) came") }
      program.publisher(on: scheduler).receive(subscriber: recorder)
      scheduler.run(until: .zero.advanced(by: .seconds(2)))
      #expect(scheduler.pendingCount == 1)
      recorder.subscription?.cancel()
      #expect(scheduler.pendingCount == 0)
    }
  }

  @Test func `a long chain keeps the order of items at one instant`() throws {
    let chain = Array(repeating: Self.chains[1], count: 300).joined(separator: ",")
    let items = (0..<20).map { index in
      let delay = ["", #", "operators": [{"delay": {"seconds": 0}}]"#][index % 2]
      return #"{"value": \#(index)\#(delay)}"#
    }.joined(separator: ",")
    let expected = (0..<20).map { "\($0)@0" }.joined(separator: " ") + " |@0"
    #expect(try played(items: items, operators: chain) == expected)
  }
}
