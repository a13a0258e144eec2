import Composable
import Reactive

/// A feature with everything that a session may contain: actions with payloads, and effects that
/// publish, sleep and fail.
struct Counter: Reducer {
  struct State: Equatable, Codable {
    var count = 0
    var fact: String?
    var names: [String: Int] = [:]
  }

  enum Action: Equatable, Codable {
    case increment
    case add(Int)
    case rename(id: Int, to: String)
    case askForFact
    case factResponse(TaskResult<String>)
    case startTimer
    case stopTimer
    case ticked
  }

  struct NoFact: Error, CustomStringConvertible {
    var description: String { "no fact" }
  }

  @Dependency(\.mainQueue) var mainQueue
  @Dependency(\.continuousClock) var clock
  var fact: @Sendable (Int) async throws -> String = { "\($0) is a number" }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .increment, .ticked: state.count += 1
    case .add(let number): state.count += number
    case .rename(let id, let name): state.names[name] = id
    case .askForFact:
      return .run { [count = state.count] send in
        await send(.factResponse(TaskResult { try await fact(count) }))
      }
    case .factResponse(.success(let fact)): state.fact = fact
    case .factResponse(.failure(let error)): state.fact = "sorry: \(error)"
    case .startTimer:
      return .timer(id: "timer", every: .seconds(1), on: mainQueue) { _ in .ticked }
    case .stopTimer: return .cancel(id: "timer")
    }
    return .none
  }
}

extension Store where State == Counter.State, Action == Counter.Action {
  static func counter(_ scheduler: VirtualScheduler, count: Int = 0) -> Store {
    Store(initialState: Counter.State(count: count)) {
      Counter()
    } withDependencies: {
      $0.mainQueue = scheduler.eraseToAnyScheduler()
    }
  }
}
