import Composable
import Reactive

/// A feature for which a test specifies the effects of each action. It records which action arrived
/// when.
struct Script: Reducer {
  struct State: Equatable {
    var log: [String] = []
  }

  enum Action: Equatable {
    /// Starts the effect with this name.
    case start(String)
    case note(String)
  }

  let scheduler: VirtualScheduler
  let effects: [String: () -> Effect<Action>]

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .start(let name): return effects[name]?() ?? .none
    case .note(let text):
      state.log.append("\(scheduler.now.nanoseconds / 1_000_000):\(text)")
      return .none
    }
  }
}

extension Effect where Action == Script.Action {
  static func note(_ text: String) -> Effect { .send(.note(text)) }

  static func note(_ text: String, after delay: Duration, _ scheduler: VirtualScheduler) -> Effect {
    .publisher { Just(.note(text)).delay(for: delay, scheduler: scheduler) }
  }
}

func makeScript(
  _ scheduler: VirtualScheduler, _ effects: [String: () -> Effect<Script.Action>]
) -> StoreOf<Script> {
  Store(initialState: Script.State()) { Script(scheduler: scheduler, effects: effects) }
}
