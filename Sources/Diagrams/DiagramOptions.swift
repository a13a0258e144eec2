package import Marbles
public import Reactive

/// The part of a trace that a diagram shows.
public struct DiagramOptions: Sendable {
  /// The stages that have a row.
  public enum Stages: Sendable, Hashable {
    /// Every stage.
    case all
    /// No operators: only sources and outputs.
    case none
    /// The stages with these names, or in the definitions with these names, and the outputs.
    case named([String])
  }

  /// The stages that have a row.
  public var stages: Stages
  /// The instant at the left edge; nil for the start of the clock, or for the first event if times
  /// are dates.
  public var from: Instant?
  /// The instant at the right edge, including its events; nil for the instant of the last event.
  public var to: Instant?
  /// The text form of times that count from 1970; nil if they count from the start.
  package var dates: ChartDates?

  /// Creates options.
  public init(stages: Stages = .all, from: Instant? = nil, to: Instant? = nil) {
    self.stages = stages
    self.from = from
    self.to = to
  }
}
