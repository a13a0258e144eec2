import Expressions

/// A stage with a clock, an end or a memory of its own: a publisher of `Reactive` over other streams.
struct StagePlan: Sendable {
  /// Builds the publisher over those of its inputs, the stream so far first.
  let build: @Sendable (_ inputs: [Chain.Values], _ place: StagePlace) -> Chain.Values
  /// Makes its rows of those of its one input, if it can where the events of that are known: the same
  /// events at the same instants as of the publisher.
  var rows: (@Sendable (RowRecipe, Frame) -> RowRecipe)?
}
