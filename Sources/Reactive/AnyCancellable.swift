/// A handle that cancels when it is released.
public final class AnyCancellable: Cancellable {
  private var action: (() -> Void)?

  /// Creates a handle that wraps a closure or something else to cancel.
  public init(_ cancel: @escaping () -> Void) {
    action = cancel
  }

  /// Creates a handle that wraps a closure or something else to cancel.
  public init(_ cancellable: some Cancellable) {
    action = { cancellable.cancel() }
  }

  deinit {
    action?()
  }

  public func cancel() {
    // Taken out first: the action may release what holds this handle.
    action.take()?()
  }
}

extension AnyCancellable: Hashable {
  public static func == (left: AnyCancellable, right: AnyCancellable) -> Bool { left === right }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}
