package import Expressions
import Playing
package import Reactive
package import Records
import Values

/// A saved playback: all that another playback of the same program needs to continue.
package struct PlaybackCheckpoint: WritablePlayback {
  /// All but the states of the runs.
  package struct Head: Codable {
    /// The number of values that have been emitted.
    package var valueCount: Int
    /// The positions in the inputs; nil if the program has none.
    package var inputs: InputPositions?
    /// The instant of the clock.
    package var instant: Instant
    /// The time of a live playback according to the calendar, in nanoseconds since 1970.
    package var calendar: Int64?
    /// The state of the clock.
    package var clock: VirtualScheduler.State
  }

  package var head: Head
  /// A line of JSON for each run, in the order in which the stages subscribe.
  let runs: [UInt8]
  /// The operators to which runs belong.
  let operators: [ExpressionPlace]

  /// Decodes the state. It can be used for one playback only.
  package var decoded: DecodedCheckpoint {
    DecodedCheckpoint(clock: head.clock, runs: RunLines(runs))
  }

  package func writeRuns(to lines: CheckpointLines) throws -> [ExpressionPlace] {
    try lines.add(runs)
    return operators
  }
}

/// A playback at rest between two pieces of work, which has not been encoded yet.
package struct PlaybackSnapshot: WritablePlayback {
  package var head: PlaybackCheckpoint.Head
  /// Whether the playback ends here.
  package let isLast: Bool
  private let subscription: any Subscription
  /// Returns the tickets of all queued work.
  private let tickets: () -> PendingTickets

  init(
    _ head: PlaybackCheckpoint.Head, of subscription: any Subscription, isLast: Bool,
    _ tickets: @escaping () -> PendingTickets
  ) {
    (self.head, self.isLast) = (head, isLast)
    (self.subscription, self.tickets) = (subscription, tickets)
  }

  package func writeRuns(to lines: CheckpointLines) throws -> [ExpressionPlace] {
    let runs = SavedRuns(subscription, with: tickets())
    var numbers: [ExpressionPlace: Int] = [:]
    var operators: [ExpressionPlace] = []
    try forEachRun(from: subscription, in: Int?.none) { run, number in
      if let state = try runs.entry(of: run) { try lines.add(run: state, of: number) }
      guard let place = (run as? PlacedRun)?.place else { return number }
      if let known = numbers[place] { return known }
      numbers[place] = operators.count
      operators.append(place)
      return operators.count - 1
    }
    return operators
  }

  /// Encodes the playback into memory.
  package func encoded() throws -> PlaybackCheckpoint {
    let lines = CheckpointLines()
    let operators = try writeRuns(to: lines)
    return PlaybackCheckpoint(head: head, runs: lines.bytes, operators: operators)
  }
}
