import Composable
import StoreTesting
import Testing

private enum AuthenticationError: Error, Equatable { case wrongPassword }

private struct AuthenticationClient: Sendable {
  var login: @Sendable (String, String) async throws -> Bool
}

extension AuthenticationClient: TestDependencyKey {
  static let testValue = AuthenticationClient(login: unimplemented("AuthenticationClient.login"))
}

extension DependencyValues {
  fileprivate var authentication: AuthenticationClient {
    get { self[AuthenticationClient.self] }
    set { self[AuthenticationClient.self] = newValue }
  }
}

/// An app of screens: a login with a second step, a game after it, and a stack.
@MainActor
@Suite struct AppListingTests {
  private struct Login: Reducer {
    struct State: Equatable {
      @PresentationState var alert: AlertState<Action.Alert>?
      @PresentationState var code: Code.State?
      @BindingState var name = ""
      @BindingState var password = ""
      var isRequestInFlight = false
    }
    enum Action: Equatable {
      case alert(PresentationAction<Alert>)
      case code(PresentationAction<Code.Action>)
      case response(TaskResult<Bool>)
      case view(View)

      enum Alert: Equatable {}
      enum View: BindableAction, Equatable {
        case binding(BindingAction<State>)
        case loginButtonTapped
      }
    }
    @Dependency(\.authentication) var authentication

    var body: some ReducerOf<Self> {
      BindingReducer(action: /Action.view)
      Reduce { state, action in
        switch action {
        case .view(.loginButtonTapped):
          state.isRequestInFlight = true
          return .run { [name = state.name, password = state.password] send in
            await send(
              .response(await TaskResult { try await self.authentication.login(name, password) }))
          }
        case .response(.success(let needsCode)):
          state.isRequestInFlight = false
          if needsCode { state.code = Code.State() }
          return .none
        case .response(.failure(let error)):
          state.isRequestInFlight = false
          state.alert = AlertState { TextState("\(error)") }
          return .none
        case .alert, .code, .view:
          return .none
        }
      }
      .ifLet(\.$alert, action: /Action.alert)
      .ifLet(\.$code, action: /Action.code) { Code() }
    }
  }

  private struct Code: Reducer {
    struct State: Equatable {
      @BindingState var digits = ""
    }
    enum Action: BindableAction, Equatable {
      case binding(BindingAction<State>)
      case cancelButtonTapped
      case accepted
    }
    @Dependency(\.dismiss) var dismiss

    var body: some ReducerOf<Self> {
      BindingReducer()
      Reduce { state, action in
        switch action {
        case .binding(\.$digits):
          return state.digits.count == 4 ? .send(.accepted) : .none
        case .cancelButtonTapped:
          return .run { _ in await self.dismiss() }
        case .accepted, .binding:
          return .none
        }
      }
    }
  }

