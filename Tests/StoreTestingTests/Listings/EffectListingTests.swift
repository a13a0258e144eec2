import Composable
import StoreTesting
import Testing

/// A client of the kind that features depend on, with a value for tests.
private struct QuoteClient: Sendable {
  var find: @Sendable (String) async throws -> [String]
  var stream: @Sendable () -> AsyncThrowingStream<String, any Error>
  var log: @Sendable (String) -> Void
}

extension QuoteClient: DependencyKey {
  static let liveValue = QuoteClient(
    find: { [$0] }, stream: { .finished() }, log: { _ in })
  static let testValue = QuoteClient(
    find: unimplemented("\(Self.self).find"), stream: unimplemented("\(Self.self).stream"),
    log: unimplemented("\(Self.self).log"))
}

extension DependencyValues {
  fileprivate var quotes: QuoteClient {
    get { self[QuoteClient.self] }
    set { self[QuoteClient.self] = newValue }
  }
}

private struct Failure: Error, Equatable {}

/// Effects: a search, a stream that may fail, pull to refresh, and an effect that lives as long as
/// its view.
@MainActor
@Suite struct EffectListingTests {
  private struct Search: Reducer {
    struct State: Equatable {
      var query = ""
      var results: [String] = []
    }
    enum Action: Equatable {
      case queryChanged(String)
      case queryDebounced
      case response(TaskResult<[String]>)
    }
    private enum CancelID { case finding }
    @Dependency(\.quotes) var quotes

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .queryChanged(let query):
        state.query = query
        guard query.isEmpty else { return .none }
        state.results = []
        return .cancel(id: CancelID.finding)
      case .queryDebounced:
        guard !state.query.isEmpty else { return .none }
        return .run { [query = state.query] send in
          await send(.response(TaskResult { try await self.quotes.find(query) }))
        }
        .cancellable(id: CancelID.finding)
      case .response(.success(let results)):
        state.results = results
        return .none
      case .response(.failure):
        state.results = []
        return .none
      }
    }
  }

  @Test func `typed text is searched for, and a failure empties the list`() async {
    let store = TestStore(initialState: Search.State()) {
      Search()
    } withDependencies: {
      $0.quotes.find = { ["\($0)!"] }
    }
    await store.send(.queryChanged("S")) { $0.query = "S" }
    await store.send(.queryDebounced)
    await store.receive(.response(.success(["S!"]))) { $0.results = ["S!"] }
    store.dependencies.quotes.find = { _ in throw Failure() }
    await store.send(.queryDebounced)
    await store.receive(.response(.failure(Failure()))) { $0.results = [] }
  }

  @Test func `an empty query cancels the running search`() async {
    let store = TestStore(initialState: Search.State()) { Search() }
    store.dependencies.quotes.find = { _ in try await Task.never() }
    await store.send(.queryChanged("S")) { $0.query = "S" }
    await store.send(.queryDebounced)
    await store.send(.queryChanged("")) { $0.query = "" }
  }

  @Test func `a function that the test has not set fails the test by name`() async {
    let texts = await issueTexts {
      let store = TestStore(initialState: Search.State(query: "S")) { Search() }
      store.exhaustivity = .off
      await store.send(.queryDebounced)
      await store.skipReceivedActions()
    }
    #expect(texts == ["'QuoteClient.find' was called, but the test has not set it"])
  }

  @Test func `a function that is not set and cannot throw returns an empty value`() async throws {
    let texts = LockIsolated<[String]>([])
    try await IssueReporter.$current.withValue(
      IssueReporter { text in texts.withValue { $0.append(text) } }
    ) {
      let client = QuoteClient.testValue
      for try await _ in client.stream() { Issue.record("an empty stream emits nothing") }
      client.log("x")
      let find: @Sendable (Int) -> [Int]? = XCTUnimplemented("find")
      #expect(find(1) == nil)
    }
    #expect(
      texts.value
        == ["QuoteClient.stream", "QuoteClient.log", "find"].map {
          "'\($0)' was called, but the test has not set it"
        })
  }

  private struct Dictation: Reducer {
    struct State: Equatable {
      var isRecording = false
      var text = ""
      var hasFailed = false
    }
    enum Action: Equatable {
      case recordButtonTapped
      case heard(TaskResult<String>)
    }
    private enum CancelID { case recording }
    @Dependency(\.quotes) var quotes

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .recordButtonTapped:
        state.isRecording.toggle()
        guard state.isRecording else { return .cancel(id: CancelID.recording) }
        return .run { send in
          for try await text in self.quotes.stream() {
            await send(.heard(.success(text)))
          }
        } catch: { error, send in
          await send(.heard(.failure(error)))
        }
        .cancellable(id: CancelID.recording)
      case .heard(.success(let text)):
        state.text = text
        return .none
      case .heard(.failure):
        state.hasFailed = true
        state.isRecording = false
        return .none
      }
    }
  }

  @Test func `a stream is followed until it fails`() async {
    let (stream, words) = AsyncThrowingStream.makeStream(of: String.self)
    let store = TestStore(initialState: Dictation.State()) {
      Dictation()
    } withDependencies: {
      $0.quotes.stream = { stream }
    }
    await store.send(.recordButtonTapped) { $0.isRecording = true }
    words.yield("to")
    await store.receive(.heard(.success("to"))) { $0.text = "to" }
    words.yield("to be")
    await store.receive(.heard(.success("to be"))) { $0.text = "to be" }
    words.finish(throwing: Failure())
    await store.receive(.heard(.failure(Failure()))) {
      $0.hasFailed = true
      $0.isRecording = false
    }
  }

  private struct Refreshing: Reducer {
    struct State: Equatable {
      var count = 0
      var isLoading = false
    }
    enum Action: Equatable {
      case refresh, cancelButtonTapped
      case response(TaskResult<Int>)
    }
    private enum CancelID { case request }
    @Dependency(\.continuousClock) var clock

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .refresh:
        state.isLoading = true
        return .run { [count = state.count] send in
          await send(
            .response(
              TaskResult {
                try await self.clock.sleep(for: .seconds(1))
                return count + 1
              }), animation: .default)
        }
        .cancellable(id: CancelID.request)
      case .cancelButtonTapped:
        state.isLoading = false
        return .cancel(id: CancelID.request)
      case .response(let result):
        state.isLoading = false
        if case .success(let count) = result { state.count = count }
        return .none
      }
    }
  }

  @Test func `pull to refresh waits as long as the state indicates`() async {
    let store = Store(initialState: Refreshing.State()) {
      Refreshing().dependency(\.continuousClock, ImmediateClock())
    }
    let viewStore = ViewStore(store, observe: { $0 })
    await viewStore.send(.refresh, while: \.isLoading)
    #expect(viewStore.count == 1 && !viewStore.isLoading)
  }

  @Test func `a refresh is cancelled`() async {
    let store = TestStore(initialState: Refreshing.State()) {
      Refreshing()
    } withDependencies: {
      $0.continuousClock = TestClock()
    }
    await store.send(.refresh) { $0.isLoading = true }
    await store.send(.cancelButtonTapped) { $0.isLoading = false }
  }

  private struct Watching: Reducer {
    enum Action: Equatable { case task, noticed }
    var notices: @Sendable () async -> AsyncStream<Int>

    var body: some Reducer<Int, Action> {
      Reduce { state, action in
        switch action {
        case .task:
          return .run { send in
            for await _ in await self.notices() { await send(.noticed) }
          }
        case .noticed:
          state += 1
          return .none
        }
      }
    }
  }

  @Test func `an effect that lives as long as its view ends with the view's task`() async {
    let (stream, notices) = AsyncStream<Int>.makeStream()
    let store = TestStore(initialState: 0) {
      Watching(notices: { AsyncStream(stream.map { $0 + 1 }.eraseToStream()) })
    }
    let task = await store.send(.task)
    notices.yield(1)
    await store.receive(.noticed) { $0 = 1 }
    await task.cancel()
    notices.yield(2)
  }
}
