import Expressions

/// The stream so far, while a model is checked: a step, together with known facts about its values.
struct Upstream: Sendable {
  let step: Int
  let type: ValueType
  /// How much it emits, and how it ends.
  var extent = Extent.unknown
  /// The origin of its values, if they come from records.
  var origin = DataOrigin()
  /// Whether it is the values of a group.
  var isGroup = false

  /// The same stream with values of unknown type, to continue with after a mistake.
  var unknown: Upstream { Upstream(step: step, type: .dyn) }
}
