public import Reactive
import Records

extension WallClockScheduler {
  /// Creates the clock on which a session plays live. It follows the calendar if the session has
  /// records with times that have to catch up; otherwise, it counts from the start of the session.
  public convenience init(following session: InputSession) {
    self.init(following: session, continuing: VirtualScheduler.State(now: session.start))
  }

  /// Creates the clock on which a session continues live, a pause later.
  package convenience init(
    following session: InputSession, continuing clock: VirtualScheduler.State,
    after pause: Int64 = 0
  ) {
    if let live = session.live {
      self.init(clock, calendarZero: live.zero, live.settings.time)
    } else {
      self.init(clock, after: pause)
    }
  }
}

extension InputSession: _ClockInputs {
  /// The readings that have not caught up, and take part in the playback now.
  private var behind: [InputReading] { usedReadings.filter(\.isBehind) }

  public func _awaited() -> Int64? {
    guard let live else { return nil }
    let now = live.settings.time.monotonic
    let behind = behind
    // The records of other inputs must not wait for too long.
    let isWaiting = !behind.isEmpty && usedReadings.contains { $0.isWaitingForOthers }
    let end = live.endOfWaiting(isWaiting)
    if let end, end <= now {
      for reading in behind { reading.leaveBehind() }
      return nil
    }
    var deadline: Int64?
    for reading in behind where reading.isAwaited {
      let silent = reading.progress.waitingSince.later(by: live.settings.silence)
      if reading.records.reader._isAtPresent || silent <= now { reading.catchUp() }
      // It may have read more in the meantime.
      if reading.isBehind, reading.isAwaited { deadline = min(deadline ?? .max, silent) }
    }
    return deadline.map { min($0, end ?? .max) }
  }

  public func _end(isForced: Bool, on scheduler: WallClockScheduler) -> Bool {
    let stopped = usedReadings.filter(\.records.wasStopped)
    guard isForced || !stopped.contains(where: \.isStillReading) else { return false }
    // Without the calendar, the values that wait are emitted after the end of the inputs.
    if isLive { playback?.noteWaiting(on: scheduler) }
    for reading in stopped { reading.dropRest() }
    return true
  }

  public func _leave() {
    playback?.finishHere()
  }
}
