import Checking
import Reactive
import Records
import StreamModels

// The end of an input: with its last record, later, or earlier.

extension InputReading {
  /// Returns the instant at which the input completes, when it has no more records; nil if it is held
  /// open. It does not stay open if its end was set from outside, or if real time passes.
  func endDue(at now: Instant) -> Instant? {
    let last = max(now, records.end.instant ?? now)
    if case .before = records.end { return last }
    guard !records.playsRest, let end = records.plan.source.end?.meaning else { return last }
    switch end {
    case .after(let rest):
      let end = last.advanced(byNanoseconds: rest.nanoseconds)
      unsafe records.next = .ending(at: end, nil)
      return end
    case .hold:
      unsafe records.next = .heldOpen
      noteIdle()
      return nil
    }
  }

  /// Whether it has no more records, and stays open as long as something else is pending.
  var isHeldOpen: Bool {
    guard isBeingRead, case .heldOpen = unsafe records.next else { return false }
    return true
  }

  /// Completes now, because nothing else is pending.
  func finishHeld() {
    guard isHeldOpen, let scheduler else { return }
    unsafe records.next = .ending(at: scheduler.now, nil)
    readOn()
  }

  /// Returns the given instant, at which a record is due, or the instant of the end if that is
  /// earlier; nil if the past ends there.
  func due(at instant: Instant, on scheduler: any Scheduler, _ now: Instant) -> Instant? {
    switch records.end {
    case .before(let end) where instant >= end:
      records.cutOff()
      guard !records.isAtEndOfPast else {
        haltIfAwaited(scheduler)
        return nil
      }
      return max(now, end)
    case .behind(let end) where instant > end:
      records.refuseAfterEnd(by: instant.nanoseconds.distance(downTo: end.nanoseconds))
      return now
    case .lastRecord, .before, .behind: return instant
    }
  }

  /// Returns the instant at which the input completes unless a record arrives earlier; nil if it
  /// has to wait for a record.
  func endOfWaiting(_ now: Instant) -> Instant? {
    // In a part of a log, the reader reports the end: everything before it must be played.
    guard case .before(let end) = records.end, !records.isAtEndOfPast, !isAwaited || now < end
    else { return nil }
    if now >= end { records.cutOff() } else { unsafe isHolding = true }
    return max(now, end)
  }
}
