extension Publisher where Failure == Never {
  /// Sets a property of an object to each value, until the run ends or the handle is cancelled or
  /// released.
  ///
  ///     store.publisher.map { "\($0.count)" }.assign(to: \.text, on: label)
  ///
  /// The run keeps the object alive. An object that keeps the handle of a run that sets its own
  /// property is kept alive by itself: there `sink` with a weak reference is right.
  @inlinable
  public func assign<Root>(
    to path: ReferenceWritableKeyPath<Root, Output>, on object: Root
  ) -> AnyCancellable {
    sink { object[keyPath: path] = $0 }
  }
}
