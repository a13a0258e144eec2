/// A property of a class that is also a publisher.
///
///     final class Counter: ObservableObject {
///       @Published private(set) var count = 0
///     }
///
///     counter.$count.sink { print($0) }
///
/// `$count` emits the current value when it is subscribed to, and each new value just before the
/// property changes, as in Combine. Code that reads the property at that moment sees the old value.
/// The object's `objectWillChange` emits before that.
@propertyWrapper
public struct Published<Value> {
  let storage: PublishedStorage<Value>

  /// Creates a property with its initial value.
  public init(wrappedValue: Value) {
    storage = PublishedStorage(wrappedValue)
  }

  /// Creates a property with its initial value.
  public init(initialValue: Value) {
    self.init(wrappedValue: initialValue)
  }

  @available(*, unavailable, message: "'@Published' is for properties of classes")
  public var wrappedValue: Value {
    get { preconditionFailure("a published property outside of a class") }
    set { preconditionFailure("a published property outside of a class") }
  }

  /// The publisher of the property. Setting it does nothing; it is settable for
  /// `assign(to: &$count)`.
  public var projectedValue: Publisher {
    get { Publisher(storage: storage) }
    set {}
  }

  public static subscript<EnclosingSelf: AnyObject>(
    _enclosingInstance object: EnclosingSelf,
    wrapped wrappedPath: ReferenceWritableKeyPath<EnclosingSelf, Value>,
    storage storagePath: ReferenceWritableKeyPath<EnclosingSelf, Published<Value>>
  ) -> Value {
    get { object[keyPath: storagePath].storage.value }
    set { object[keyPath: storagePath].storage.set(newValue) }
  }

  /// Emits the current value of a published property, and each later value just before it is set.
  public struct Publisher: Reactive.Publisher {
    public typealias Output = Value
    public typealias Failure = Never

    let storage: PublishedStorage<Value>

    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Value, S.Failure == Never {
      storage.receive(subscriber: subscriber)
    }
  }
}

extension Publisher where Failure == Never {
  /// Sets a published property to each value, as long as the property exists.
  public func assign(to published: inout Published<Output>.Publisher) {
    published.storage.follow(self)
  }
}

/// The value of a published property, and its subscribers.
final class PublishedStorage<Value> {
  private(set) var value: Value
  /// The `objectWillChange` of the object that has the property; nil until it is first used.
  var objectWillChange: ObservableObjectPublisher?
  private let audience = Audience<Value, Never>()
  /// The subscriptions of `assign(to:)`, by number.
  private var sources: [Int: AnyCancellable] = [:]
  private var sourceCount = 0

  init(_ value: Value) {
    self.value = value
  }

  func set(_ newValue: Value) {
    objectWillChange?.send()
    audience.send(newValue)
    // The old value is released after the change, because that may run foreign code.
    let old = exchange(&value, with: newValue)
    withExtendedLifetime(old) {}
  }

  func receive<S: Subscriber>(subscriber: S) where S.Input == Value, S.Failure == Never {
    guard let member = audience.admit(subscriber) else { return }
    CallDepth.current.inTurn {
      // A subscriber may have set a value from inside `receive(subscription:)`, in which case it
      // has already received that value.
      if unsafe !member.hasReceived { member.receive(self.value) }
    }
  }

  func follow(_ publisher: some Publisher<Value, Never>) {
    sourceCount += 1
    let number = sourceCount
    var isOver = false
    let handle = publisher.sink { [weak self] _ in
      isOver = true
      _ = self?.sources.removeValue(forKey: number)
    } receiveValue: { [weak self] value in
      self?.set(value)
    }
    if !isOver { sources[number] = handle }
  }
}
