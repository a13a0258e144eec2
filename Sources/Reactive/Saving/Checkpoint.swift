/// A playback that is at rest, to be encoded: the state of its scheduler and those of its runs.
package struct Checkpoint: Encodable {
  private let scheduler: VirtualScheduler.State
  private let runs: SavedRuns

  /// The playback whose end has this subscription, on a scheduler that does not run.
  package init(_ subscription: any Subscription, on scheduler: VirtualScheduler) {
    self.scheduler = scheduler.state
    runs = SavedRuns(subscription, on: scheduler)
  }
}

/// A checkpoint as it was decoded. It serves one playback.
package struct DecodedCheckpoint: Decodable {
  /// The scheduler on which the playback goes on.
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

  /// Subscribes to a publisher on the scheduler, whose stages go on as they were. Nothing comes before
  /// the scheduler runs. Throws if the checkpoint is of another publisher; the subscriber may have its
  /// subscription then.
  package func resume<P: Publisher, S: Subscriber>(_ publisher: P, with subscriber: S) throws
  where S.Input == P.Output, S.Failure == P.Failure {
    let restoration = Restoration(runs)
    CallDepth.current.restoring(restoration) { publisher.receive(subscriber: subscriber) }
    try restoration.finish()
  }
}
