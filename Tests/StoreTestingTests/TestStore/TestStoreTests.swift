import Composable
import Foundation
import Reactive
import StoreTesting
import Testing

@Suite struct TestStoreTests {
  private func makeStore(_ scheduler: VirtualScheduler = VirtualScheduler()) -> TestStoreOf<Counter>
  {
    TestStore(initialState: Counter.State()) {
      Counter()
    } withDependencies: {
      $0.fact.fetch = { "\($0) is a good number" }
      $0.mainQueue = scheduler.eraseToAnyScheduler()
    }
  }

  @Test func `changes are stated, one after another`() {
    let store = makeStore()
    store.send(.increment) { $0.count = 1 }
    store.send(.increment) { $0.count = 2 }
    store.send(.decrement) { $0.count = 1 }
    store.send(.noChange)
    #expect(store.state.count == 1)
  }

  /// A row whose identity is from a dependency.
  private struct Ticket: Equatable {
    let id: UUID
    init() {
      @Dependency(\.uuid) var uuid
      id = uuid()
    }
  }

  private struct Tickets: Reducer {
    func reduce(into state: inout [Ticket], action: Int) -> Effect<Int> {
      state = [Ticket()]
      return action > 0 ? .send(action - 1) : .none
    }
  }

  @Test func `closures of a test use the store's dependencies`() {
    let id = UUID(7)
    for exhaustivity in [Exhaustivity.on, .off(showSkippedAssertions: true)] {
      let store = TestStore(initialState: [Ticket]()) {
        Tickets()
      } withDependencies: {
        $0.uuid = .constant(id)
      }
      store.exhaustivity = exhaustivity
      store.send(1) { $0 = [Ticket()] }
      store.receive { action in action == 0 && Ticket().id == id }
    }
  }

  @Test func `receives the actions of effects in order, and acts on them only then`() {
    let store = makeStore()
    store.send(.echo(3))
    store.receive(.echoed(0))
    store.receive(/Counter.Action.echoed)
    store.receive { $0 == .echoed(2) }
  }

  @Test func `follows a timer on a virtual scheduler to the instant`() {
    let scheduler = VirtualScheduler()
    let store = makeStore(scheduler)
    store.send(.timerToggled) { $0.isTimerOn = true }
    scheduler.advance(by: .milliseconds(999))
    scheduler.advance(by: .milliseconds(1))
    store.receive(.timerTicked) { $0.count = 1 }
    scheduler.advance(by: .seconds(2))
    store.receive(.timerTicked) { $0.count = 2 }
    store.receive(.timerTicked) { $0.count = 3 }
    store.send(.timerToggled) { $0.isTimerOn = false }
    scheduler.advance(by: .seconds(10))
    store.finish()
  }

  @Test @MainActor func `waits for an action on the main actor`() async {
    let store = makeStore()
    await store.send(.increment) { $0.count = 1 }
    await store.send(.factButtonTapped)
    await store.receive(.factResponse(.success("1 is a good number"))) {
      $0.fact = "1 is a good number"
    }
  }

  @Test func `waits for an action without an isolation`() async {
    let store = makeStore()
    await store.send(.factButtonTapped)
    await store.receive(/Counter.Action.factResponse) { $0.fact = "0 is a good number" }
  }

  @Test func `a hundred runs have one outcome, with and without an isolation`() async {
    for _ in 0..<100 {
      let store = makeStore()
      await store.send(.factButtonTapped)
      await store.send(.factButtonTapped)
      await store.receive(/Counter.Action.factResponse) { $0.fact = "0 is a good number" }
      await store.receive(/Counter.Action.factResponse)
    }
  }

  @Test @MainActor func `a hundred runs have one outcome on the main actor`() async {
    for _ in 0..<100 {
      let store = makeStore()
      await store.send(.factButtonTapped)
      await store.receive(/Counter.Action.factResponse) { $0.fact = "0 is a good number" }
    }
  }

  @Test @MainActor func `a hundred runs of an effect of the main actor have one outcome`() async {
    let elsewhere: @Sendable () async -> Void = {}
    for _ in 0..<100 {
      // Because it is written here, the closure belongs to the main actor.
      let store = TestStore(initialState: 0) {
        Reduce<Int, Int> { _, action in
          guard action == 0 else { return .none }
          return .run { send in
            await elsewhere()
            await send(5)
          }
        }
      }
      await store.send(0)
      await store.receive(5)
    }
  }

  @Test func `dependencies can be changed during a test`() async {
    let store = makeStore()
    store.dependencies.fact.fetch = { _ in "changed" }
    await store.send(.factButtonTapped)
    await store.receive(.factResponse(.success("changed"))) { $0.fact = "changed" }
    await store.finish()
  }

  @Test func `an effect can be cancelled by its task`() async {
    let store = makeStore()
    store.dependencies.fact.fetch = { _ in try await forever() }
    let task = await store.send(.factButtonTapped)
    #expect(!task.isFinished)
    await task.cancel()
    #expect(task.isFinished)
    await store.finish()
  }

  // MARK: Not exhaustive

  @Test func `without exhaustivity a test states what it likes`() async {
    let store = makeStore()
    store.exhaustivity = .off
    await store.send(.increment)
    await store.send(.increment) { $0.count = 2 }
    await store.send(.echo(3))
    await store.receive(.echoed(1))
    await store.send(.factButtonTapped)
    await store.receive(/Counter.Action.factResponse)
    #expect(store.state.fact == "2 is a good number")
    await store.send(.timerToggled)
  }

  @Test func `skips everything that is left out on request`() async {
    let store = makeStore()
    await store.send(.echo(2))
    await store.skipReceivedActions()
    await store.send(.timerToggled) { $0.isTimerOn = true }
    await store.skipInFlightEffects()
    await store.skipReceivedActions(strict: false)
    await store.skipInFlightEffects(strict: false)
  }
}

/// Waits until the task is cancelled.
func forever() async throws -> String {
  let stream = AsyncStream<Void> { _ in }
  for await _ in stream {}
  throw CancellationError()
}
