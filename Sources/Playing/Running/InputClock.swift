import Reactive
import Records
import StreamModels

/// Maps the times of records to the clock of a playback. All inputs share one.
final class InputClock {
  let origin: InputSource.Origin
  /// The part of the inputs that is played.
  let window: InputWindow
  /// The record time that corresponds to `base`; nil until the first record has arrived.
  private var zero: Int64?
  private var base = Instant.zero

  /// The state of the clock.
  var state: State {
    get { State(zero: zero, base: base) }
    set { (zero, base) = (newValue.zero, newValue.base) }
  }

  struct State: Codable {
    let zero: Int64?
    let base: Instant
  }

  init(_ origin: InputSource.Origin, _ window: InputWindow) {
    self.origin = origin
    self.window = window
    if origin == .epoch { zero = 0 }
  }

  /// Sets the earliest time of the first records as zero, if times count from it.
  func setFirst(_ time: Int64) {
    if origin == .first { zero = time }
  }

  /// Notes the instant at which the playback begins.
  func begin(at instant: Instant) {
    if origin == .first { base = instant }
  }

  /// Returns the time of records that are due at an instant.
  func time(of instant: Instant) -> Int64 {
    let distance = instant.nanoseconds &- base.nanoseconds
    let (time, overflow) = (zero ?? 0).addingReportingOverflow(distance)
    return overflow ? .max : time
  }

  /// Returns the instant of a time; as long as no zero is known, times count from 0.
  func instant(of time: Int64) -> Instant {
    let (distance, overflow) = time.subtractingReportingOverflow(zero ?? 0)
    guard !overflow else { return time < 0 ? .zero : .endOfTime }
    return base.advanced(byNanoseconds: distance)
  }

  /// Returns the instant at which a record with a time is due. If no zero is known, this is the
  /// first record, and it is due now.
  func instant(of time: Int64, now: Instant) -> Instant {
    if zero == nil { (zero, base) = (time, now) }
    return instant(of: time)
  }
}
