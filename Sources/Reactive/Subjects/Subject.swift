/// A publisher that is fed by hand.
///
/// A value goes to those who are subscribed when it is sent, in the order in which they subscribed,
/// before `send` returns. Who subscribes meanwhile gets the next one; who is cancelled meanwhile gets
/// nothing more. Who subscribes after the end gets the completion at once.
public protocol Subject<Output, Failure>: AnyObject, Publisher {
  func send(_ value: Output)
  func send(completion: Subscribers.Completion<Failure>)
}

extension Subject where Output == Void {
  /// Sends the news that something happened.
  public func send() {
    send(())
  }
}

/// Those who are subscribed to one subject.
final class Audience<Output, Failure: Error> {
  /// In the order in which they subscribed; nil where one has left.
  private var members: [AudienceMember<Output, Failure>?] = []
  private var leftCount = 0
  private(set) var completion: Subscribers.Completion<Failure>?

  /// Takes a subscriber in. `first` is what it gets before anything that is sent.
  func admit<S: Subscriber>(_ subscriber: S, first: Output?)
  where S.Input == Output, S.Failure == Failure {
    if let completion {
      subscriber.receive(subscription: EmptySubscription())
      return subscriber.receive(completion: completion)
    }
    let member = AudienceMember(subscriber: AnySubscriber(subscriber), audience: self)
    member.place = members.count
    members.append(member)
    subscriber.receive(subscription: member)
    if let first { member.receive(first) }
  }

  func send(_ value: Output) {
    guard completion == nil else { return }
    // A copy: others may come and go while the value goes round.
    for member in members { member?.receive(value) }
  }

  func send(completion: Subscribers.Completion<Failure>) {
    guard self.completion == nil else { return }
    self.completion = completion
    let members = members
    self.members = []
    for member in members { member?.receive(completion: completion) }
  }

  /// Takes a member out; places are closed up when half of them are empty.
  func dismiss(_ member: AudienceMember<Output, Failure>) {
    guard member.place < members.count, members[member.place] === member else { return }
    members[member.place] = nil
    leftCount += 1
    guard leftCount > 32, leftCount > members.count / 2 else { return }
    members.removeAll { $0 == nil }
    leftCount = 0
    for (place, member) in members.enumerated() { member?.place = place }
  }
}

/// One who is subscribed to a subject.
final class AudienceMember<Output, Failure: Error>: Subscription {
  private var subscriber: AnySubscriber<Output, Failure>?
  private let audience: Audience<Output, Failure>
  var place = 0

  init(subscriber: AnySubscriber<Output, Failure>, audience: Audience<Output, Failure>) {
    self.subscriber = subscriber
    self.audience = audience
  }

  func receive(_ value: Output) {
    subscriber?.receive(value)
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    guard let subscriber else { return }
    self.subscriber = nil
    subscriber.receive(completion: completion)
  }

  func cancel() {
    subscriber = nil
    audience.dismiss(self)
  }
}
