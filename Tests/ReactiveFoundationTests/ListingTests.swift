import ReactiveFoundation
import Testing

/// The container from one of the best-known articles on Combine, with only the name of the imported
/// module changed.
private typealias Reducer<State, Action, Environment> =
  (inout State, Action, Environment) -> AnyPublisher<Action, Never>?

private final class Store<State, Action, Environment>: ObservableObject {
  @Published private(set) var state: State

  private let environment: Environment
  private let reducer: Reducer<State, Action, Environment>
  private var effectCancellables: Set<AnyCancellable> = []

  init(
    initialState: State, reducer: @escaping Reducer<State, Action, Environment>,
    environment: Environment
  ) {
    self.state = initialState
    self.reducer = reducer
    self.environment = environment
  }

  func send(_ action: Action) {
    guard let effect = reducer(&state, action, environment) else {
      return
    }

    effect
      .receive(on: DispatchQueue.main)
      .sink(receiveValue: send)
      .store(in: &effectCancellables)
  }
}

private struct Repo: Codable, Equatable {
  var name: String
}

private struct AppState: Equatable {
  var searchResult: [Repo] = []
}

private enum AppAction {
  case setSearchResults(repos: [Repo])
  case search(query: String)
}

private struct GithubService {
  let data: (String) -> AnyPublisher<Data, any Error>
  let decoder = JSONDecoder()

  func searchPublisher(matching query: String) -> AnyPublisher<[Repo], any Error> {
    data(query)
      .decode(type: [Repo].self, decoder: decoder)
      .eraseToAnyPublisher()
  }
}

private func appReducer(
  state: inout AppState, action: AppAction, environment: GithubService
) -> AnyPublisher<AppAction, Never>? {
  switch action {
  case .setSearchResults(let repos):
    state.searchResult = repos
  case .search(let query):
    return
      environment
      .searchPublisher(matching: query)
      .replaceError(with: [])
      .map { AppAction.setSearchResults(repos: $0) }
      .eraseToAnyPublisher()
  }
  return nil
}

@MainActor @Suite struct ListingTests {
  @Test func `a Redux-style container receives the values that its effects send`() async {
    let store = Store(
      initialState: AppState(), reducer: appReducer,
      environment: GithubService { query in
        Just(Data(#"[{"name": "\#(query)"}]"#.utf8)).setFailureType(to: (any Error).self)
          .eraseToAnyPublisher()
      })
    store.send(.search(query: "swift"))
    #expect(store.state.searchResult == [])
    for await state in store.$state.values where !state.searchResult.isEmpty {
      #expect(state.searchResult == [Repo(name: "swift")])
      break
    }
    store.send(.search(query: #"""#))
    for await state in store.$state.values where state.searchResult.isEmpty { break }
  }

  @Test func `a view model searches when nothing has been typed for a while`() async {
    final class SearchViewModel: ObservableObject {
      @Published var query = ""
      @Published private(set) var results: [String] = []
      private var cancellables = Set<AnyCancellable>()

      init() {
        $query
          .dropFirst()
          .debounce(for: 0.001, scheduler: RunLoop.main)
          .removeDuplicates()
          .flatMap { query in
            Future<[String], Never> { promise in promise(.success([query, query])) }
          }
          .receive(on: RunLoop.main)
          .assign(to: &$results)
      }
    }
    let model = SearchViewModel()
    model.query = "s"
    model.query = "sw"
    for await results in model.$results.values where !results.isEmpty {
      #expect(results == ["sw", "sw"])
      break
    }
  }

  @Test func `a timer emits dates by the clock of its scheduler`() {
    let queue = DispatchQueue.test
    var dates: [Date] = []
    let handle = Timer.publish(every: 1.5, on: queue.eraseToAnyScheduler(), in: .common)
      .autoconnect().sink { dates.append($0) }
    queue.advance(by: 4)
    #expect(dates.count == 2)
    #expect(dates.last?.timeIntervalSince(dates.first ?? .distantPast) == 1.5)
    handle.cancel()
  }

  @Test func `the main queues are schedulers where one is expected, and queues elsewhere`() async {
    let values = await withCheckedContinuation { continuation in
      let handle = Timer.publish(every: 0.001, on: .main, in: .default).autoconnect().prefix(2)
        .receive(on: OperationQueue.main).map { _ in 1 }.collect().sink {
          continuation.resume(returning: $0)
        }
      keep(handle)
    }
    #expect(values == [1, 1])
    let queue = DispatchQueue.main
    #expect(queue.label == "com.apple.main-thread")
    #expect(OperationQueue.main.maxConcurrentOperationCount == 1)
  }

  @Test func `values become data, and data become values`() throws {
    var repos: [Repo] = []
    let handle = [Repo(name: "a"), Repo(name: "b")].publisher
      .encode(encoder: JSONEncoder())
      .decode(type: Repo.self, decoder: JSONDecoder())
      .sink(receiveCompletion: { _ in }, receiveValue: { repos.append($0) })
    #expect(repos.map(\.name) == ["a", "b"])
    handle.cancel()
  }

  private static var kept: [AnyCancellable] = []
  private func keep(_ handle: AnyCancellable) { Self.kept.append(handle) }
}
