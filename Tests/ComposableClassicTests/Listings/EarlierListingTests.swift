import ComposableClassic
import ComposableClassicTesting
import StoreTesting
import Testing

/// Features that listings of 2022 use besides reducers and effects.
@Suite struct EarlierListingTests {
  private struct Form: Equatable {
    @BindingState var name = ""
    var edits = 0
    var isSaved = false
  }

  private enum FormAction: BindableAction, Equatable {
    case binding(BindingAction<Form>)
    case saveButtonTapped
    case saved(TaskResult<String>)
  }

  private struct FormEnvironment: Sendable {
    var save: @Sendable (String) async throws -> String
  }

  private static let reducer = Reducer<Form, FormAction, FormEnvironment> {
    state, action, environment in
    switch action {
    case .binding(\.$name):
      state.edits += 1
      return .none
    case .binding:
      return .none
    case .saveButtonTapped:
      return .task { [name = state.name] in
        .saved(await TaskResult { try await environment.save(name) })
      }
    case .saved(let result):
      state.isSaved = (try? Result(result).get()) != nil
      return .none
    }
  }
  .binding()

  private func makeStore() -> ComposableClassicTesting.TestStore<Form, FormAction, FormEnvironment>
  {
    ComposableClassicTesting.TestStore(
      initialState: Form(), reducer: Self.reducer, environment: FormEnvironment(save: { $0 }))
  }

  @Test func `a form is bound, saved, and tested with timeouts`() async {
    let store = makeStore()
    await store.send(.set(\.$name, "Blob")) {
      $0.name = "Blob"
      $0.edits = 1
    }
    await store.send(.saveButtonTapped)
    await store.receive(.saved(.success("Blob")), timeout: .seconds(1)) { $0.isSaved = true }
    await store.finish(timeout: 1_000_000_000)
  }

  @Test func `a test's store is scoped to the part that a view sees`() async {
    let store = makeStore()
    let view = store.scope(
      state: \.name.count, action: { (name: String) in FormAction.set(\.$name, name) })
    await view.send("Blob") { $0 = 4 }
    let edits = store.scope(state: \.edits)
    await edits.send(.set(\.$name, "Blob Jr.")) { $0 = 2 }
  }

  private struct Numbers: Sendable, Equatable {
    var count = 0
  }

  private enum NumbersAction: Sendable {
    case add(Int)
    case row(id: Int, action: RowAction)
  }

  private enum RowAction: Sendable { case tapped }

  private static let numbers = Reducer<Numbers, NumbersAction, DebugEnvironment> {
    state, action, _ in
    if case .add(let number) = action { state.count += number }
    return .none
  }

  private func texts(
    _ reducer: Reducer<Numbers, NumbersAction, DebugEnvironment>, _ actions: NumbersAction...
  ) -> [String] {
    let texts = Texts()
    let store = Store(
      initialState: Numbers(), reducer: reducer,
      environment: DebugEnvironment(printer: { texts.add($0) }))
    for action in actions { store.send(action) }
    return texts.all
  }

  @Test func `debug prints using a part of the environment, and in a format`() {
    let reducer = Self.numbers.debug("app", actionFormat: .labelsOnly, environment: { $0 })
    #expect(
      texts(reducer, .add(1), .row(id: 7, action: .tapped)) == [
        """
        app: received action:
          EarlierListingTests.NumbersAction.add()
          EarlierListingTests.Numbers(
        −   count: 0
        +   count: 1
          )

        """,
        """
        app: received action:
          EarlierListingTests.NumbersAction.row(id:, action: .tapped)
          (no state changes)

        """,
      ])
  }

  @Test func `debug prints only actions, or only those of a part`() {
    #expect(
      texts(Self.numbers.debugActions(environment: { $0 }), .add(1)) == [
        """
        received action:
          EarlierListingTests.NumbersAction.add(
            1
          )

        """
      ])
    let part = Self.numbers.debug(
      state: \.count, action: /NumbersAction.add, environment: { $0 })
    #expect(
      texts(part, .row(id: 1, action: .tapped), .add(2)) == [
        """
        received action:
          2
        − 0
        + 2

        """
      ])
  }

  @Test func `a function is cancelled by a type that serves as an id`() async {
    enum LoadID {}
    let reducer = Reducer<[String], String, Void> { state, action, _ in
      state.append(action)
      switch action {
      case "load":
        return .run { send in
          do {
            try await withTaskCancellation(id: LoadID.self) { () -> Void in try await Task.never() }
          } catch {
            await send("ended")
          }
        }
      case "stop": return .run { _ in Task.cancel(id: LoadID.self) }
      default: return .none
      }
    }
    let store = Store(initialState: [], reducer: reducer, environment: ())
    let loading = store.send("load")
    while !loading.isFinished {
      await store.send("stop").finish()
    }
    #expect(store.withState { $0.filter { $0 != "stop" } } == ["load", "ended"])
  }

  @Test func `an unimplemented scheduler reports its use`() {
    let queue: AnySchedulerOf<DispatchQueue> = .unimplemented
    let texts = reported { _ = queue.now }
    #expect(
      texts == ["'AnyScheduler' is not implemented, but its time was read; the test has not set it"]
    )
  }
}
