import Expressions

/// The stream so far, while a program is compiled: a node of the plan, together with known facts
/// about its values. It is not a publisher yet.
struct Upstream {
  let node: Int
  let type: ValueType
  /// How much it emits, and how it ends.
  var extent = Extent.unknown
  /// The origin of its values, if they come from records.
  var origin = DataOrigin()
  /// The site of the stage that emits the values, if the program is traced.
  var site: Int?

  /// The same stream with values of unknown type, to continue with after a mistake.
  var unknown: Upstream { Upstream(node: node, type: .dyn, site: site) }
}
