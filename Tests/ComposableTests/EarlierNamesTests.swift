import Composable
import Testing

/// A feature with names from the time before 1.0, which compile with a warning.
@available(*, deprecated)
private struct EarlierFeature: ReducerProtocol {
  struct State: Equatable {
    @BindableState var name = ""
    var log: [String] = []
  }
  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case saveButtonTapped
    case saved(String)
  }
  let save: @Sendable (String) -> Void

  var body: some ReducerProtocolOf<Self> {
    BindingReducer()
    Reduce { state, action in reduceOwn(&state, action) }
  }

  func reduceOwn(_ state: inout State, _ action: Action) -> EffectTask<Action> {
    switch action {
    case .binding(\.$name):
      state.log.append("name")
      return .none
    case .binding: return .none
    case .saveButtonTapped:
      return .merge(
        .fireAndForget { [name = state.name] in save(name) },
        .task { [name = state.name] in .saved(name) })
    case .saved(let name):
      state.log.append(name)
      return .none
    }
  }
}

@Suite struct EarlierNamesTests {
  @available(*, deprecated)
  @Test func `a feature from the early days of the protocol runs`() async {
    let saved = LockIsolated<[String]>([])
    let store = Store(initialState: EarlierFeature.State()) {
      EarlierFeature(save: { name in saved.withValue { $0.append(name) } })
    }
    store.send(.set(\.$name, "Blob"))
    await store.send(.saveButtonTapped).finish()
    #expect(store.withState(\.log) == ["name", "Blob"])
    #expect(saved.value == ["Blob"])
  }
}
