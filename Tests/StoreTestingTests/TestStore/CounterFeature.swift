import Composable
import Reactive

/// A counter that requests facts, and one that is driven by a timer.
struct Counter: Reducer {
  struct State: Equatable {
    var count = 0
    var fact: String?
    var isTimerOn = false
  }

  enum Action: Equatable {
    case increment
    case decrement
    case noChange
    case factButtonTapped
    case factResponse(TaskResult<String>)
    case timerToggled
    case timerTicked
    case echo(Int)
    case echoed(Int)
  }

  private enum CancelID { case timer }

  @Dependency(\.fact) var fact
  @Dependency(\.mainQueue) var mainQueue

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .increment:
      state.count += 1
      return .none
    case .decrement:
      state.count -= 1
      return .none
    case .noChange, .echoed:
      return .none
    case .factButtonTapped:
      return .run { [count = state.count] send in
        await send(.factResponse(TaskResult { try await fact.fetch(count) }))
      }
    case .factResponse(.success(let text)):
      state.fact = text
      return .none
    case .factResponse(.failure):
      state.fact = "no fact"
      return .none
    case .timerToggled:
      state.isTimerOn.toggle()
      return state.isTimerOn
        ? .timer(id: CancelID.timer, every: .seconds(1), on: mainQueue) { _ in .timerTicked }
        : .cancel(id: CancelID.timer)
    case .timerTicked:
      state.count += 1
      return .none
    case .echo(let count):
      return .merge((0..<count).map { .send(.echoed($0)) })
    }
  }
}

struct FactClient: Sendable {
  var fetch: @Sendable (Int) async throws -> String
  var other: @Sendable () -> Int = { 0 }
}

extension FactClient: DependencyKey {
  static let liveValue = FactClient(fetch: { "\($0) is live" })
}

extension DependencyValues {
  var fact: FactClient {
    get { self[FactClient.self] }
    set { self[FactClient.self] = newValue }
  }
}
