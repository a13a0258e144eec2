import Values

/// A function of the language: all that the checker, the compiler and the reference need of it.
struct Function: Sendable {
  let name: String
  /// What it does, in a sentence.
  let summary: String
  let examples: [Example]
  let overloads: [Overload]

  /// An expression that calls the function, and an expression of what it gives.
  struct Example: Sendable {
    let text: String
    let result: String

    init(_ text: String, gives result: String) {
      self.text = text
      self.result = result
    }
  }
}

/// One form of a function: what it takes, what it gives, and how.
struct Overload: Sendable {
  /// Whether it is called with its first parameter in front, as in `a.size()`.
  let isMember: Bool
  let parameters: [ValueType]
  /// The type of the result, given the types of the arguments.
  let result: @Sendable ([ValueType]) -> ValueType
  let body: Body

  /// What computes the result; it is called only with arguments of the parameters' kinds.
  enum Body: Sendable {
    case one(@Sendable (Value) throws(EvaluationFailure) -> Value)
    case two(@Sendable (Value, Value) throws(EvaluationFailure) -> Value)
    case many(@Sendable ([Value]) throws(EvaluationFailure) -> Value)
  }

  /// Makes the form `name(parameters)`.
  static func function(_ parameters: ValueType..., gives result: ValueType, body: Body) -> Overload
  {
    Overload(isMember: false, parameters: parameters, result: { _ in result }, body: body)
  }

  /// Makes the form `receiver.name(parameters)`.
  static func member(
    of receiver: ValueType, _ parameters: ValueType..., gives result: ValueType, body: Body
  ) -> Overload {
    Overload(
      isMember: true, parameters: [receiver] + parameters, result: { _ in result }, body: body)
  }

  func accepts(_ types: [ValueType]) -> Bool {
    types.count == parameters.count && zip(parameters, types).allSatisfy { $0.accepts($1) }
  }

  func admits(_ arguments: [Value]) -> Bool {
    zip(parameters, arguments).allSatisfy { $0.admits($1.kind) }
  }
}

extension Overload.Body {
  /// Takes a string.
  static func text(
    _ body: @escaping @Sendable (Text) throws(EvaluationFailure) -> Value
  ) -> Overload.Body {
    .one { (value) throws(EvaluationFailure) in
      guard case .string(let text) = value else {
        throw .mismatch(found: value.kind, expectation: "a string")
      }
      return try body(text)
    }
  }

  /// Takes two strings.
  static func texts(
    _ body: @escaping @Sendable (Text, Text) throws(EvaluationFailure) -> Value
  ) -> Overload.Body {
    .two { (first, second) throws(EvaluationFailure) in
      guard case .string(let left) = first, case .string(let right) = second else {
        throw .mismatch(found: second.kind, expectation: "a string")
      }
      return try body(left, right)
    }
  }
}
