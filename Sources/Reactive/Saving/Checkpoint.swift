/// The saved states of runs, which are decoded one after another.
package protocol RunStates {
  var isAtEnd: Bool { get }
  mutating func decode<State: Decodable>(_ type: State.Type) throws -> State
}

/// A saved playback at rest: the state of its scheduler and the states of its runs (`SavedRuns`). It
/// can be used for one playback only.
package struct DecodedCheckpoint {
  /// The state of the scheduler. The playback continues on a scheduler that is created from it.
  package let clock: VirtualScheduler.State
  private let runs: any RunStates

  package init(clock: VirtualScheduler.State, runs: any RunStates) {
    (self.clock, self.runs) = (clock, runs)
  }

  /// Subscribes to a publisher on the scheduler, so that its stages continue with their saved
  /// states. Nothing is emitted before the scheduler runs. Throws if the checkpoint belongs to
  /// another publisher; by then, the subscriber may have received its subscription.
  package func resume<P: Publisher, S: Subscriber>(_ publisher: P, with subscriber: S) throws
  where S.Input == P.Output, S.Failure == P.Failure {
    let restoration = Restoration(runs)
    CallDepth.current.restoring(restoration) { publisher.receive(subscriber: subscriber) }
    try restoration.finish()
  }
}
