import Platform
import Reactive

/// The scheduler alone: many events at random times, each of which belongs to one of a few pieces
/// of work.
struct RandomEventsWorkload: Workload {
  static let name = "P6-random"
  static let summary = "the scheduler alone: so many events at random times"
  static let sizes = [10_000, 100_000, 1_000_000]
  static let item = "event"
  static let goal: Goal? = Goal(target: 40, atWorst: 100)

  private let times: [Int64]

  init(size: Int) {
    times = EventTimes.uniform.times(size)
  }

  var count: Int { times.count }

  func engine() -> Pass {
    engineEvents(at: times)
  }

  func plain() -> Pass {
    let (time, checksum) = measured {
      var checksum = Checksum()
      var queue = PlainQueue()
      for (order, time) in times.enumerated() { queue.add(PlainQueue.key(time, order)) }
      var last: Int64 = 0
      while let first = queue.first {
        last = PlainQueue.time(first)
        checksum.add(Int64(PlainQueue.order(first) & (workCount - 1)), at: last)
        queue.removeFirst()
      }
      checksum.add(last)
      return checksum.value
    }
    return Pass(time: time, checksum: checksum)
  }
}

/// The number of pieces of work, which is a power of two.
private let workCount = 16

/// Queues all events, and runs them.
func engineEvents(at times: [Int64]) -> Pass {
  let (time, checksum) = measured { () -> UInt64 in
    let sum = Sum()
    let scheduler = VirtualScheduler()
    let work = (0..<workCount).map { NumberedWork(Int64($0), sum: sum) }
    for (index, time) in times.enumerated() {
      scheduler.schedule(
        work[index & (workCount - 1)],
        at: scheduler.takeTicket(due: Instant(nanoseconds: time)))
    }
    scheduler.run()
    sum.add(scheduler.now)
    return unsafe sum.checksum.value
  }
  return Pass(time: time, checksum: checksum)
}

/// Work that runs each time it was queued for.
private final class NumberedWork: ScheduledWork {
  private let number: Int64
  private let sum: Sum

  init(_ number: Int64, sum: Sum) {
    self.number = number
    self.sum = sum
  }

  func run(at instant: Instant) -> NextRun {
    sum.add(number, instant)
    return .never
  }
}

/// The distribution of the times of events.
enum EventTimes: String, CaseIterable {
  case uniform, clustered, exponential, equal

  func times(_ count: Int) -> [Int64] {
    var random = SplitMix(seed: 42)
    return (0..<count).map { _ in time(&random) }
  }

  private func time(_ random: inout SplitMix) -> Int64 {
    let bits = random.next()
    switch self {
    case .uniform: return Int64(bits >> 24)
    // A thousand clusters of a microsecond each.
    case .clustered: return Int64(bits % 1_000) * .second + Int64(bits >> 32 % 1_000)
    // The same number in each power of two.
    case .exponential: return Int64(bits >> 24) >> Int64(bits % 40)
    case .equal: return .second
    }
  }
}
