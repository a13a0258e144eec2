/// An object that announces its changes.
///
/// A conforming class gets `objectWillChange` for free: it emits before each change of a
/// `@Published` property, including those of superclasses.
public protocol ObservableObject: AnyObject {
  /// The type of the publisher that announces changes.
  associatedtype ObjectWillChangePublisher: Publisher = ObservableObjectPublisher
  where ObjectWillChangePublisher.Failure == Never

  /// Emits before the object changes.
  var objectWillChange: ObjectWillChangePublisher { get }
}

extension ObservableObject where ObjectWillChangePublisher == ObservableObjectPublisher {
  /// Emits before each change of a published property.
  ///
  /// There is one publisher per object. It is stored in each of the properties on first use. An
  /// object without such properties gets a new publisher each time, so a class that sends changes
  /// itself must store its publisher.
  public var objectWillChange: ObservableObjectPublisher {
    let properties = publishedProperties(of: self)
    if let known = properties.lazy.compactMap(\.news).first { return known }
    let publisher = ObservableObjectPublisher()
    for property in properties { property.tell(publisher) }
    return publisher
  }
}

/// The published properties of an object, found by reflection, once per object, on first use.
private func publishedProperties(of object: AnyObject) -> [any PublishedProperty] {
  var properties: [any PublishedProperty] = []
  var mirror: Mirror? = Mirror(reflecting: object)
  while let level = mirror {
    properties += level.children.compactMap { $0.value as? any PublishedProperty }
    mirror = level.superclassMirror
  }
  return properties
}

/// A published property of any type.
private protocol PublishedProperty {
  var news: ObservableObjectPublisher? { get }
  func tell(_ news: ObservableObjectPublisher)
}

extension Published: PublishedProperty {
  fileprivate var news: ObservableObjectPublisher? { storage.objectWillChange }

  fileprivate func tell(_ news: ObservableObjectPublisher) {
    storage.objectWillChange = news
  }
}

/// Emits each time its object is about to change.
public final class ObservableObjectPublisher: Publisher {
  public typealias Output = Void
  public typealias Failure = Never

  private let audience = Audience<Void, Never>()

  /// Creates a publisher without subscribers.
  public init() {}

  /// Announces that the object is about to change.
  public func send() {
    audience.send(())
  }

  public func receive<S: Subscriber>(subscriber: S)
  where S.Input == Void, S.Failure == Never {
    _ = audience.admit(subscriber)
  }
}
