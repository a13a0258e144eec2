/// The rule of an operator without a clock: it decides what happens to each value.
///
/// A rule is stateless. The memory of a run is a `State`, a value, which is `Codable` where the values
/// of the stream are, so that a run can be saved. The functions of a rule change the state
/// and return the next step, which the run takes once the state is at rest again. So a rule need
/// not expect a value, a cancel or an end in the middle of a change. Its closures, which are foreign
/// code, are called in `answer` only, before anything changes.
///
/// A rule is tested without a publisher, and `applying(_:)` makes an operator of it:
///
///     /// Emits each value that is greater than all before it.
///     struct Records<Failure: Error>: StepRule {
///       var bound: StateBound { .values(1) }
///
///       func begin() -> Int? { nil }
///
///       func receive(_ value: Int, _: inout Void, _ best: inout Int?) -> Step<Int, Failure> {
///         if let last = best, value <= last { return .rest }
///         best = value
///         return .emit(value)
///       }
///     }
///
///     [3, 1, 4, 1, 5].publisher.applying(Records())
public protocol StepRule<Input, Output> {
  /// The values of upstream.
  associatedtype Input
  /// The values that are emitted.
  associatedtype Output
  /// The failures of a run.
  associatedtype Failure: Error
  /// The failures of upstream.
  associatedtype UpstreamFailure: Error
  /// The memory of a run.
  associatedtype State
  /// The results of the closures of the rule for a value.
  associatedtype Answer = Void

  /// The most that a run remembers.
  var bound: StateBound { get }

  /// Returns the state of a run before its first value.
  func begin() -> State

  /// Whether a run completes before its first value.
  var isSpent: Bool { get }

  /// Calls the closures of the rule for a value. A run fails with an error that this throws.
  func answer(_ input: Input, _ state: State) throws(Failure) -> Answer

  /// Receives a value.
  ///
  /// Objects that the state no longer holds are best swapped into `answer`, which the run releases
  /// after it has taken the step: releasing them may run foreign code.
  func receive(
    _ input: Input, _ answer: inout Answer, _ state: inout State
  ) -> Step<Output, Failure>

  /// Returns the value that is still emitted now that upstream has ended, if there is one.
  func last(
    _ completion: Subscribers.Completion<UpstreamFailure>, _ state: inout State
  ) -> Output?

  /// Returns how a run ends when upstream ends.
  func end(
    _ completion: Subscribers.Completion<UpstreamFailure>
  ) -> Subscribers.Completion<Failure>

  /// How much of a batch a run accepts.
  var _batchUse: _BatchUse { get }

  /// Receives values until one has an outside effect. Returns the row of that value, or the end of
  /// the rows.
  func _receive(_ batch: _Batch<Input>, _ state: inout State) -> Int
}

/// The step that follows a value.
public enum Step<Output, Failure: Error> {
  /// Does nothing: the value was stored or dropped.
  case rest
  /// Emits an output.
  case emit(Output)
  /// Emits an output, then cancels upstream and completes.
  case emitLast(Output)
  /// Cancels upstream, then emits an output and completes.
  case cancelAndEmitLast(Output)
  /// Cancels upstream, and ends.
  case end(Subscribers.Completion<Failure>)
}

extension Step: Equatable where Output: Equatable, Failure: Equatable {}
extension Step: Sendable where Output: Sendable {}

extension StepRule {
  @inlinable public var isSpent: Bool { false }

  @inlinable
  public func last(
    _ completion: Subscribers.Completion<UpstreamFailure>, _ state: inout State
  ) -> Output? { nil }

  @inlinable public var _batchUse: _BatchUse { .none }

  @inlinable
  public func _receive(_ batch: _Batch<Input>, _ state: inout State) -> Int {
    batch.rows.lowerBound
  }
}

extension StepRule where Answer == Void {
  /// Does nothing, because the rule has no closures.
  @inlinable
  public func answer(_ input: Input, _ state: State) throws(Failure) {}
}

extension StepRule where State == Void {
  /// Nothing, because the rule has no state.
  @inlinable public var bound: StateBound { .nothing }

  /// Does nothing, because the rule has no state.
  @inlinable
  public func begin() {}
}

extension StepRule where UpstreamFailure == Failure {
  @inlinable
  public func end(
    _ completion: Subscribers.Completion<UpstreamFailure>
  ) -> Subscribers.Completion<Failure> { completion }
}

/// A rule with closures that may throw another failure than upstream has.
@usableFromInline
protocol ThrowingRule: StepRule {
  /// Converts a failure of upstream to one of the run.
  var widen: (UpstreamFailure) -> Failure { get }
}

extension ThrowingRule {
  @inlinable
  public func end(
    _ completion: Subscribers.Completion<UpstreamFailure>
  ) -> Subscribers.Completion<Failure> { completion.mapError(widen) }
}

extension Publisher {
  /// Applies a rule to the values of this publisher.
  @inlinable
  public func applying<Rule: StepRule>(_ rule: Rule) -> Publishers.Applied<Self, Rule> {
    Publishers.Applied(upstream: self, rule: rule)
  }
}

extension Publishers {
  /// Applies a rule to the values of a publisher.
  ///
  /// This is the type that all operators with a rule return. Combine has a separate type for each.
  public struct Applied<Upstream: Publisher, Rule: StepRule>: Publisher
  where Rule.Input == Upstream.Output, Rule.UpstreamFailure == Upstream.Failure {
    public typealias Output = Rule.Output
    public typealias Failure = Rule.Failure

    /// The upstream publisher.
    public let upstream: Upstream
    /// The rule that is applied.
    public let rule: Rule

    /// Creates a publisher that subscribes to `upstream`.
    @inlinable
    public init(upstream: Upstream, rule: Rule) {
      self.upstream = upstream
      self.rule = rule
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      let stage = StepStage(downstream: subscriber, rule: rule)
      if CallDepth.isRestoring { return upstream.restore(stage) }
      upstream.receive(subscriber: stage)
    }
  }
}

/// The rules of the operators without a clock.
public enum Rules {}
