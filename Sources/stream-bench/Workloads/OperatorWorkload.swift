import Pipelines
import Reactive
import Values

/// Ints at clustered times, processed by one operator with a wait or a state.
protocol OperatorWorkload: Workload {
  static var operators: [Operator] { get }
  var numbers: TimedNumbers { get }
  /// Does the same in plain Swift. Passes on each result with its time, and returns the time of the
  /// end.
  func plain(_ receive: (Int64, Int64) -> Void) -> Int64
}

/// Three ints a second apart, then a pause of three seconds, and so on.
struct TimedNumbers {
  let count: Int

  func value(_ index: Int) -> Int64 { Int64(index) &* 7919 % 1_000_003 }

  func delay(_ index: Int) -> Int64 { index % 4 == 0 ? 3_000_000_000 : 1_000_000_000 }

  var items: StreamItems<Value> {
    let lists: [[Operator]] = [[.delay(seconds: 1)], [.delay(seconds: 3)]]
    var items = StreamItems<Value>()
    for index in 0..<count {
      items.append(
        StreamItem(.int(value(index)), operators: lists[index % 4 == 0 ? 1 : 0]))
    }
    return items
  }

  /// Calls a closure for each number with its time.
  @inline(__always)
  func play(_ body: (_ value: Int64, _ time: Int64) -> Void) {
    var time: Int64 = 0
    for index in 0..<count {
      time += delay(index)
      body(value(index), time)
    }
  }

  var end: Int64 { (0..<count).reduce(0) { $0 + delay($1) } }
}

extension OperatorWorkload {
  static var sizes: [Int] { [10_000, 100_000, 1_000_000] }
  static var item: String { "event" }

  var count: Int { numbers.count }

  func plain() -> Pass {
    let (time, checksum) = measured {
      var checksum = Checksum()
      let end = plain { value, time in checksum.add(value, at: time) }
      checksum.add(end)
      return checksum.value
    }
    return Pass(time: time, checksum: checksum)
  }

  func engine() throws -> Pass {
    let program = try Program(
      StreamModel(source: .stream(numbers.items), operators: Self.operators))
    let (time, checksum) = measured { play(program) }
    return Pass(time: time, checksum: checksum)
  }
}

struct DebounceWorkload: OperatorWorkload {
  static let name = "debounce"
  static let summary = "'debounce' 2 s, three of four events followed by the next within it"
  static let operators: [Operator] = [.debounce(seconds: 2)]
  let numbers: TimedNumbers

  init(size: Int) { numbers = TimedNumbers(count: size) }

  func plain(_ receive: (Int64, Int64) -> Void) -> Int64 {
    var pending: (value: Int64, due: Int64)?
    numbers.play { value, time in
      if let pending, pending.due < time { receive(pending.value, pending.due) }
      pending = (value, time + 2_000_000_000)
    }
    return numbers.end
  }
}

struct ThrottleWorkload: OperatorWorkload {
  static let name = "throttle"
  static let summary = "'throttle' 2 s, the latest value of each interval"
  static let operators: [Operator] = [.throttle(seconds: 2)]
  let numbers: TimedNumbers

  init(size: Int) { numbers = TimedNumbers(count: size) }

  func plain(_ receive: (Int64, Int64) -> Void) -> Int64 {
    var intervalEnd = Int64.min
    var pending: Int64?
    numbers.play { value, time in
      if let last = pending, intervalEnd <= time {
        receive(last, intervalEnd)
        pending = nil
        intervalEnd += 2_000_000_000
      }
      if intervalEnd <= time {
        receive(value, time)
        intervalEnd = time + 2_000_000_000
      } else {
        pending = value
      }
    }
    guard let pending else { return numbers.end }
    receive(pending, intervalEnd)
    return intervalEnd
  }
}

struct CollectWorkload: OperatorWorkload {
  static let name = "collect"
  static let summary = "'collect' in windows of 10 s that follow one another"
  static let operators: [Operator] = [.collect(seconds: 10)]
  let numbers: TimedNumbers

  init(size: Int) { numbers = TimedNumbers(count: size) }

  func plain(_ receive: (Int64, Int64) -> Void) -> Int64 {
    let length: Int64 = 10_000_000_000
    var window: [Int64] = []
    var windowEnd: Int64 = 0
    func close(at time: Int64) {
      for value in window { receive(value, time) }
      window.removeAll(keepingCapacity: true)
    }
    numbers.play { value, time in
      if time >= windowEnd {
        close(at: windowEnd)
        windowEnd = (time / length + 1) * length
      }
      window.append(value)
    }
    close(at: min(windowEnd, numbers.end))
    return numbers.end
  }
}

struct GroupByWorkload: OperatorWorkload {
  static let name = "groupBy"
  static let summary = "'groupBy' of 100,000 keys, a sum for each"
  static let operators: [Operator] = [
    .groupBy(
      key: "$0 % 100000", operators: [.scan(initialValue: 0, expression: "$0 + $1")])
  ]
  let numbers: TimedNumbers

  init(size: Int) { numbers = TimedNumbers(count: size) }

  func plain(_ receive: (Int64, Int64) -> Void) -> Int64 {
    var sums: [Int64: Int64] = [:]
    numbers.play { value, time in
      let sum = sums[value % 100_000, default: 0] + value
      sums[value % 100_000] = sum
      receive(sum, time)
    }
    return numbers.end
  }
}
