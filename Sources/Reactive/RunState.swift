/// A variable of one run of a stage.
///
/// Stages that take part in every value are structs, and keep what changes in one of these: a
/// downstream that was read from an object would be retained and released around each call, at some
/// 10 ns a stage.
@usableFromInline
final class RunState<Value> {
  /// No stage changes it in place while foreign code runs, so there is nothing to check.
  @usableFromInline @exclusivity(unchecked) var value: Value

  @inlinable
  init(_ value: Value) {
    unsafe self.value = value
  }
}
