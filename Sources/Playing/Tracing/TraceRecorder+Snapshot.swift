public import Reactive
import Tracing

extension TraceRecorder {
  /// The events that stages keep, and the work that they have scheduled, between two events.
  public struct Snapshot: Sendable, Equatable {
    /// An event that a stage keeps.
    public struct Kept: Sendable, Equatable {
      /// The number of the event.
      public let event: Int
      /// The number of the stage.
      public let stage: Int
      /// The number of the stage's subscription.
      public let run: Int
    }

    /// Something that a stage waits for.
    public struct Waiting: Sendable, Equatable {
      /// The number of the stage; nil for a source, whose next event is due.
      public let stage: Int?
      /// The instant at which it is due.
      public let due: Instant
    }

    /// The events that stages keep, by stage, in the order in which they received them.
    public let kept: [Kept]
    /// The work that stages have scheduled, in the order in which it is due.
    public let timers: [Waiting]

    package init(kept: [Kept], timers: [Waiting]) {
      self.kept = kept
      self.timers = timers
    }
  }

  /// The events that stages keep now, and the work that they have scheduled.
  public var snapshot: Snapshot {
    settle()
    let arriving = Set(frames.map(\.delivery))
    let kept = deliveries.keys.sorted().filter { !arriving.contains($0) }
      .compactMap { deliveries[$0] }
      .filter { plan.stages[$0.run.stage].role != .output }
      .map { Snapshot.Kept(event: $0.event, stage: $0.run.stage, run: $0.run.number) }
      .sorted { ($0.stage, $0.run, $0.event) < ($1.stage, $1.run, $1.event) }
    let waiting = timers.values.map { Snapshot.Waiting(stage: $0.stage, due: $0.due) }
      .sorted { ($0.due, $0.stage ?? -1) < ($1.due, $1.stage ?? -1) }
    return Snapshot(kept: kept, timers: waiting)
  }
}
