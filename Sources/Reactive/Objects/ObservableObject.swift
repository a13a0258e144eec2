/// An object that says when it is about to change.
///
/// A class that conforms gets `objectWillChange` for nothing: it emits before each change of a
/// `@Published` property, those of superclasses included.
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
  /// One publisher an object: the properties keep it, which all are told of it the first time. An
  /// object without such properties has a new one each time; one that sends by itself keeps its own.
  public var objectWillChange: ObservableObjectPublisher {
    let properties = publishedProperties(of: self)
    if let known = properties.lazy.compactMap(\.news).first { return known }
    let publisher = ObservableObjectPublisher()
    for property in properties { property.tell(publisher) }
    return publisher
  }
}

/// The published properties of an object, found by reflection: once an object, when it is asked.
private func publishedProperties(of object: AnyObject) -> [any PublishedProperty] {
  var properties: [any PublishedProperty] = []
  var mirror: Mirror? = Mirror(reflecting: object)
  while let level = mirror {
    properties += level.children.compactMap { $0.value as? any PublishedProperty }
    mirror = level.superclassMirror
  }
  return properties
}

/// A published property of whatever type.
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

/// Emits whenever an object says that it is about to change.
public final class ObservableObjectPublisher: Publisher {
  public typealias Output = Void
  public typealias Failure = Never

  private let audience = Audience<Void, Never>()

  /// Creates a publisher without subscribers.
  public init() {}

  /// Says that the object is about to change.
  public func send() {
    audience.send(())
  }

  public func receive<S: Subscriber>(subscriber: S)
  where S.Input == Void, S.Failure == Never {
    _ = audience.admit(subscriber)
  }
}
