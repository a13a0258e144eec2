/// The rule that an operator uses to join its inputs, with the state that it keeps for one run.
///
/// A rule changes its state and returns the next step. `FanInRun` takes that step once the rule is
/// at rest again. A rule never calls foreign code, so it need not expect a value, a cancel or the
/// end of an input in the middle of a change.
///
/// The methods that receive a value are inlined completely. A rule that passes some values on and
/// drops others decides in `admitValue`, so that a value goes from input to output without being
/// copied.
///
/// A rule is a value, and the whole state of a run. It is `Codable` where the values of its inputs
/// are.
@usableFromInline
protocol FanInRule {
  associatedtype Output
  /// The type of a value that a new value may replace. The run releases the replaced value, because
  /// that may run foreign code.
  associatedtype Replaced = Never

  /// The most that a run holds.
  var bound: StateBound { get }

  /// Creates a rule for `inputCount` inputs, without any values yet.
  init(inputCount: Int)

  /// Whether a value of the input at `place` counts. Called before the rule receives the value.
  mutating func admitValue(from place: Int) -> FanInAdmission

  /// Records that the input at `place` has completed. Returns the step that follows.
  mutating func finish(_ place: Int) -> FanInStep<Output>

  /// Whether this can be the state of a run with `inputCount` inputs. A saved state may come from a
  /// different run.
  func fits(inputCount: Int) -> Bool

  /// Whether the input at `place` still matters. An input that does not matter is not subscribed
  /// to, and its completion and failure are ignored.
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

  /// Receives a value of the input at `place`.
  mutating func receive(
    _ input: Input, from place: Int, replacing replaced: inout Replaced?
  ) -> FanInStep<Output>

  /// Whether every value is emitted as it is, so that batches are handed on.
  static var handsBatchesOn: Bool { get }
  /// Hands a batch of one input on. Returns the row at which downstream stopped.
  static func handOn<S: Subscriber>(_ batch: _Batch<Input>, to downstream: S) -> Int
  where S.Input == Output
}

extension ManyRule {
  @inlinable static var handsBatchesOn: Bool { false }

  @inlinable
  static func handOn<S: Subscriber>(_ batch: _Batch<Input>, to downstream: S) -> Int
  where S.Input == Output { batch.rows.lowerBound }
}

/// The rule for two inputs of different kinds.
@usableFromInline
protocol PairRule<First, Second>: FanInRule {
  associatedtype First
  associatedtype Second

  /// Receives a value of the first input, at place 0.
  mutating func receive(
    first: First, replacing replaced: inout Replaced?
  ) -> FanInStep<Output>

  /// Receives a value of the second input, at place 1.
  mutating func receive(
    second: Second, replacing replaced: inout Replaced?
  ) -> FanInStep<Output>
}

/// The step that follows a value of one input, or its end.
@usableFromInline
enum FanInStep<Output> {
  /// Does nothing: the value was stored or dropped.
  case rest
  case emit(Output)
  /// Emits an output, and then completes.
  case emitLast(Output)
  case finish
}

/// Whether a value counts.
@usableFromInline
enum FanInAdmission {
  case drop
  case take
  /// The value counts. Before the rule receives it, the inputs that the rule no longer admits are
  /// cancelled.
  case takeAndChoose
}
