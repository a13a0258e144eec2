extension Publisher where Failure == Never {
  /// Sets a property of an object to each value, until the run ends or the handle is cancelled or
  /// released.
  ///
  ///     store.publisher.map { "\($0.count)" }.assign(to: \.text, on: label)
  ///
  /// The run keeps the object alive. If an object stores the handle of a run that sets one of the
  /// object's own properties, it keeps itself alive. In that case, use `sink` with a weak
  /// reference.
  @inlinable
  public func assign<Root>(
    to path: ReferenceWritableKeyPath<Root, Output>, on object: Root
  ) -> AnyCancellable {
    sink { object[keyPath: path] = $0 }
  }
}

extension Subscribers {
  /// Sets a property of an object to each value, and releases the object at the end.
  public final class Assign<Root, Input>: Subscriber, Cancellable {
    public typealias Failure = Never

    /// The key path of the property that receives the values.
    public let keyPath: ReferenceWritableKeyPath<Root, Input>
    /// The object whose property receives the values; nil after the end.
    public private(set) var object: Root?
    private let run = SinkRun()

    /// Creates a subscriber that assigns each value to a property of an object.
    public init(object: Root, keyPath: ReferenceWritableKeyPath<Root, Input>) {
      self.object = object
      self.keyPath = keyPath
    }

    public func receive(subscription: any Subscription) {
      run.begin(subscription)
    }

    public func receive(_ input: Input) {
      object?[keyPath: keyPath] = input
    }

    public func receive(completion: Completion<Never>) {
      run.end()
      object = nil
    }

    public func cancel() {
      object = nil
      run.cancel()
    }
  }
}
