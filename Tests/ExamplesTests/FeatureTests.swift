import Composable
import Reactive
import StoreTesting
import Testing

@testable import Counter
@testable import RepositorySearch
@testable import ShoppingList

@Suite struct CounterFeatureTests {
  @Test func `a change while a fact is being loaded drops the answer`() async {
    let store = TestStore(initialState: CounterFeature.State()) {
      CounterFeature()
    } withDependencies: {
      $0.numberFacts.fact = { _ in
        try await Task.sleep(for: .seconds(3600))
        return "too late"
      }
    }
    await store.send(.askForFact) { $0.isAsking = true }
    await store.send(.increment) {
      $0.count = 1
      $0.isAsking = false
    }
    await store.finish()
  }

  @Test(arguments: [
    0: "0 is", 1: "1 divides", 2: "2 is a prime", 9: "9 is a square", 15: "15 is 3 times 5",
  ])
  func `facts are found for numbers`(number: Int, text: String) async throws {
    #expect(try await NumberFacts.liveValue.fact(number).hasPrefix(text))
  }

  @Test func `there are no facts about negative numbers`() async {
    await #expect(throws: NumberFacts.Unknown(number: -1)) {
      try await NumberFacts.liveValue.fact(-1)
    }
  }
}

@Suite struct ListFeatureTests {
  @Test func `ticked items move to the end, a second after the last tick`() {
    let scheduler = VirtualScheduler()
    let store = TestStore(initialState: ListFeature.State()) {
      ListFeature()
    } withDependencies: {
      $0.mainQueue = scheduler.eraseToAnyScheduler()
    }
    store.send(.add("milk")) {
      $0.items.append(ItemFeature.State(id: 1, title: "milk"))
      $0.nextID = 2
    }
    store.send(.add("bread")) {
      $0.items.append(ItemFeature.State(id: 2, title: "bread"))
      $0.nextID = 3
    }
    store.send(.item(id: 1, action: .toggle)) { $0.items[id: 1]?.isDone = true }
    scheduler.advance(by: .milliseconds(900))
    store.send(.item(id: 1, action: .rename("oat milk"))) { $0.items[id: 1]?.title = "oat milk" }
    store.send(.item(id: 1, action: .toggle)) { $0.items[id: 1]?.isDone = false }
    store.send(.item(id: 1, action: .toggle)) { $0.items[id: 1]?.isDone = true }
    scheduler.advance(by: .seconds(1))
    store.receive(.moveDoneToEnd) { $0.items.swapAt(0, 1) }
    store.send(.sortByTitle)
    store.send(.remove(id: 2)) { $0.items.remove(id: 2) }
    store.finish()
  }
}

@Suite struct SearchFeatureTests {
  private let scheduler = VirtualScheduler()

  private func store(
    _ search: @escaping @Sendable (String) async throws -> [Repository]
  ) -> TestStoreOf<SearchFeature> {
    TestStore(initialState: SearchFeature.State()) {
      SearchFeature()
    } withDependencies: {
      $0.mainQueue = scheduler.eraseToAnyScheduler()
      $0.searchClient.search = search
    }
  }

  @Test func `a service that does not answer is queried three times`() async {
    let store = store { _ in throw SearchError("no") }
    await store.send(.queryChanged("x")) { $0.query = "x" }
    scheduler.advance(by: .milliseconds(300))
    for attempt in 1...3 {
      await store.receive(.search(attempt: attempt)) { $0.status = .searching(attempt: attempt) }
      if attempt < 3 {
        await store.receive(.response(.failure(SearchError("no"))))
      } else {
        await store.receive(.response(.failure(SearchError("no")))) { $0.status = .failed("no") }
      }
      scheduler.advance(by: .seconds(1))
    }
    await store.finish()
  }

  @Test func `changing or clearing the text ends the search and its retries`() async {
    let store = store { _ in throw SearchError("no") }
    await store.send(.queryChanged("x")) { $0.query = "x" }
    scheduler.advance(by: .milliseconds(300))
    await store.receive(.search(attempt: 1)) { $0.status = .searching(attempt: 1) }
    await store.receive(.response(.failure(SearchError("no"))))
    await store.send(.queryChanged("xy")) {
      $0.query = "xy"
      $0.status = .idle
    }
    await store.send(.queryChanged("")) { $0.query = "" }
    scheduler.advance(by: .seconds(9))
    await store.finish()
  }
}
