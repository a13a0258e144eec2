import Expressions

/// A stage with a clock, an end or a memory of its own: a publisher of `Reactive` over other streams.
struct StagePlan: Sendable {
  /// Builds the publisher over those of its inputs, the stream so far first.
  let build: @Sendable (_ inputs: [Chain.Values], _ place: StagePlace) -> Chain.Values
  /// Adds what it does to the rows of its one input, if it can where the events of that are known: the
  /// same events at the same instants as those of the publisher.
  var addLayer: AddLayer?

  typealias AddLayer = @Sendable (_ rows: inout RowRecipe) -> Void
}
