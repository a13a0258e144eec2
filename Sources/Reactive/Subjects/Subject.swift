/// A publisher that is fed by hand.
///
/// A value goes to those who are subscribed when it is sent, in the order in which they subscribed,
/// before `send` returns. Who subscribes meanwhile gets the next one; who is cancelled meanwhile gets
/// nothing more. Who subscribes after the end gets the completion at once.
public protocol Subject<Output, Failure>: AnyObject, Publisher {
  /// Sends a value to all subscribers.
  func send(_ value: Output)
  /// Finishes or fails the subject; what is sent later is ignored.
  func send(completion: Subscribers.Completion<Failure>)

  /// Takes the handle to a run from which the subject is fed. The subjects of this module keep it
  /// alive, and cancel it when they are released; a subject that does not say otherwise does nothing.
  func send(subscription: any Subscription)
}

extension Subject {
  public func send(subscription: any Subscription) {}
}

extension Subject where Output == Void {
  /// Sends the news that something happened.
  public func send() {
    send(())
  }
}

/// Those who are subscribed to one subject.
///
/// What a value goes through is inlinable: specialized where its type is known it takes 20 ns, and
/// 200 where the metadata of these classes has to be looked up.
@usableFromInline
final class Audience<Output, Failure: Error> {
  @usableFromInline typealias Member = AudienceMember<Output, Failure>

  // Unchecked: nothing foreign runs while one of these is read or changed.
  /// In the order in which they subscribed; nil where one has left.
  @usableFromInline @exclusivity(unchecked) private(set) var members: [Member?] = []
  @usableFromInline @exclusivity(unchecked) private(set) var leftCount = 0
  @usableFromInline @exclusivity(unchecked)
  private(set) var completion: Subscribers.Completion<Failure>?

  /// The runs that feed the subject.
  private var feeds: [any Subscription] = []

  @usableFromInline init() {}

  /// Nothing can come any more: the subscribers need not be held for it.
  deinit {
    for member in unsafe members { member?.leave() }
    for feed in feeds { feed.cancel() }
  }

  /// Keeps a run that feeds the subject.
  func keep(_ feed: any Subscription) {
    feeds.append(feed)
  }

  @inlinable
  var isEmpty: Bool { unsafe members.count == leftCount }

  /// Takes a subscriber in, or tells it that all is over.
  func admit<S: Subscriber>(_ subscriber: S) -> Member?
  where S.Input == Output, S.Failure == Failure {
    if let restoration = CallDepth.restoration {
      return readmit(subscriber, restoration)
    }
    if let completion = unsafe completion {
      let subscription = BurstSubscription()
      subscriber.receive(subscription: subscription)
      subscription.inTurn { subscriber.receive(completion: completion) }
      return nil
    }
    let member = unsafe Member(
      subscriber: AnySubscriber(subscriber), audience: self, place: members.count)
    unsafe members.append(member)
    subscriber.receive(subscription: member)
    return member
  }

  /// Takes in a subscriber that is restored, at the place it had.
  private func readmit<S: Subscriber>(_ subscriber: S, _ restoration: Restoration) -> Member?
  where S.Input == Output, S.Failure == Failure {
    guard let saved = restoration.next(AudiencePlace.self, upstreams: 0) else { return nil }
    let place = saved.state.place
    guard place >= 0, place <= Restoration.maximumPlace else {
      restoration.fail("the state of a subscriber at no place")
      return nil
    }
    while unsafe members.count <= place {
      unsafe members.append(nil)
      unsafe leftCount += 1
    }
    let member = Member(subscriber: AnySubscriber(subscriber), audience: self, place: place)
    unsafe member.hasHeard = true
    unsafe members[place] = member
    unsafe leftCount -= 1
    subscriber.receive(subscription: member)
    return member
  }

  @inlinable
  func send(_ value: Output) {
    guard unsafe completion == nil else { return }
    CallDepth.current.withFreshDepth { pass(value) }
  }

