import Composable
import StoreTesting
import Testing

/// Alerts and dialogs in a feature's state, as in listings of the architecture.
@MainActor
@Suite struct AlertListingTests {
  private struct Basket: Reducer {
    struct State: Equatable {
      @PresentationState var alert: AlertState<Action.Alert>?
      @PresentationState var dialog: ConfirmationDialogState<Action.Dialog>?
      var apples = 3
    }
    enum Action: Equatable {
      case alert(PresentationAction<Alert>)
      case dialog(PresentationAction<Dialog>)
      case emptyButtonTapped
      case moreButtonTapped

      enum Alert: Equatable { case emptyConfirmed }
      enum Dialog: Equatable { case addOne, removeOne }
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .emptyButtonTapped:
          let apples = state.apples
          state.alert = AlertState {
            TextState("Empty the basket?")
          } actions: {
            ButtonState(
              role: .destructive, action: .send(.emptyConfirmed, animation: .default)
            ) {
              TextState("Empty")
            }
            ButtonState(role: .cancel) { TextState("Keep") }
          } message: {
            TextState("There are \(apples) apples in it.")
          }
          return .none
        case .alert(.presented(.emptyConfirmed)):
          state.apples = 0
          return .none
        case .moreButtonTapped:
          state.dialog = ConfirmationDialogState {
            TextState("Apples")
          } actions: {
            ButtonState(action: .addOne) { TextState("Add one") }
            ButtonState(action: .removeOne) { TextState("Remove one") }
          }
          return .none
        case .dialog(.presented(let choice)):
          state.apples += choice == .addOne ? 1 : -1
          state.alert = AlertState { TextState("Done") }
          return .none
        case .alert, .dialog:
          return .none
        }
      }
      .ifLet(\.$alert, action: /Action.alert)
      .ifLet(\.$dialog, action: /Action.dialog)
    }
  }

  @Test func `the action of a button removes the alert`() async {
    let store = TestStore(initialState: Basket.State()) { Basket() }
    await store.send(.emptyButtonTapped) {
      $0.alert = AlertState {
        TextState("Empty the basket?")
      } actions: {
        ButtonState(role: .destructive, action: .emptyConfirmed) { TextState("Empty") }
        ButtonState(role: .cancel) { TextState("Keep") }
      } message: {
        TextState("There are 3 apples in it.")
      }
    }
    await store.send(.alert(.presented(.emptyConfirmed))) {
      $0.alert = nil
      $0.apples = 0
    }
    await store.send(.emptyButtonTapped) {
      $0.alert = AlertState(
        title: TextState("Empty the basket?"), message: TextState("There are 0 apples in it."),
        primaryButton: .destructive(TextState("Empty"), action: .send(.emptyConfirmed)),
        secondaryButton: .cancel(TextState("Keep")))
    }
    await store.send(.alert(.dismiss)) { $0.alert = nil }
  }

  @Test func `a dialog disappears, and the alert of its action stays`() async {
    let store = TestStore(initialState: Basket.State()) { Basket() }
    await store.send(.moreButtonTapped) {
      $0.dialog = ConfirmationDialogState(
        title: TextState("Apples"),
        buttons: [
          .default(TextState("Add one"), action: .send(.addOne)),
          .default(TextState("Remove one"), action: .send(.removeOne)),
        ])
    }
    await store.send(.dialog(.presented(.addOne))) {
      $0.dialog = nil
      $0.apples = 4
      $0.alert = AlertState { TextState("Done") }
    }
  }

  /// One alert after another in one place. The second is different from the first.
  private struct Steps: Reducer {
    struct State: Equatable {
      @PresentationState var destination: Destination.State?
    }
    enum Action: Equatable {
      case begin
      case destination(PresentationAction<Destination.Action>)
    }
    struct Destination: Reducer {
      enum State: Equatable {
        case alert(AlertState<Action.Alert>)
        case count(Int)
      }
      enum Action: Equatable {
        case alert(Alert)
        case count(Int)
        enum Alert: Equatable { case next, last }
      }
      var body: some ReducerOf<Self> {
        Scope(state: /State.count, action: /Action.count) {
          Reduce { count, step in
            count += step
            return .none
          }
        }
      }
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .begin, .destination(.presented(.alert(.next))):
          let isFirst = action == .begin
          state.destination = .alert(
            AlertState {
              TextState(verbatim: isFirst ? "One" : "Two")
            } actions: {
              if isFirst {
                ButtonState(action: .next) { TextState("Next") }
              } else {
                ButtonState(action: .last) { TextState("Close") }
              }
            })
        default: break
        }
        return .none
      }
      .ifLet(\.$destination, action: /Action.destination) { Destination() }
    }
  }

  @Test func `an alert that replaces another one stays`() async {
    let store = TestStore(initialState: Steps.State()) { Steps() }
    await store.send(.begin) {
      $0.destination = .alert(
        AlertState {
          TextState("One")
        } actions: {
          ButtonState(action: .next) { TextState("Next") }
        })
    }
    await store.send(.destination(.presented(.alert(.next)))) {
      $0.destination = .alert(
        AlertState {
          TextState("Two")
        } actions: {
          ButtonState(action: .last) { TextState("Close") }
        })
    }
    await store.send(.destination(.presented(.alert(.last)))) { $0.destination = nil }
  }

  @Test func `another feature in the same place stays`() async {
    let store = TestStore(initialState: Steps.State(destination: .count(1))) { Steps() }
    await store.send(.destination(.presented(.count(2)))) { $0.destination = .count(3) }
  }

  @Test func `an alert is a value`() {
    let button = ButtonState<Int>(role: .cancel, action: 1) { TextState("a") + TextState("b") }
    #expect(button == ButtonState(role: .cancel, action: 1) { TextState("ab") })
    var performed: [Int?] = []
    button.withAction { performed.append($0) }
    button.map { $0.map { $0 * 2 } }.withAction { performed.append($0) }
    #expect(performed == [1, 2])
    let alert = AlertState(title: TextState("t"), dismissButton: button)
    #expect(alert.map { $0.map(String.init) }.buttons.first?.action.action == "1")
    #expect(
      String(customDumping: alert) == """
        AlertState<Int>(
          title: "t",
          actions: [
            [0]: ButtonState<Int>(
              role: ButtonStateRole.cancel,
              action: ButtonStateAction<Int>.send(
                1
              ),
              label: "ab"
            )
          ]
        )
        """)
    #expect(String(state: TextState("x")) == "x")
  }
}
