import Expressions
import Values

/// Reads the time of a record, in nanoseconds from wherever its times count.
struct RecordTime {
  private let evaluator: Evaluator
  private let text: String
  private var frame = Frame()

  init(_ expression: CheckedExpression) {
    evaluator = expression.evaluator()
    text = expression.text
  }

  mutating func nanoseconds(of record: Value) throws(EvaluationError) -> Int64 {
    let value = try evaluator.value(record, in: &frame)
    let nanoseconds: Int64?
    switch value {
    case .int(let seconds):
      let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
      nanoseconds = overflow ? nil : product
    case .double(let seconds):
      nanoseconds = DecimalNumber(seconds)?.nanoseconds
    case .string(let string):
      nanoseconds = try TimeText.nanoseconds(of: string)
    case .null, .bool, .array, .object:
      throw EvaluationError(
        "the time is \(value.kind.phrase), expected seconds or an RFC 3339 string in \"\(text)\"")
    }
    guard let nanoseconds, nanoseconds < .max else {
      throw EvaluationError("the time is out of range in \"\(text)\"")
    }
    return nanoseconds
  }
}

extension Value.Kind {
  fileprivate var phrase: String {
    switch self {
    case .null: "null"
    case .bool: "a bool"
    case .int, .double: "a number"
    case .string: "a string"
    case .array: "a list"
    case .object: "a map"
    }
  }
}
