package import Expressions

/// The stream so far, while a model is checked: a step, together with known facts about its values.
package struct Upstream: Sendable {
  package let step: Int
  package let type: ValueType
  /// How much it emits, and how it ends.
  package var extent = Extent.unknown
  /// The origin of its values, if they come from records.
  var origin = DataOrigin()
  /// Whether it is the values of a group.
  package var isGroup = false

  /// The same stream with values of unknown type, to continue with after a mistake.
  var unknown: Upstream { Upstream(step: step, type: .dyn) }
}
