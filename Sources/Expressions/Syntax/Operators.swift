/// An operator with one operand.
enum UnaryOperator: String, Sendable, Hashable {
  case negate = "-"
  case not = "!"
}

/// An operator with two operands; `&&` and `||`, which need not evaluate both, are none of these.
enum BinaryOperator: Sendable, Hashable {
  case arithmetic(ArithmeticOperator)
  case comparison(ComparisonOperator)
  case membership

  /// The operator as it is written.
  var spelling: String {
    switch self {
    case .arithmetic(let operation): operation.rawValue
    case .comparison(let operation): operation.rawValue
    case .membership: "in"
    }
  }
}

enum ArithmeticOperator: String, Sendable, Hashable, CaseIterable {
  case add = "+"
  case subtract = "-"
  case multiply = "*"
  case divide = "/"
  case remainder = "%"

  /// What the operator can be used with.
  var expectation: String {
    switch self {
    case .add: "two numbers, two strings or two lists"
    case .remainder: "two ints"
    case .subtract, .multiply, .divide: "two numbers"
    }
  }
}

enum ComparisonOperator: String, Sendable, Hashable, CaseIterable {
  case equal = "=="
  case notEqual = "!="
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="

  /// What the operator can be used with; `==` and `!=` take everything.
  static let expectation = "two numbers, two strings or two bools"

  var isEquality: Bool { self == .equal || self == .notEqual }
}
