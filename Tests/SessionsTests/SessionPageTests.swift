import Composable
import Reactive
import Sessions
import Testing

/// The Swift of the pages of Sessions, word for word.
@Suite struct SessionPageTests {
  @Test func `a session is recorded, replayed, and stepped through`() throws {
    let folder = try Folder()
    let path = folder("session.json")
    let store = Store(initialState: Counter.State()) { Counter() }

    let recording = try store.record(to: path, states: true)
    store.send(.increment)
    recording.stop()

    let another = Store(initialState: Counter.State()) { Counter() }
    try another.replay(path, on: VirtualScheduler())

    let session = try Session(contentsOfFile: path)
    let history = try SessionHistory(session, initialState: Counter.State()) { Counter() }
    history.move(to: 1)
    print(try history.stateJSON, history.difference(from: 0, to: 1) ?? "")
    history.stepBack()
    #expect(history.state == Counter.State())
    #expect(session.difference(from: session) == nil)
    #expect(another.withState(\.count) == 1)
  }
}
