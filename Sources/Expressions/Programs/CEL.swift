public import Values

/// An expression in a Swift program, together with everything it reads besides `$0` and `$1`.
///
///     prices.tryMap(CEL("$0.price * $0.count").value)
///
/// It is meant for expressions written in source code. An expression that cannot be parsed or
/// checked is a programming error, and stops the program. `CheckedExpression` throws instead.
///
/// Creating one is expensive, and using it is cheap. So create it once, outside the closure that
/// uses it, as above.
public struct CEL {
  private let evaluator: Evaluator
  private let frame: Frame
  private let now: (() -> Int64)?
  let text: String

  /// Creates an expression from its text.
  ///
  /// - Parameters:
  ///   - parameters: The meanings of the other names with a `$`, given without the `$`.
  ///   - outer: The value of `$outer`.
  ///   - error: The value of `$error`.
  ///   - key: The value of `$key`.
  ///   - match: The names of the steps in `$match`, for a condition of a pattern.
  ///   - now: Returns the time for `$time`, in nanoseconds.
  public init(
    _ text: String, _ parameters: [String: Argument] = [:], outer: Value = .null,
    error: String = "", key: Value = .null, match: [String]? = nil, now: (() -> Int64)? = nil
  ) {
    var scope = Scope.pair()
    (scope.outer, scope.error, scope.key) = (.dyn, .string, .dyn)
    scope.match = match?.map { Scope.Name(Text($0)) }
    do throws(ExpressionErrors) {
      evaluator = try CheckedExpression(
        text, in: scope, with: ParameterScope(arguments: parameters)
      ).evaluator()
    } catch {
      preconditionFailure("the expression \"\(text)\": \(error.errors[0].message)")
    }
    var frame = Frame()
    frame.outer = outer
    frame.error = .string(Text(error))
    frame.key = key
    self.frame = frame
    self.now = now
    self.text = text
  }

  /// The frame of an evaluation that begins now.
  private var present: Frame {
    var frame = frame
    if let now { frame.nanoseconds = now() }
    return frame
  }

  /// Returns the result for a value.
  public func value(_ first: Value) throws(EvaluationError) -> Value {
    var frame = present
    return try evaluator.value(first, .null, in: &frame)
  }

  /// Returns the result for two values.
  public func value(_ first: Value, _ second: Value) throws(EvaluationError) -> Value {
    var frame = present
    return try evaluator.value(first, second, in: &frame)
  }

  /// Returns whether a condition is true for a value. Throws if the result is not a bool.
  public func condition(_ first: Value) throws(EvaluationError) -> Bool {
    var frame = present
    return try evaluator.condition(first, .null, in: &frame)
  }

  /// Returns whether a condition is true for two values. Throws if the result is not a bool.
  public func condition(_ first: Value, _ second: Value) throws(EvaluationError) -> Bool {
    var frame = present
    return try evaluator.condition(first, second, in: &frame)
  }

  /// Returns whether a condition of a pattern is true for a value, the one before it, and the match.
  public func condition(
    _ first: Value, _ previous: Value?, match: Value
  ) throws(EvaluationError) -> Bool {
    var frame = present
    frame.match = match
    return try evaluator.condition(first, previous ?? .null, in: &frame)
  }

  /// Returns whether a condition is true for a value and the values so far.
  public func condition(_ first: Value, _ values: [Value]) throws(EvaluationError) -> Bool {
    try condition(first, .array(values))
  }

  /// Returns the result for a value, or nil if the result is null.
  public func nonNull(_ first: Value) throws(EvaluationError) -> Value? {
    let result = try value(first)
    if case .null = result { return nil }
    return result
  }

  /// Returns the result for a value as a key.
  public func key(_ first: Value) throws(EvaluationError) -> Key {
    Key(try value(first))
  }

  /// Returns the elements of the list that the expression evaluates to.
  public func list() throws(EvaluationError) -> [Value] {
    let result = try value(.null)
    if case .array(let elements) = result { return elements }
    throw EvaluationError(ListMistake.message(for: result, in: text))
  }
}

/// The failure of an expression that has to return a list.
package enum ListMistake {
  /// Returns the kind of a result that is not a list.
  package static func found(_ result: Value) -> String {
    result == .null ? "null" : "of type \(ValueType.of(result))"
  }

  package static func message(for result: Value, in text: String) -> String {
    "a list is expected here, but this is \(found(result)) in \"\(text)\""
  }
}
