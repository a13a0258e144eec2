import Values

/// An expression of the table, at its place.
struct OracleExpression {
  struct Failure: Error {
    let message: String
    /// Whether the operator drops the value instead of failing.
    var isTolerated = false
  }

  /// The variables that an expression reads.
  struct Arguments {
    var first: Value
    var second: Value
    /// The virtual time in nanoseconds.
    var time: Int
    var variables: [String: Value]
  }

  private let text: String
  private let function: OracleExpressions.Function
  private let scope: OracleScope
  private let isTolerant: Bool

  init(_ text: Text, _ scope: OracleScope, isTolerant: Bool = false) {
    self.isTolerant = isTolerant
    self.text = text.string
    guard let function = OracleExpressions.all[self.text] else {
      preconditionFailure("'\(text)' is not an expression that the model knows")
    }
    self.function = function
    self.scope = scope
  }

  func result(
    _ first: Value = .null, _ second: Value = .null, at moment: Moment
  ) -> Result<Value, Failure> {
    let arguments = Arguments(
      first: first, second: second, time: moment.time, variables: scope.variables)
    do throws(Failure) {
      return .success(try function(arguments))
    } catch {
      return .failure(
        Failure(message: "\(error.message) in \"\(text)\"", isTolerated: isTolerant))
    }
  }
}

/// The expressions that random pipelines use, each with its meaning in plain Swift.
enum OracleExpressions {
  typealias Function =
    @Sendable (OracleExpression.Arguments) throws(OracleExpression.Failure) ->
    Value
  typealias Table = [(text: String, function: Function)]

  /// Expressions of `$0` that return true or false.
  static let conditions: Table = [
    ("dyn($0) != dyn(\"b\")", { .bool(!$0.first.isEqual(to: "b")) }),
    ("type(dyn($0)) == int", { .bool($0.first.int != nil) }),
    ("type(dyn($0)) == int && dyn($0) % 2 == 0", { .bool(($0.first.int ?? 1) % 2 == 0) }),
    ("dyn($0) == 2", { .bool($0.first.isEqual(to: 2)) }),
    ("$time < 3.0", { .bool($0.time < 3_000_000_000) }),
    ("true", { _ in true }), ("false", { _ in false }),
    (
      "type(dyn($0)) == int ? 6 / dyn($0) > 2 : true",
      { (arguments) throws(OracleExpression.Failure) in
        guard let int = arguments.first.int else { return true }
        return .bool(try divide(6, by: int) > 2)
      }
    ),
  ]

  /// Expressions of `$0` that return any value.
  static let mappings: Table = [
    ("$0", { $0.first }),
    ("[$0]", { .array([$0.first]) }),
    ("type(dyn($0)) == int ? dyn($0) + 1 : dyn($0)", { $0.first.adding(1) }),
    ("dyn($0) == 2 ? null : dyn($0)", { $0.first.isEqual(to: 2) ? .null : $0.first }),
    ("$time", { .double(Double($0.time) / 1_000_000_000) }),
    (
      "type(dyn($0)) == int ? 6 / dyn($0) : 7",
      { (arguments) throws(OracleExpression.Failure) in
        guard let int = arguments.first.int else { return 7 }
        return .int(try divide(6, by: int))
      }
    ),
  ]

  /// Expressions of `$0` that return an int.
  static let int: Table = [
    ("type(dyn($0)) == int ? dyn($0) : 3", { .int($0.first.int ?? 3) })
  ]

  /// Expressions of `$0` that return seconds; durations are also represented as seconds.
  static let durations: Table = [
    ("type(dyn($0)) == int ? dyn($0) : 1", { .int($0.first.int ?? 1) }),
    ("dyn($0) == 2 ? 0 : 2", { .int($0.first.isEqual(to: 2) ? 0 : 2) }),
    ("duration('1s')", { _ in 1 }),
    ("$time < 3.0 ? 1.5 : 0.5", { .double($0.time < 3_000_000_000 ? 1.5 : 0.5) }),
    (
      "type(dyn($0)) == int ? 3 / dyn($0) : 1",
      { (arguments) throws(OracleExpression.Failure) in
        guard let int = arguments.first.int else { return 1 }
        return .int(try divide(3, by: int))
      }
    ),
  ]

