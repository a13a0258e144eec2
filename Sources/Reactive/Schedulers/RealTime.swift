package import Platform

/// The system's clocks, as a wall-clock scheduler reads them, and the way it waits. Tests use their
/// own implementations.
package protocol RealTime {
  /// A time in nanoseconds that passes evenly and is never set.
  var monotonic: Int64 { get }

  /// The time in nanoseconds since 1970, which can be set and continues while the machine is
  /// suspended.
  var calendar: Int64 { get }

  /// Waits until the monotonic time is about `moment`, or forever if that is nil, or until the pipe
  /// is woken. It may return early.
  func wait(on pipe: borrowing WakePipe, until moment: Int64?)
}

/// The system's real time.
package struct SystemTime: RealTime {
  package init() {}

  package var monotonic: Int64 { MonotonicClock.nanoseconds }
  package var calendar: Int64 { CalendarClock.nanoseconds }

  package func wait(on pipe: borrowing WakePipe, until moment: Int64?) {
    pipe.wait(until: moment)
  }
}
