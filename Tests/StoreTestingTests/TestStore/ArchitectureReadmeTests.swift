import Composable
import StoreTesting
import Testing

// The listings of the architecture's own README of 1.0 to 1.3, with a different import and without
// the views.

/// This has the client as a property of the reducer, which is not `Sendable`.
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

/// This has an answer that is a plain value, and a body.
private struct PlainFeature: Reducer {
  @Dependency(\.numberFact) var numberFact

  struct State: Equatable {
    var count = 0
    var numberFactAlert: String?
  }

  enum Action: Equatable {
    case numberFactButtonTapped
    case numberFactResponse(String)
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .numberFactButtonTapped:
        return .run { [count = state.count] send in
          let fact = try await self.numberFact.fetch(count)
          await send(.numberFactResponse(fact))
        }
      case .numberFactResponse(let fact):
        state.numberFactAlert = fact
        return .none
      }
    }
  }
}

@MainActor
@Suite struct ArchitectureReadmeTests {
  @Test func basics() async {
    let store = TestStore(initialState: Feature.State()) {
      Feature(numberFact: { "\($0) is a good number Brent" })
    }

    // Test that tapping on the increment/decrement buttons changes the count
    await store.send(.incrementButtonTapped) {
      $0.count = 1
    }
    await store.send(.decrementButtonTapped) {
      $0.count = 0
    }

    await store.send(.numberFactButtonTapped)

    await store.receive(.numberFactResponse(.success("0 is a good number Brent"))) {
      $0.numberFactAlert = "0 is a good number Brent"
    }
    await store.send(.factAlertDismissed) {
      $0.numberFactAlert = nil
    }
  }

  @Test func failure() async {
    struct Mistake: Error, Equatable {}
    let store = TestStore(initialState: Feature.State()) {
      Feature(numberFact: { _ in throw Mistake() })
    }
    await store.send(.numberFactButtonTapped)
    await store.receive(.numberFactResponse(.failure(Mistake()))) {
      $0.numberFactAlert = "Could not load a number fact :("
    }
  }

  @Test func dependency() async {
    let store = TestStore(initialState: PlainFeature.State()) {
      PlainFeature()
    } withDependencies: {
      $0.numberFact.fetch = { "\($0) is a good number Brent" }
    }
    await store.send(.numberFactButtonTapped)
    await store.receive(.numberFactResponse("0 is a good number Brent")) {
      $0.numberFactAlert = "0 is a good number Brent"
    }
  }

  @Test func uncaught() async {
    struct Mistake: Error {}
    let texts = await issueTexts {
      let store = TestStore(initialState: PlainFeature.State()) {
        PlainFeature()
      } withDependencies: {
        $0.numberFact.fetch = { _ in throw Mistake() }
      }
      await store.send(.numberFactButtonTapped)
      await store.finish()
    }
    #expect(texts.count == 1)
    #expect(texts.first?.contains("threw Mistake(), and has no 'catch'") == true)
  }

  @Test func unimplemented() async {
    let texts = await issueTexts {
      let store = TestStore(initialState: PlainFeature.State()) { PlainFeature() }
      await store.send(.numberFactButtonTapped)
      await store.skipReceivedActions()
    }
    #expect(texts.count == 1)
    #expect(texts.first?.hasPrefix("the dependency 'numberFact' has no test value") == true)
  }
}
