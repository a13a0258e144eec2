/// The case of an enum value and its payload, as the value's mirror shows them: the slow path, for
/// metadata that does not have the layout that `EnumLayout` expects.
struct MirroredCase {
  let name: String
  /// Nil if the case has no payload.
  let payload: Any?

  /// Nil if the value is not an enum.
  init?(of value: Any) {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .enum || mirror.displayStyle == .optional else { return nil }
    let child = mirror.children.first
    payload = child?.value
    // A case without a payload has no child; its name is the description of the value.
    name = child?.label ?? String(describing: value)
  }
}
