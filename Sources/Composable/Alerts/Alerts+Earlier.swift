import FoundationEssentials

// The initializers of alerts from the time before builders.

extension AlertState {
  /// The type of a button, under an earlier name.
  public typealias Button = ButtonState<Action>

  /// Creates an alert with any number of buttons. Without any, it has a button to close it.
  public init(title: TextState, message: TextState? = nil, buttons: [Button]) {
    self.init(id: UUID(), buttons: buttons, message: message, title: title)
  }

  /// Creates an alert with one button. Without a button, it has the default button to close it.
  public init(title: TextState, message: TextState? = nil, dismissButton: Button? = nil) {
    self.init(
      id: UUID(), buttons: dismissButton.map { [$0] } ?? [], message: message, title: title)
  }

  /// Creates an alert with two buttons.
  public init(
    title: TextState, message: TextState? = nil, primaryButton: Button, secondaryButton: Button
  ) {
    self.init(
      id: UUID(), buttons: [primaryButton, secondaryButton], message: message, title: title)
  }
}

extension ConfirmationDialogState {
  /// The type of a button, under an earlier name.
  public typealias Button = ButtonState<Action>

  /// Creates a dialog from its title, message and buttons.
  public init(
    title: TextState, titleVisibility: ConfirmationDialogStateTitleVisibility = .automatic,
    message: TextState? = nil, buttons: [Button] = []
  ) {
    self.init(
      id: UUID(), buttons: buttons, message: message, title: title,
      titleVisibility: titleVisibility)
  }
}

extension ButtonState {
  /// The type of a button's action, under an earlier name.
  public typealias Handler = ButtonStateAction<Action>
  /// The type of a button's action, under an earlier name.
  public typealias ButtonAction = ButtonStateAction<Action>
  /// The type of a button's role, under an earlier name.
  public typealias Role = ButtonStateRole

  /// A button that dismisses the alert.
  public static func cancel(
    _ label: TextState, action: ButtonStateAction<Action> = .send(nil)
  ) -> Self {
    Self(role: .cancel, action: action) { label }
  }

  /// A button without a role.
  public static func `default`(
    _ label: TextState, action: ButtonStateAction<Action> = .send(nil)
  ) -> Self {
    Self(action: action) { label }
  }

  /// A button for an action that cannot be undone.
  public static func destructive(
    _ label: TextState, action: ButtonStateAction<Action> = .send(nil)
  ) -> Self {
    Self(role: .destructive, action: action) { label }
  }
}

/// The earlier name of `ConfirmationDialogState`.
@available(*, deprecated, renamed: "ConfirmationDialogState")
public typealias ActionSheetState = ConfirmationDialogState
