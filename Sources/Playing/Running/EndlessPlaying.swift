public import Reactive
public import StreamModels

/// A playback that was stopped at its limit of steps.
public struct EndlessPlaying: Sendable {
  /// The location of the expectation.
  public package(set) var location: SourceLocation?
  /// Whether the times are counted from 1970.
  package var countsFrom1970 = false
  /// The number of steps that it was allowed.
  public let steps: Int
  /// The instant at which it was stopped.
  public let instant: Instant
  /// The number of values until then.
  public let valueCount: Int
  /// The number of tasks that were still scheduled.
  public let pendingCount: Int
  /// The instant at which the next task would have been due.
  public let nextDue: Instant?

  package init(
    steps: Int, instant: Instant, valueCount: Int, pendingCount: Int, nextDue: Instant?
  ) {
    self.steps = steps
    self.instant = instant
    self.valueCount = valueCount
    self.pendingCount = pendingCount
    self.nextDue = nextDue
  }
}
