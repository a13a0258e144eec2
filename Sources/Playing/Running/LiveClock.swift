import Reactive
import Records

/// The relation of a live playback to the calendar. All inputs share one.
final class LiveClock {
  /// A record at most this far from the present shows that its input has caught up; a record
  /// further ahead is from the future.
  static let closeness: Int64 = 1_000_000_000

  let settings: CatchingUp
  /// The time since 1970, in nanoseconds, at the instant zero.
  let zero: Int64
  private weak var session: InputSession?
  /// The present when the calendar was last read.
  private var latest = Instant(nanoseconds: .min)
  /// The moment since which the records of some inputs have been waiting for others; nil if none
  /// are.
  private var waitingSince: Int64?

  init(_ settings: CatchingUp, zero: Int64, of session: InputSession) {
    (self.settings, self.zero, self.session) = (settings, zero, session)
  }

  /// Whether an input has not caught up, so that time does not pass on its own.
  var isBehind: Bool { session?.usedReadings.contains(where: \.isBehind) ?? false }

  /// The current instant according to the calendar.
  var present: Instant {
    latest = max(
      latest, Instant(nanoseconds: settings.time.calendar).advanced(byNanoseconds: 0 &- zero))
    return latest
  }

  /// Returns the distance from the present to an instant; nil if the instant is more than a second
  /// in the past. The calendar is read only if that may have changed.
  func distance(to due: Instant) -> Int64? {
    let earliest = due.advanced(byNanoseconds: Self.closeness)
    guard earliest >= latest, earliest >= present else { return nil }
    return due.nanoseconds.distance(downTo: latest.nanoseconds)
  }

  /// Notes whether records wait for other inputs. Returns the moment at which that ends.
  func endOfWaiting(_ isWaiting: Bool) -> Int64? {
    waitingSince = isWaiting ? waitingSince ?? settings.time.monotonic : nil
    return waitingSince.map { $0.later(by: settings.patience) }
  }
}

extension Int64 {
  /// Returns the moment after a duration, or the last one if there is none.
  func later(by duration: Duration) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(duration.wholeNanoseconds)
    return overflow ? .max : sum
  }
}
