import Marbles
import Reactive
import StreamTesting
import Testing

// An example to read from top to bottom: a store of forty lines, for readers who want the idea
// without a framework. Reducers are plain functions, and side effects are values that describe what
// they do.

/// Changes a state for an action. It has no other effect.
typealias StateReducer<State, Action> = (inout State, Action) -> Void

/// Work to be done in the outside world, as a value. Its results are actions.
protocol SideEffect<Action> {
  associatedtype Action
  func mapToAction() -> AnyPublisher<Action, Never>
}

/// Holds a state that only actions change. It stays in the isolation that created it.
final class SmallStore<State, Action> {
  private let subject: CurrentValueSubject<State, Never>
  private let reducer: StateReducer<State, Action>
  private var effects: [Int: AnyCancellable] = [:]
  private var effectCount = 0

  init(initialState: State, reducer: @escaping StateReducer<State, Action>) {
    subject = CurrentValueSubject(initialState)
    self.reducer = reducer
  }

  var state: State { subject.value }
  var publisher: AnyPublisher<State, Never> { subject.eraseToAnyPublisher() }

  func send(_ action: Action) {
    var state = state
    reducer(&state, action)
    subject.send(state)
  }

  func send(_ effect: some SideEffect<Action>) {
    effectCount += 1
    let number = effectCount
    var isOver = false
    let handle = effect.mapToAction().sink(
      receiveCompletion: { [weak self] _ in
        isOver = true
        self?.effects[number] = nil
      },
      receiveValue: { [weak self] in self?.send($0) })
    if !isOver { effects[number] = handle }
  }
}

// MARK: - A feature

private struct SearchState: Equatable {
  var query = ""
  var results: [String] = []
  var isSearching = false
}

private enum SearchAction: Equatable {
  case setQuery(String)
  case setResults([String])
}

private func searchReducer(state: inout SearchState, action: SearchAction) {
  switch action {
  case .setQuery(let query):
    state.query = query
    state.isSearching = true
  case .setResults(let results):
    state.results = results
    state.isSearching = false
  }
}

private enum SearchEffect: SideEffect {
  case search(String, service: (String) -> AnyPublisher<[String], Never>)

  func mapToAction() -> AnyPublisher<SearchAction, Never> {
    switch self {
    case .search(let query, let service):
      service(query).map(SearchAction.setResults).prepend(.setQuery(query)).eraseToAnyPublisher()
    }
  }
}

// MARK: - Its tests

@Suite private struct SmallStoreExample {
  private let store = SmallStore(initialState: SearchState(), reducer: searchReducer)

  @Test func `an action changes the state`() {
    store.send(.setQuery("swift"))
    #expect(store.state == SearchState(query: "swift", isSearching: true))
  }

  @Test func `a side effect sends its result when it is ready`() throws {
    try withTestScheduler { scheduler in
      let states = store.publisher.map(\.results.count).record(on: scheduler)
      store.send(
        SearchEffect.search("swift") { query in
          Just(["\(query)-nio", "\(query)-log"]).delay(for: .seconds(2), scheduler: scheduler)
            .eraseToAnyPublisher()
        })
      #expect(store.state.isSearching)
      try scheduler.run()
      #expect(states.values == [0, 0, 2])
      #expect(states.timeline.events.last?.time == .seconds(2))
      #expect(store.state.results == ["swift-nio", "swift-log"])
    }
  }

  @Test func `an effect that ends at once is not kept, and a running one ends with the store`() {
    let subject = PassthroughSubject<[String], Never>()
    var cancelled = false
    do {
      let store = SmallStore(initialState: SearchState(), reducer: searchReducer)
      store.send(SearchEffect.search("a") { _ in Just(["at once"]).eraseToAnyPublisher() })
      #expect(store.state.results == ["at once"])
      store.send(
        SearchEffect.search("b") { _ in
          subject.handleEvents(receiveCancel: { cancelled = true }).eraseToAnyPublisher()
        })
      subject.send(["b"])
      #expect(store.state.results == ["b"])
    }
    #expect(cancelled)
  }

  @Test func `an observer may send an action`() {
    let watch = store.publisher.sink { [store] state in
      if state.query == "a", state.results.isEmpty { store.send(.setResults(["seen"])) }
    }
    store.send(.setQuery("a"))
    #expect(store.state.results == ["seen"])
    watch.cancel()
  }
}
