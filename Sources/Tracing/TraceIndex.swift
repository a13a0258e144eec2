/// A trace with lookups by event, for explanations.
public struct TraceIndex: Sendable {
  /// The trace.
  public let trace: Trace
  /// For each event, the events that it caused.
  private let effects: [[Int]]
  /// For each event, the indices of its ends.
  private let ends: [[Int]]

  /// Creates the lookups of a trace, in time proportional to its size.
  public init(_ trace: Trace) {
    self.trace = trace
    var effects: [[Int]] = Array(repeating: [], count: trace.events.count)
    for event in trace.events {
      for cause in event.causes { effects[cause].append(event.number) }
    }
    self.effects = effects
    var ends: [[Int]] = Array(repeating: [], count: trace.events.count)
    for (index, end) in trace.ends.enumerated() { ends[end.event].append(index) }
    self.ends = ends
  }

  /// Returns the events that an event caused, in order.
  public func effects(of event: Int) -> [Trace.Event] {
    effects[event].map { trace.events[$0] }
  }

  /// Returns the ends of an event, one for each stage at which it led to nothing, in order.
  public func ends(of event: Int) -> [Trace.End] {
    ends[event].map { trace.ends[$0] }
  }

  /// Returns the stage that emitted an event.
  public func stage(of event: Trace.Event) -> Trace.Stage { trace.stages[event.stage] }
}
