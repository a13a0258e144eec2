package import Reactive
import Records
import StreamModels

/// The time between the moment at which a live playback was saved and that at which it continues.
///
/// The clock of a live playback goes through it at once: pending timers come due at their own
/// instants, in order. The events that they cause have been missed, and there is a choice of what
/// happens to them. The stages of the playback do not notice it.
package final class Downtime {
  /// The treatment of missed events.
  package enum Choice: Equatable, Sendable {
    /// They are emitted at once, with their own times.
    case fire
    case drop
    /// They are emitted at once, with the present time.
    case now
    /// Those that are younger than this are emitted with their own times, and the others dropped.
    case fireIfYounger(than: Duration)
  }

  /// How long no process played, in nanoseconds; negative if the calendar was set back.
  package let nanoseconds: Int64
  /// The instant at which the playback continues.
  package let end: Instant
  private let choice: Choice
  private let followsCalendar: Bool
  /// Whether a record is being delivered. The events that it causes at once have not been missed.
  private let isDelivering: () -> Bool
  /// The number of dropped values.
  package private(set) var droppedCount = 0

  /// - Parameter calendar: The present, in nanoseconds since 1970.
  package init?(
    since checkpoint: PlaybackCheckpoint.Head, until calendar: Int64, _ choice: Choice,
    isDelivering: @escaping () -> Bool
  ) {
    guard let saved = checkpoint.calendar else { return nil }
    nanoseconds = calendar.subtractingReportingOverflow(saved).partialValue
    end =
      checkpoint.inputs?.calendarZero.map {
        Instant(nanoseconds: calendar).advanced(byNanoseconds: 0 &- $0)
      } ?? checkpoint.instant.advanced(byNanoseconds: max(0, nanoseconds))
    followsCalendar = checkpoint.inputs?.calendarZero != nil
    self.choice = choice
    self.isDelivering = isDelivering
  }

  /// Whether an event at an instant may have been missed.
  package func contains(_ instant: Instant) -> Bool { instant < end }

  /// Returns the time with which a value is emitted; nil if it is dropped.
  package func time(ofValueAt instant: Instant) -> Instant? {
    guard contains(instant), !isDelivering() else { return instant }
    switch choice {
    case .fire: return instant
    case .now: return end
    case .fireIfYounger(let age) where instant.duration(to: end) < age: return instant
    case .drop, .fireIfYounger:
      droppedCount += 1
      return nil
    }
  }

  /// Returns the time with which the end of a stream is reported, which is never dropped.
  package func time(ofEndAt instant: Instant) -> Instant {
    contains(instant) && choice == .now ? end : instant
  }
}

// MARK: - Messages

extension Downtime {
  /// What happens now, as a sentence for people; nil if the session has reported that the calendar
  /// was set back.
  package var note: String? {
    let seconds = Seconds(nanoseconds: Int64(clamping: nanoseconds.magnitude)).text
    guard nanoseconds >= 0 else {
      return followsCalendar
        ? nil
        : "the clock of this machine is \(seconds) s before the checkpoint; no time is counted since "
          + "then"
    }
    let missed = "no process has played for \(seconds) s; what timers would have emitted meanwhile"
    switch choice {
    case .fire: return "\(missed) is emitted now"
    case .drop: return "\(missed) is dropped"
    case .now: return "\(missed) is emitted now, with the present time"
    case .fireIfYounger(let age):
      return "\(missed) is emitted now if it is younger than \(Seconds(age).text) s, and otherwise "
        + "dropped"
    }
  }

  /// The number of dropped values, as a sentence for people; nil if there are none.
  package var loss: String? {
    guard droppedCount > 0 else { return nil }
    return droppedCount == 1
      ? "1 value was dropped because it came due while no process played"
      : "\(droppedCount) values were dropped because they came due while no process played"
  }
}
