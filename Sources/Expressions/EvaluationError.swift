/// An expression that failed on a value.
public struct EvaluationError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What failed, and the whole text of the expression: `division by zero in "10 / $0"`.
  public var message: String

  public init(_ message: String) {
    self.message = message
  }

  public var description: String { message }
}
