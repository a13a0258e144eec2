extension WallClockScheduler {
  /// The mapping of the scheduler's instants to real time.
  ///
  /// A *moment* is a reading of the monotonic time in nanoseconds.
  struct Pace {
    /// What the instants are tied to.
    private enum Tie {
      /// The start of the run. In each real second, `speed` seconds pass from then on.
      case start(speed: Double)
      /// The calendar: the time in nanoseconds since 1970 at the instant zero.
      case calendar(zero: Int64)
    }

    /// The longest wait that follows the calendar. Setting the calendar, or resuming the machine,
    /// does not wake the scheduler.
    private static let longestWait: Int64 = 1_000_000_000

    let time: any RealTime
    private let tie: Tie
    private var startMoment: Int64 = 0
    private var startInstant = Instant.zero
    /// The latest instant reached, because a calendar that is set back does not move time back.
    private var latest = Instant(nanoseconds: .min)

    init(speed: Double, _ time: any RealTime) {
      (tie, self.time) = (.start(speed: speed), time)
    }

    init(calendarZero: Int64, _ time: any RealTime) {
      (tie, self.time) = (.calendar(zero: calendarZero), time)
    }

    /// Whether the instants are calendar times.
    var followsCalendar: Bool { if case .calendar = tie { true } else { false } }

    /// Makes `instant` the current time, unless the calendar determines the time.
    mutating func start(at instant: Instant) {
      startMoment = time.monotonic
      startInstant = instant
    }

    /// Returns the instant that real time has reached.
    mutating func reached() -> Instant {
      switch tie {
      case .start(let speed): return instant(of: time.monotonic, speed: speed)
      case .calendar(let zero):
        latest = max(latest, Instant(nanoseconds: time.calendar).advanced(byNanoseconds: 0 &- zero))
        return latest
      }
    }

    /// Returns the instant that was current at a moment.
    mutating func instant(of moment: Int64) -> Instant {
      switch tie {
      case .start(let speed): instant(of: moment, speed: speed)
      case .calendar: reached().advanced(byNanoseconds: min(0, moment - time.monotonic))
      }
    }

    private func instant(of moment: Int64, speed: Double) -> Instant {
      startInstant.advanced(byNanoseconds: Self.scaled(moment - startMoment, by: speed, .down))
    }

    /// Returns the moment at which a wait for an instant ends. The instant may come later.
    mutating func moment(of instant: Instant) -> Int64 {
      switch tie {
      case .start(let speed):
        let (distance, isFar) = instant.nanoseconds.subtractingReportingOverflow(
          startInstant.nanoseconds)
        guard !isFar else { return .max }
        let (moment, overflow) = startMoment.addingReportingOverflow(
          Self.scaled(distance, by: 1 / speed, .up))
        return overflow ? .max : moment
      case .calendar:
        let (distance, isFar) = instant.nanoseconds.subtractingReportingOverflow(
          reached().nanoseconds)
        return time.monotonic + (isFar ? Self.longestWait : min(distance, Self.longestWait))
      }
    }

    /// Scales a time. The result is rounded so that no instant is reached early.
    private static func scaled(
      _ nanoseconds: Int64, by factor: Double, _ rule: FloatingPointRoundingRule
    ) -> Int64 {
      if factor == 1 { return nanoseconds }
      let product = (Double(nanoseconds) * factor).rounded(rule)
      return Int64(exactly: product) ?? (product < 0 ? .min : .max)
    }
  }
}
