import Composable
import Foundation
import Pipelines
import Reactive
import Sessions
import Testing
import Values

@Suite struct ReplayTests {
  let folder: Folder

  init() throws { folder = try Folder() }

  /// Records a session of some actions and a timer, with states.
  @discardableResult
  private func record(_ name: String = "a.json", states: Bool = true) throws -> Counter.State {
    let scheduler = VirtualScheduler()
    let store = StoreOf<Counter>.counter(scheduler)
    try store.record(to: folder(name), states: states, on: scheduler)
    store.send(.increment)
    scheduler.advance(by: .milliseconds(500))
    store.send(.startTimer)
    scheduler.advance(by: .milliseconds(2500))
    store.send(.add(10))
    store.send(.stopTimer)
    return store.withState { $0 }
  }

  private func edit(_ old: String, _ new: String) throws {
    let text = try folder.read("a.json")
    try #require(text.contains(old))
    try folder.write(text.replacingOccurrences(of: old, with: new), to: "a.json")
  }

  /// Returns the outcome of a replay in a new store.
  private func replay(count: Int = 0) -> String {
    let scheduler = VirtualScheduler()
    do {
      try StoreOf<Counter>.counter(scheduler, count: count)
        .replay(folder("a.json"), on: scheduler)
      return "the same"
    } catch let error as Diagnostics {
      return folder.short(error.report)
    } catch {
      return folder.short("\(error)")
    }
  }

  @Test func `a replay produces the same states at the same times`() throws {
    let recorded = try record()
    let scheduler = VirtualScheduler(now: .zero.advanced(by: .seconds(100)))
    let store = StoreOf<Counter>.counter(scheduler)
    var counts: [(Int, Duration)] = []
    let watch = store.publisher.map(\.count).removeDuplicates().sink {
      counts.append(($0, Instant.zero.duration(to: scheduler.now)))
    }
    try store.replay(folder("a.json"), on: scheduler)
    watch.cancel()
    #expect(store.withState { $0 } == recorded)
    #expect(counts.map(\.0) == [0, 1, 2, 3, 13])
    #expect(counts.map(\.1) == [100, 100, 101.5, 102.5, 103].map { .seconds($0) })
    // The timer of the session did not start here.
    #expect(scheduler.pendingCount == 0)
  }

  @Test func `recording a replay produces the same file`() throws {
    try record()
    let scheduler = VirtualScheduler()
    let store = StoreOf<Counter>.counter(scheduler)
    try store.record(to: folder("b.json"), states: true, on: scheduler)
    try store.replay(folder("a.json"), on: scheduler)
    #expect(try folder.read("a.json") == folder.read("b.json"))
  }

  @Test func `if effects run, only the user's actions are sent`() throws {
    try record()
    let scheduler = VirtualScheduler()
    let store = StoreOf<Counter>.counter(scheduler)
    try store.replay(folder("a.json"), on: scheduler, effects: .run)
    #expect(store.withState(\.count) == 13 && scheduler.pendingCount == 0)
  }

  @Test func `a changed action is found by the state after it`() throws {
    try record()
    try edit(#"{"add":{"_0":10}}"#, #"{"add":{"_0":20}}"#)
    #expect(
      replay() == """
        a.json:8:5: action 5 at 3 s, 'Counter.Action.add(20)', produces another state (− recorded, + replayed):

          Counter.State(
        −   count: 13,
        +   count: 23,
            … (2 unchanged)
          )
        """)
  }

