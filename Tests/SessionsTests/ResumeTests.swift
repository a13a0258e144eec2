import Composable
import Foundation
import Reactive
import Sessions
import Testing

/// Sessions that are recorded on after the program has ended.
@Suite struct ResumeTests {
  let folder: Folder

  init() throws { folder = try Folder() }

  /// What a user does, and the time that then passes in milliseconds.
  private static let actions: [(Counter.Action, Int)] = [
    (.increment, 500), (.startTimer, 1700), (.add(10), 0), (.add(-3), 2100), (.stopTimer, 900),
    (.increment, 0),
  ]

  private func play(
    _ actions: ArraySlice<(Counter.Action, Int)>, in store: StoreOf<Counter>,
    _ scheduler: VirtualScheduler
  ) {
    for (action, pause) in actions {
      store.send(action)
      scheduler.advance(by: .milliseconds(pause))
    }
  }

  @Test(arguments: [false, true])
  func `a session that was cut anywhere continues with its timers`(states: Bool) throws {
    let scheduler = VirtualScheduler()
    let whole = StoreOf<Counter>.counter(scheduler)
    try whole.record(to: folder("whole.json"), states: states, on: scheduler)
    play(Self.actions[...], in: whole, scheduler)

    for cut in 0...Self.actions.count {
      let first = VirtualScheduler()
      let ended = StoreOf<Counter>.counter(first)
      let recording = try ended.record(to: folder("part.json"), states: states, on: first)
      play(Self.actions[..<cut], in: ended, first)
      recording.stop()

      let second = VirtualScheduler(now: .zero.advanced(by: .seconds(1000)))
      let store = StoreOf<Counter>.counter(second)
      let resumed = try store.resume(folder("part.json"), on: second)
      // The time after the last action is not in the file.
      second.advance(
        by: Instant.zero.duration(to: first.now)
          - Instant.zero.advanced(by: .seconds(1000)).duration(to: second.now))
      #expect(store.withState { $0 } == ended.withState { $0 }, "\(cut) actions")
      play(Self.actions[cut...], in: store, second)
      #expect(store.withState { $0 } == whole.withState { $0 }, "\(cut) actions")
      #expect(try folder.read("part.json") == folder.read("whole.json"), "\(cut) actions")
      #expect(resumed.count == (try Session(contentsOfFile: folder("whole.json")).entries.count))
    }
  }

  @Test func `a file that is edited, or is being recorded, is not continued`() throws {
    let scheduler = VirtualScheduler()
    let store = StoreOf<Counter>.counter(scheduler)
    let recording = try store.record(to: folder("a.json"), on: scheduler)
    store.send(.increment)
    #expect(reason("a.json") == "cannot record to 'a.json': another recording is in progress there")
    recording.stop()
    try folder.write(try folder.read("a.json") + "\n", to: "a.json")
    #expect(
      reason("a.json")
        == "cannot record to 'a.json': it does not end as a recording does, because it was edited; "
        + "record to another file")
    #expect(reason("none.json").contains("No such file"))
  }

  private func reason(_ name: String) -> String {
    let scheduler = VirtualScheduler()
    let store = StoreOf<Counter>.counter(scheduler)
    do {
      try store.resume(folder(name), on: scheduler)
      return "continued"
    } catch {
      #expect(store.withState(\.count) == 0)
      return folder.short("\(error)")
    }
  }
}
