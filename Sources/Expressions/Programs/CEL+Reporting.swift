public import Values

// These functions report the values on which an expression fails, each as an object with the value
// and the message. A function for a stream returns a closure; a function for a closure takes the
// values.

extension CEL {
  /// Returns a condition that is true for a value if the expression returns a result for it instead
  /// of failing. It reports all other values, as `{"value", "error"}`.
  ///
  ///     numbers.filter(CEL("10 / $0").succeeds(reportingTo: failures.send))
  public func succeeds(
    reportingTo send: @escaping (Value) -> Void
  ) -> (_ value: Value) -> Bool {
    { reporting($0, to: send) { first throws(EvaluationError) in try value(first) } != nil }
  }

  /// Returns a condition that is true for a value if the expression returns a bool for it. It
  /// reports all other values, as `{"value", "error"}`.
  public func decides(reportingTo send: @escaping (Value) -> Void) -> (_ value: Value) -> Bool {
    { reporting($0, to: send) { first throws(EvaluationError) in try condition(first) } != nil }
  }

  /// Returns a condition that is true for a value if the expression returns a delay for it. It
  /// reports all other values, as `{"value", "error"}`.
  public func delays(reportingTo send: @escaping (Value) -> Void) -> (_ value: Value) -> Bool {
    { reporting($0, to: send) { first throws(EvaluationError) in try delay(first) } != nil }
  }

  /// Returns a condition that is true for a value if the expression is true. It reports the values
  /// for which the result is not a bool, as `{"value", "error"}`.
  public func holds(reportingTo send: @escaping (Value) -> Void) -> (_ value: Value) -> Bool {
    { condition($0, reportingTo: send) ?? false }
  }

  /// Returns a closure that returns the result for a value. If the expression fails, the closure
  /// returns nil and reports the value, as `{"value", "error"}`.
  ///
  ///     numbers.compactMap(CEL("10 / $0").result(reportingTo: failures.send))
  public func result(
    reportingTo send: @escaping (Value) -> Void
  ) -> (_ value: Value) -> Value? {
    { reporting($0, to: send) { first throws(EvaluationError) in try value(first) } }
  }

  /// Returns the result for two values. If the expression fails, it returns nil and reports the
  /// second value, as `{"value", "error"}`.
  public func value(
    _ first: Value, _ second: Value, reportingTo send: (Value) -> Void
  ) -> Value? {
    reporting(second, to: send) { second throws(EvaluationError) in try value(first, second) }
  }

  /// Returns whether a condition is true for two values. If the result is not a bool, it returns
  /// nil and reports the second value, as `{"value", "error"}`.
  public func condition(
    _ first: Value, _ second: Value, reportingTo send: (Value) -> Void
  ) -> Bool? {
    reporting(second, to: send) { second throws(EvaluationError) in try condition(first, second) }
  }

  /// Returns whether a condition is true for a value. If the result is not a bool, it returns nil
  /// and reports the value, as `{"value", "error"}`.
  public func condition(_ first: Value, reportingTo send: (Value) -> Void) -> Bool? {
    reporting(first, to: send) { first throws(EvaluationError) in try condition(first) }
  }

  /// Returns a closure that reports a value with its error, as `{"value", "error"}`.
  public static func reporting(
    to send: @escaping (Value) -> Void
  ) -> (_ value: Value, _ error: EvaluationError) -> Void {
    { value, error in send(failure(error.message, of: value)) }
  }

  private func reporting<Result>(
    _ value: Value, to send: (Value) -> Void,
    _ evaluate: (Value) throws(EvaluationError) -> Result
  ) -> Result? {
    do throws(EvaluationError) {
      return try evaluate(value)
    } catch {
      send(Self.failure(error.message, of: value))
      return nil
    }
  }

  /// Returns the object of a value with the message of its failure.
  package static func failure(_ message: String, of value: Value) -> Value {
    .object(Object(shape: failureShape, [value, .string(Text(message))]))
  }

  private static let failureShape = ObjectShape(shared: ["value", "error"])
}
