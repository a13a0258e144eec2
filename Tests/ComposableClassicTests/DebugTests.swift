import ComposableClassic
import Synchronization
import Testing

@Suite struct DebugTests {
  private struct State: Equatable {
    var count = 0
  }

  private enum Action: Equatable {
    case add(Int)
    case nothing
  }

  private static let reducer = Reducer<State, Action, Void> { state, action, _ in
    if case .add(let number) = action { state.count += number }
    return .none
  }

  private func texts(
    _ change: (Reducer<State, Action, Void>, @escaping @Sendable (String) -> Void) -> Reducer<
      State, Action, Void
    >
  ) -> [String] {
    let texts = Texts()
    let store = Store(
      initialState: State(), reducer: change(Self.reducer, { texts.add($0) }), environment: ())
    store.send(.add(2))
    store.send(.nothing)
    return texts.all
  }

  @Test func `debug prints actions and their changes`() {
    #expect(
      texts { $0.debug("app", printer: $1) } == [
        """
        app: received action:
          DebugTests.Action.add(
            2
          )
          DebugTests.State(
        −   count: 0
        +   count: 2
          )

        """,
        """
        app: received action:
          DebugTests.Action.nothing
          (no state changes)

        """,
      ])
  }

  @Test func `debugActions prints actions`() {
    #expect(
      texts { $0.debugActions(printer: $1) } == [
        "received action: DebugTests.Action.add(2)", "received action: DebugTests.Action.nothing",
      ])
  }

  @Test func `debugActions prints a prefix like debug`() {
    #expect(
      texts { $0.debugActions("app", printer: $1) }.first
        == "app: received action: DebugTests.Action.add(2)")
  }

  @Test func `signposts are trace events`() {
    let events = texts { $0.signpost("app", write: $1) }
    #expect(events.count == 2)
    #expect(
      events[0].hasPrefix(
        #"{"name":"[app] DebugTests.Action.add(2)","cat":"action","ph":"X","ts":"#))
  }

  @Test func `all debugging operators compile as in listings`() {
    let reducer = Self.reducer.debug().signpost()
    var state = State()
    _ = reducer.run(&state, .nothing, ())
    #expect(state == State())
  }
}
