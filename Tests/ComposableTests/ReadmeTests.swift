import Composable
import Reactive
import Testing

private struct Feature: Reducer {
  let numberFact: (Int) async throws -> String

  struct State: Equatable {
    var count = 0
    var numberFactAlert: String?
  }
  enum Action: Equatable {
    case factAlertDismissed
    case decrementButtonTapped
    case incrementButtonTapped
    case numberFactButtonTapped
    case numberFactResponse(TaskResult<String>)
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .factAlertDismissed:
      state.numberFactAlert = nil
      return .none

    case .decrementButtonTapped:
      state.count -= 1
      return .none

    case .incrementButtonTapped:
      state.count += 1
      return .none

    case .numberFactButtonTapped:
      return .run { [count = state.count] send in
        await send(
          .numberFactResponse(
            TaskResult { try await self.numberFact(count) }
          )
        )
      }

    case .numberFactResponse(.success(let fact)):
      state.numberFactAlert = fact
      return .none

    case .numberFactResponse(.failure):
      state.numberFactAlert = "Could not load a number fact :("
      return .none
    }
  }
}

@Suite struct LiveReadmeTests {
  @Test @MainActor func `the live store runs the first listing`() async {
    let store = Store(initialState: Feature.State()) {
      Feature(numberFact: { number in "\(number) is a good number Brent" })
    }
    store.send(.incrementButtonTapped)
    await store.send(.numberFactButtonTapped).finish()
    let viewStore = ViewStore(store, observe: { $0 })
    #expect(viewStore.numberFactAlert == "1 is a good number Brent")
    #expect(viewStore.count == 1)
  }

  @Test func `without any isolation too`() async {
    let store = Store(initialState: Feature.State()) {
      Feature(numberFact: { number in "\(number) is a good number Brent" })
    }
    store.send(.incrementButtonTapped)
    await store.send(.numberFactButtonTapped).finish()
    #expect(store.withState(\.numberFactAlert) == "1 is a good number Brent")
  }
}
