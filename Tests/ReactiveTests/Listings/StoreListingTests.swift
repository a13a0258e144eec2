import Reactive
import Testing

// A Redux-style container, as in articles on Combine, with one import changed.

private final class Store<State, Action>: ObservableObject {
  typealias Effect = AnyPublisher<Action, any Error>

  @Published private(set) var state: State

  private let reducer: (inout State, Action) -> Effect?
  private let fallback: Action
  private var cancellables: Set<AnyCancellable> = []

  init(
    initialState: State, fallback: Action, reducer: @escaping (inout State, Action) -> Effect?
  ) {
    self.state = initialState
    self.fallback = fallback
    self.reducer = reducer
  }

  func send(_ action: Action) {
    guard let effect = reducer(&state, action) else { return }
    effect
      .receive(on: DispatchQueue.main)
      .replaceError(with: fallback)
      .sink(receiveValue: send)
      .store(in: &cancellables)
  }
}

private struct AppState: Equatable {
  var isLoading = false
  var names: [String] = []
}

private enum AppAction: Equatable {
  case load(Int)
  case loaded([String])
  case failed
}

private func appReducer(
  state: inout AppState, action: AppAction
) -> AnyPublisher<AppAction, any Error>? {
  switch action {
  case .load(let count):
    state.isLoading = true
    return Just(count)
      .tryMap { count -> [String] in
        guard count > 0 else { throw Broken() }
        return (1...count).map { "name \($0)" }
      }
      .map(AppAction.loaded)
      .eraseToAnyPublisher()
  case .loaded(let names):
    state.isLoading = false
    state.names = names
  case .failed:
    state.isLoading = false
  }
  return nil
}

@MainActor @Suite struct StoreListingTests {
  @Test func `a store receives the values of its effects, and recovers from a failure`() async {
    let store = Store(initialState: AppState(), fallback: .failed, reducer: appReducer)
    var changes = 0
    let handle = store.objectWillChange.sink { changes += 1 }
    store.send(.load(2))
    #expect(store.state == AppState(isLoading: true))
    for await state in store.$state.values where !state.isLoading {
      #expect(state.names == ["name 1", "name 2"])
      break
    }
    store.send(.load(0))
    for await state in store.$state.values where !state.isLoading {
      #expect(state.names == ["name 1", "name 2"])
      break
    }
    #expect(changes > 0)
    handle.cancel()
  }
}
