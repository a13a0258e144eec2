import Values

extension FunctionTable {
  static let optionals: [Function] = [
    Function(
      "optional.of", "Returns an optional with a value.",
      .init("optional.of(1).value()", returns: "1"),
      overloads: [
        Overload(
          isMember: false, parameters: [.init(.dyn)], result: { .optional($0[0]) },
          body: .one { .optional($0) })
      ]),
    Function(
      "optional.none", "Returns an optional without a value.",
      .init("optional.none().orValue(2)", returns: "2"),
      overloads: [
        .function(returns: .optional(.dyn), body: .counted { _, _ in .optional(nil) })
      ]),
    Function(
      "optional.ofNonZeroValue",
      "Returns an optional with a value, or without one if it is null, 0, '' or the like.",
      .init("optional.ofNonZeroValue('').hasValue()", returns: "false"),
      overloads: [
        Overload(
          isMember: false, parameters: [.init(.dyn)], result: { .optional($0[0]) },
          body: .one { .optional($0.isZero ? nil : $0) })
      ]),
    Function(
      "optional.unwrap", "Returns the values of the optionals in a list that have one.",
      .init("optional.unwrap([optional.of(1), optional.none()])", returns: "[1]"),
      overloads: [
        Overload(
          isMember: false, parameters: [.init(.list(.dyn))], result: unwrappedList,
          body: .counted(unwrap))
      ]),
    Function(
      "unwrapOpt", "Returns the values of the optionals in a list that have one.",
      .init("[optional.of(1), optional.none()].unwrapOpt()", returns: "[1]"),
      overloads: [
        .member(of: .list(.dyn), returning: unwrappedList, body: .counted(unwrap))
      ]),
    Function(
      "hasValue", "Returns whether an optional has a value.",
      .init("{'a': 1}.?b.hasValue()", returns: "false"),
      overloads: [
        .member(
          of: .optional(.dyn), returns: .bool,
          body: .one { (value) throws(EvaluationFailure) in .bool(try value.wrapped() != nil) })
      ]),
    Function(
      "value", "Returns the value of an optional; fails if it has none.",
      .init("{'a': 1}.?a.value()", returns: "1"),
      overloads: [
        .member(
          of: .optional(.dyn), returning: { $0[0].unwrapped },
          body: .one { (value) throws(EvaluationFailure) in
            guard let wrapped = try value.wrapped() else {
              throw .invalid("'value' needs an optional that has a value")
            }
            return wrapped
          })
      ]),
    Function(
      "or", "Returns an optional, or another one if it has no value.",
      .init("optional.none().or(optional.of(3)).value()", returns: "3"),
      overloads: [
        .member(
          of: .optional(.dyn), .optional(.dyn), returning: { $0[0].joined(with: $0[1]) },
          body: .two { (value, other) throws(EvaluationFailure) in
            try value.wrapped() == nil ? other : value
          })
      ]),
    Function(
      "orValue", "Returns the value of an optional, or another value if it has none.",
      .init("{'a': 1}.?b.orValue(0)", returns: "0"),
      overloads: [
        .member(
          of: .optional(.dyn), .dyn, returning: { $0[0].unwrapped.joined(with: $0[1]) },
          body: .two { (value, other) throws(EvaluationFailure) in try value.wrapped() ?? other })
      ]),
  ]

  private static let unwrappedList: @Sendable ([ValueType]) -> ValueType = {
    .list($0[0].elements.unwrapped)
  }

  @Sendable
  private static func unwrap(
    _ arguments: [Value], _ frame: inout Frame
  ) throws(EvaluationFailure) -> Value {
    var values: [Value] = []
    for element in try arguments[0].list() {
      try frame.spend(1)
      if let value = try element.wrapped() { values.append(value) }
    }
    return .array(values)
  }
}

extension Value {
  /// Whether this is the zero value of its type.
  fileprivate var isZero: Bool {
    switch self {
    case .null: true
    case .bool(let flag): !flag
    case .int(let number): number == 0
    case .double(let number): number == 0
    case .string(let text): text.isEmpty
    case .array(let elements): elements.isEmpty
    case .object(let object):
      switch object.special {
      case nil: object.isEmpty
      case .optional(let wrapped)?: wrapped == nil
      case .duration(let duration)?: duration.nanoseconds == 0
      case .timestamp(let timestamp)?: timestamp.seconds == 0 && timestamp.nanoseconds == 0
      case .map?, .type?: false
      }
    }
  }
}
