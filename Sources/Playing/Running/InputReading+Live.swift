import Checking
import Reactive
import Records
import StreamModels

// A reading in a playback that follows the calendar.

extension InputReading {
  /// The relation of a reading to the present.
  struct Progress {
    /// Whether the clock no longer waits for its records.
    var hasCaughtUp = false
    /// Whether it was left behind, so that its records are emitted at the clock's time.
    var isLeftBehind = false
    /// Whether a record from the future was reported.
    var hasReportedFuture = false
    /// The moment at which it last found nothing to read.
    var waitingSince: Int64 = 0
    /// The instant at which its next event is due.
    var due = Instant.zero
  }

  /// Whether the clock waits for its records: it belongs to a playback that follows the calendar,
  /// has not ended, and has not caught up.
  var isBehind: Bool {
    live != nil && records.hasTimes && !progress.hasCaughtUp && isReading
  }

  /// Whether its next record is due, and waits for inputs that have not caught up.
  var isWaitingForOthers: Bool {
    guard let live, let scheduler, progress.hasCaughtUp, isQueued, unsafe !isHolding else {
      return false
    }
    return progress.due > scheduler.now && progress.due <= live.present
  }

  /// Notes that nothing could be read.
  func beginWaiting(for live: LiveClock) {
    progress.waitingSince = live.settings.time.monotonic
  }

  /// Notes the instants at which the next record and the newest one are due. They show whether the
  /// input has reached the present, or has records from the future.
  func note(_ due: Instant, newest: Instant) {
    guard let live, records.hasTimes, let closeness = live.distance(to: newest) else { return }
    if !progress.hasCaughtUp {
      progress.hasCaughtUp = true
      records.releaseHeld(at: live.present, zero: live.zero)
    }
    guard closeness > LiveClock.closeness, !progress.hasReportedFuture,
      let distance = live.distance(to: due), distance > LiveClock.closeness
    else { return }
    progress.hasReportedFuture = true
    let record = records.nextRecord
    let time = record.time.map { ", \($0)," } ?? ""
    live.settings.report(
      "input '\(record.input)': \(record.place)\(time) is \(Seconds(nanoseconds: distance).text) "
        + "s in the future and waits until then")
  }

  /// Stops waiting for records, because the input has been silent for long enough or is at the end
  /// of its file, unless there is more to read after all.
  func catchUp() {
    readOn()
    guard let live, isAwaited else { return }
    progress.hasCaughtUp = true
    records.releaseHeld(at: live.present, zero: live.zero)
    readOn()
  }

  /// Lets the clock continue without its records.
  func leaveBehind() {
    guard let live else { return }
    (progress.hasCaughtUp, progress.isLeftBehind) = (true, true)
    records.releaseHeld(at: live.present, zero: live.zero)
    live.settings.report(
      "input '\(records.plan.source.name)' has not caught up with the present "
        + "in \(Seconds(live.settings.patience).text) s; the clock continues, and the missed "
        + "records are late")
    readOn()
  }

  /// Whether it has been stopped, and its reader has more to hand over.
  var isStillReading: Bool { isReading && records.isWaiting }

  /// Ends the input, and counts the records that have been read but not delivered.
  func dropRest() {
    guard isReading else { return }
    records.dropRest()
    leaveQueue()
    readOn()
  }
}
