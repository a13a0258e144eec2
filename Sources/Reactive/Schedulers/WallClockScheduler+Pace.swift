import Platform

extension WallClockScheduler {
  /// The mapping of the scheduler's instants to the real clock: an origin and a speed.
  ///
  /// A *moment* is a reading of the system's monotonic clock in nanoseconds.
  struct Pace {
    let speed: Double
    /// Whether the scheduler no longer waits.
    var isHurried = false
    private var startMoment: Int64 = 0
    private var startInstant = Instant.zero

    init(speed: Double) {
      self.speed = speed
    }

    /// Makes `instant` the current time.
    mutating func start(at instant: Instant) {
      startMoment = MonotonicClock.nanoseconds
      startInstant = instant
    }

    /// Returns the instant that real time has reached.
    func reached() -> Instant {
      isHurried ? .endOfTime : instant(of: MonotonicClock.nanoseconds)
    }

    func instant(of moment: Int64) -> Instant {
      startInstant.advanced(byNanoseconds: scaled(moment - startMoment, by: speed, .down))
    }

    func moment(of instant: Instant) -> Int64 {
      let distance = instant.nanoseconds.subtractingReportingOverflow(startInstant.nanoseconds)
      guard !distance.overflow else { return .max }
      let (moment, overflow) = startMoment.addingReportingOverflow(
        scaled(distance.partialValue, by: 1 / speed, .up))
      return overflow ? .max : moment
    }

    /// Scales a time, rounded so that no instant is reached early.
    private func scaled(
      _ nanoseconds: Int64, by factor: Double, _ rule: FloatingPointRoundingRule
    ) -> Int64 {
      if speed == 1 { return nanoseconds }
      let product = (Double(nanoseconds) * factor).rounded(rule)
      return Int64(exactly: product) ?? (product < 0 ? .min : .max)
    }
  }
}
