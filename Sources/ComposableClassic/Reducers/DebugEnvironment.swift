public import Dispatch

/// What `debug` prints by.
public struct DebugEnvironment: Sendable {
  /// Prints a text.
  public var printer: @Sendable (String) -> Void
  /// Kept, and not used: a line is printed where the store is, so that lines are in the order of
  /// actions.
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

/// How much of an action `debug` prints.
public enum ActionFormat: Sendable {
  /// The names of the cases and of what they hold, without values.
  case labelsOnly
  /// The action as a tree, with all values.
  case prettyPrint
}
