import Composable
import StoreTesting
import Testing

/// Features that present one of several others, as in the architecture's own tests.
@Suite struct DestinationListingTests {
  private struct Edit: Reducer {
    struct State: Equatable {
      var name = ""
    }
    enum Action: Equatable {
      case named(String)
    }
    func reduce(into state: inout State, action: Action) -> EffectOf<Self> {
      switch action {
      case .named(let name): state.name = name
      }
      return .none
    }
  }

  private struct Destination: Reducer {
    enum State: Equatable {
      case edit(Edit.State)
      case count(Int)
    }
    enum Action: Equatable {
      case edit(Edit.Action)
      case count(Bool)
    }
    var body: some ReducerOf<Self> {
      Scope(state: /State.edit, action: /Action.edit) { Edit() }
      Scope(state: /State.count, action: /Action.count) {
        Reduce { (count: inout Int, isUp: Bool) in
          count += isUp ? 1 : -1
          return .none
        }
      }
    }
  }

  private struct Screen: Reducer {
    struct State: Equatable {
      @PresentationState var destination: Destination.State?
      var path = StackState<Destination.State>()
    }
    enum Action: Equatable {
      case destination(PresentationAction<Destination.Action>)
      case path(StackAction<Destination.State, Destination.Action>)
      case editButtonTapped
    }
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if action == .editButtonTapped { state.destination = .edit(Edit.State()) }
        return .none
      }
      .ifLet(\.$destination, action: /Action.destination) { Destination() }
      .forEach(\.path, action: /Action.path) { Destination() }
    }
  }

  @Test func `a case of a presented feature is stated by its path`() async {
    let store = TestStore(initialState: Screen.State()) { Screen() }
    await store.send(.editButtonTapped) { $0.destination = .edit(Edit.State()) }
    await store.send(.destination(.presented(.edit(.named("Blob"))))) {
      $0.$destination[case: /Destination.State.edit]?.name = "Blob"
    }
    #expect(store.state.$destination[case: /Destination.State.count] == nil)
    await store.send(.destination(.dismiss)) { $0.destination = nil }
  }

  @Test func `a case of an element on a stack is stated by its path`() async {
    let store = TestStore(initialState: Screen.State(path: StackState([.count(1)]))) { Screen() }
    guard let id = store.state.path.ids.first else {
      Issue.record("the stack is empty")
      return
    }
    await store.send(.path(.element(id: id, action: .count(true)))) {
      $0.path[id: id, case: /Destination.State.count]? += 1
    }
    await store.send(.path(.popFrom(id: id))) { $0.path.removeAll() }
  }

  @Test func `a change of another case is reported and has no effect`() {
    let texts = LockIsolated<[String]>([])
    IssueReporter.$current.withValue(IssueReporter { text in texts.withValue { $0.append(text) } })
    {
      var state = Screen.State(destination: .count(1), path: StackState([.count(1)]))
      let before = state
      state.$destination[case: /Destination.State.edit] = Edit.State()
      if let id = state.path.ids.first {
        state.path[id: id, case: /Destination.State.edit] = Edit.State()
      }
      #expect(state == before)
      state.$destination[case: /Destination.State.count] = nil
      #expect(state.destination == nil)
    }
    #expect(texts.value.count == 2)
    #expect(
      texts.value.first
        == """
        a case that holds DestinationListingTests.Edit.State was to be changed, but there is \
        'DestinationListingTests.Destination.State.count(1)'; nothing was changed
        """)
  }

  @Test func `results are chained, and a view waits`() async {
    let text = TaskResult<Int>.success(1).flatMap { TaskResult<String>.success("\($0)") }
    #expect(text == .success("1"))
    let store = Store<Int, Int>(initialState: 0) {
      Reduce { state, action in
        state = action
        return action == 1 ? .run { send in await send(2) } : .none
      }
    }
    let view = ViewStore(store, observe: { $0 })
    view.send(1)
    await view.yield { $0 == 1 }
    #expect(view.state == 2)
  }
}
