/// A handle that cancels when it is released.
public final class AnyCancellable: Cancellable {
  private var action: (() -> Void)?

  /// Creates a handle that calls a closure when it is cancelled or released.
  public init(_ cancel: @escaping () -> Void) {
    action = cancel
  }

  /// Creates a handle that cancels `cancellable` when it is cancelled or released.
  public init(_ cancellable: some Cancellable) {
    action = { cancellable.cancel() }
  }

  deinit {
    action?()
  }

  public func cancel() {
    // The closure is taken out first, because the action may release the owner of this handle.
    action.take()?()
  }
}

extension AnyCancellable: Hashable {
  public static func == (left: AnyCancellable, right: AnyCancellable) -> Bool { left === right }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}
