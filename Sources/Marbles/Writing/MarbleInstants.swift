import Reactive

/// The distinct instants of a timeline, checked to be in order, and the frame that suits them.
struct MarbleInstants {
  /// In nanoseconds, ascending.
  private(set) var times: [Int64] = []
  /// The indices of the events at each instant.
  private(set) var ranges: [Range<Int>] = []

  init<Output>(_ timeline: Timeline<Output>) throws(MarbleTextError) {
    var hasEnded = false
    for (index, event) in timeline.events.enumerated() {
      let time = event.instant.nanoseconds
      guard time >= times.last ?? 0 else { throw .outOfOrder(index: index) }
      guard time < .max else { throw .beyondEndOfTime(index: index) }
      guard !hasEnded else { throw .afterEnd(index: index) }
      if case .value = event.kind {} else { hasEnded = true }
      if time == times.last {
        let start = ranges.removeLast().lowerBound
        ranges.append(start..<(index + 1))
      } else {
        times.append(time)
        ranges.append(index..<(index + 1))
      }
    }
  }

  /// The minimum time between two instants.
  private var leastGap: Int64 { zip(times, times.dropFirst()).map { $1 - $0 }.min() ?? .max - 1 }

  /// Returns the nanoseconds of a requested frame. Throws if it does not fit the instants.
  func checked(_ frame: Duration) throws(MarbleTextError) -> Int64 {
    let nanoseconds = frame.wholeNanoseconds
    guard nanoseconds > 0, nanoseconds <= leastGap else {
      throw .frame(longest: .nanoseconds(leastGap))
    }
    return nanoseconds
  }

  /// The nanoseconds of a frame that suits these instants; see `MarbleText`.
  var frame: Int64 {
    let second = MarbleTimeSpan.second
    guard let last = times.last, last > 0 else { return second }
    let divisor = times.reduce(second) { greatestCommonDivisor($0, $1) }
    if divisor == second { return second }
    let frame = largestRoundDivisor(of: times.reduce(0) { greatestCommonDivisor($0, $1) })
    if frame >= MarbleTimeSpan.millisecond || last / frame <= 1000 { return frame }
    var power = second
    while power > leastGap { power /= 10 }
    return power
  }

  private func largestRoundDivisor(of nanoseconds: Int64) -> Int64 {
    var power = MarbleTimeSpan.second
    while power > 1 {
      for divisor: Int64 in [2, 4, 5, 10] where power % divisor == 0 {
        if nanoseconds % (power / divisor) == 0 { return power / divisor }
      }
      power /= 10
    }
    return 1
  }

  private func greatestCommonDivisor(_ left: Int64, _ right: Int64) -> Int64 {
    var (left, right) = (left, right)
    while right != 0 { (left, right) = (right, left % right) }
    return left
  }
}
