/// Which case a value of an enum is, and what the case holds, as the value's mirror shows it: the slow
/// way, for where metadata is not laid out as `EnumLayout` expects.
struct MirroredCase {
  let name: String
  /// Nil if the case holds nothing.
  let payload: Any?

  /// Nil if the value is of no enum.
  init?(of value: Any) {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .enum || mirror.displayStyle == .optional else { return nil }
    let child = mirror.children.first
    payload = child?.value
    // A case that holds nothing has no child; its name is how the value is printed.
    name = child?.label ?? String(describing: value)
  }
}
