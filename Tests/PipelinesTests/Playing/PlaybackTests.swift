import Marbles
import Pipelines
import Reactive
import Testing
import Values

/// The limits of a playback, and that it leaves nothing behind.
@Suite struct PlaybackTests {
  static let oneASecond = #"""
    {"stream": [
      {"value": 1, "operators": [{"delay": {"seconds": 1}}]},
      {"value": 2, "operators": [{"delay": {"seconds": 1}}]},
      {"value": 3, "operators": [{"delay": {"seconds": 1}}]}]}
    """#

  @Test(arguments: [
    (0, ""), (999, ""), (1000, "1@1"), (1999, "1@1"), (2000, "1@1 2@2"),
    (3000, "1@1 2@2 3@3 |@3"), (9000, "1@1 2@2 3@3 |@3"),
  ])
  func `until includes its instant`(milliseconds: Int, timeline: String) throws {
    let until = Instant.zero.advanced(by: .milliseconds(milliseconds))
    #expect(try played(Self.oneASecond, Playback(until: until)) == timeline)
  }

  @Test(arguments: [
    (0, ""), (1, "1@1"), (2, "1@1 2@2"), (3, "1@1 2@2 3@3"), (4, "1@1 2@2 3@3 |@3"),
  ])
  func `limit counts values, and leaves out the end`(limit: Int, timeline: String) throws {
    #expect(try played(Self.oneASecond, Playback(limit: limit)) == timeline)
  }

  @Test(arguments: [
    (Playback(), PlaybackEnd.ended), (Playback(until: .zero), .waiting),
    (Playback(limit: 2), .limited), (Playback(limit: 0), .limited), (Playback(limit: 4), .ended),
    (Playback(until: Instant(nanoseconds: 1_000_000_000), limit: 1), .limited),
  ])
  func `a playback reports how it ended`(playback: Playback, end: PlaybackEnd) throws {
    let scheduler = VirtualScheduler()
    let publisher = try program(Self.oneASecond).publisher(on: scheduler)
    #expect(playback.play(publisher, on: scheduler) { _ in } == end)
    #expect(scheduler.pendingCount == 0)
  }

  @Test func `a limit also ends a stream without delays`() throws {
    let items = Array(repeating: #"{"value": 1}"#, count: 1000).joined(separator: ",")
    #expect(try played(#"{"stream": [\#(items)]}"#, Playback(limit: 2)) == "1@0 1@0")
  }

  @Test func `a program plays the same way again`() throws {
    let program = try program(
      #"{"stream": [{"value": 1}, {"value": 2, "operators": [{"delay": {"seconds": 1}}]}, {"value": 3}], "#
        + #""operators": [{"scan": {"initialValue": 0, "expression": "$0 + $1"}}, {"dropFirst": {"count": 1}}]}"#
    )
    #expect(program.play().brief == "3@1 6@1 |@1")
    #expect(program.play() == program.play())
    // And one publisher is played twice at the same time on one clock.
    let scheduler = VirtualScheduler()
    let publisher = program.publisher(on: scheduler)
    var heard: [[String]] = [[], []]
    for index in 0..<2 {
      publisher.receive(
        subscriber: Recorder<Value>(on: scheduler) { heard[index].append($0) })
    }
    scheduler.run()
    #expect(heard == [["3@1", "6@1", "|@1"], ["3@1", "6@1", "|@1"]])
  }

  @Test func `a playback begins at the scheduler's current instant`() throws {
    let scheduler = VirtualScheduler(now: Instant(nanoseconds: 5_000_000_000))
    var heard: [String] = []
    try program(Self.oneASecond).publisher(on: scheduler).receive(
      subscriber: Recorder<Value>(on: scheduler) { heard.append($0) })
    scheduler.run()
    #expect(heard == ["1@6", "2@7", "3@8", "|@8"])
  }

  @Test func `everything is emitted at once on a scheduler that does not wait`() throws {
    let scheduler = ImmediateScheduler()
    var heard: [String] = []
    try program(
      #"{"stream": [{"value": 1, "operators": [{"delay": {"seconds": 5e9}}]}, {"value": 2}, "#
        + #"{"value": 3, "operators": [{"delay": {"seconds": 5e9}}, {"delay": {"seconds": 5e9}}]}], "#
        + #""operators": [{"delay": {"seconds": 7}}, {"map": {"expression": "$0 * 2"}}]}"#
    ).publisher(on: scheduler).receive(
      subscriber: Recorder<Value>(on: scheduler) { heard.append($0) })
    #expect(heard == ["2@0", "4@0", "6@0", "|@0"])
  }

  @Test(arguments: ["", #"{"delay": {"seconds": 0.5}}"#, #"{"map": {"expression": "$0"}}"#])
  func `leaves nothing in the queue if it is cancelled between values`(operators: String) throws {
    let text = Self.oneASecond.dropLast() + #", "operators": [\#(operators)]}"#
    let program = try program(String(text))
    for stop in stride(from: 0, through: 4000, by: 250) {
      let scheduler = VirtualScheduler()
      var heard: [String] = []
      let recorder = Recorder<Value>(on: scheduler) { heard.append($0) }
      program.publisher(on: scheduler).receive(subscriber: recorder)
      scheduler.run(until: .zero.advanced(by: .milliseconds(stop)))
      let before = heard
      recorder.subscription?.cancel()
      #expect(scheduler.pendingCount == 0, "cancelled at \(stop) ms")
      scheduler.run()
      #expect(heard == before, "cancelled at \(stop) ms")
    }
  }

  @Test(arguments: [
    #"{"value": 1}, {"value": 2}, {"value": 3}"#,
    #"{"value": 1, "operators": [{"delay": {"seconds": 1}}]}, {"value": 2, "operators": [{"delay": {"seconds": 1}}]}"#,
    #"{"value": 1, "operators": [{"delay": {"seconds": 1}}, {"map": {"expression": "$0"}}]}, {"value": 2}"#,
    #"{"value": 1, "operators": [{"delay": {"seconds": 1}}, {"delay": {"seconds": 1}}]}, {"value": 2, "operators": [{"delay": {"seconds": 1}}]}"#,
  ])
  func `emits nothing more if it is cancelled inside a value`(items: String) throws {
    let scheduler = VirtualScheduler()
    let canceller = Canceller()
    try program(#"{"stream": [\#(items)]}"#).publisher(on: scheduler).receive(subscriber: canceller)
    scheduler.run()
    #expect(canceller.heard == ["1"])
    #expect(scheduler.pendingCount == 0)
  }
}

/// Cancels as soon as a value arrives.
private final class Canceller: Subscriber {
  typealias Failure = StreamFailure
  private var subscription: (any Subscription)?
  private(set) var heard: [String] = []

  func receive(subscription: any Subscription) { self.subscription = subscription }

  func receive(_ value: Value) {
    heard.append("\(value)")
    subscription?.cancel()
  }

  func receive(completion: Subscribers.Completion<StreamFailure>) { heard.append("end") }
}
