/// An activity that can be cancelled.
public protocol Cancellable {
  /// Cancels the activity. Nothing is delivered afterwards, not even the rest of a burst that is
  /// being delivered. Cancelling twice, or after the end, has no effect.
  func cancel()
}

extension Cancellable {
  /// Keeps the activity running as long as `collection` holds its handle.
  public func store(in collection: inout some RangeReplaceableCollection<AnyCancellable>) {
    collection.append(handle)
  }

  /// Keeps the activity running as long as `set` holds its handle.
  public func store(in set: inout Set<AnyCancellable>) {
    set.insert(handle)
  }

  private var handle: AnyCancellable { self as? AnyCancellable ?? AnyCancellable(self) }
}

/// The handle of a run, which its subscriber receives.
public protocol Subscription: Cancellable, CustomCombineIdentifierConvertible, AnyObject {}

/// The handle of a source that emits all its values at once.
@usableFromInline
final class BurstSubscription: Subscription {
  @usableFromInline @exclusivity(unchecked) private(set) var isCancelled = false

  @usableFromInline init() {}
  @usableFromInline func cancel() { unsafe isCancelled = true }

  /// Emits the next value of the burst once the previous one has travelled all the way down, unless
  /// the burst has been cancelled by then.
  @usableFromInline
  func inTurn(_ give: @escaping () -> Void) {
    CallDepth.current.inTurn { if unsafe !self.isCancelled { give() } }
  }
}

/// The namespace of ready-made subscriptions.
public enum Subscriptions {}

extension Subscriptions {
  /// The subscription of a publisher that ends at once. Cancelling it has no effect.
  public static var empty: any Subscription { BurstSubscription() }
}
