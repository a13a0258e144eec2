import Composable
import Foundation
import Reactive
import Testing

private struct Client: Sendable {
  var fetch: @Sendable () -> String
  var other: @Sendable () -> String = { "other" }
}

extension Client: DependencyKey {
  static let liveValue = Client(fetch: { "live" })
}

private enum WithTestValue: DependencyKey {
  static let liveValue = "live"
  static let testValue = "test"
}

private enum OnlyTest: TestDependencyKey {
  static let testValue = "only for tests"
}

extension DependencyValues {
  fileprivate var client: Client {
    get { self[Client.self] }
    set { self[Client.self] = newValue }
  }

  fileprivate var both: String {
    get { self[WithTestValue.self] }
    set { self[WithTestValue.self] = newValue }
  }

  fileprivate var onlyTest: String {
    get { self[OnlyTest.self] }
    set { self[OnlyTest.self] = newValue }
  }
}

private struct Model {
  @Dependency(\.client) var client
  @Dependency(\.both) var both
  @Dependency(WithTestValue.self) var byKey
}

private struct Feature: Reducer {
  @Dependency(\.client) var client

  func reduce(into state: inout [String], action: String) -> Effect<String> {
    state.append(action)
    switch action {
    case "now": return .send(client.fetch())
    case "later": return .run { send in await send(client.fetch()) }
    case "local":
      @Dependency(\.both) var both
      return .send(both)
    default: return .none
    }
  }
}

@Suite struct DependencyTests {
  @Test func `dependencies that are not set have live values, and test values in a test`() {
    let model = Model()
    #expect(model.client.fetch() == "live" && model.both == "live" && model.byKey == "live")
    withDependencies {
      $0.context = .test
    } operation: {
      #expect(model.both == "test" && Model().byKey == "test")
    }
  }

  @Test func `dependencies at creation are retained, unless others are in effect`() {
    let model = withDependencies {
      $0.both = "made"
    } operation: {
      Model()
    }
    #expect(model.both == "made")
    withDependencies {
      $0.both = "inner"
    } operation: {
      #expect(model.both == "inner")
      #expect(model.client.fetch() == "live")
    }
    #expect(model.both == "made")
  }

  @Test @MainActor func `dependencies reach reducers, children and effects`() async {
    let store = Store(initialState: [String]()) {
      Feature()
    } withDependencies: {
      $0.client.fetch = { "set" }
      $0.both = "both"
    }
    for action in ["now", "later", "local"] { await store.send(action).finish() }
    #expect(store.withState { $0 } == ["now", "set", "later", "set", "local", "both"])
  }

  @Test @MainActor func `a reducer changes dependencies for itself and its effects`() async {
    let store = Store(initialState: [String]()) {
      Feature().dependency(\.client, Client(fetch: { "own" }))
        .transformDependency(\.both) { $0 += "!" }
    }
    for action in ["now", "later", "local"] { await store.send(action).finish() }
    #expect(store.withState { $0 } == ["now", "own", "later", "own", "local", "live!"])
  }

  @Test func `a dependency without a live or test value is reported by name`() {
    let reports = Reports()
    IssueReporter.$current.withValue(reports.reporter) {
      #expect(DependencyValues().onlyTest == "only for tests")
      var values = DependencyValues()
      values.context = .test
      #expect(values.client.fetch() == "live")
      values.set { $0.client.fetch = { "set" } }
      #expect(values.client.fetch() == "set")
      let fetch: @Sendable (Int) -> String = unimplemented("Client.fetch", placeholder: "none")
      #expect(fetch(1) == "none")
    }
    #expect(
      reports.all == [
        "the dependency 'onlyTest' has no live value; conform its key to 'DependencyKey'",
        """
        the dependency 'client' has no test value, so the live one was used; set it with \
        'withDependencies: { $0.client = … }', or give its key a 'testValue'
        """,
        "'Client.fetch' was called, but the test has not set it",
      ])
  }

  @Test func `an unimplemented function throws`() async {
    let reports = Reports()
    let fetch: @Sendable (Int) async throws -> String = unimplemented("Client.fetch")
    await IssueReporter.$current.withValue(reports.reporter) {
      await #expect(throws: UnimplementedError.self) { try await fetch(1) }
    }
    #expect(reports.all.count == 1)
  }

  @Test func `identities count up, dates stand still, and random numbers repeat`() {
    let uuid = UUIDGenerator.incrementing
    #expect(uuid().uuidString == "00000000-0000-0000-0000-000000000000")
    #expect(uuid() == UUID(1))
    let date = DateGenerator.constant(Date(timeIntervalSince1970: 5))
    #expect(date.now == date())
    func numbers() -> [Int] {
      let random = WithRandomNumberGenerator.seeded(7)
      return (0..<5).map { _ in random { Int.random(in: 0..<100, using: &$0) } }
    }
    #expect(numbers() == numbers() && Set(numbers()).count > 1)
  }

  @Test func `a scheduler can be passed on, and is used where it is set`() {
    struct Timed: Reducer {
      @Dependency(\.mainQueue) var mainQueue
      func reduce(into state: inout Int, action: Int) -> Effect<Int> {
        state += action
        return action == 0
          ? .send(1).debounce(id: 1, for: .seconds(1), scheduler: mainQueue) : .none
      }
    }
    let scheduler = VirtualScheduler()
    let store = Store(initialState: 0) {
      Timed()
    } withDependencies: {
      $0.mainQueue = scheduler.eraseToAnyScheduler()
    }
    store.send(0)
    scheduler.advance(by: .seconds(1))
    #expect(store.withState { $0 } == 1)
  }

  @Test @MainActor func `the live scheduler is the wall clock of the main actor`() async {
    @Dependency(\.mainQueue) var mainQueue
    let ticks = AsyncStream<Duration> { stream in
      let start = mainQueue.now
      mainQueue.schedule {
        stream.yield(start.duration(to: mainQueue.now))
        stream.finish()
      }
    }
    var count = 0
    for await _ in ticks { count += 1 }
    #expect(count == 1)
  }

  @Test func `a scheduler used from another isolation reports it`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let scheduler = await MainActor.run { VirtualScheduler().eraseToAnyScheduler() }
      _ = scheduler.now
    }
    #expect(text(result).contains("a scheduler was used from a different isolation"))
  }
}