  @Test func `a removed action is found at the next one`() throws {
    try record()
    let lines = try folder.read("a.json").split(separator: "\n")
    try folder.write(
      (lines.prefix(3) + lines.dropFirst(4)).joined(separator: "\n"), to: "a.json")
    #expect(
      replay().hasPrefix("a.json:4:5: action 1 at 0.5 s, 'Counter.Action.startTimer', produces"))
  }

  @Test func `a changed state, and a different initial state, are found`() throws {
    try record()
    #expect(
      replay(count: 5) == """
        a.json:2:15: the start of the session has another state (− recorded, + replayed):

          Counter.State(
        −   count: 0,
        +   count: 5,
            … (2 unchanged)
          )
        """)
    try edit(#"{"count":2,"names":{}}"#, #"{"count":2,"names":{},"fact":"none"}"#)
    #expect(replay().hasPrefix("a.json:6:5: action 3 at 1.5 s, 'Counter.Action.ticked', produces"))
    #expect(replay().contains("− ") && replay().contains("\"none\""))
  }

  @Test func `a changed time moves all later actions`() throws {
    try record(states: false)
    try edit(#""seconds": 0.5 } } ] },"#, #""seconds": 7.25 } } ] },"#)
    let session = try Session(contentsOfFile: folder("a.json"))
    #expect(
      session.entries.map(\.time) == [0, 7.25, 8.25, 9.25, 16.5, 16.5].map { .seconds($0) })
  }

  @Test func `an unknown action is reported with its place and a hint`()
    throws
  {
    try record()
    try edit(#"{"increment":{}}"#, #"{"incremnt":{}}"#)
    #expect(
      replay() == #"""
        a.json:4:16: error: action 1 at 0 s: unknown case 'incremnt' of Counter.Action; did you mean 'increment'? [invalid-value]
         4 |     { "value": {"incremnt":{}}, "$state": {"count":1,"names":{}} },
           |                ^
        """#)
    try edit(#"{"incremnt":{}}"#, #""increment""#)
    #expect(
      replay().hasPrefix(
        "a.json:4:16: error: action 1 at 0 s: found \"increment\", expected an object with one key; "
          + "cases of Counter.Action: 'add', 'rename', 'factResponse', 'increment', 'askForFact'"))
    try edit(#""increment","#, #"{"add":{"_0":"ten"}},"#)
    #expect(
      replay().hasPrefix(
        "a.json:4:29: error: action 1 at 0 s: found string, expected Int [invalid-value]\n"))
    try edit(#"{"add":{"_0":"ten"}}"#, #"{"add":{}}"#)
    #expect(
      replay().hasPrefix("a.json:4:23: error: action 1 at 0 s: there is no '_0' [invalid-value]\n"))
  }

  @Test func `all unknown actions are reported at once`() throws {
    try record()
    try edit(#"{"ticked":{}}"#, #"{"tocked":{}}"#)
    #expect(replay().split(separator: "\n").filter { $0.contains("'tocked'") }.count == 2)
  }

  @Test func `an invalid state is reported with its place`() throws {
    try record()
    try edit(#""$state": {"count":1,"names":{}}"#, #""$state": {"names":{}}"#)
    #expect(
      replay().hasPrefix(
        "a.json:4:44: error: the state after action 1 at 0 s: there is no 'count' [invalid-value]\n"
      ))
  }

  @Test func `a truncated file is reported, with a hint for its repair`() throws {
    try record()
    let text = try folder.read("a.json")
    var seen: Set<String> = []
    for length in stride(from: text.utf8.count - 3, to: 1, by: -7) {
      try folder.write(String(text.prefix(length)), to: "a.json")
      let report = replay()
      #expect(report.hasPrefix("a.json:"))
      if report.contains("cut off") { seen.insert("cut") }
    }
    #expect(seen == ["cut"])
    try folder.write("", to: "a.json")
    #expect(replay().hasPrefix("a.json:1:1: error: "))
  }

  @Test func `a missing file, and a folder, are reported`() throws {
    #expect(replay() == "cannot read 'a.json': No such file or directory")
  }

  @Test func `the value of '$by' must be known`() throws {
    try record()
    try edit(#""$by": "effect""#, #""$by": "efect""#)
    #expect(
      replay().hasPrefix(
        #"a.json:6:"#)
        && replay().contains(
          #"error: found "efect", expected 'effect' or 'user' under '$by'; remove '$by' for"#)
    )
  }

  @Test func `any stream of actions is a session of the user's actions`() throws {
    try folder.write(
      #"""
      { "marbles": "-i-(aa)", "values": { "i": {"increment":{}}, "a": {"add":{"_0":5}} },
        "operators": [ { "delay": { "seconds": 2 } } ] }
      """#, to: "a.json")
    let session = try Session(contentsOfFile: folder("a.json"))
    #expect(session.entries.map(\.time) == [3, 5, 5].map { .seconds($0) })
    let scheduler = VirtualScheduler()
    let store = StoreOf<Counter>.counter(scheduler)
    try store.replay(folder("a.json"), on: scheduler, effects: .run)
    #expect(store.withState(\.count) == 11)
    try folder.write(#"{ "marbles": "-x", "values": {} }"#, to: "a.json")
    #expect(
      replay().hasPrefix("a.json:1:1: error: action 1 at 1 s: found \"x\", expected an object"))
  }

  @Test func `a marked session has no operators except 'delay' on its items`() throws {
    try record()
    try edit(
      "\"stream\": [", "\"operators\": [ { \"prefix\": { \"count\": 2 } } ],\n  \"stream\": [")
    #expect(replay().hasPrefix("a.json:3:16: error: found operators other than 'delay'"))
    try record("b.json")
    try folder.write(
      #"{ "from": "./b.json", "operators": [ { "prefix": { "count": 2 } } ] }"#, to: "a.json")
    #expect(replay() == "the same")
  }

  @Test func `a stream that never ends, fails or reads an input is not a session`() throws {
    try folder.write(
      #"{ "marbles": "-|", "operators": [ { "repeat": {} } ] }"#, to: "a.json")
    #expect(replay().contains("the session continues without actions and does not end"))
    try folder.write(#"{ "marbles": "-#" }"#, to: "a.json")
    #expect(replay().contains("the session's stream fails after action 0: error"))
    try folder.write(#"{ "input": "clicks" }"#, to: "a.json")
    #expect(replay().contains("the session reads the input 'clicks'"))
  }

  @Test func `a session has a maximum number of actions`() {
    #expect(Session.limit == 1_000_000)
    let source = SourceText(name: "a.json", #"{ "sequence": [1, 2, 3, 4] }"#)
    #expect(throws: Never.self) { try Session(source, limit: 4) }
    let error = #expect(throws: Diagnostics.self) { try Session(source, limit: 3) }
    #expect(
      error?.description
        == "a.json:1:1: error: the session does not end; the limit is 3 actions")
  }

  @Test func `an invalid time is a mistake in the file`() throws {
    try record()
    try edit(#""seconds": 0.5 }"#, #""seconds": -0.5 }"#)
    #expect(replay().hasPrefix("a.json:5:") && replay().contains("'seconds' is negative"))
  }

  @Test func `the store of a part cannot replay`() throws {
    try record()
    let part = StoreOf<Counter>.counter(VirtualScheduler())
      .scope(state: \.count, action: { (action: Counter.Action) in action })
    #expect(throws: RecordingError.self) {
      try part.replay(folder("a.json"), on: VirtualScheduler())
    }
  }

  @Test func `a replay that has begun can be cancelled, and ends with its store`() throws {
    try record(states: false)
    let session = try Session(contentsOfFile: folder("a.json"))
    let scheduler = VirtualScheduler()
    var store: StoreOf<Counter>? = StoreOf<Counter>.counter(scheduler)
    let replay = try #require(try store?.beginReplay(of: session, on: scheduler))
    scheduler.advance(by: .seconds(1.5))
    #expect(replay.position == 3 && !replay.isOver && replay.count == 6)
    replay.cancel()
    scheduler.run()
    #expect(replay.position == 3 && replay.isOver && scheduler.pendingCount == 0)
    // Effects start again.
    store?.send(.startTimer)
    #expect(scheduler.pendingCount == 1)
    let second = try #require(try store?.beginReplay(of: session, on: scheduler))
    store = nil
    scheduler.advance(by: .seconds(9))
    #expect(second.position == 0)
  }

  @Test func `a cancel from inside an action stops the replay there`() throws {
    try record(states: false)
    let session = try Session(contentsOfFile: folder("a.json"))
    let scheduler = VirtualScheduler()
    let store = StoreOf<Counter>.counter(scheduler)
    var replay: SessionReplay?
    let watch = store.publisher.sink { if $0.count == 2 { replay?.cancel() } }
    replay = try store.beginReplay(of: session, on: scheduler)
    scheduler.run()
    watch.cancel()
    #expect(replay?.position == 3 && store.withState(\.count) == 2)
  }

  @Test func `releasing the scheduler during a replay leaves the store as it was`() throws {
    try record(states: false)
    let session = try Session(contentsOfFile: folder("a.json"))
    let timers = VirtualScheduler()
    let store = StoreOf<Counter>.counter(timers)
    do {
      let scheduler = VirtualScheduler()
      _ = try store.beginReplay(of: session, on: scheduler)
      scheduler.advance(by: .seconds(1))
    }
    #expect(timers.pendingCount == 0)
    store.send(.startTimer)
    #expect(timers.pendingCount == 1)
  }

  @Test func `actions written as strings can also be mistaken`() throws {
    enum Word: String, Codable { case up, down }
    let store = Store<Int, Word>(initialState: 0) {
      Reduce { state, action in
        state += action == .up ? 1 : -1
        return .none
      }
    }
    try folder.write(#"{ "sequence": ["up", "up", "down"] }"#, to: "a.json")
    try store.replay(folder("a.json"), on: VirtualScheduler())
    #expect(store.withState { $0 } == 1)
    try folder.write(#"{ "sequence": ["up", "dwn"] }"#, to: "a.json")
    #expect(throws: Diagnostics.self) {
      do {
        try store.replay(folder("a.json"), on: VirtualScheduler())
      } catch let error as Diagnostics {
        #expect(error.report.contains("action 2 at 0 s: "))
        #expect(error.report.contains("did you mean 'down'?"))
        throw error
      }
    }
  }

  @Test func `replaying an empty session ends at once`() throws {
    try folder.write(#"{ "$session": {}, "stream": [] }"#, to: "a.json")
    #expect(replay() == "the same")
  }

  @Test func `an hour of ten thousand actions replays`() throws {
    let scheduler = VirtualScheduler()
    let store = StoreOf<Counter>.counter(scheduler)
    try store.record(to: folder("a.json"), on: scheduler)
    for _ in 0..<10_000 {
      scheduler.advance(by: .milliseconds(360))
      store.send(.add(1))
    }
    let again = StoreOf<Counter>.counter(scheduler)
    try again.replay(folder("a.json"), on: scheduler)
    #expect(again.withState(\.count) == 10_000)
    #expect(scheduler.now == Instant.zero.advanced(by: .seconds(7200)))
  }
}
