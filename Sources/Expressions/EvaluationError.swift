/// The error of an expression that failed on a value.
///
/// Two errors are equal if their messages are equal.
public struct EvaluationError: Error, Sendable, CustomStringConvertible {
  /// The reason, and the whole text of the expression: `division by zero in "10 / $0"`.
  public var message: String
  private let origin: Origin?

  /// The origin is stored by reference, because errors are passed in registers.
  private indirect enum Origin: Sendable {
    case evaluation(FailedEvaluation)
    case place(ExpressionPlace)
  }

  /// Creates an error with a message.
  public init(_ message: String) {
    self.message = message
    origin = nil
  }

  /// Creates the failure of an operator that is meant to fail.
  package init(_ message: String, at place: ExpressionPlace) {
    self.message = message
    origin = .place(place)
  }

  init(_ evaluation: FailedEvaluation) {
    message = "\(evaluation.reason) in \"\(evaluation.expression)\""
    origin = .evaluation(evaluation)
  }

  /// The failed evaluation; nil for an error that did not come from an expression.
  public var evaluation: FailedEvaluation? {
    if case .evaluation(let evaluation)? = origin { evaluation } else { nil }
  }

  /// The place of an operator that failed by itself; nil for any other error.
  package var place: ExpressionPlace? {
    if case .place(let place)? = origin { place } else { nil }
  }

  public var description: String { message }
}

extension EvaluationError: Hashable {
  public static func == (left: EvaluationError, right: EvaluationError) -> Bool {
    left.message == right.message
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(message)
  }
}
