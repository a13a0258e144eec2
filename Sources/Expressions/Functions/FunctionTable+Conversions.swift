import Values

extension FunctionTable {
  static let conversions: [Function] = [
    Function(
      "int", "Converts a double (without its fraction), a string or a timestamp to an int.",
      .init("int(2.9)", returns: "2"), .init("int('-7')", returns: "-7"),
      .init("int(timestamp('1970-01-01T00:01:00Z'))", returns: "60"),
      overloads: [
        .function(.int, returns: .int, body: .one(identity)),
        .function(.double, returns: .int, body: .one(int)),
        .function(.string, returns: .int, body: .one(int)),
        .function(
          .timestamp, returns: .int,
          body: .one { (value) throws(EvaluationFailure) in .int(try value.timestamp().seconds) }),
      ]),
    Function(
      "double",
      "Converts an int or a string to a double; a duration to seconds, and a timestamp to seconds "
        + "since 1970.",
      .init("double(7) / 2", returns: "3.5"), .init("double('1e3')", returns: "1000.0"),
      .init("double(duration('1m30.5s'))", returns: "90.5"),
      overloads: [
        .function(.double, returns: .double, body: .one(identity)),
        .function(.int, returns: .double, body: .one(double)),
        .function(.string, returns: .double, body: .one(double)),
        .function(
          .duration, returns: .double,
          body: .one { (value) throws(EvaluationFailure) in
            .double(Frame.seconds(ofNanoseconds: try value.duration().nanoseconds))
          }),
        .function(
          .timestamp, returns: .double,
          body: .one { (value) throws(EvaluationFailure) in
            .double(try value.timestamp().decimalSeconds)
          }),
      ]),
    Function(
      "string", "Converts a bool, a number, a timestamp or a duration to a string.",
      .init("string(1)", returns: "'1'"), .init("string(2.0)", returns: "'2.0'"),
      .init("string(duration('1m'))", returns: "'60s'"),
      overloads: [
        .function(.string, returns: .string, body: .one(identity)),
        .function(.bool, returns: .string, body: .one(string)),
        .function(.int, returns: .string, body: .one(string)),
        .function(.double, returns: .string, body: .one(string)),
        .function(.timestamp, returns: .string, body: .one(string)),
        .function(.duration, returns: .string, body: .one(string)),
      ]),
    Function(
      "bool", "Converts a string to a bool.", .init("bool('true')", returns: "true"),
      overloads: [
        .function(.bool, returns: .bool, body: .one(identity)),
        .function(.string, returns: .bool, body: .text(bool)),
      ]),
    Function(
      "dyn", "Returns its argument, and makes the checker ignore its type.",
      .init("dyn(1) == 'a'", returns: "false"),
      overloads: [.function(.dyn, returns: .dyn, body: .one(identity))]),
    Function(
      "type", "Returns the type of a value, to compare it with another type.",
      .init("type(1) == int", returns: "true"), .init("type([]) == type([1])", returns: "true"),
      overloads: [
        .function(
          .dyn, returns: .type, body: .one { .special(.type(TypeName($0.runtimeKind))) })
      ]),
  ]

  @Sendable
  static func identity(_ value: Value) -> Value { value }

  @Sendable
  private static func int(_ value: Value) throws(EvaluationFailure) -> Value {
    switch value {
    case .double(let number):
      // As in CEL, both bounds are out of range. The nearest doubles within them are far away.
      guard number > -0x1p63, number < 0x1p63 else {
        throw .invalid("double \(number.text) is out of the range of an int")
      }
      return .int(Int64(number))
    case .string(let text):
      guard let number = Int64(text.string) else {
        throw .invalid("'\(text)' is not an int")
      }
      return .int(number)
    default: throw .arguments(function: "int", [value.runtimeKind])
    }
  }

  @Sendable
  private static func double(_ value: Value) throws(EvaluationFailure) -> Value {
    switch value {
    case .int(let number): return .double(Double(number))
    case .string(let text):
      let string = text.string
      // The standard library also reads hexadecimal and "inf".
      let isPlain = string.utf8.allSatisfy {
        (0x30...0x39).contains($0) || "+-.eE".utf8.contains($0)
      }
      guard isPlain || ["NaN", "Infinity", "-Infinity"].contains(string),
        let number = Double(string)
      else { throw .invalid("'\(text)' is not a double") }
      return .double(number)
    default: throw .arguments(function: "double", [value.runtimeKind])
    }
  }

  @Sendable
  private static func string(_ value: Value) throws(EvaluationFailure) -> Value {
    switch value {
    case .bool(let flag): .string(flag ? "true" : "false")
    case .int(let number): .string(Text(String(number)))
    case .double(let number): .string(Text(number.text))
    case .object(let object):
      switch object.special {
      case .timestamp(let timestamp)?: .string(Text(timestamp.text))
      case .duration(let duration)?: .string(Text(duration.text))
      default: throw .arguments(function: "string", [value.runtimeKind])
      }
    default: throw .arguments(function: "string", [value.runtimeKind])
    }
  }

  @Sendable
  private static func bool(_ text: Text) throws(EvaluationFailure) -> Value {
    switch text.string {
    case "1", "t", "T", "true", "TRUE", "True": true
    case "0", "f", "F", "false", "FALSE", "False": false
    default: throw .invalid("'\(text)' is not a bool")
    }
  }
}
