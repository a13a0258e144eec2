package import Playing
package import Reactive
package import Records
package import StreamModels
import Values

/// The end of the past of a program's inputs.
package enum PastEnd {
  /// The state with which a playback of later records begins. Its number of values is that of the
  /// past.
  case state(PlaybackCheckpoint)
  /// The stream has ended, so nothing comes later.
  case completion(Subscribers.Completion<StreamFailure>, Instant)
}

extension Program {
  /// Plays records of the past without receivers, so that a playback of later ones can begin with
  /// the state that they leave.
  ///
  /// The inputs do not end with these records, and timers that are due after the last one stay
  /// pending. Throws if a state cannot be saved.
  ///
  /// - Parameters:
  ///   - end: The instant at which the past ends, so that later records are left to the playback;
  ///     nil for the last of these records.
  ///   - taps: The definitions that are also subscribed to in the playback.
  ///   - outputCount: The number of outputs that receive events in the playback.
  ///   - progress: Called now and then with the instant that has been reached.
  package func playPast(
    _ bindings: InputBindings, until end: Instant? = nil, taps: [String] = [],
    outputCount: Int = 0, progress: @escaping (Instant) -> Void = { _ in }
  ) throws -> PastEnd {
    var bindings = bindings
    bindings.isPast = true
    bindings.window.end = end
    let session = try InputSession(self, bindings)
    let scheduler = VirtualScheduler(now: session.start)
    var pastEnd: PastEnd?
    let saving = PlaybackSaving(
      isDue: {
        progress(scheduler.now)
        return false
      },
      isWoken: { true }, isInterrupted: { end == nil && session.isAtEndOfPast },
      save: { snapshot in
        var state = try snapshot.encoded()
        state.head.inputs = session.positions(endingPastAt: end)
        pastEnd = .state(state)
        return true
      })
    let last = end?.advanced(byNanoseconds: -1) ?? .endOfTime
    _ = try Playback(until: last).play(
      publisher(
        on: scheduler, inputs: session, taps: taps.map { ($0, { _, _ in }) },
        receivers: (0..<outputCount).map { _ in { _, _ in } }, trace: nil),
      on: scheduler, reading: session, resuming: nil, saving, pausedBy: nil,
      receiveCompletion: { pastEnd = .completion($0, $1) }, receiveValue: { _, _ in true })
    return pastEnd ?? .completion(.finished, scheduler.now)
  }
}
