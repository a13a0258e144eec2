/// A publisher whose values are sent by code.
///
/// A value goes to the current subscribers, in the order in which they subscribed, before `send`
/// returns. A subscriber that arrives during this receives the next value; a subscriber that is
/// cancelled during this receives nothing more. A subscriber that arrives after the end receives
/// the completion at once.
public protocol Subject<Output, Failure>: AnyObject, Publisher {
  /// Sends a value to all subscribers.
  func send(_ value: Output)
  /// Completes or fails the subject. Later calls to send are ignored.
  func send(completion: Subscribers.Completion<Failure>)

  /// Receives the handle to a run that feeds the subject. The subjects of this module keep the run
  /// alive, and cancel it when they are released. The default implementation does nothing.
  func send(subscription: any Subscription)
}

extension Subject {
  public func send(subscription: any Subscription) {}
}

extension Subject where Output == Void {
  /// Sends a value without content.
  public func send() {
    send(())
  }
}

/// The subscribers of one subject.
///
/// The path of a value is inlinable: it takes 20 ns when it is specialized where its type is known,
/// and 200 ns when the metadata of these classes has to be looked up.
@usableFromInline
final class Audience<Output, Failure: Error> {
  @usableFromInline typealias Member = AudienceMember<Output, Failure>

  // Unchecked, because no foreign code runs while one of these is read or changed.
  /// The subscribers, in the order in which they subscribed; nil where one has cancelled.
  @usableFromInline @exclusivity(unchecked) private(set) var members: [Member?] = []
  @usableFromInline @exclusivity(unchecked) private(set) var leftCount = 0
  @usableFromInline @exclusivity(unchecked)
  private(set) var completion: Subscribers.Completion<Failure>?

  /// The runs that feed the subject.
  private var feeds: [any Subscription] = []

  @usableFromInline init() {}

  /// No more values can arrive, so the subscribers need not be held for them.
  deinit {
    for member in unsafe members { member?.leave() }
    for feed in feeds { feed.cancel() }
  }

  /// Retains a run that feeds the subject.
  func keep(_ feed: any Subscription) {
    feeds.append(feed)
  }

  @inlinable
  var isEmpty: Bool { unsafe members.count == leftCount }

  /// Adds a subscriber. A subscriber that arrives after the end receives the completion instead.
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

  /// Adds a restored subscriber at its former position.
  private func readmit<S: Subscriber>(_ subscriber: S, _ restoration: Restoration) -> Member?
  where S.Input == Output, S.Failure == Failure {
    guard let saved = restoration.next(AudiencePlace.self, upstreams: 0) else { return nil }
    var place = saved.state.place
    guard place >= 0, place <= Restoration.maximumPlace else {
      restoration.fail("the state of a subscriber at no place")
      return nil
    }
    // After a change of the chain, two subscribers may have had the same position.
    if unsafe place < members.count, unsafe members[place] != nil { place = unsafe members.count }
    while unsafe members.count <= place {
      unsafe members.append(nil)
      unsafe leftCount += 1
    }
    let member = Member(subscriber: AnySubscriber(subscriber), audience: self, place: place)
    unsafe member.hasReceived = true
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

  /// Sends a value from a place where calls do not nest.
  @inlinable
  func pass(_ value: Output) {
    if unsafe members.count == 1 {
      // Often there is only one subscriber, and then neither the list nor the member has to be
      // retained while it receives.
      if let receive = unsafe members[0]?.hear() { receive(value) }
    } else {
      // This is a copy, because subscribers may be added and removed while the value is delivered.
      for member in unsafe members { member?.receive(value) }
    }
  }

  func send(completion: Subscribers.Completion<Failure>) {
    CallDepth.current.withFreshDepth { hand(completion) }
  }

  /// Passes on a value that arrives through a chain. The calls that it causes nest in those under
  /// way.
  func hand(_ value: Output) {
    guard unsafe completion == nil else { return }
    unsafe inTurn(members[...]) { $0.receive(value) }
  }

  /// Passes on a completion that arrives through a chain.
  func hand(_ completion: Subscribers.Completion<Failure>) {
    guard unsafe self.completion == nil else { return }
    unsafe self.completion = completion
    completeMembers()
  }

  /// Completes the members after the end, also those that were restored later.
  func completeMembers() {
    guard let completion = unsafe completion else { return }
    let members = unsafe members
    unsafe self.members = []
    unsafe leftCount = 0
    inTurn(members[...]) { $0.receive(completion: completion) }
  }

  /// Calls one member after another, each once all work caused by the previous call is over.
  private func inTurn(_ members: ArraySlice<Member?>, _ call: @escaping (Member) -> Void) {
    let depth = CallDepth.current
    for index in members.indices {
      if depth.hasPutOff {
        return depth.putOffRest { self.inTurn(members[index...], call) }
      }
      if let member = members[index] { call(member) }
    }
  }

  /// Removes a member. The list is compacted when half of it is empty.
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

/// A subscriber of a subject.
@usableFromInline
final class AudienceMember<Output, Failure: Error>: SavableRun {
  @usableFromInline @exclusivity(unchecked)
  private(set) var subscriber: AnySubscriber<Output, Failure>?
  /// The reference is weak: the audience holds its members, and no value can arrive once the
  /// subject is gone.
  private weak var audience: Audience<Output, Failure>?
  fileprivate var place: Int
  /// Whether a value has arrived.
  @usableFromInline @exclusivity(unchecked) var hasReceived = false

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

  /// Records the arrival of a value, and returns the closure that receives it. Only the closure is
  /// retained while it runs, because retaining the box as well would double the cost.
  @inlinable @inline(__always)
  func hear() -> ((Output) -> Void)? {
    unsafe hasReceived = true
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

/// The position of a subscriber of a subject.
@usableFromInline
struct AudiencePlace: Codable {
  @usableFromInline let place: Int
}

extension AudienceMember {
  @usableFromInline var upstreams: [(any Subscription)?] { [] }

  @usableFromInline
  func state(in line: PendingTickets) -> AudiencePlace { AudiencePlace(place: place) }
}
