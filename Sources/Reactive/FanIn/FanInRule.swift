/// The rule by which an operator joins its inputs, and what it keeps of them in one run.
///
/// A rule changes what it keeps, and returns what is to happen. `FanInRun` then makes it happen, when
/// the rule is at rest again: no rule calls foreign code, so none has to expect a value, a cancel or
/// the end of an input in the middle of a change.
@usableFromInline
protocol FanInRule<Input, Output> {
  /// What an input sends; `PairInput` if two inputs send values of different types.
  associatedtype Input
  associatedtype Output
  /// What a value may replace. To release it may run foreign code, so the run does that.
  associatedtype Replaced = Never

  /// A rule that keeps nothing yet of so many inputs.
  init(inputCount: Int)

  /// Takes a value of the input at `place`.
  mutating func receive(
    _ input: Input, from place: Int, replacing replaced: inout Replaced?
  ) -> FanInStep<Output>

  /// Takes the finish of the input at `place`. Returns whether the run has finished with it.
  mutating func finish(_ place: Int) -> Bool

  /// Whether the input at `place` still has a say. One that has none is not subscribed to, and
  /// neither its finish nor its failure counts.
  func admits(_ place: Int) -> Bool
}

extension FanInRule {
  @inlinable
  func admits(_ place: Int) -> Bool { true }
}

/// What is to happen after a value of one input.
@usableFromInline
enum FanInStep<Output> {
  /// Nothing: the value is kept, or dropped.
  case rest
  case emit(Output)
  /// An output, and then the finish.
  case emitLast(Output)
  /// Inputs that the rule does not admit any more are cancelled; then comes the output, if there is
  /// one.
  case choose(Output?)
  case finish
}

/// A value of one of two inputs, each with values of its own type.
@usableFromInline
enum PairInput<First, Second> {
  case first(First)
  case second(Second)
}
