import Reactive

/// The scheduler alone: timers that fire a hundred times each, with periods of 1 to 1,000 ms.
struct TimersWorkload: Workload {
  static let name = "P6-timers"
  static let summary = "the scheduler alone: timers that fire a hundred times each"
  static let sizes = [10_000, 100_000, 1_000_000]
  static let item = "event"
  static let goal: Goal? = Goal(target: 25, atWorst: 70)

  private static let firings = 100
  private static let tick: Int64 = 1_000_000

  /// The periods, in ticks.
  private let periods: [Int]

  init(size: Int) {
    periods = (0..<max(1, size / Self.firings)).map { $0 &* 7919 % 1_000 + 1 }
  }

  var count: Int { periods.count * Self.firings }

  func engine() -> Pass {
    let (time, checksum) = measured { () -> UInt64 in
      let sum = Sum()
      let scheduler = VirtualScheduler()
      for (number, period) in periods.enumerated() {
        let timer = RepeatingTimer(
          number: Int64(number), period: Int64(period) * Self.tick, firings: Self.firings, sum: sum)
        scheduler.schedule(
          timer, at: scheduler.takeTicket(due: Instant(nanoseconds: timer.period)))
      }
      scheduler.run()
      sum.add(scheduler.now)
      return unsafe sum.checksum.value
    }
    return Pass(time: time, checksum: checksum)
  }

  func plain() -> Pass {
    let (time, checksum) = measured {
      var checksum = Checksum()
      var wheel = TimingWheel(timers: periods.count)
      var left = [Int32](repeating: Int32(Self.firings), count: periods.count)
      for (number, period) in periods.enumerated() { wheel.add(number, at: period) }
      var last: Int64 = 0
      while let number = wheel.popFirst() {
        last = Int64(wheel.now) * Self.tick
        checksum.add(Int64(number), at: last)
        left[number] -= 1
        if left[number] > 0 { wheel.add(number, at: wheel.now + periods[number]) }
      }
      checksum.add(last)
      return checksum.value
    }
    return Pass(time: time, checksum: checksum)
  }
}

private final class RepeatingTimer: ScheduledWork {
  let number: Int64
  let period: Int64
  private let sum: Sum
  @exclusivity(unchecked) private var left: Int

  init(number: Int64, period: Int64, firings: Int, sum: Sum) {
    self.number = number
    self.period = period
    self.sum = sum
    unsafe left = firings
  }

  func run(at instant: Instant) -> NextRun {
    sum.add(number, instant)
    unsafe left -= 1
    return unsafe left > 0 ? .at(instant.advanced(byNanoseconds: period)) : .never
  }
}

/// A slot for each of the next 1,024 ticks, with the timers that are due then in the order in which
/// they were added. This is an expert's choice when no period is longer.
private struct TimingWheel {
  private static let slots = 1_024
  private static let none: Int32 = -1

  private(set) var now = 0
  private var pending = 0
  private var heads = [Int32](repeating: none, count: slots)
  private var tails = [Int32](repeating: none, count: slots)
  /// The next timer in the slot of each timer.
  private var following: [Int32]

  init(timers: Int) {
    following = Array(repeating: Self.none, count: timers)
  }

  @inline(__always)
  mutating func add(_ timer: Int, at tick: Int) {
    let slot = tick & (Self.slots - 1)
    following[timer] = Self.none
    if heads[slot] == Self.none {
      heads[slot] = Int32(timer)
    } else {
      following[Int(tails[slot])] = Int32(timer)
    }
    tails[slot] = Int32(timer)
    pending += 1
  }

  @inline(__always)
  mutating func popFirst() -> Int? {
    guard pending > 0 else { return nil }
    while heads[now & (Self.slots - 1)] == Self.none { now += 1 }
    let timer = Int(heads[now & (Self.slots - 1)])
    heads[now & (Self.slots - 1)] = following[timer]
    pending -= 1
    return timer
  }
}
