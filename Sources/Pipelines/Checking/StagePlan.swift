import Expressions

/// A stage with a clock, an end or a memory of its own: a publisher of `Reactive` over other streams.
struct StagePlan: Sendable {
  /// Builds the publisher over those of its inputs, the stream so far first.
  let build: @Sendable (_ inputs: [Chain.Values], _ place: StagePlace) -> Chain.Values
}
