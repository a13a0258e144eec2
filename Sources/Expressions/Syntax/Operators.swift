/// An operator with one operand.
enum UnaryOperator: String, Sendable, Hashable {
  case negate = "-"
  case not = "!"
}

/// An operator with two operands, except `&&` and `||`, which need not evaluate both.
enum BinaryOperator: Sendable, Hashable {
  case arithmetic(ArithmeticOperator)
  case comparison(ComparisonOperator)
  case membership

  /// The text of the operator.
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

  /// The operands that the operator accepts.
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

  /// The operands that the operators accept. `==` and `!=` accept all operands.
  static let expectation = "two numbers, two strings or two bools"

  var isEquality: Bool { self == .equal || self == .notEqual }
}
