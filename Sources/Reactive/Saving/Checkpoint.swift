/// A playback at rest, to be encoded: the state of its scheduler and the states of its runs.
package struct Checkpoint: Encodable {
  private let scheduler: VirtualScheduler.State
  private let runs: SavedRuns

  /// Creates a checkpoint of the playback whose last stage has this subscription, between two
  /// pieces of work.
  package init(
    _ subscription: any Subscription, on scheduler: VirtualScheduler.State,
    with tickets: PendingTickets
  ) {
    self.scheduler = scheduler
    runs = SavedRuns(subscription, with: tickets)
  }
}

/// The saved states of runs, which are decoded one after another.
package protocol RunStates {
  var isAtEnd: Bool { get }
  mutating func decode<State: Decodable>(_ type: State.Type) throws -> State
}

/// A decoded checkpoint. It can be used for one playback only.
package struct DecodedCheckpoint: Decodable {
  private struct Elements: RunStates {
    var container: any UnkeyedDecodingContainer

    var isAtEnd: Bool { container.isAtEnd }

    mutating func decode<State: Decodable>(_ type: State.Type) throws -> State {
      try container.decode(type)
    }
  }

  /// The state of the scheduler. The playback continues on a scheduler that is created from it.
  package let clock: VirtualScheduler.State
  private let runs: any RunStates

  package init(clock: VirtualScheduler.State, runs: any RunStates) {
    (self.clock, self.runs) = (clock, runs)
  }

  private enum CodingKeys: CodingKey {
    case scheduler, runs
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    clock = try container.decode(VirtualScheduler.State.self, forKey: .scheduler)
    runs = Elements(container: try container.nestedUnkeyedContainer(forKey: .runs))
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