  private struct Game: Reducer {
    struct State: Equatable { var score = 0 }
    enum Action: Equatable { case scored, quitButtonTapped }
    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      if action == .scored { state.score += 1 }
      return .none
    }
  }

  private struct App: Reducer {
    enum State: Equatable {
      case login(Login.State)
      case game(Game.State)
    }
    enum Action: Equatable {
      case login(Login.Action)
      case game(Game.Action)
    }
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .login(.code(.presented(.accepted))), .login(.response(.success(false))):
          state = .game(Game.State())
        case .game(.quitButtonTapped):
          state = .login(Login.State())
        case .login, .game: break
        }
        return .none
      }
      .ifCaseLet(/State.login, action: /Action.login) { Login() }
      .ifCaseLet(/State.game, action: /Action.game) { Game() }
    }
  }

  @Test func `a login with a second step leads to the game and back`() async {
    let store = TestStore(initialState: App.State.login(Login.State())) {
      App()
    } withDependencies: {
      $0.authentication.login = { name, _ in name == "blob" }
    }
    await store.send(.login(.view(.set(\.$name, "blob")))) {
      $0 = .login(Login.State(name: "blob"))
    }
    await store.send(.login(.view(.loginButtonTapped))) {
      $0 = .login(Login.State(name: "blob", isRequestInFlight: true))
    }
    await store.receive(.login(.response(.success(true)))) {
      $0 = .login(Login.State(code: Code.State(), name: "blob"))
    }
    await store.send(.login(.code(.presented(.set(\.$digits, "1234"))))) {
      $0 = .login(Login.State(code: Code.State(digits: "1234"), name: "blob"))
    }
    await store.receive(.login(.code(.presented(.accepted)))) { $0 = .game(Game.State()) }
    await store.send(.game(.scored)) {
      XCTModify(&$0, case: /App.State.game) { $0.score = 1 }
    }
    await store.send(.game(.quitButtonTapped)) { $0 = .login(Login.State()) }
  }

  @Test func `a failure is shown, and the second step can be left`() async {
    let store = TestStore(initialState: Login.State(code: Code.State())) {
      Login()
    } withDependencies: {
      $0.authentication.login = { _, _ in throw AuthenticationError.wrongPassword }
    }
    await store.send(.code(.presented(.cancelButtonTapped)))
    await store.receive(.code(.dismiss)) { $0.code = nil }
    await store.send(.view(.loginButtonTapped)) { $0.isRequestInFlight = true }
    await store.receive(.response(.failure(AuthenticationError.wrongPassword))) {
      $0.isRequestInFlight = false
      $0.alert = AlertState { TextState("wrongPassword") }
    }
    await store.send(.alert(.dismiss)) { $0.alert = nil }
  }

  private struct Note: Equatable, Identifiable {
    let id: Int
    var text: String
  }

  private struct Editor: Reducer {
    struct State: Equatable { @BindingState var note: Note }
    enum Action: BindableAction, Equatable {
      case binding(BindingAction<State>)
      case saveButtonTapped
      case delegate(Delegate)
      enum Delegate: Equatable { case saved(Note) }
    }
    @Dependency(\.dismiss) var dismiss
    var body: some ReducerOf<Self> {
      BindingReducer()
      Reduce { state, action in
        guard action == .saveButtonTapped else { return .none }
        return .run { [note = state.note] send in
          await send(.delegate(.saved(note)))
          await self.dismiss()
        }
      }
    }
  }

  private struct Notebook: Reducer {
    struct State: Equatable {
      var notes: IdentifiedArrayOf<Note> = []
      var path = StackState<Path.State>()
    }
    enum Action: Equatable {
      case noteTapped(Note.ID)
      case path(StackAction<Path.State, Path.Action>)
    }
    struct Path: Reducer {
      enum State: Equatable { case edit(Editor.State) }
      enum Action: Equatable { case edit(Editor.Action) }
      var body: some ReducerOf<Self> {
        Scope(state: /State.edit, action: /Action.edit) { Editor() }
      }
    }
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .noteTapped(let id):
          guard let note = state.notes[id: id] else {
            XCTFail("no note \(id)")
            return .none
          }
          state.path.append(.edit(Editor.State(note: note)))
        case .path(.element(id: _, action: .edit(.delegate(.saved(let note))))):
          state.notes[id: note.id] = note
        case .path: break
        }
        return .none
      }
      .forEach(\.path, action: /Action.path) { Path() }
    }
  }

  private func makeNotebook() -> TestStoreOf<Notebook> {
    TestStore(initialState: Notebook.State(notes: [Note(id: 7, text: "old")])) { Notebook() }
  }

  @Test func `a screen on a stack saves and leaves`() async throws {
    let store = makeNotebook()
    await store.send(.noteTapped(7)) {
      $0.path[id: 0] = .edit(Editor.State(note: Note(id: 7, text: "old")))
    }
    await store.send(.path(.element(id: 0, action: .edit(.set(\.$note, Note(id: 7, text: "new"))))))
    {
      XCTModify(&$0.path[id: 0], case: /Notebook.Path.State.edit) { $0.note.text = "new" }
    }
    let editor = try XCTUnwrap(store.state.path[id: 0], case: /Notebook.Path.State.edit)
    XCTAssertNoDifference(editor.note.text, "new")
    await store.send(.path(.element(id: 0, action: .edit(.saveButtonTapped))))
    await store.receive(
      .path(.element(id: 0, action: .edit(.delegate(.saved(Note(id: 7, text: "new"))))))
    ) {
      $0.notes[id: 7]?.text = "new"
    }
    await store.receive(.path(.popFrom(id: 0))) { $0.path.removeAll() }
  }

  @Test func `without exhaustivity only the end is stated`() async {
    let store = makeNotebook()
    store.exhaustivity = .off
    await store.send(.noteTapped(7))
    await store.send(.path(.element(id: 0, action: .edit(.set(\.$note, Note(id: 7, text: "x"))))))
    await store.send(.path(.element(id: 0, action: .edit(.saveButtonTapped))))
    await store.receive(.path(.popFrom(id: 0))) {
      $0.notes = [Note(id: 7, text: "x")]
      $0.path = StackState()
    }
  }

  @Test func `a failure in a feature fails the test`() async {
    let texts = await issueTexts {
      let store = makeNotebook()
      await store.send(.noteTapped(8))
      var screen: Notebook.Path.State? = nil
      XCTModify(&screen, case: /Notebook.Path.State.edit) { $0.note.text = "" }
      XCTAssertNoDifference(1, 2)
    }
    #expect(
      texts == [
        "no note 8",
        "found nil, expected a case that holds AppListingTests.Editor.State",
        "two values differ (− first, + second):\n\n− 1\n+ 2",
      ])
  }
}
