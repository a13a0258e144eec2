import Pipelines
import Reactive
import Values

/// The cost of a new key of `groupBy`.
struct NewKeyWorkload: OperatorWorkload {
  static let name = "newKey"
  static let summary = "'groupBy' where each event has its own key, a sum for each"
  static let sizes = [10_000, 100_000]
  static let goal: Goal? = Goal(target: 1_500, atWorst: 4_500)
  static let operators: [Operator] = [
    .groupBy(key: "$0", operators: [.scan(initialValue: 0, expression: "$0 + $1")])
  ]
  let numbers: TimedNumbers

  init(size: Int) { numbers = TimedNumbers(count: size) }

  func plain(_ receive: (Int64, Int64) -> Void) -> Int64 {
    var sums: [Int64: Int64] = [:]
    numbers.play { value, time in
      let sum = sums[value, default: 0] + value
      sums[value] = sum
      receive(sum, time)
    }
    return numbers.end
  }
}

/// The cost of a run of an inner stream.
struct InnerRunWorkload: OperatorWorkload {
  static let name = "innerRun"
  static let summary = "'flatMap' with an inner stream of two values for each event"
  static let sizes = [10_000, 100_000]
  static let goal: Goal? = Goal(target: 1_000, atWorst: 3_000)
  static let operators: [Operator] = [
    .flatMap(
      stream: .model(
        StreamModel(
          source: .sequence(.values([1, 2])), operators: [.map(expression: "$0 + $outer")])))
  ]
  let numbers: TimedNumbers

  init(size: Int) { numbers = TimedNumbers(count: size) }

  func plain(_ receive: (Int64, Int64) -> Void) -> Int64 {
    numbers.play { value, time in
      receive(1 + value, time)
      receive(2 + value, time)
    }
    return numbers.end
  }
}
