import Values

/// A form of a function: its parameters, its result type, and its body.
struct Overload: Sendable {
  /// Whether its first parameter is the receiver, as in `a.size()`.
  let isMember: Bool
  let parameters: [Parameter]
  /// Whether the last parameter accepts any number of arguments, at least one.
  var isVariadic = false
  /// The type of the result, given the types of the arguments.
  let result: @Sendable ([ValueType]) -> ValueType
  let body: Body

  /// The types of an argument.
  struct Parameter: Sendable {
    /// The accepted types.
    let types: [ValueType]

    static let number = Parameter(types: [.int, .double])

    init(types: [ValueType]) { self.types = types }
    init(_ type: ValueType) { types = [type] }

    func accepts(_ type: ValueType) -> Bool { types.contains { $0.accepts(type) } }
    func admits(_ value: Value) -> Bool {
      let kind = value.runtimeKind
      return types.contains { $0.admits(kind) }
    }
  }

  /// The code that computes the result. It is called only with arguments of the parameters' kinds.
  ///
  /// Reading the strings among the arguments once has already been counted as steps. A body that
  /// does more must count it in the frame.
  enum Body: Sendable {
    case one(@Sendable (Value) throws(EvaluationFailure) -> Value)
    case two(@Sendable (Value, Value) throws(EvaluationFailure) -> Value)
    case counted(@Sendable ([Value], inout Frame) throws(EvaluationFailure) -> Value)
  }

  /// Creates the form `name(parameters)`.
  static func function(_ parameters: ValueType..., returns result: ValueType, body: Body)
    -> Overload
  {
    Overload(
      isMember: false, parameters: parameters.map { Parameter($0) }, result: { _ in result },
      body: body)
  }

  /// Creates the form `receiver.name(parameters)`.
  static func member(
    of receiver: ValueType, _ parameters: ValueType..., returns result: ValueType, body: Body
  ) -> Overload {
    Overload(
      isMember: true, parameters: ([receiver] + parameters).map { Parameter($0) },
      result: { _ in result }, body: body)
  }

  /// Creates the form `receiver.name(parameters)` with a result type that depends on the arguments.
  static func member(
    of receiver: ValueType, _ parameters: ValueType...,
    returning result: @escaping @Sendable ([ValueType]) -> ValueType, body: Body
  ) -> Overload {
    Overload(
      isMember: true, parameters: ([receiver] + parameters).map { Parameter($0) }, result: result,
      body: body)
  }

  func takes(_ count: Int) -> Bool {
    isVariadic ? count >= parameters.count : count == parameters.count
  }

  /// Returns the parameter for an argument.
  func parameter(_ position: Int) -> Parameter {
    parameters[min(position, parameters.count - 1)]
  }

  func accepts(_ types: [ValueType]) -> Bool {
    takes(types.count) && types.indices.allSatisfy { parameter($0).accepts(types[$0]) }
  }

  func admits(_ arguments: [Value]) -> Bool {
    arguments.indices.allSatisfy { parameter($0).admits(arguments[$0]) }
  }
}

extension Overload.Body {
  /// Creates a body that takes a string.
  static func text(
    _ body: @escaping @Sendable (Text) throws(EvaluationFailure) -> Value
  ) -> Overload.Body {
    .one { (value) throws(EvaluationFailure) in try body(try value.text()) }
  }

  /// Creates a body that takes two strings.
  static func texts(
    _ body: @escaping @Sendable (Text, Text) throws(EvaluationFailure) -> Value
  ) -> Overload.Body {
    .two { (first, second) throws(EvaluationFailure) in
      try body(try first.text(), try second.text())
    }
  }

  func callAsFunction(
    _ arguments: [Value], _ frame: inout Frame
  ) throws(EvaluationFailure) -> Value {
    switch self {
    case .one(let body): try body(arguments[0])
    case .two(let body): try body(arguments[0], arguments[1])
    case .counted(let body): try body(arguments, &frame)
    }
  }
}

// Unboxing the arguments of an overload's body. Their kinds have already been checked.
extension Value {
  func text() throws(EvaluationFailure) -> Text {
    guard case .string(let text) = self else {
      throw .mismatch(found: runtimeKind, expectation: "a string")
    }
    return text
  }

  func int() throws(EvaluationFailure) -> Int64 {
    guard case .int(let number) = self else {
      throw .mismatch(found: runtimeKind, expectation: "an int")
    }
    return number
  }

  func double() throws(EvaluationFailure) -> Double {
    guard case .double(let number) = self else {
      throw .mismatch(found: runtimeKind, expectation: "a double")
    }
    return number
  }

  func list() throws(EvaluationFailure) -> [Value] {
    guard case .array(let elements) = self else {
      throw .mismatch(found: runtimeKind, expectation: "a list")
    }
    return elements
  }

  /// Returns the value inside an optional; nil if it is empty.
  func wrapped() throws(EvaluationFailure) -> Value? {
    guard case .optional(let wrapped)? = special else {
      throw .mismatch(found: runtimeKind, expectation: "an optional")
    }
    return wrapped
  }

  func timestamp() throws(EvaluationFailure) -> Timestamp {
    guard case .timestamp(let timestamp)? = special else {
      throw .mismatch(found: runtimeKind, expectation: "a timestamp")
    }
    return timestamp
  }

  func duration() throws(EvaluationFailure) -> TimeSpan {
    guard case .duration(let duration)? = special else {
      throw .mismatch(found: runtimeKind, expectation: "a duration")
    }
    return duration
  }
}
