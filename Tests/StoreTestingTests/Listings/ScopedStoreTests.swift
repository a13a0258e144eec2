import Composable
import StoreTesting
import Testing

/// A test store as a view sees it.
@Suite struct ScopedStoreTests {
  private struct Counter: Reducer {
    struct State: Equatable {
      var count = 0
      var requests = 0
    }
    enum Action: Equatable {
      case plusButtonTapped, minusButtonTapped
      case factButtonTapped
      case factResponse(String)
    }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .plusButtonTapped: state.count += 1
      case .minusButtonTapped: state.count -= 1
      case .factButtonTapped:
        state.requests += 1
        return .run { [count = state.count] send in await send(.factResponse("\(count)")) }
      case .factResponse(let text):
        state.count += text.count
        state.requests -= 1
      }
      return .none
    }
  }

  private struct ViewState: Equatable {
    var title: String
    init(state: Counter.State) { title = "Count: \(state.count)" }
  }

  private enum ViewAction {
    case plus, fact
    var action: Counter.Action {
      switch self {
      case .plus: .plusButtonTapped
      case .fact: .factButtonTapped
      }
    }
  }

  private func makeStore() -> TestStoreOf<Counter> {
    TestStore(initialState: Counter.State()) { Counter() }
  }

  @Test func `a view's actions are sent and its state is stated`() async {
    let store = makeStore().scope(
      state: ViewState.init, action: { (action: ViewAction) in action.action })
    await store.send(.plus) { $0.title = "Count: 1" }
    await store.send(.fact)
    await store.receive(.factResponse("1"), timeout: .seconds(1)) { $0.title = "Count: 2" }
    await store.finish()
    #expect(store.state.title == "Count: 2")
    #expect(store.base.state == Counter.State(count: 2, requests: 0))
  }

  @Test func `a view of only the state has the actions of the whole`() {
    let store = makeStore().scope(state: ViewState.init)
    store.send(.minusButtonTapped) { $0.title = "Count: -1" }
    let length = store.scope(state: \.title.count)
    length.send(.plusButtonTapped) { $0 = 8 }
  }

  @Test func `a wrong statement about the view's state fails the test`() {
    let texts = issueTexts {
      let store = makeStore().scope(
        state: ViewState.init, action: { (action: ViewAction) in action.action })
      store.send(.plus)
      store.send(.plus) { $0.title = "Count: 3" }
      store.exhaustivity = .off
      store.send(.plus)
      store.send(.plus) { $0.title = "Count: 5" }
    }
    #expect(texts.count == 3)
    #expect(
      texts.first?.hasPrefix(
        "'ScopedStoreTests.Counter.Action.plusButtonTapped' changed the state") == true)
    #expect(texts.last?.contains("−   title: \"Count: 5\"") == true)
    #expect(texts.last?.contains("+   title: \"Count: 4\"") == true)
  }

  @Test func `timeouts in nanoseconds are accepted`() async {
    let store = makeStore()
    let task = await store.send(.factButtonTapped) { $0.requests = 1 }
    await task.finish(timeout: .seconds(1))
    await store.receive(.factResponse("0"), timeout: 1_000_000_000) {
      $0 = Counter.State(count: 1)
    }
    await store.send(.factButtonTapped) { $0.requests = 1 }
    await store.receive(/Counter.Action.factResponse, timeout: 1_000_000_000) {
      $0 = Counter.State(count: 2)
    }
    await store.finish(timeout: 1_000_000_000)
  }

  @Test func `a test can temporarily state less`() async {
    let store = makeStore()
    store.withExhaustivity(.off) { store.send(.plusButtonTapped) }
    await store.withExhaustivity(.off) {
      await store.send(.plusButtonTapped)
    }
    await store.send(.plusButtonTapped) { $0.count = 3 }
    #expect(store.exhaustivity == .on)
  }
}
