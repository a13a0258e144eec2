extension Publisher {
  /// Hides the type of the chain built so far.
  @inlinable
  public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> {
    AnyPublisher(self)
  }
}

/// A publisher whose type is hidden.
///
/// Chains that grow at run time consist of such publishers, and may grow to any length:
/// subscribing, delivering, cancelling and releasing all stay on a shallow stack (`CallDepth`).
public struct AnyPublisher<Output, Failure: Error>: Publisher {
  @usableFromInline let box: PublisherBox<Output, Failure>

  /// Wraps a publisher and hides its type.
  @inlinable
  public init<P: Publisher>(_ publisher: P) where P.Output == Output, P.Failure == Failure {
    if let erased = publisher as? Self {
      self = erased
    } else {
      box = PublisherBox { subscriber in publisher.receive(subscriber: subscriber) }
    }
  }

  @inlinable
  public func receive<S: Subscriber>(subscriber: S)
  where S.Input == Output, S.Failure == Failure {
    if CallDepth.current.hasRoom {
      box.receive(subscriber: AnySubscriber(subscriber))
    } else {
      box.receiveLater(subscriber: AnySubscriber(landing: subscriber))
    }
  }
}

/// Holds a closure instead of the publisher. A closure is specialized where the type is known,
/// whereas a method of a generic box is not, and neither is anything it calls.
@usableFromInline
final class PublisherBox<Output, Failure: Error> {
  private var subscribe: ((AnySubscriber<Output, Failure>) -> Void)?

  @usableFromInline
  init(subscribe: @escaping (AnySubscriber<Output, Failure>) -> Void) {
    self.subscribe = subscribe
  }

  deinit {
    let depth = CallDepth.current
    if depth.hasRoom {
      // Releasing the closure here, instead of handing it over, avoids a type lookup, which takes 1
      // µs.
      depth.enter { subscribe = nil }
    } else {
      depth.release(subscribe.take())
    }
  }

  @usableFromInline
  func receive(subscriber: AnySubscriber<Output, Failure>) {
    CallDepth.current.enter { subscribe?(subscriber) }
  }

  /// Subscribes later, from a shallow stack; the box stays alive until then.
  @usableFromInline
  func receiveLater(subscriber: AnySubscriber<Output, Failure>) {
    CallDepth.current.putOff { self.subscribe?(subscriber) }
  }
}