  /// Sends a value where calls do not nest.
  @inlinable
  func pass(_ value: Output) {
    if unsafe members.count == 1 {
      // There is often only one, and then no list to be kept while it hears, nor the member itself.
      if let receive = unsafe members[0]?.hear() { receive(value) }
    } else {
      // A copy: others may come and go while the value goes round.
      for member in unsafe members { member?.receive(value) }
    }
  }

  func send(completion: Subscribers.Completion<Failure>) {
    CallDepth.current.withFreshDepth { hand(completion) }
  }

  /// Hands on a value that comes down a chain: what it sets off nests in the calls that are under way.
  func hand(_ value: Output) {
    guard unsafe completion == nil else { return }
    unsafe inTurn(members[...]) { $0.receive(value) }
  }

  /// Hands on the end that comes down a chain.
  func hand(_ completion: Subscribers.Completion<Failure>) {
    guard unsafe self.completion == nil else { return }
    unsafe self.completion = completion
    let members = unsafe members
    unsafe self.members = []
    unsafe leftCount = 0
    inTurn(members[...]) { $0.receive(completion: completion) }
  }

  /// Calls one member after the other: each when what the one before has set off is over.
  private func inTurn(_ members: ArraySlice<Member?>, _ call: @escaping (Member) -> Void) {
    let depth = CallDepth.current
    for index in members.indices {
      if depth.hasPutOff {
        return depth.putOffRest { self.inTurn(members[index...], call) }
      }
      if let member = members[index] { call(member) }
    }
  }

  /// Takes a member out; places are closed up when half of them are empty.
  func dismiss(_ member: Member) {
    guard unsafe member.place < members.count, unsafe members[member.place] === member else {
      return
    }
    unsafe members[member.place] = nil
    unsafe leftCount += 1
    guard unsafe leftCount > 32, unsafe leftCount > members.count / 2 else { return }
    unsafe members.removeAll { $0 == nil }
    unsafe leftCount = 0
    for (place, member) in unsafe members.enumerated() { member?.place = place }
  }
}

/// One who is subscribed to a subject.
@usableFromInline
final class AudienceMember<Output, Failure: Error>: SavableRun {
  @usableFromInline @exclusivity(unchecked)
  private(set) var subscriber: AnySubscriber<Output, Failure>?
  /// Weak: the audience holds its members, and nothing can come once the subject is gone.
  private weak var audience: Audience<Output, Failure>?
  fileprivate var place: Int
  /// Whether a value has come.
  @usableFromInline @exclusivity(unchecked) var hasHeard = false

  init(
    subscriber: AnySubscriber<Output, Failure>, audience: Audience<Output, Failure>, place: Int
  ) {
    unsafe self.subscriber = subscriber
    self.audience = audience
    self.place = place
  }

  @inlinable
  func receive(_ value: Output) {
    if let receive = hear() { receive(value) }
  }

  /// Takes note that a value comes, and tells what is to hear it. The closure alone is held while it
  /// runs: the box beside it would cost as much again.
  @inlinable @inline(__always)
  func hear() -> ((Output) -> Void)? {
    unsafe hasHeard = true
    return unsafe subscriber?.receiveValue
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    unsafe subscriber.take()?.receive(completion: completion)
  }

  @usableFromInline
  func cancel() {
    let subscriber = unsafe subscriber.take()
    withExtendedLifetime(subscriber) { audience?.dismiss(self) }
  }

  fileprivate func leave() {
    _ = unsafe subscriber.take()
  }
}

// MARK: - Saving

/// Which of the subscribers of a subject one is.
@usableFromInline
struct AudiencePlace: Codable {
  @usableFromInline let place: Int
}

extension AudienceMember {
  @usableFromInline var upstreams: [(any Subscription)?] { [] }

  @usableFromInline
  func state(in line: PendingTickets) -> AudiencePlace { AudiencePlace(place: place) }
}
