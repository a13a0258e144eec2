/// The rule by which an operator joins its inputs, and what it keeps of them in one run.
///
/// A rule changes what it keeps, and returns what is to happen. `FanInRun` then makes it happen, when
/// the rule is at rest again: no rule calls foreign code, so none has to expect a value, a cancel or
/// the end of an input in the middle of a change.
///
/// What takes a value is inlined whole, and a rule that passes some values on and drops others says so
/// in `admitValue`: then a value goes from input to output without being copied.
///
/// A rule is a value, and all that a run remembers: it is `Codable` where the values of its inputs are.
@usableFromInline
protocol FanInRule {
  associatedtype Output
  /// What a value may replace. To release it may run foreign code, so the run does that.
  associatedtype Replaced = Never

  /// A rule that keeps nothing yet of so many inputs.
  init(inputCount: Int)

  /// Whether a value of the input at `place` counts; asked before the rule takes it.
  mutating func admitValue(from place: Int) -> FanInAdmission

  /// Takes the finish of the input at `place`. Returns whether the run has finished with it.
  mutating func finish(_ place: Int) -> Bool

  /// Whether this can be what a run with so many inputs keeps: it may have been saved by another one.
  func fits(inputCount: Int) -> Bool

  /// Whether the input at `place` still has a say. One that has none is not subscribed to, and
  /// neither its finish nor its failure counts.
  func admits(_ place: Int) -> Bool
}

extension FanInRule {
  @inlinable
  func admitValue(from place: Int) -> FanInAdmission { .take }

  @inlinable
  func admits(_ place: Int) -> Bool { true }

  @inlinable
  func fits(inputCount: Int) -> Bool { true }
}

/// The rule for any number of inputs of one kind.
@usableFromInline
protocol ManyRule<Input>: FanInRule {
  associatedtype Input

  /// Takes a value of the input at `place`.
  mutating func receive(
    _ input: Input, from place: Int, replacing replaced: inout Replaced?
  ) -> FanInStep<Output>
}

/// The rule for two inputs of different kinds.
@usableFromInline
protocol PairRule<First, Second>: FanInRule {
  associatedtype First
  associatedtype Second

  /// Takes a value of the input at place 0.
  mutating func receive(
    first: First, replacing replaced: inout Replaced?
  ) -> FanInStep<Output>

  /// Takes a value of the input at place 1.
  mutating func receive(
    second: Second, replacing replaced: inout Replaced?
  ) -> FanInStep<Output>
}

/// What is to happen after a value of one input.
@usableFromInline
enum FanInStep<Output> {
  /// Nothing: the value is kept, or dropped.
  case rest
  case emit(Output)
  /// An output, and then the finish.
  case emitLast(Output)
  case finish
}

/// Whether a value counts.
@usableFromInline
enum FanInAdmission {
  case drop
  case take
  /// It does, and inputs that the rule does not admit any more are cancelled before it is taken.
  case takeAndChoose
}
