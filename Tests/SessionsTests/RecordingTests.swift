import Composable
import Foundation
import Marbles
import Pipelines
import Reactive
import Sessions
import TestSupport
import Testing
import Values

@Suite struct RecordingTests {
  let folder: Folder

  init() throws { folder = try Folder() }

  /// Records the actions of a user and a timer in three and a half seconds.
  private func record(_ name: String, states: Bool) throws -> String {
    let scheduler = VirtualScheduler()
    let store = StoreOf<Counter>.counter(scheduler)
    try store.record(to: folder(name), states: states, on: scheduler)
    store.send(.increment)
    scheduler.advance(by: .milliseconds(500))
    store.send(.startTimer)
    scheduler.advance(by: .seconds(2))
    store.send(.rename(id: 7, to: "é\n"))
    store.send(.stopTimer)
    scheduler.advance(by: .seconds(9))
    return try folder.read(name)
  }

  @Test func `each action is a line with its time, and states whether an effect sent it`() throws {
    #expect(
      try record("a.json", states: false) == #"""
        {
          "$session": { "actions": "Counter.Action" },
          "stream": [
            { "value": {"increment":{}} },
            { "value": {"startTimer":{}}, "operators": [ { "delay": { "seconds": 0.5 } } ] },
            { "value": {"ticked":{}}, "operators": [ { "delay": { "seconds": 1 } } ], "$by": "effect" },
            { "value": {"ticked":{}}, "operators": [ { "delay": { "seconds": 1 } } ], "$by": "effect" },
            { "value": {"rename":{"id":7,"to":"é\n"}} },
            { "value": {"stopTimer":{}} }
          ]
        }

        """#)
  }

  @Test func `states are recorded on request`() throws {
    let text = try record("a.json", states: true)
    #expect(text.contains(#""state": {"count":0,"names":{}} }"#))
    #expect(text.contains(#"{ "value": {"increment":{}}, "$state": {"count":1,"names":{}} }"#))
    #expect(text.contains(#""$state": {"count":3,"names":{"é\n":7}} }"#))
  }

  @Test func `the same actions produce the same bytes, even with dictionaries`() throws {
    func text(_ name: String) throws -> String {
      let store = StoreOf<Counter>.counter(VirtualScheduler())
      try store.record(to: folder(name), states: true, on: VirtualScheduler())
      for number in 0..<50 { store.send(.rename(id: number, to: "name \(number)")) }
      return try folder.read(name)
    }
    let first = try text("a.json")
    for _ in 0..<5 { #expect(try text("b.json") == first) }
  }

  @Test func `a session plays like any other stream`() throws {
    _ = try record("a.json", states: true)
    let timeline = try StreamModel<Value>(contentsOfFile: folder("a.json")).play()
    #expect(
      timeline.events.map { $0.time } == [0, 0.5, 1.5, 2.5, 2.5, 2.5, 2.5].map { .seconds($0) })
    #expect(timeline.values.last == ["stopTimer": [:]])
  }

  @Test func `the file is complete after each action, and without any`() throws {
    let scheduler = VirtualScheduler()
    let store = StoreOf<Counter>.counter(scheduler)
    let recording = try store.record(to: folder("a.json"), on: scheduler)
    #expect(try Session(contentsOfFile: folder("a.json")).entries.isEmpty)
    for count in 1...20 {
      scheduler.advance(by: .milliseconds(1))
      store.send(.add(count))
      #expect(try Session(contentsOfFile: folder("a.json")).entries.count == count)
    }
    #expect(recording.count == 20)
    recording.stop()
    store.send(.increment)
    #expect(recording.count == 20 && !recording.isRunning && recording.failure == nil)
    #expect(try Session(contentsOfFile: folder("a.json")).entries.count == 20)
  }

  @Test func `an action sent while another is being reduced follows it`() throws {
    let scheduler = VirtualScheduler()
    let store = StoreOf<Counter>.counter(scheduler)
    let watch = store.publisher.map(\.count).removeDuplicates().sink { count in
      if count > 0, count < 3 { store.send(.increment) }
    }
    try store.record(to: folder("a.json"), states: true, on: scheduler)
    store.send(.increment)
    watch.cancel()
    let session = try Session(contentsOfFile: folder("a.json"))
    #expect(session.entries.map { $0.state?.member("count") } == [1, 2, 3])
  }

  @Test func `without a scheduler times are whole milliseconds`() throws {
    let store = StoreOf<Counter>.counter(VirtualScheduler())
    try store.record(to: folder("a.json"))
    for _ in 0..<100 { store.send(.increment) }
    let session = try Session(contentsOfFile: folder("a.json"))
    #expect(session.entries.count == 100)
    for entry in session.entries { #expect(entry.time.wholeNanoseconds % 1_000_000 == 0) }
  }

  @Test func `an unusable file is reported`() throws {
    let store = StoreOf<Counter>.counter(VirtualScheduler())
    func reason(_ path: String) -> String {
      do throws(RecordingError) {
        try store.record(to: path)
        return "none"
      } catch {
        return folder.short(error.description)
      }
    }
    #expect(
      reason(folder("no/a.json")) == "cannot record to 'no/a.json': No such file or directory")
    #expect(reason(folder.path) == "cannot record to '\(folder.path)': Is a directory")
    #expect(reason("/dev/null") == "cannot record to '/dev/null': not a regular file")
    #expect(reason("a\0b") == "cannot record to a name with a NUL character")
    let first = try store.record(to: folder("a.json"))
    #expect(
      reason(folder("a.json"))
        == "cannot record to 'a.json': another recording is in progress there")
    first.stop()
    #expect(reason(folder("a.json")) == "none")
  }

  @Test func `the store of a part cannot be recorded`() throws {
    let store = StoreOf<Counter>.counter(VirtualScheduler())
    let part = store.scope(state: \.count, action: Counter.Action.add)
    #expect(throws: RecordingError.self) { try part.record(to: folder("a.json")) }
  }

  @Test func `an action that is not JSON ends the recording and keeps the rest`() throws {
    let store = Store<Int, Double>(initialState: 0) { Reduce { _, _ in .none } }
    let recording = try store.record(to: folder("a.json"))
    store.send(1.5)
    let texts = reported { store.send(.infinity) }
    store.send(2.5)
    let expected =
      "the recording ends before action 2: it is not JSON: inf is not a JSON number"
    #expect(texts == [expected])
    #expect(recording.failure?.description == expected)
    #expect(try Session(contentsOfFile: folder("a.json")).entries.map(\.action) == [1.5])
  }

  @Test func `many actions are recorded in linear time`() throws {
    func time(of count: Int) throws -> Duration {
      let store = StoreOf<Counter>.counter(VirtualScheduler())
      let recording = try store.record(to: folder("a.json"), on: VirtualScheduler())
      let time = threadTime { for _ in 0..<count { store.send(.increment) } }
      #expect(recording.count == count)
      return time
    }
    let (few, many) = (try time(of: 1_000), try time(of: 10_000))
    #expect(many < few * 50)
    #expect(try Session(contentsOfFile: folder("a.json")).entries.count == 10_000)
  }

  @Test func `a recording ends with its store, and does not keep it alive`() throws {
    weak var gone: StoreOf<Counter>?
    var recording: SessionRecording?
    do {
      let store = StoreOf<Counter>.counter(VirtualScheduler())
      gone = store
      recording = try store.record(to: folder("a.json"))
      store.send(.increment)
    }
    #expect(gone == nil && recording?.count == 1)
  }
}

extension Value {
  func member(_ key: Text) -> Value? {
    guard case .object(let object) = self else { return nil }
    return object[key]
  }
}
