/// A playback at rest, to be encoded: the state of its scheduler and the states of its runs.
package struct Checkpoint: Encodable {
  private let scheduler: VirtualScheduler.State
  private let runs: SavedRuns

  /// Creates a checkpoint of the playback whose last stage has this subscription. The scheduler
  /// must not be running.
  package init(_ subscription: any Subscription, on scheduler: VirtualScheduler) {
    self.scheduler = scheduler.state
    runs = SavedRuns(subscription, on: scheduler)
  }
}

/// A decoded checkpoint. It can be used for one playback only.
package struct DecodedCheckpoint: Decodable {
  /// The scheduler on which the playback continues.
  package let scheduler: VirtualScheduler
  private let runs: any UnkeyedDecodingContainer

  private enum CodingKeys: CodingKey {
    case scheduler, runs
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    scheduler = VirtualScheduler(
      try container.decode(VirtualScheduler.State.self, forKey: .scheduler))
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
