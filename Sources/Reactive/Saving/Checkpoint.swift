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

/// A decoded checkpoint. It can be used for one playback only.
package struct DecodedCheckpoint: Decodable {
  /// The state of the scheduler. The playback continues on a scheduler that is created from it.
  package let clock: VirtualScheduler.State
  private let runs: any UnkeyedDecodingContainer

  private enum CodingKeys: CodingKey {
    case scheduler, runs
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    clock = try container.decode(VirtualScheduler.State.self, forKey: .scheduler)
    runs = try container.nestedUnkeyedContainer(forKey: .runs)
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