  /// Expressions of `$0` that return a key by which values are distinguished.
  static let keys: Table =
    [
      ("type(dyn($0)) == int ? dyn($0) % 2 : 7", { .int($0.first.int.map { $0 % 2 } ?? 7) }),
      ("type(dyn($0)) == string", { .bool($0.first.kind == .string) }),
      ("$time < 3.0", { .bool($0.time < 3_000_000_000) }), ("dyn($0)", { $0.first }),
      (
        "type(dyn($0)) == int ? 2 / dyn($0) : 1",
        { (arguments) throws(OracleExpression.Failure) in
          guard let int = arguments.first.int else { return 1 }
          return .int(try divide(2, by: int))
        }
      ),
    ]

  /// Expressions of `$0`, the last result, and `$1`.
  static let accumulations = pairs + sums

  private static let pairs: Table = [
    ("[$0, $1]", { .array([$0.first, $0.second]) }),
    ("$1", { $0.second }),
    (
      "type(dyn($1)) == int ? 6 / dyn($1) : 0",
      { (arguments) throws(OracleExpression.Failure) in
        guard let int = arguments.second.int else { return 0 }
        return .int(try divide(6, by: int))
      }
    ),
  ]

  /// Expressions of which nothing is known except that they return a value.
  static let sums: Table = [
    (
      "type(dyn($0)) == int && type(dyn($1)) == int ? dyn($0) + dyn($1) : dyn($1)",
      { arguments in
        guard let number = arguments.first.int else { return arguments.second }
        return arguments.second.adding(number)
      }
    )
  ]

  /// Expressions of `$0`, the last value, and `$1` that return true or false.
  static let comparisons: Table = [
    ("dyn($0) == dyn($1)", { .bool($0.first.isEqual(to: $0.second)) }),
    ("type(dyn($0)) == type(dyn($1))", { .bool($0.first.kind == $0.second.kind) }),
  ]

  /// Expressions that return lists, without `$0`.
  static let lists: Table = [
    ("[1, 2]", { _ in [1, 2] }),
    ("[$time]", { .array([.double(Double($0.time) / 1_000_000_000)]) }),
    (
      "[6 / int($time)]",
      { (arguments) throws(OracleExpression.Failure) in
        .array([.int(try divide(6, by: Int64(arguments.time / 1_000_000_000)))])
      }
    ),
  ]

  /// Expressions of `$0` and a variable that has a value.
  static func mappings(of variable: String) -> Table {
    [
      ("[$\(variable), $0]", { .array([$0.variables[variable] ?? .null, $0.first]) }),
      ("$\(variable)", { $0.variables[variable] ?? .null }),
    ]
  }

  static func conditions(of variable: String) -> Table {
    [
      (
        "dyn($\(variable)) != dyn($0)",
        { .bool(!$0.first.isEqual(to: $0.variables[variable] ?? .null)) }
      )
    ]
  }

  static func lists(of variable: String) -> Table {
    [("[1, $\(variable)]", { [1, $0.variables[variable] ?? .null] })]
  }

  private static func tables(of variable: String) -> [Table] {
    [mappings(of: variable), conditions(of: variable), lists(of: variable)]
  }

  static let all: [String: Function] =
    ([int, conditions, mappings, durations, keys, accumulations, comparisons, lists]
    + ["outer", "error", "key"].flatMap(tables)).joined()
    .reduce(into: [:]) { $0[$1.text] = $1.function }

  private static func divide(
    _ number: Int64, by divisor: Int64
  ) throws(OracleExpression.Failure) -> Int64 {
    guard divisor != 0 else { throw OracleExpression.Failure(message: "division by zero") }
    return number / divisor
  }
}

extension Value {
  fileprivate var int: Int64? { if case .int(let int) = self { int } else { nil } }

  fileprivate func adding(_ number: Int64) -> Value { int.map { .int($0 + number) } ?? self }

  /// Equality as CEL's `==` defines it: numbers by value, arrays element by element, objects key by
  /// key.
  func isEqual(to other: Value) -> Bool {
    switch (self, other) {
    case (.int(let int), .double(let double)), (.double(let double), .int(let int)):
      Double(int) == double
    case (.array(let own), .array(let others)):
      own.count == others.count && zip(own, others).allSatisfy { $0.isEqual(to: $1) }
    case (.object(let own), .object(let others)):
      own.members.count == others.members.count
        && own.members.allSatisfy { member in
          others.members.contains {
            $0.key == member.key && $0.value.isEqual(to: member.value)
          }
        }
    default: self == other
    }
  }
}
