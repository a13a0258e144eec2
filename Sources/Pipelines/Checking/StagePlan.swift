import Expressions

/// A stage with a clock, a completion or a state of its own: a publisher of `Reactive` with other
/// streams as its upstreams.
struct StagePlan: Sendable {
  /// The number of the side output that it feeds; nil if it feeds none.
  var output: Int?
  /// The site to which it belongs, if the program is traced.
  var site: Int?
  /// The events that it records, if that is its only purpose.
  var tracePoint: TracePoint?
  /// Builds the publisher from those of its inputs, of which the stream so far is the first.
  let build: @Sendable (_ inputs: [Chain.Values], _ place: StagePlace) -> Chain.Values
}
