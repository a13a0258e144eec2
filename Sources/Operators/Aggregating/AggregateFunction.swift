import Checking
import Expressions
import Playing
package import StreamModels
package import Values

/// One of the results of `aggregate`: a function, and the values that it is applied to.
package struct AggregateFunction: ParameterObject {
  package var count: Bool?
  package var sum: String?
  package var avg: String?
  package var min: String?
  package var max: String?
  package var first: String?
  package var last: String?
  package var stddev: String?
  package var stddevPop: String?
  package var variance: String?
  package var variancePop: String?
  package var countDistinct: String?
  package var minBy: String?
  package var maxBy: String?
  package var top: Int?
  package var by: String?
  package var of: String?
  package var percentile: String?
  package var p: Value?
  package var list: String?
  package var condition: String?
  package var annotations: [Member] = []

  /// The most values that `top` keeps, in order.
  static let mostTop = 10_000

  package init() {}

  package static let declared: [OperatorParameter<Self>] = [
    .init("count", \.count, "The number of values; write true."),
    .init("sum", \.sum, "The sum of an expression; 0 without values."),
    .init("avg", \.avg, "The mean, as a double."),
    .init("min", \.min, "The least result of an expression."),
    .init("max", \.max, "The greatest result of an expression."),
    .init(
      "first", \.first, "The first result of an expression, or true for the value.",
      kind: .selection),
    .init(
      "last", \.last, "The last result of an expression, or true for the value.", kind: .selection),
    .init("stddev", \.stddev, "The sample standard deviation; null for fewer than two values."),
    .init("stddevPop", \.stddevPop, "The standard deviation of all values."),
    .init("variance", \.variance, "The sample variance; null for fewer than two values."),
    .init("variancePop", \.variancePop, "The variance of all values."),
    .init("countDistinct", \.countDistinct, "The number of different results; it keeps them."),
    .init("minBy", \.minBy, "The value with the least result, the first of equals."),
    .init("maxBy", \.maxBy, "The value with the greatest result, the first of equals."),
    .init(
      "top", \.top, "So many values, the greatest first, the earlier of equals first.",
      isPositive: true),
    .init("by", \.by, "With 'top': the expression that orders the values; the value by default."),
    .init("of", \.of, "With 'top': the expression whose results are listed; the value by default."),
    .init(
      "percentile", \.percentile,
      "A percentile of an expression, interpolated; it keeps the numbers."),
    .init("p", \.p, "With 'percentile': which one, from 0 to 100.", kind: .number),
    .init(
      "list", \.list, "All results of an expression, or true for the values.", kind: .selection),
    .init("where", \.condition, "Which values the function is applied to.", role: .condition),
  ]

  /// The functions that are written, of which there must be one, each with its expression.
  var written: [(kind: AggregateKind, expression: String?)] {
    var found: [(AggregateKind, String?)] = []
    if count != nil { found.append((.count, nil)) }
    if top != nil { found.append((.top, nil)) }
    for (kind, expression) in [
      (AggregateKind.sum, sum), (.avg, avg), (.min, min), (.max, max), (.first, first),
      (.last, last), (.stddev, stddev), (.stddevPop, stddevPop), (.variance, variance),
      (.variancePop, variancePop), (.countDistinct, countDistinct), (.minBy, minBy),
      (.maxBy, maxBy), (.percentile, percentile), (.list, list),
    ] {
      if let expression { found.append((kind, expression)) }
    }
    return found
  }

  /// The percentile, from 0 to 100.
  var rank: Double? {
    switch p {
    case .int(let rank)?: (0...100).contains(rank) ? Double(rank) : nil
    case .double(let rank)?: (0...100).contains(rank) ? rank : nil
    default: nil
    }
  }

  /// The expressions by their keys: that of the function, and the further ones.
  var expressions: [(key: Text, text: String)] {
    var found: [(Text, String)] = []
    if let function = written.first, let expression = function.expression {
      found.append((Text(function.kind.rawValue), expression))
    }
    for (key, text) in [("by", by), ("of", of), ("where", condition)] {
      if let text { found.append((Text(key), text)) }
    }
    return found
  }
}

/// The functions of `aggregate`.
enum AggregateKind: String, Codable, Sendable {
  case count, sum, avg, min, max, first, last, stddev, stddevPop, variance, variancePop
  case countDistinct, minBy, maxBy, top, percentile, list

  /// Whether it is applied to numbers only.
  var needsNumbers: Bool {
    switch self {
    case .sum, .avg, .stddev, .stddevPop, .variance, .variancePop, .percentile: true
    default: false
    }
  }

  /// Whether it compares its values, which must have an order.
  var ordersValues: Bool {
    switch self {
    case .min, .max, .minBy, .maxBy, .top: true
    default: false
    }
  }

  /// Whether it keeps something else than the result of its expression.
  var keepsOther: Bool { self == .top || self == .minBy || self == .maxBy }

  /// Returns the reason why it cannot be applied to a value; nil if it can.
  func mistake(in value: Value) -> String? {
    switch value {
    case .int, .double: nil
    case _ where needsNumbers: "'\(rawValue)' of \(value.kind.phrase), expected a number"
    case .string, .bool: nil
    case _ where ordersValues:
      "'\(rawValue)' of \(value.kind.phrase), expected a number, a string or a bool"
    default: nil
    }
  }
}
