import Playing
public import Reactive
package import Records
import Values

/// A saved playback: all that another playback of the same program needs to continue.
///
/// It contains the states of all operators, the pending timers with their order, and the positions
/// in the inputs. Its encoded form belongs to a version of this library.
public struct PlaybackCheckpoint: Sendable {
  /// All but the states of the runs.
  package struct Head: Codable, Sendable {
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
  let operators: [SavedOperator]

  /// The number of values that had been emitted.
  public var valueCount: Int { head.valueCount }

  /// The instant of the clock: that of the last work before the playback was saved.
  public var instant: Instant { head.instant }

  /// Decodes the state. It can be used for one playback only.
  package var decoded: DecodedCheckpoint {
    DecodedCheckpoint(clock: head.clock, runs: RunLines(runs))
  }

}

extension PlaybackCheckpoint: WritablePlayback {
  package func writeRuns(to lines: CheckpointLines) throws -> [SavedOperator] {
    try lines.add(runs)
    return operators
  }
}

/// The states are encoded as one string, because each belongs to a type of its operator.
extension PlaybackCheckpoint: Codable {
  private enum CodingKeys: CodingKey {
    case head, operators, runs
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    head = try container.decode(Head.self, forKey: .head)
    operators = try container.decode([SavedOperator].self, forKey: .operators)
    runs = Array(try container.decode(String.self, forKey: .runs).utf8)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(head, forKey: .head)
    try container.encode(operators, forKey: .operators)
    try container.encode(String(decoding: runs, as: UTF8.self), forKey: .runs)
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

  package func writeRuns(to lines: CheckpointLines) throws -> [SavedOperator] {
    let runs = SavedRuns(with: tickets())
    var numbers: [SavedOperator: Int] = [:]
    var operators: [SavedOperator] = []
    try forEachRun(from: subscription, in: Int?.none) { run, number in
      if let state = try runs.entry(of: run) { try lines.add(run: state, of: number) }
      guard let run = run as? PlacedRun else { return number }
      let saved = SavedOperator(at: run.place, steps: run.steps, inner: run.inner)
      if let known = numbers[saved] { return known }
      numbers[saved] = operators.count
      operators.append(saved)
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
