extension Publishers {
  /// Whether a pending value is dropped or emitted when upstream completes.
  public enum PendingAtEnd: String, Sendable, CaseIterable {
    /// Drops the pending value.
    case drop
    /// Emits the pending value before it completes.
    case emit
  }
}

/// The rule of an operator that holds at most one value until the alarm rings.
@usableFromInline
protocol HoldingRule<Value>: AlarmRule
where Input == Value, Output == Value, Answer == Void, Replaced == Value {
  associatedtype Value
  /// Returns the value that a state holds.
  func held(in state: State) -> Value?
  /// Whether a value that is held is dropped or emitted when upstream completes; nil if it is emitted
  /// at its time, and the completion waits for it.
  var atEnd: Publishers.PendingAtEnd? { get }
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
  @usableFromInline var bound: StateBound { .values(1) }

  @usableFromInline
  func undelivered(in state: State, wait: Ticket?, limit: Int) -> UndeliveredValues {
    guard atEnd != .emit, let value = held(in: state), let wait else {
      return UndeliveredValues(count: 0, first: [])
    }
    return UndeliveredValues(count: 1, first: [(due: wait.due, value: value)])
  }

  @inlinable
  func end(
    hasFailed: Bool, _ state: inout State, _ turn: inout AlarmTurn
  ) -> AlarmStep<Value, Failure> {
    guard !hasFailed, atEnd != .drop, let value = held(in: state) else { return .end }
    return atEnd == .emit ? .emitLast(value) : .rest
  }
}

extension HoldingRule where State == HeldValue<Value> {
  @inlinable
  func begin(at now: Instant) -> State { State() }

  @inlinable
  func held(in state: State) -> Value? { state.value }

  /// Emits the held value. If upstream has completed, the run completes after it.
  @inlinable @inline(__always)
  func emitHeld(_ state: inout State, _ turn: inout AlarmTurn) -> AlarmStep<Value, Failure> {
    guard let value = state.value.take() else { return .rest }
    return turn.hasEnded ? .emitLast(value) : .emit(value)
  }
}
