import Composable
import Reactive
import StoreTesting
import Testing

// The code on the page Features, from state to test.

struct NumberFactClient: Sendable {
  var fetch: @Sendable (Int) async throws -> String
}

extension NumberFactClient: DependencyKey {
  static let liveValue = NumberFactClient(fetch: { "\($0) comes after \($0 - 1)" })
}

extension DependencyValues {
  var numberFact: NumberFactClient {
    get { self[NumberFactClient.self] }
    set { self[NumberFactClient.self] = newValue }
  }
}

struct CounterFeature: Reducer {
  struct State: Equatable {
    var count = 0
    var fact: String?
    var isTimerOn = false
  }

  enum Action: Equatable {
    case decrementButtonTapped
    case incrementButtonTapped
    case factButtonTapped
    case factResponse(TaskResult<String>)
    case timerButtonTapped
    case timerTicked
  }

  @Dependency(\.numberFact) var numberFact
  @Dependency(\.mainQueue) var mainQueue

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .decrementButtonTapped:
      state.count -= 1
      return .none

    case .incrementButtonTapped, .timerTicked:
      state.count += 1
      return .none

    case .factButtonTapped:
      state.fact = nil
      return .run { [count = state.count] send in
        await send(.factResponse(TaskResult { try await numberFact.fetch(count) }))
      }

    case .factResponse(.success(let fact)):
      state.fact = fact
      return .none

    case .factResponse(.failure):
      state.fact = "no fact is known of \(state.count)"
      return .none

    case .timerButtonTapped:
      state.isTimerOn.toggle()
      return state.isTimerOn
        ? .timer(id: "timer", every: .seconds(1), on: mainQueue) { _ in .timerTicked }
        : .cancel(id: "timer")
    }
  }
}

struct TwoCounters: Reducer {
  struct State: Equatable {
    var left = CounterFeature.State()
    var right = CounterFeature.State()
    var sum = 0
  }

  enum Action: Equatable {
    case left(CounterFeature.Action)
    case right(CounterFeature.Action)
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.left, action: /Action.left) { CounterFeature() }
    Scope(state: \.right, action: /Action.right) { CounterFeature() }
    Reduce { state, _ in
      state.sum = state.left.count + state.right.count
      return .none
    }
  }
}

@Suite struct FeaturePageTests {
  @Test @MainActor func `a feature runs live`() async {
    let store = Store(initialState: CounterFeature.State()) { CounterFeature() }
    let viewStore = ViewStore(store, observe: { $0 })
    let observing = viewStore.publisher.fact.sink { print($0 ?? "…") }
    viewStore.send(.incrementButtonTapped)
    await viewStore.send(.factButtonTapped).finish()
    #expect(viewStore.fact == "1 comes after 0")
    observing.cancel()
  }

  @Test @MainActor func `a fact is requested`() async {
    let store = TestStore(initialState: CounterFeature.State()) {
      CounterFeature()
    } withDependencies: {
      $0.numberFact.fetch = { "\($0) is a good number" }
    }

    await store.send(.incrementButtonTapped) { $0.count = 1 }
    await store.send(.factButtonTapped)
    await store.receive(.factResponse(.success("1 is a good number"))) {
      $0.fact = "1 is a good number"
    }
  }

  @Test func `seconds are counted`() {
    let scheduler = VirtualScheduler()
    let store = TestStore(initialState: CounterFeature.State()) {
      CounterFeature()
    } withDependencies: {
      $0.mainQueue = scheduler.eraseToAnyScheduler()
    }

    store.send(.timerButtonTapped) { $0.isTimerOn = true }
    scheduler.advance(by: .seconds(1))
    store.receive(.timerTicked) { $0.count = 1 }
    scheduler.advance(by: .seconds(3600))
    store.skipReceivedActions()
    #expect(store.state.count == 3601)
    store.send(.timerButtonTapped) { $0.isTimerOn = false }
    store.finish()
  }

  @Test func `two counters are side by side`() {
    let store = TestStore(initialState: TwoCounters.State()) { TwoCounters() }
    store.send(.left(.incrementButtonTapped)) {
      $0.left.count = 1
      $0.sum = 1
    }
    let texts = issueTexts { store.send(.right(.decrementButtonTapped)) { $0.right.count = -1 } }
    #expect(
      texts == [
        """
        the state after 'TwoCounters.Action.right(CounterFeature.Action.decrementButtonTapped)' is \
        not as expected (− expected, + actual):

          TwoCounters.State(
            … (2 unchanged)
        −   sum: 1
        +   sum: 0
          )
        """
      ])
  }
}
