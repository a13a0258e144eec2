/// Something under way that can be stopped.
public protocol Cancellable {
  /// Stops it. Nothing is delivered any more, not even the rest of a burst that is being delivered.
  /// To cancel twice, or after the end, does nothing.
  func cancel()
}

extension Cancellable {
  /// Keeps it going as long as `collection` holds its handle.
  public func store(in collection: inout some RangeReplaceableCollection<AnyCancellable>) {
    collection.append(handle)
  }

  /// Keeps it going as long as `set` holds its handle.
  public func store(in set: inout Set<AnyCancellable>) {
    set.insert(handle)
  }

  private var handle: AnyCancellable { self as? AnyCancellable ?? AnyCancellable(self) }
}

/// The handle that a run gives to its subscriber.
public protocol Subscription: Cancellable, CustomCombineIdentifierConvertible, AnyObject {}

/// The handle of a source that gives all it has at once.
@usableFromInline
final class BurstSubscription: Subscription {
  @usableFromInline @exclusivity(unchecked) private(set) var isCancelled = false

  @usableFromInline init() {}
  @usableFromInline func cancel() { unsafe isCancelled = true }

  /// Gives the next of the burst, when what was given before has gone all the way down, unless the
  /// burst has been cancelled by then.
  @usableFromInline
  func inTurn(_ give: @escaping () -> Void) {
    CallDepth.current.inTurn { if unsafe !self.isCancelled { give() } }
  }
}
