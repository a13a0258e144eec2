import Expressions
import Values

/// Two expressions over ints, a value and a condition, without a pipeline or a clock.
protocol IntExpressionWorkload: Workload {
  /// The type of the values that the checker assumes.
  static var type: ValueType { get }
  var numbers: [Int64] { get }
}

/// The checker knows that the values are ints.
struct TypedExpressionWorkload: IntExpressionWorkload {
  static let name = "CEL-int"
  static let summary = "'$0 * 2 + 1', then '$0 % 3 != 0', over ints known to be ints"
  static let type = ValueType.int
  let numbers: [Int64]

  init(size: Int) { numbers = (0..<Int64(size)).map { $0 &* 7919 % 100_003 } }
}

/// The checker knows nothing about the values.
struct UntypedExpressionWorkload: IntExpressionWorkload {
  static let name = "CEL-dyn"
  static let summary = "'$0 * 2 + 1', then '$0 % 3 != 0', over ints that could be anything"
  static let type = ValueType.dyn
  let numbers: [Int64]

  init(size: Int) { numbers = (0..<Int64(size)).map { $0 &* 7919 % 100_003 } }
}

extension IntExpressionWorkload {
  static var sizes: [Int] { [10_000, 1_000_000] }
  static var item: String { "value" }

  var count: Int { numbers.count }

  func plain() throws -> Pass {
    let (time, checksum) = try measured {
      var checksum = Checksum()
      for number in numbers {
        // The loop in plain Swift is checked as well: an overflow is a failure for that value.
        let (product, overflow) = number.multipliedReportingOverflow(by: 2)
        let (result, excess) = product.addingReportingOverflow(1)
        guard !overflow, !excess else { throw BenchError("an overflow") }
        if result % 3 != 0 { checksum.add(result) }
      }
      return checksum.value
    }
    return Pass(time: time, checksum: checksum)
  }

  func engine() throws -> Pass {
    let map = try CheckedExpression("$0 * 2 + 1", in: .value(Self.type))
    let filter = try CheckedExpression("$0 % 3 != 0", in: .value(map.type), as: .condition)
    let (value, condition) = (map.evaluator(), filter.evaluator())
    let values = numbers.map { Value.int($0) }
    let (time, checksum) = try measured {
      var checksum = Checksum()
      var frame = Frame()
      for number in values {
        let result = try value.value(number, in: &frame)
        if try condition.condition(result, in: &frame), case .int(let int) = result {
          checksum.add(int)
        }
      }
      return checksum.value
    }
    return Pass(time: time, checksum: checksum)
  }
}

/// A condition on two fields of objects with ten fields.
struct FieldWorkload: Workload {
  static let name = "P10"
  static let summary = "'$0.price * $0.size > 1000.0' over objects of ten fields"
  static let sizes = [10_000, 100_000]
  static let item = "object"
  static let goal: Goal? = Goal(target: 30, atWorst: 80)

  private struct Order {
    var price: Double
    var size: Double
  }

  private let orders: [Order]

  init(size: Int) {
    orders = (0..<size).map {
      Order(price: Double($0 % 977) + 0.5, size: Double($0 % 31) + 0.25)
    }
  }

  var count: Int { orders.count }

  func plain() -> Pass {
    let (time, checksum) = measured {
      var checksum = Checksum()
      for order in orders { checksum.add(order.price * order.size > 1000.0 ? 1 : 0) }
      return checksum.value
    }
    return Pass(time: time, checksum: checksum)
  }

  func engine() throws -> Pass {
    let expression = try CheckedExpression(
      "$0.price * $0.size > 1000.0", in: .value(), as: .condition)
    let evaluator = expression.evaluator()
    let values = try objects()
    let (time, checksum) = try measured {
      var checksum = Checksum()
      var frame = Frame()
      for value in values { checksum.add(try evaluator.condition(value, in: &frame) ? 1 : 0) }
      return checksum.value
    }
    return Pass(time: time, checksum: checksum)
  }

  /// Returns the objects as read from a file.
  private func objects() throws -> [Value] {
    let rows = orders.map { order in
      """
      {"id":1,"symbol":"ABC","side":"buy","price":\(order.price),"venue":"X","time":12.5,\
      "size":\(order.size),"account":"a-1","kind":"limit","open":true}
      """
    }
    let source = SourceText(name: "orders", "[\(rows.joined(separator: ",\n"))]")
    guard case .array(let values) = try JSONReader.value(of: source).value else {
      throw BenchError("a list that is none")
    }
    return values
  }
}
