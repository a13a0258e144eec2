/// A variable of one run of a stage.
///
/// Stages that process every value are structs, and keep their mutable state in one of these. If
/// downstream were read from an object, it would be retained and released around each call, which
/// takes some 10 ns per stage.
@usableFromInline
final class RunState<Value> {
  /// No stage changes the value in place while foreign code runs, so there is nothing to check.
  @usableFromInline @exclusivity(unchecked) var value: Value
  @usableFromInline @exclusivity(unchecked) var subscription: (any Subscription)?

  @inlinable
  init(_ value: Value) {
    unsafe self.value = value
  }
}

/// The run state sits between downstream and the upstream run, so that it is found when runs are
/// saved.
extension RunState: SavableRun {
  @inlinable
  func cancel() {
    unsafe subscription.take()?.cancel()
  }

  @usableFromInline
  func state(in line: PendingTickets) -> Value { unsafe value }

  @usableFromInline var upstreams: [(any Subscription)?] { unsafe [subscription] }
}
