/// The rule of an operator that holds at most one value until the alarm rings.
@usableFromInline
protocol HoldingRule<Value>: AlarmRule
where Input == Value, Output == Value, Answer == Void, Replaced == Value {
  associatedtype Value
  /// Returns the value that a state holds.
  func held(in state: State) -> Value?
  /// Whether a value that is held when upstream completes is never emitted, or emitted later.
  var losesHeldAtEnd: Bool { get }
}

/// A value that is held until the alarm rings.
@usableFromInline
struct HeldValue<Value> {
  @usableFromInline @Maybe var value: Value? = nil

  @inlinable
  init() {}
}

extension HeldValue: Codable where Value: Codable {}

extension HoldingRule {
  @inlinable static var takesBatches: Bool { true }
  @inlinable var losesHeldAtEnd: Bool { true }
  @usableFromInline var bound: StateBound { .values(1) }

  @usableFromInline
  func undelivered(in state: State, wait: Ticket?, limit: Int) -> UndeliveredValues {
    guard losesHeldAtEnd, let value = held(in: state), let wait else {
      return UndeliveredValues(count: 0, first: [])
    }
    return UndeliveredValues(count: 1, first: [(due: wait.due, value: value)])
  }
}

extension HoldingRule where State == HeldValue<Value> {
  @inlinable
  func begin(at now: Instant) -> State { State() }

  @inlinable
  func held(in state: State) -> Value? { state.value }

  /// Takes the held value. If upstream has completed, the run completes after it.
  @inlinable @inline(__always)
  func takeHeld(_ state: inout State, _ turn: inout AlarmTurn) -> AlarmStep<Value, Failure> {
    guard let value = state.value.take() else { return .rest }
    return turn.hasEnded ? .emitLast(value) : .emit(value)
  }

  /// Lets the completion wait for a held value. A failure drops the value.
  @inlinable
  func endInTime(hasFailed: Bool, _ state: State) -> AlarmStep<Value, Failure> {
    hasFailed || state.value == nil ? .end : .rest
  }
}
