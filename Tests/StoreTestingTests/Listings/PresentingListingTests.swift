import Composable
import StoreTesting
import Testing

/// Features that present others, and bindings, as in listings of the architecture.
@Suite struct PresentingListingTests {
  private struct Sheet: Reducer {
    struct State: Equatable {
      @BindingState var name = ""
      var isPresented = false
    }
    enum Action: Equatable, BindableAction {
      case binding(BindingAction<State>)
      case doneButtonTapped
      case appeared
    }
    @Dependency(\.dismiss) var dismiss
    @Dependency(\.isPresented) var isPresented

    var body: some ReducerOf<Self> {
      BindingReducer()
      Reduce { state, action in
        switch action {
        case .binding(\.$name):
          state.name = state.name.uppercased()
          return .none
        case .binding:
          return .none
        case .appeared:
          state.isPresented = isPresented
          return .run { _ in try await Task.never() }
        case .doneButtonTapped:
          return .run { _ in await dismiss() }
        }
      }
    }
  }

  private struct Screen: Reducer {
    struct State: Equatable {
      @PresentationState var sheet: Sheet.State?
      var path = StackState<Sheet.State>()
    }
    enum Action: Equatable {
      case addButtonTapped
      case sheet(PresentationAction<Sheet.Action>)
      case path(StackAction<Sheet.State, Sheet.Action>)
      case pushButtonTapped
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .addButtonTapped:
          state.sheet = Sheet.State()
          return .none
        case .pushButtonTapped:
          state.path.append(Sheet.State(name: "new"))
          return .none
        case .sheet, .path:
          return .none
        }
      }
      .ifLet(\.$sheet, action: /Action.sheet) { Sheet() }
      .forEach(\.path, action: /Action.path) { Sheet() }
    }
  }

  private func makeStore() -> TestStoreOf<Screen> {
    TestStore(initialState: Screen.State()) { Screen() }
  }

  @Test func `a sheet is presented, edited, and dismisses itself`() async {
    let store = makeStore()
    await store.send(.addButtonTapped) { $0.sheet = Sheet.State() }
    await store.send(.sheet(.presented(.set(\.$name, "blob")))) { $0.sheet?.name = "BLOB" }
    await store.send(.sheet(.presented(.appeared))) { $0.sheet?.isPresented = true }
    await store.send(.sheet(.presented(.doneButtonTapped)))
    await store.receive(.sheet(.dismiss)) { $0.sheet = nil }
    await store.finish()
  }

  @Test func `the parent dismisses, and the sheet's effects end`() async {
    let store = makeStore()
    await store.send(.addButtonTapped) { $0.sheet = Sheet.State() }
    await store.send(.sheet(.presented(.appeared))) { $0.sheet?.isPresented = true }
    await store.send(.sheet(.dismiss)) { $0.sheet = nil }
    await store.finish()
  }

  @Test func `an action for an absent sheet is reported`() async {
    let texts = await issueTexts {
      let store = makeStore()
      await store.send(.sheet(.presented(.doneButtonTapped)))
      await store.send(.sheet(.dismiss))
    }
    #expect(texts.count == 2)
    #expect(
      texts.first?.contains("received an action for a child without state") == true)
  }

  @Test func `screens are pushed, edited, and popped`() async {
    let store = makeStore()
    await store.send(.pushButtonTapped) { $0.path.append(Sheet.State(name: "new")) }
    await store.send(.path(.push(id: 1, state: Sheet.State()))) { $0.path[id: 1] = Sheet.State() }
    await store.send(.path(.element(id: 1, action: .set(\.$name, "a")))) {
      $0.path[id: 1]?.name = "A"
    }
    await store.send(.path(.element(id: 0, action: .appeared))) {
      $0.path[id: 0]?.isPresented = true
    }
    await store.send(.path(.element(id: 1, action: .doneButtonTapped)))
    await store.receive(.path(.popFrom(id: 1))) { $0.path.removeLast() }
    #expect(store.state.path.ids == [0])
    await store.send(.path(.popFrom(id: 0))) { $0.path = StackState() }
    await store.finish()
  }

  @Test func `a stack reports missing and duplicate elements`() async {
    let texts = await issueTexts {
      let store = makeStore()
      await store.send(.pushButtonTapped) { $0.path[id: 0] = Sheet.State(name: "new") }
      await store.send(.path(.push(id: 0, state: Sheet.State())))
      await store.send(.path(.element(id: 7, action: .appeared)))
      await store.send(.path(.popFrom(id: 7)))
    }
    #expect(texts.count == 3)
    #expect(texts.first?.contains("received a push of #0") == true)
  }

  @Test func `a stack is an array with ids`() {
    withDependencies {
      $0.context = .test
    } operation: {
      var stack = StackState(["a", "b", "c"])
      #expect(stack.ids == [0, 1, 2])
      stack.pop(to: 1)
      #expect(Array(stack) == ["a", "b"])
      stack[id: 0] = nil
      #expect(stack.ids == [1])
      stack.append("d")
      #expect(stack.ids == [1, 3] && stack[id: 3] == "d")
      stack.pop(from: 1)
      #expect(stack.isEmpty)
    }
  }

  @Test func `a binding action has its path and its value`() {
    let action = BindingAction<Sheet.State>.set(\.$name, "a")
    #expect(action == .set(\.$name, "a"))
    #expect(action != .set(\.$name, "b"))
    #expect(action.keyPath == \Sheet.State.$name)
  }
}
