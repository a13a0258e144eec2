import ComposableClassic
import ComposableClassicTesting
import Foundation
import Testing

/// Features with an environment, as they were written in 2022, with tasks on schedulers.
@MainActor
@Suite struct EnvironmentListingTests {
  private struct FactClient: Sendable {
    var fetch: @Sendable (Int) async throws -> String
    static let failing = FactClient(fetch: XCTUnimplemented("FactClient.fetch"))
  }
  private struct FactError: Error, Equatable {}

  private struct FactState: Equatable {
    var count = 0
    var fact: String?
    var isRequestInFlight = false
  }
  private enum FactAction: Equatable {
    case plusButtonTapped, minusButtonTapped, delayed
    case factButtonTapped
    case factResponse(TaskResult<String>)
  }
  private struct FactEnvironment {
    var fact: FactClient
    var mainQueue: AnySchedulerOf<DispatchQueue>
  }

  private static let factReducer = Reducer<FactState, FactAction, FactEnvironment> {
    state, action, environment in
    enum DelayID {}
    switch action {
    case .minusButtonTapped:
      state.count -= 1
      return state.count >= 0
        ? .none
        : .task {
          try await environment.mainQueue.sleep(for: 1)
          return .delayed
        }
        .cancellable(id: DelayID.self)
    case .delayed:
      if state.count < 0 { state.count += 1 }
      return .none
    case .plusButtonTapped:
      state.count += 1
      return state.count >= 0 ? .cancel(id: DelayID.self) : .none
    case .factButtonTapped:
      state.isRequestInFlight = true
      state.fact = nil
      return .task { [count = state.count] in
        await .factResponse(TaskResult { try await environment.fact.fetch(count) })
      }
    case .factResponse(let result):
      state.isRequestInFlight = false
      if case .success(let fact) = result { state.fact = fact }
      return .none
    }
  }

  @Test func `a number below zero rises after a second`() async {
    let queue = DispatchQueue.test
    let store = TestStore(
      initialState: FactState(), reducer: Self.factReducer,
      environment: FactEnvironment(fact: .failing, mainQueue: queue.eraseToAnyScheduler()))
    await store.send(.minusButtonTapped) { $0.count = -1 }
    await queue.advance(by: .milliseconds(999))
    await queue.advance(by: .milliseconds(1))
    await store.receive(.delayed) { $0.count = 0 }
    await store.send(.minusButtonTapped) { $0.count = -1 }
    await store.send(.plusButtonTapped) { $0.count = 0 }
    await queue.run()
  }

  @Test func `a fact is fetched by a task, or fails`() async {
    var fact = FactClient.failing
    fact.fetch = { number in
      if number > 0 { throw FactError() }
      return "\(number) is a number"
    }
    let store = TestStore(
      initialState: FactState(), reducer: Self.factReducer,
      environment: FactEnvironment(fact: fact, mainQueue: .immediate))
    await store.send(.factButtonTapped) { $0.isRequestInFlight = true }
    await store.receive(.factResponse(.success("0 is a number"))) {
      $0.isRequestInFlight = false
      $0.fact = "0 is a number"
    }
    await store.send(.plusButtonTapped) { $0.count = 1 }
    await store.send(.factButtonTapped) {
      $0.isRequestInFlight = true
      $0.fact = nil
    }
    await store.receive(.factResponse(.failure(FactError()))) { $0.isRequestInFlight = false }
  }

  private struct TimerState: Equatable {
    var isOn = false
    var seconds = 0
  }
  private enum TimerAction: Equatable { case toggled, ticked }
  private static let timerReducer = Reducer<
    TimerState, TimerAction, AnySchedulerOf<DispatchQueue>
  > { state, action, queue in
    enum TimerID {}
    switch action {
    case .ticked:
      state.seconds += 1
      return .none
    case .toggled:
      state.isOn.toggle()
      return .run { [isOn = state.isOn] send in
        guard isOn else { return }
        for await _ in queue.timer(interval: 1) {
          await send(.ticked, animation: .easeInOut(duration: 0.5))
        }
      }
      .cancellable(id: TimerID.self, cancelInFlight: true)
    }
  }

  @Test func `a task follows the timer of a scheduler`() async {
    let queue = DispatchQueue.test
    let store = TestStore(
      initialState: TimerState(), reducer: Self.timerReducer,
      environment: queue.eraseToAnyScheduler())
    await store.send(.toggled) { $0.isOn = true }
    await queue.advance(by: 2)
    await store.receive(.ticked) { $0.seconds = 1 }
    await store.receive(.ticked) { $0.seconds = 2 }
    await store.send(.toggled) { $0.isOn = false }
    await queue.advance(by: 2)
  }

  @Test func `a task's error is turned into an action`() async {
    let reducer = Reducer<[Int], Int, Void> { state, action, _ in
      state.append(action)
      guard action == 0 else { return .none }
      return .merge(
        .task {
          throw FactError()
        } catch: { _ in
          1
        },
        .fireAndForget { throw FactError() })
    }
    let store = TestStore(initialState: [], reducer: reducer, environment: ())
    await store.send(0) { $0 = [0] }
    await store.receive(1) { $0 = [0, 1] }
  }

  @Test func `a reducer prints with the printer of its debug environment`() {
    let lines = LockIsolated<[String]>([])
    let reducer = Reducer<Int, Int, Void> { state, action, _ in
      state += action
      return .none
    }
    .debug("count") { _ in
      DebugEnvironment(printer: { line in lines.withValue { $0.append(line) } })
    }
    let store = Store(initialState: 1, reducer: reducer, environment: ())
    ViewStore(store).send(2)
    let text = lines.value.first ?? ""
    #expect(text.contains("count: received action:") && text.contains("+ 3"))
  }
}
