import Composable
import Reactive

/// Searches as the user types: once typing has stopped, for the latest text only, and again after a
/// failure.
struct SearchFeature: Reducer {
  /// The maximum number of attempts at a search, and the pause between them.
  static let (attempts, pause) = (3, Duration.seconds(1))

  struct State: Equatable, Codable {
    var query = ""
    var results: [Repository] = []
    var status = Status.idle
  }

  enum Status: Equatable, Codable {
    case idle
    case searching(attempt: Int)
    case failed(String)
  }

  enum Action: Equatable, Codable {
    case queryChanged(String)
    case search(attempt: Int)
    case response(TaskResult<[Repository]>)
  }

  private enum ID { case typing, search }

  @Dependency(\.searchClient) var client
  @Dependency(\.mainQueue) var mainQueue

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .queryChanged(let query):
      state.query = query
      state.status = .idle
      guard !query.isEmpty else {
        state.results = []
        return .cancel(ids: [ID.typing, .search])
      }
      return .cancel(id: ID.search).merge(
        with: .send(.search(attempt: 1))
          .debounce(id: ID.typing, for: .milliseconds(300), scheduler: mainQueue))

    case .search(let attempt):
      state.status = .searching(attempt: attempt)
      return .run { [query = state.query] send in
        await send(.response(TaskResult { try await client.search(query) }))
      }
      .cancellable(id: ID.search, cancelInFlight: true)

    case .response(.success(let results)):
      state.results = results
      state.status = .idle
      return .none

    case .response(.failure(let error)):
      guard case .searching(let attempt) = state.status, attempt < Self.attempts else {
        state.status = .failed("\(error)")
        return .none
      }
      return .publisher {
        Just(.search(attempt: attempt + 1)).delay(for: Self.pause, scheduler: mainQueue)
      }
      .cancellable(id: ID.search)
    }
  }
}
