import Composable
package import Pipelines

/// The first place where a replay differs from its session.
public struct SessionDifference: Error, Sendable, Equatable {
  /// The number of the action after which the state differs, counted from 1; 0 if it differs before
  /// the first.
  public let number: Int
  /// The time of the action since the start of the session.
  public let time: Duration
  /// The difference as text: the place of the action in the file, and the difference of the states.
  public let description: String

  /// - Parameter entry: Nil for the state at the start.
  package init(of entry: Session.Entry?, in session: Session, _ what: String) {
    number = entry?.number ?? 0
    time = entry?.time ?? .zero
    description =
      "\(session.place(of: entry)): \(entry?.title ?? "the start of the session")\(what)"
  }
}

extension SessionDifference: CustomStringConvertible {}

/// A session with its decoded actions and states.
package struct SessionScript<State, Action: Decodable> {
  package let session: Session
  package let actions: [Action]

  package init(_ session: Session) throws(Diagnostics) {
    self.session = session
    actions = try session.actions()
  }

  /// Returns the difference between a state and the one that was recorded after an action or, for
  /// nil, before all actions; nil if none was recorded.
  package func difference(
    after entry: Session.Entry?, _ state: State
  ) throws(Diagnostics) -> SessionDifference? {
    guard let recorded = try session.recordedState(after: entry, as: State.self),
      !isSame(recorded, state)
    else { return nil }
    let action = entry.map { ", '\(Dump.line(actions[$0.number - 1]))', produces" } ?? " has"
    return SessionDifference(
      of: entry, in: session,
      """
      \(action) another state (− recorded, + replayed):

      \(stateDifference(recorded, state) ?? "  (both print alike: \(Dump.line(state)))")
      """)
  }

  private func isSame(_ one: State, _ other: State) -> Bool {
    (one as? any Equatable)?.isEqual(to: other) ?? (stateDifference(one, other) == nil)
  }
}

/// Returns the difference between two states, or any two values, as a tree of the changes. It has
/// `−` before parts that only the first has and `+` before parts that only the second has. Nil if
/// both print the same.
public func stateDifference<State>(_ one: State, _ other: State) -> String? {
  Difference.text(one, other)
}
