/// The effect of the end of its upstream on an operator.
package enum OperatorEnd: Sendable {
  /// The operator ends with its upstream, and its events do not depend on when that is.
  case passed
  /// The operator ends with its upstream, and emits or drops something because of that.
  case heeded
  /// The operator ends later, once it has emitted everything pending; its events do not depend on
  /// the end.
  case delayed
  /// The operator ends later by a fixed time, and its events do not depend on the end.
  case shifted
  /// Both `heeded` and `delayed`: the operator acts on the end, and may end later.
  case heededAndDelayed

  /// Whether the operator's events depend on when its upstream ends.
  package var isHeeded: Bool { self == .heeded || self == .heededAndDelayed }
}
