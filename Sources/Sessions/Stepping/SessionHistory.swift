public import Composable
public import Pipelines
import Values

/// The states of a feature in a session, with steps to any action and back.
///
///     let history = try SessionHistory(session, initialState: Counter.State()) { Counter() }
///     history.move(to: 3)
///     history.state                          // after the third action
///     history.difference(from: 1, to: 3)
///
/// Only the reducer runs, without effects, because their actions are in the session. A state is
/// stored for every 256th action, and the states in between are computed again, so that a long
/// session takes little memory and a step back takes little time.
public final class SessionHistory<State, Action: Decodable> {
  private static var interval: Int { 256 }

  /// The session to step through.
  public let session: Session
  /// The number of actions.
  public var count: Int { script.actions.count }
  /// The number of the action that led to `state`; 0 before the first.
  public private(set) var position = 0
  /// The state at the current position.
  public private(set) var state: State

  private let script: SessionScript<State, Action>
  private let reduce: (inout State, Action) -> Effect<Action>
  private let dependencies: DependencyValues
  /// The states after every 256th action, as far as they have been computed.
  private var kept: [State]

  /// Throws `Diagnostics` if an action of the session does not belong to the feature.
  public init<R: Reducer<State, Action>>(
    _ session: Session, initialState: State, @ReducerBuilder<State, Action> reducer: () -> R,
    withDependencies prepare: (inout DependencyValues) -> Void = { _ in }
  ) throws(Diagnostics) {
    self.session = session
    script = try SessionScript(session)
    var values = DependencyValues.current
    values.set(prepare)
    dependencies = values
    reduce = DependencyValues.$current.withValue(values) { reducer()._prepared().run }
    state = initialState
    kept = [initialState]
  }

  /// Returns the action with a number, counted from 1.
  public func action(_ number: Int) -> Action {
    precondition(
      (1...count).contains(number), "action \(number) of a session with \(count) actions")
    return script.actions[number - 1]
  }

  /// Moves to the state after the action with a number. 0 is the state before the first action.
  public func move(to position: Int) {
    (state, self.position) = (state(after: position), position)
  }

  /// Moves one action forward. Returns false at the end.
  @discardableResult
  public func stepForward() -> Bool {
    guard position < count else { return false }
    move(to: position + 1)
    return true
  }

  /// Moves one action back. Returns false at the start.
  @discardableResult
  public func stepBack() -> Bool {
    guard position > 0 else { return false }
    move(to: position - 1)
    return true
  }

  /// Returns the state after the action with a number. 0 is the state before the first action.
  public func state(after number: Int) -> State {
    precondition(
      (0...count).contains(number), "the state after \(number) of \(count) actions")
    let isAhead = number >= position && position / Self.interval == number / Self.interval
    var (state, next) = isAhead ? (state, position) : nearest(to: number)
    while next < number {
      advance(&state, by: next)
      next += 1
    }
    return state
  }

  /// Returns the difference between the states after two actions; nil if there is none.
  public func difference(from one: Int, to other: Int) -> String? {
    stateDifference(state(after: one), state(after: other))
  }

  /// Returns the first recorded state that differs from the one computed here; nil if none does.
  public func firstDifference() throws(Diagnostics) -> SessionDifference? {
    guard session.hasStates else { return nil }
    if let difference = try script.difference(after: nil, kept[0]) { return difference }
    var state = kept[0]
    for entry in session.entries {
      advance(&state, by: entry.number - 1)
      if let difference = try script.difference(after: entry, state) { return difference }
    }
    return nil
  }

  /// Returns a stored state before an action, and its number. Stores the states on the way.
  private func nearest(to number: Int) -> (State, Int) {
    while kept.count <= number / Self.interval {
      let start = (kept.count - 1) * Self.interval
      var state = kept[kept.count - 1]
      for index in start..<start + Self.interval { advance(&state, by: index) }
      kept.append(state)
    }
    let place = number / Self.interval
    return (kept[place], place * Self.interval)
  }

  private func advance(_ state: inout State, by index: Int) {
    DependencyValues.$current.withValue(dependencies) {
      _ = reduce(&state, script.actions[index])
    }
  }
}

extension SessionHistory where State: Encodable {
  /// The state as JSON for people.
  public var stateJSON: String {
    get throws {
      let value = try ValueEncoder().encode(state).written()
      return String(decoding: PrettyJSONWriter.text(of: value), as: UTF8.self)
    }
  }
}
