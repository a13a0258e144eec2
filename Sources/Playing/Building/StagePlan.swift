/// A stage with its own clock, completion or state: a publisher of `Reactive` with other streams as
/// its upstreams.
package struct StagePlan: Sendable {
  /// The numbers of the side outputs that it feeds.
  var outputs: [Int] = []
  /// The site of the stage in traces; nil if the program is not traced.
  var site: Int?
  /// The events that it records, if recording is its only purpose.
  var tracePoint: TracePoint?
  /// Builds the publisher from those of its inputs. The first input is the stream so far.
  let build: @Sendable (_ inputs: [Chain.Values], _ place: StagePlace) -> Chain.Values
}
