public import Composable
import Pipelines
public import Reactive

extension Store where Action: Decodable {
  /// Replays a session in this store: sends each of its actions at its time, counted from now, and
  /// runs the scheduler until the last one has been sent.
  ///
  ///     let scheduler = VirtualScheduler()
  ///     try store.replay("session.json", on: scheduler)
  ///
  /// On a virtual scheduler this takes no time. If the session has states, the store must be in the
  /// first one when this is called, and must reach each of the others. At the first difference the
  /// replay stops and throws a `SessionDifference` with the action, its place in the file, and the
  /// difference.
  ///
  /// Throws `FileError` or `Diagnostics` for a file that cannot be read, before any action is sent.
  public func replay(
    _ path: String, on scheduler: some RunnableScheduler, effects: ReplayedEffects = .recorded,
    isolation: isolated (any Actor)? = #isolation
  ) throws {
    try replay(
      try Session(contentsOfFile: path), on: scheduler, effects: effects, isolation: isolation)
  }

  /// Replays a session that has been read.
  func replay(
    _ session: Session, on scheduler: some RunnableScheduler, effects: ReplayedEffects,
    isolation: isolated (any Actor)?
  ) throws {
    let replay = try beginReplay(
      of: session, on: scheduler, effects: effects, isolation: isolation)
    if !replay.isOver {
      let end = session.entries.last?.time ?? .zero
      scheduler.run(until: scheduler.now.advanced(by: end), steps: .max)
    }
    replay.cancel()
    try replay.rethrow()
  }

  /// Begins to replay a session in this store. The caller runs the scheduler. Each action is sent
  /// at its time, counted from now.
  ///
  /// Throws `Diagnostics` if an action of the session does not belong to this store, and
  /// `RecordingError` if this is the store of a part.
  public func beginReplay(
    of session: Session, on scheduler: any Scheduler, effects: ReplayedEffects = .recorded,
    isolation: isolated (any Actor)? = #isolation
  ) throws -> SessionReplay {
    let script = try SessionScript<State, Action>(session)
    guard let taps else {
      throw RecordingError(
        "a session cannot be replayed in a scoped store; replay it in the store that it was "
          + "scoped from")
    }
    let replay = SessionReplay(count: session.entries.count)
    withState(isolation: isolation) { replay.check(script, after: nil, $0) }
    guard !replay.isOver else { return replay }
    let tap = taps.add(startsEffects: effects == .run) { _, _, _ in }
    let (start, entries) = (scheduler.now, session.entries)
    let booking = scheduler.book { [weak self] _ in
      guard let self, !replay.isOver else { return .never }
      let entry = entries[replay.position]
      replay.pass()
      if !entry.isFromEffect {
        send(script.actions[entry.number - 1], isolation: nil)
      } else if effects == .recorded {
        taps.resend(script.actions[entry.number - 1])
      }
      if effects == .recorded {
        withState(isolation: nil) { replay.check(script, after: entry, $0) }
      }
      guard !replay.isOver else {
        replay.end()
        return .never
      }
      return .at(start.advanced(by: entries[replay.position].time))
    }
    replay.onEnd { [weak taps, weak scheduler] in
      taps?.remove(tap)
      scheduler?.cancel(booking)
    }
    scheduler.enqueue(
      booking, at: scheduler.takeTicket(due: start.advanced(by: entries[0].time)))
    return replay
  }
}
