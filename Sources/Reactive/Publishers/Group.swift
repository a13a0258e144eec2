extension Publishers {
  /// The values of one key: what `groupBy` gives to a pipeline.
  ///
  /// It is hot. A value goes to those who are subscribed when it comes, in the order in which they
  /// subscribed; who subscribes meanwhile gets the next one. Who subscribes after the end gets that
  /// end at once.
  public final class Group<Output, Failure: Error>: Publisher {
    /// In the order in which they subscribed; nil where one has left.
    @usableFromInline @exclusivity(unchecked) var members: [GroupMember<Output, Failure>?] = []
    @usableFromInline @exclusivity(unchecked) var leftCount = 0
    @usableFromInline var completion: Subscribers.Completion<Failure>?

    // All is inlinable, here and below: a group is made for each new key, and code for any types looks
    // up the metadata of each type that it meets, which would be a third of what that costs.
    @inlinable
    init() {}

    @inlinable
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      if let completion {
        let subscription = BurstSubscription()
        subscriber.receive(subscription: subscription)
        return subscription.inTurn { subscriber.receive(completion: completion) }
      }
      let member = GroupMember(
        subscriber: AnySubscriber(subscriber), group: self, place: members.count)
      members.append(member)
      subscriber.receive(subscription: member)
    }

    /// Gives a value to all who are subscribed now.
    @inlinable
    func send(_ value: Output) {
      // A new pipeline may be a long chain, whose end has not subscribed yet.
      if CallDepth.current.hasPutOff {
        return CallDepth.current.putOffRest { self.send(value) }
      }
      if members.count == 1 {
        members[0]?.receive(value)
      } else {
        inTurn(members[...]) { $0.receive(value) }
      }
    }

    @inlinable
    func send(completion: Subscribers.Completion<Failure>) {
      self.completion = completion
      let members = exchange(&self.members, with: [])
      inTurn(members[...]) { $0.receive(completion: completion) }
    }

    /// Makes a call for each member, when the one before is over.
    @inlinable
    func inTurn(
      _ members: ArraySlice<GroupMember<Output, Failure>?>,
      _ call: @escaping (GroupMember<Output, Failure>) -> Void
    ) {
      let depth = CallDepth.current
      for place in members.indices {
        if depth.hasPutOff {
          return depth.putOffRest { self.inTurn(members[place...], call) }
        }
        if let member = members[place] { call(member) }
      }
    }

    /// Takes a member out; places are closed up when half of them are empty.
    @inlinable
    func dismiss(_ member: GroupMember<Output, Failure>) {
      guard member.place < members.count, members[member.place] === member else { return }
      members[member.place] = nil
      leftCount += 1
      guard leftCount > members.count / 2 else { return }
      members.removeAll { $0 == nil }
      leftCount = 0
      for (place, member) in members.enumerated() { member?.place = place }
    }
  }

  /// One who is subscribed to a group.
  @usableFromInline
  final class GroupMember<Output, Failure: Error>: Subscription {
    @usableFromInline @exclusivity(unchecked) var subscriber: AnySubscriber<Output, Failure>?
    @usableFromInline var group: Group<Output, Failure>?
    @usableFromInline var place: Int

    @inlinable
    init(
      subscriber: AnySubscriber<Output, Failure>, group: Group<Output, Failure>, place: Int
    ) {
      self.subscriber = subscriber
      self.group = group
      self.place = place
    }

    @inlinable
    func receive(_ value: Output) {
      subscriber?.receive(value)
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
      _ = group.take()
      subscriber.take()?.receive(completion: completion)
    }

    @inlinable
    func cancel() {
      let subscriber = subscriber.take()
      let group = group.take()
      withExtendedLifetime(subscriber) { group?.dismiss(self) }
    }
  }
}
