import Composable
import Reactive
import StreamTesting
import Testing

@testable import Counter
@testable import RepositorySearch
@testable import ShoppingList

/// The recorded session of each program as its test. The effects run with test clients, and must
/// send the same actions as when they were recorded.
@Suite struct SessionReplayTests {
  private let scheduler = VirtualScheduler()

  @Test func counter() async {
    let store = TestStore(initialState: CounterFeature.State()) {
      CounterFeature()
    } withDependencies: {
      $0.numberFacts = NumberFacts.liveValue
    }
    await store.replay("Streams/Sessions/counter.json")
    #expect(store.state == CounterFeature.State(count: 3))
    await store.finish()
  }

  @Test func `shopping list`() async {
    let store = TestStore(initialState: ListFeature.State()) {
      ListFeature()
    } withDependencies: {
      $0.mainQueue = scheduler.eraseToAnyScheduler()
    }
    await store.replay("Streams/Sessions/shopping-list.json", on: scheduler)
    #expect(store.state.items.map(\.title) == ["milk", "rye bread"])
    await store.finish()
  }

  @Test func `repository search`() async {
    let (nio, log) = (
      Repository(
        name: "apple/swift-nio", stars: 7900, description: "Event-driven networking"),
      Repository(name: "apple/swift-log", stars: 3500, description: "A logging API")
    )
    let attempts = Attempts()
    let store = TestStore(initialState: SearchFeature.State()) {
      SearchFeature()
    } withDependencies: {
      $0.mainQueue = scheduler.eraseToAnyScheduler()
      $0.searchClient.search = { query in
        guard query == "nio" else { return [nio, log] }
        guard attempts.next() > 1 else { throw SearchError("the service does not answer") }
        return [nio]
      }
    }
    await store.replay("Streams/Sessions/repository-search.json", on: scheduler)
    #expect(store.state == SearchFeature.State())
    await store.finish()
  }
}
