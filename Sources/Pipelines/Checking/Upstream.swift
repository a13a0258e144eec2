import Expressions

/// The stream so far, while a program is compiled: a node of the plan, and what is known of its
/// values. It is no publisher yet.
struct Upstream {
  let node: Int
  let type: ValueType

  /// The same stream, of whose values nothing is known: what follows a mistake.
  var unknown: Upstream { Upstream(node: node, type: .dyn) }
}
