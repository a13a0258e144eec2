public import Composable
public import Reactive
import Values

extension Store where Action: Codable {
  /// Continues a recorded session, as if the program had not ended: replays it in this store, and
  /// then adds the actions from now on to its file.
  ///
  ///     let recording = try store.resume("session.json", on: scheduler)
  ///
  /// The store must be as it was when the session began. Effects run again, unless they are
  /// `.recorded`, so timers of the feature that were pending when the program ended are pending
  /// again, on the scheduler on which they run; it has then reached the time of the last action.
  ///
  /// Throws what `replay` and `record` throw, before any action is sent if the file cannot be
  /// continued.
  @discardableResult
  public func resume(
    _ path: String, on scheduler: some RunnableScheduler, effects: ReplayedEffects = .run,
    isolation: isolated (any Actor)? = #isolation
  ) throws -> SessionRecording {
    try resume(path, on: scheduler, effects, isolation, encodeState: nil)
  }

  fileprivate func resume(
    _ path: String, on scheduler: some RunnableScheduler, _ effects: ReplayedEffects,
    _ isolation: isolated (any Actor)?, encodeState: ((State) throws -> Value)?
  ) throws -> SessionRecording {
    guard let taps else {
      throw RecordingError(
        "a scoped store cannot be recorded; resume the store that it was scoped from")
    }
    let (session, start) = (try Session(contentsOfFile: path), scheduler.now)
    let file = try SessionFile(continuing: path, session)
    try replay(session, on: scheduler, effects: effects, isolation: isolation)
    let recording = SessionRecording(
      file, clock: SessionClock(scheduler, since: start), after: session.entries)
    begin(recording, in: taps, session.hasStates ? encodeState : nil)
    return recording
  }
}

extension Store where Action: Codable, State: Encodable {
  /// Continues a recorded session in the same way. If the session has states, later ones are
  /// recorded, too.
  @discardableResult
  public func resume(
    _ path: String, on scheduler: some RunnableScheduler, effects: ReplayedEffects = .run,
    isolation: isolated (any Actor)? = #isolation
  ) throws -> SessionRecording {
    let encoder = ValueEncoder()
    return try resume(path, on: scheduler, effects, isolation) { try encoder.encode($0) }
  }
}
