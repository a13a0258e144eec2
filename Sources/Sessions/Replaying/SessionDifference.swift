import Composable
package import Pipelines

/// The first place where a replay differs from its session.
public struct SessionDifference: Error, Sendable, Equatable {
  /// The action after which the state differs, counted from 1; 0 if it does before the first.
  public let number: Int
  /// When the action comes, since the start of the session.
  public let time: Duration
  /// What differs, for people: where the action stands in the file, and the states' difference.
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

/// A session as actions and states of a store.
package struct SessionScript<State, Action: Decodable> {
  package let session: Session
  package let actions: [Action]

  package init(_ session: Session) throws(Diagnostics) {
    self.session = session
    actions = try session.actions()
  }

  /// How the state differs from the one that was recorded after an action, or with nil before all of
  /// them; nil if none was recorded.
  package func difference(
    after entry: Session.Entry?, _ state: State
  ) throws(Diagnostics) -> SessionDifference? {
    guard let recorded = try session.recordedState(after: entry, as: State.self),
      !isSame(recorded, state)
    else { return nil }
    let action = entry.map { ", '\(Dump.line(actions[$0.number - 1]))', gives" } ?? " has"
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

/// What differs between two states, or any two values, as the tree of what changed: `−` before what
/// only the first has, `+` before what only the second has. Nil if they print alike.
public func stateDifference<State>(_ one: State, _ other: State) -> String? {
  Difference.text(one, other)
}
