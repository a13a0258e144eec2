import ComposableClassic
import ComposableClassicTesting
import Testing

// The listings of the architecture's README of 2022, with a different import and without views.

private struct AppState: Equatable {
  var count = 0
  var numberFactAlert: String?
}

private enum AppAction: Equatable {
  case factAlertDismissed
  case decrementButtonTapped
  case incrementButtonTapped
  case numberFactButtonTapped
  case numberFactResponse(Result<String, ApiError>)
}

private struct ApiError: Error, Equatable {}

private struct AppEnvironment {
  var mainQueue: AnySchedulerOf<DispatchQueue>
  var numberFact: (Int) -> Effect<String, ApiError>
}

private let appReducer = Reducer<AppState, AppAction, AppEnvironment> {
  state, action, environment in
  switch action {
  case .factAlertDismissed:
    state.numberFactAlert = nil
    return .none

  case .decrementButtonTapped:
    state.count -= 1
    return .none

  case .incrementButtonTapped:
    state.count += 1
    return .none

  case .numberFactButtonTapped:
    return environment.numberFact(state.count)
      .receive(on: environment.mainQueue)
      .catchToEffect(AppAction.numberFactResponse)

  case .numberFactResponse(.success(let fact)):
    state.numberFactAlert = fact
    return .none

  case .numberFactResponse(.failure):
    state.numberFactAlert = "Could not load a number fact :("
    return .none
  }
}

@MainActor
@Suite struct ReadmeListingTests {
  @Test func `a store runs the application`() {
    let store = Store(
      initialState: AppState(),
      reducer: appReducer,
      environment: AppEnvironment(
        mainQueue: .immediate,
        numberFact: { number in Effect(value: "\(number) is a good number Brent") }
      )
    )
    let viewStore = ViewStore(store)
    viewStore.send(.incrementButtonTapped)
    viewStore.send(.numberFactButtonTapped)
    #expect(viewStore.count == 1)
    #expect(viewStore.numberFactAlert == "1 is a good number Brent")
    viewStore.send(.factAlertDismissed)
    #expect(viewStore.numberFactAlert == nil)
  }

  @Test func `a test states each step, with a queue that a test advances`() {
    let scheduler = DispatchQueue.test
    let store = TestStore(
      initialState: AppState(),
      reducer: appReducer,
      environment: AppEnvironment(
        mainQueue: scheduler.eraseToAnyScheduler(),
        numberFact: { number in Effect(value: "\(number) is a good number Brent") }
      )
    )

    store.send(.incrementButtonTapped) {
      $0.count = 1
    }
    store.send(.decrementButtonTapped) {
      $0.count = 0
    }

    store.send(.numberFactButtonTapped)
    scheduler.advance()
    store.receive(.numberFactResponse(.success("0 is a good number Brent"))) {
      $0.numberFactAlert = "0 is a good number Brent"
    }
    store.send(.factAlertDismissed) {
      $0.numberFactAlert = nil
    }

    store.environment.numberFact = { _ in Effect(error: ApiError()) }
    store.send(.numberFactButtonTapped)
    scheduler.advance()
    store.receive(.numberFactResponse(.failure(ApiError()))) {
      $0.numberFactAlert = "Could not load a number fact :("
    }
    store.finish()
  }

  @Test func `a test states each step, with an immediate queue and waiting`() async {
    let store = TestStore(
      initialState: AppState(),
      reducer: appReducer,
      environment: AppEnvironment(
        mainQueue: .immediate,
        numberFact: { number in Effect(value: "\(number) is a good number Brent") }
      )
    )
    await store.send(.incrementButtonTapped) { $0.count = 1 }
    await store.send(.numberFactButtonTapped)
    await store.receive(.numberFactResponse(.success("1 is a good number Brent"))) {
      $0.numberFactAlert = "1 is a good number Brent"
    }
    await store.finish()
  }

  @Test func `the main queue represents the main actor`() async {
    let store = Store(
      initialState: AppState(), reducer: appReducer,
      environment: AppEnvironment(
        mainQueue: DispatchQueue.main.eraseToAnyScheduler(),
        numberFact: { Effect(value: "\($0)") }))
    await store.send(.numberFactButtonTapped).finish()
    #expect(ViewStore(store).numberFactAlert == "0")
    let live = AppEnvironment(mainQueue: .main, numberFact: { _ in .none })
    #expect(
      live.mainQueue === AppEnvironment(mainQueue: .main, numberFact: { _ in .none }).mainQueue)
  }
}
