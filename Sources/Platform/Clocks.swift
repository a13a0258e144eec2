#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The system's monotonic clock, which nobody can set back.
package enum MonotonicClock {
  /// The current reading in nanoseconds.
  package static var nanoseconds: Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}

/// The system's calendar clock, which can be set.
package enum CalendarClock {
  /// The current time in nanoseconds since 1970.
  package static var nanoseconds: Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}

/// The time zone named by `TZ`, or otherwise the system's time zone.
package enum LocalTimeZone {
  /// Returns the offset from UTC in seconds at a time in seconds since 1970.
  package static func secondsAheadOfUTC(at seconds: Int64) -> Int {
    var time = time_t(seconds)
    var parts = unsafe tm()
    guard unsafe localtime_r(&time, &parts) != nil else { return 0 }
    return unsafe parts.tm_gmtoff
  }
}
