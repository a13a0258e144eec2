import Composable

/// A number that can be incremented and decremented, and a fact about it.
struct CounterFeature: Reducer {
  struct State: Equatable, Codable {
    var count = 0
    var fact: String?
    var isAsking = false
  }

  enum Action: Equatable, Codable {
    case increment
    case decrement
    case askForFact
    case factResponse(TaskResult<String>)
  }

  @Dependency(\.numberFacts) var numberFacts

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .increment, .decrement:
      state.count += action == .increment ? 1 : -1
      state.fact = nil
      state.isAsking = false
      // An answer about a number that is no longer shown would be wrong.
      return .cancel(id: "fact")

    case .askForFact:
      state.isAsking = true
      return .run { [count = state.count] send in
        await send(.factResponse(TaskResult { try await numberFacts.fact(count) }))
      }
      .cancellable(id: "fact", cancelInFlight: true)

    case .factResponse(let result):
      state.isAsking = false
      switch result {
      case .success(let fact): state.fact = fact
      case .failure(let error): state.fact = "\(error)"
      }
      return .none
    }
  }
}
