import Reactive

/// Where the times of records lie on the clock of a playing; one for all of its inputs.
final class InputClock {
  let origin: InputSource.Origin
  /// The time, as records say it, that is at `base`; nil until a first record has come.
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

  init(_ origin: InputSource.Origin) {
    self.origin = origin
    if origin == .epoch { zero = 0 }
  }

  /// Has times count from the earliest first record, which is known.
  func setFirst(_ time: Int64) {
    if origin == .first { zero = time }
  }

  /// Has the playing begin.
  func begin(at instant: Instant) {
    if origin == .first { base = instant }
  }

  /// When a record of a time is due. The first of all records is due now if nothing else is known.
  func instant(of time: Int64, now: Instant) -> Instant {
    guard let zero else {
      (self.zero, base) = (time, now)
      return now
    }
    let (distance, overflow) = time.subtractingReportingOverflow(zero)
    guard !overflow else { return time < zero ? .zero : .endOfTime }
    return base.advanced(byNanoseconds: distance)
  }
}
