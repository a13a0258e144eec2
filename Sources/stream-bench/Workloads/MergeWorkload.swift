import Reactive

/// `merge` of streams whose periods are 1 to 5 seconds, with as many items in total as the size.
protocol MergeWorkload: TypedWorkload {
  static var inputCount: Int { get }
  var text: [UInt8] { get }
  /// The values of each input.
  var values: [Int64] { get }
}

struct MergeOf8Workload: MergeWorkload {
  static let name = "P3-8"
  static let sizes = [8_000, 80_000, 800_000]
  static let goal: Goal? = Goal(target: 10, atWorst: 15)
  static let inputCount = 8
  let text: [UInt8]
  let values: [Int64]

  init(size: Int) { (text, values) = Self.inputs(size) }
}

struct MergeOf1000Workload: MergeWorkload {
  static let name = "P3-1000"
  static let sizes = [10_000, 100_000, 1_000_000]
  static let goal: Goal? = Goal(target: 25, atWorst: 45)
  static let inputCount = 1_000
  let text: [UInt8]
  let values: [Int64]

  init(size: Int) { (text, values) = Self.inputs(size) }
}

extension MergeWorkload {
  static var item: String { "item" }
  static var summary: String { "'merge' of \(inputCount) streams of ints, so many in all, played" }

  fileprivate static func inputs(_ size: Int) -> ([UInt8], [Int64]) {
    let streams = mergeInputs(inputCount, size: size)
    return (SerialFile.text("merge", of: streams), streams[0].values)
  }

  var count: Int { values.count * Self.inputCount }

  func engine() throws -> Pass {
    try play(text, name: Self.name)
  }

  func publishers() -> Pass {
    play { scheduler in
      Publishers.MergeMany(
        mergeInputs(Self.inputCount, size: count).map {
          serial(values, period: .nanoseconds($0.period), on: scheduler)
        })
    }
  }

  /// Uses a heap of cursors. At equal times, the cursor that was queued first goes first.
  func plain() -> Pass {
    let periods = mergeInputs(Self.inputCount, size: count).map(\.period)
    let (time, checksum) = measured {
      var checksum = Checksum()
      var next = [Int](repeating: 0, count: periods.count)
      var order = 0
      var queue = PlainQueue()
      for (input, period) in periods.enumerated() {
        queue.add(PlainQueue.key(period, order << 16 | input))
        order += 1
      }
      var last: Int64 = 0
      while let first = queue.first {
        let input = PlainQueue.order(first) & 0xffff
        last = PlainQueue.time(first)
        checksum.add(values[next[input]], at: last)
        next[input] += 1
        if next[input] < values.count {
          queue.replaceFirst(
            with: PlainQueue.key(last + periods[input], order << 16 | input))
          order += 1
        } else {
          queue.removeFirst()
        }
      }
      checksum.add(last)
      return checksum.value
    }
    return Pass(time: time, checksum: checksum)
  }
}

/// Returns the inputs of a merge. Each has the same number of items, and the total is about the
/// size.
func mergeInputs(_ count: Int, size: Int) -> [SerialStream] {
  (0..<count).map {
    SerialStream(count: max(1, size / count), period: (Int64($0) % 5 + 1) * .second)
  }
}
