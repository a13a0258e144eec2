extension Publisher {
  /// Hides the type of the chain so far.
  public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> {
    AnyPublisher(self)
  }
}

/// A publisher whose type is hidden.
///
/// Chains that grow at run time are chains of these, and may grow to any length: subscribing,
/// delivering, cancelling and releasing stay on a shallow stack (`CallDepth`).
public struct AnyPublisher<Output, Failure: Error>: Publisher {
  private let box: PublisherBox<Output, Failure>

  public init<P: Publisher>(_ publisher: P) where P.Output == Output, P.Failure == Failure {
    box = (publisher as? Self)?.box ?? ConcretePublisherBox(publisher)
  }

  public func receive<S: Subscriber>(subscriber: S)
  where S.Input == Output, S.Failure == Failure {
    let depth = CallDepth.current
    if depth.hasRoom {
      let erased = AnySubscriber(subscriber)
      depth.enter { box.receive(subscriber: erased) }
    } else {
      let landing = AnySubscriber(box: LandingSubscriberBox(subscriber))
      depth.putOff { [box] in box.receive(subscriber: landing) }
    }
  }
}

private class PublisherBox<Output, Failure: Error> {
  func receive(subscriber: AnySubscriber<Output, Failure>) {
    preconditionFailure("a box without a publisher")
  }
}

private final class ConcretePublisherBox<P: Publisher>: PublisherBox<P.Output, P.Failure> {
  private var publisher: P?

  init(_ publisher: P) {
    self.publisher = publisher
  }

  deinit {
    CallDepth.current.release(publisher.take())
  }

  override func receive(subscriber: AnySubscriber<P.Output, P.Failure>) {
    publisher?.receive(subscriber: subscriber)
  }
}
