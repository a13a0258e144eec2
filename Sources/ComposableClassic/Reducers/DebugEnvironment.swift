public import Dispatch

/// The dependencies of `debug`.
public struct DebugEnvironment: Sendable {
  /// Prints a string.
  public var printer: @Sendable (String) -> Void
  /// Stored but unused: a line is printed in the store's isolation, so that lines are in the order
  /// of actions.
  public var queue: DispatchQueue

  /// Creates an environment that prints on a queue.
  public init(
    printer: @escaping @Sendable (String) -> Void = { print($0) },
    queue: DispatchQueue = DispatchQueue(label: "debugging of a reducer")
  ) {
    self.printer = printer
    self.queue = queue
  }
}

/// The amount of detail that `debug` prints about an action.
public enum ActionFormat: Sendable {
  /// The names of the cases and of their values, without the values.
  case labelsOnly
  /// The action as a tree, with all values.
  case prettyPrint
}
