/// The part that the end of its upstream has in an operator.
enum OperatorEnd: Sendable {
  /// It ends with its upstream, and what it emits does not depend on when that is.
  case passed
  /// It ends with its upstream, and emits or drops something because of that.
  case heeded
  /// It ends later, once it has emitted what is pending; what it emits does not depend on the end.
  case delayed
  /// It ends later by a time that is always the same, and what it emits does not depend on the end.
  case shifted
  /// Both: it acts on the end, and may end later.
  case heededAndDelayed

  /// Whether what it emits depends on when its upstream ends.
  var isHeeded: Bool { self == .heeded || self == .heededAndDelayed }
}
