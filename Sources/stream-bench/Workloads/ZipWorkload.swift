import Reactive

/// `zip` of two streams, one of which is one and a half times as fast as the other, so that it gets
/// ahead.
struct ZipWorkload: TypedWorkload {
  static let name = "P4"
  static let summary = "'zip' of two streams of so many ints, periods 2 s and 3 s, played"
  static let sizes = [10_000, 100_000, 1_000_000]
  static let item = "pair"
  static let goal: Goal? = Goal(target: 6, atWorst: 15)
  private static let periods: [Int64] = [2 * .second, 3 * .second]

  private let text: [UInt8]
  private let values: [Int64]

  init(size: Int) {
    let streams = Self.periods.map { SerialStream(count: size, period: $0) }
    text = SerialFile.text("zip", of: streams)
    values = streams[0].values
  }

  var count: Int { values.count }

  func engine() throws -> Pass {
    try play(text, name: Self.name)
  }

  func publishers() -> Pass {
    let scheduler = VirtualScheduler()
    let (building, pairs) = measured {
      serial(values, period: .nanoseconds(Self.periods[0]), on: scheduler)
        .zip(serial(values, period: .nanoseconds(Self.periods[1]), on: scheduler))
    }
    let (time, checksum) = measured { () -> UInt64 in
      let sum = Sum()
      let run = pairs.sink(
        receiveCompletion: { _ in sum.add(scheduler.now) },
        receiveValue: { first, second in
          sum.add(first, scheduler.now)
          sum.add(second, scheduler.now)
        })
      scheduler.run()
      return withExtendedLifetime(run) { unsafe sum.checksum.value }
    }
    return Pass(time: time, checksum: checksum, besides: [("building", building)])
  }

  /// Processes one event after another, with a ring for the waiting values of each input.
  func plain() -> Pass {
    let (time, checksum) = measured {
      var pairs = PlainZip()
      var (first, second) = (0, 0)
      var (firstDue, secondDue) = (Self.periods[0], Self.periods[1])
      while second < values.count {
        if first < values.count, firstDue <= secondDue {
          pairs.addFirst(values[first], at: firstDue)
          firstDue += Self.periods[0]
          first += 1
        } else {
          pairs.addSecond(values[second], at: secondDue)
          secondDue += Self.periods[1]
          second += 1
        }
      }
      pairs.checksum.add(secondDue - Self.periods[1])
      return pairs.checksum.value
    }
    return Pass(time: time, checksum: checksum)
  }
}

/// Pairs ints, and adds up the pairs.
private struct PlainZip {
  var checksum = Checksum()
  private var first = PlainRing()
  private var second = PlainRing()

  @inline(__always)
  mutating func addFirst(_ value: Int64, at time: Int64) {
    if let partner = second.popFirst() {
      add(value, partner, at: time)
    } else {
      first.append(value)
    }
  }

  @inline(__always)
  mutating func addSecond(_ value: Int64, at time: Int64) {
    if let partner = first.popFirst() {
      add(partner, value, at: time)
    } else {
      second.append(value)
    }
  }

  @inline(__always)
  private mutating func add(_ first: Int64, _ second: Int64, at time: Int64) {
    checksum.add(first, at: time)
    checksum.add(second, at: time)
  }
}

private struct PlainRing {
  private var storage = [Int64](repeating: 0, count: 16)
  private var head = 0
  private var count = 0

  @inline(__always)
  mutating func append(_ value: Int64) {
    if count == storage.count { grow() }
    storage[(head + count) & (storage.count - 1)] = value
    count += 1
  }

  @inline(__always)
  mutating func popFirst() -> Int64? {
    guard count > 0 else { return nil }
    defer {
      head = (head + 1) & (storage.count - 1)
      count -= 1
    }
    return storage[head]
  }

  private mutating func grow() {
    storage = Array(storage[head...] + storage[..<head]) + Array(repeating: 0, count: count)
    head = 0
  }
}
