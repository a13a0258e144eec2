import Reactive
import Testing

@Suite struct CombineIdentifierTests {
  @Test func `each new identifier is different`() {
    let identifiers = (1...100).map { _ in CombineIdentifier() }
    #expect(Set(identifiers).count == 100)
    #expect(Set(identifiers.map(\.description)).count == 100)
    #expect(identifiers[0].description.hasPrefix("0x"))
  }

  @Test func `an object has one identifier`() {
    let (one, other) = (Lifetimes(), Lifetimes())
    #expect(CombineIdentifier(one) == CombineIdentifier(one))
    #expect(CombineIdentifier(one) != CombineIdentifier(other))
    #expect(CombineIdentifier(one) != CombineIdentifier())
  }

  @Test func `subscriptions and subscribers have an identifier`() {
    final class Watcher: Subscriber {
      var subscriptions: [CombineIdentifier] = []
      func receive(subscription: any Subscription) {
        subscriptions.append(subscription.combineIdentifier)
      }
      func receive(_ input: Int) {}
      func receive(completion: Subscribers.Completion<Broken>) {}
    }
    let (subject, watcher) = (PassthroughSubject<Int, Broken>(), Watcher())
    subject.subscribe(watcher)
    subject.subscribe(watcher)
    #expect(Set(watcher.subscriptions).count == 2)
    #expect(watcher.combineIdentifier == CombineIdentifier(watcher))
    let erased = AnySubscriber(watcher)
    #expect(erased.combineIdentifier == watcher.combineIdentifier)
    #expect(AnySubscriber(erased).combineIdentifier == watcher.combineIdentifier)
  }

  @Test(arguments: OperatorUnderTest.all)
  func `the identifier of a stage does not change`(_ subject: OperatorUnderTest) {
    final class Probe: Publisher {
      typealias Output = Int
      typealias Failure = Broken
      var identifiers: [CombineIdentifier] = []
      func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Broken {
        identifiers = [subscriber.combineIdentifier, subscriber.combineIdentifier]
        Empty().receive(subscriber: subscriber)
      }
    }
    let (probe, world) = (Probe(), World())
    let recorder = subject.apply(probe.eraseToAnyPublisher(), world).record(on: world.scheduler)
    world.run()
    #expect(probe.identifiers.count == 2)
    #expect(Set(probe.identifiers).count == 1)
    recorder.cancel()
  }
}
