extension Publishers {
  /// The values of one key, as `groupBy` passes them to a pipeline.
  ///
  /// It is hot. A value is sent to the subscribers when it arrives, in the order in which they
  /// subscribed. A subscriber that joins during this receives the next value. A subscriber that
  /// joins after the end receives the completion at once.
  public struct Group<Output, Failure: Error>: Publisher {
    @usableFromInline let source: GroupSource<Output, Failure>

    @inlinable
    init(source: GroupSource<Output, Failure>) {
      self.source = source
    }

    @inlinable
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      source.admit(subscriber)
    }
  }

  /// Sends the values of one key to the subscribers of its group.
  ///
  /// Usually the group's pipeline is the only subscriber. It needs no list, no separate object and
  /// only one closure: the source itself is its subscription.
  @usableFromInline
  final class GroupSource<Output, Failure: Error>: SavableRun {
    @usableFromInline typealias End = GroupEnd<Failure>

    /// Passes a value, or the end if there is no value, to the first subscriber; nil once that
    /// subscriber has cancelled or the group has ended.
    @usableFromInline @exclusivity(unchecked) var first: ((Output?, End?) -> Void)?
    /// The subscribers after the first, in their order; nil where one has cancelled.
    @usableFromInline @exclusivity(unchecked) var others: [GroupMember<Output, Failure>?] = []
    @usableFromInline @exclusivity(unchecked) var leftCount: Int32 = 0
    @usableFromInline @exclusivity(unchecked) var hadFirst = false
    @usableFromInline var end: End?

    // Everything from here on is inlinable: a group is made for each new key, and generic code
    // would look up the metadata of each type involved, which is a third of the cost of a group.
    @inlinable
    init() {}

    @inlinable
    func admit<S: Subscriber>(_ subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      if CallDepth.isRestoring { return readmit(subscriber) }
      if let end {
        let subscription = BurstSubscription()
        subscriber.receive(subscription: subscription)
        return subscription.inTurn { subscriber.receive(completion: end.completion) }
      }
      guard unsafe hadFirst else { return admitFirst(subscriber) }
      let member = unsafe GroupMember(
        subscriber: AnySubscriber(subscriber), source: self, place: others.count)
      unsafe others.append(member)
      subscriber.receive(subscription: member)
    }

    @inlinable
    func admitFirst<S: Subscriber>(_ subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      unsafe hadFirst = true
      unsafe first = { value, end in
        if let value {
          subscriber.receive(value)
        } else if let end {
          subscriber.receive(completion: end.completion)
        }
      }
      subscriber.receive(subscription: self)
    }

    /// Adds a restored subscriber at its former place.
    @usableFromInline
    func readmit<S: Subscriber>(_ subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      guard let restoration = CallDepth.restoration,
        let saved = restoration.next(GroupPlace.self, upstreams: 0)
      else { return }
      guard let place = saved.state.place else { return admitFirst(subscriber) }
      guard place >= 0, place <= Restoration.maximumPlace else {
        return restoration.fail("the state of a subscriber at no place")
      }
      while unsafe others.count <= place {
        unsafe others.append(nil)
        unsafe leftCount += 1
      }
      let member = GroupMember(
        subscriber: AnySubscriber(subscriber), source: self, place: place)
      unsafe others[place] = member
      unsafe leftCount -= 1
      subscriber.receive(subscription: member)
    }

    /// Sends a value to all current subscribers.
    @inlinable
    func send(_ value: Output) {
      // A new pipeline may be a long chain whose end has not subscribed yet.
      if CallDepth.current.hasPutOff {
        return CallDepth.current.putOffRest { self.send(value) }
      }
      guard unsafe others.isEmpty else { return sendToAll(value) }
      if let first = unsafe first { first(value, nil) }
    }

    @inlinable @inline(never)
    func sendToAll(_ value: Output) {
      // These are copies, because subscribers may be added and removed while the value is
      // delivered.
      let (first, others) = unsafe (first, others)
      first?(value, nil)
      inTurn(others[...]) { $0.receive(value) }
    }

    @inlinable
    func send(_ end: End) {
      self.end = end
      let others = unsafe exchange(&self.others, with: [])
      if let first = unsafe first.take() { first(nil, end) }
      inTurn(others[...]) { $0.receive(completion: end.completion) }
    }

    /// Makes a call for each member, one after another, each when the previous one is over.
    @inlinable
    func inTurn(
      _ members: ArraySlice<GroupMember<Output, Failure>?>,
      _ call: @escaping (GroupMember<Output, Failure>) -> Void
    ) {
      guard !members.isEmpty else { return }
      let depth = CallDepth.current
      for place in members.indices {
        if depth.hasPutOff {
          return depth.putOffRest { self.inTurn(members[place...], call) }
        }
        if let member = members[place] { call(member) }
      }
    }

    /// Removes the first subscriber.
    @inlinable
    func cancel() {
      let subscriber = unsafe first.take()
      withExtendedLifetime(subscriber) {}
    }

    /// Removes a member. The list is compacted when half of it is empty.
    @inlinable
    func dismiss(_ member: GroupMember<Output, Failure>) {
      guard unsafe member.place < others.count, unsafe others[member.place] === member else {
        return
      }
      unsafe others[member.place] = nil
      unsafe leftCount += 1
      guard unsafe leftCount > others.count / 2 else { return }
      unsafe others.removeAll { $0 == nil }
      unsafe leftCount = 0
      for (place, member) in unsafe others.enumerated() { member?.place = place }
    }
  }

  /// The completion of the groups of a run: one object for all of them.
  @usableFromInline
  final class GroupEnd<Failure: Error> {
    @usableFromInline let completion: Subscribers.Completion<Failure>

    @inlinable
    init(_ completion: Subscribers.Completion<Failure>) {
      self.completion = completion
    }
  }

  /// A subscriber to a group other than the first.
  @usableFromInline
  final class GroupMember<Output, Failure: Error>: SavableRun {
    @usableFromInline @exclusivity(unchecked) var subscriber: AnySubscriber<Output, Failure>?
    @usableFromInline var source: GroupSource<Output, Failure>?
    @usableFromInline var place: Int

    @inlinable
    init(
      subscriber: AnySubscriber<Output, Failure>, source: GroupSource<Output, Failure>, place: Int
    ) {
      unsafe self.subscriber = subscriber
      self.source = source
      self.place = place
    }

    @inlinable
    func receive(_ value: Output) {
      unsafe subscriber?.receive(value)
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
      _ = source.take()
      unsafe subscriber.take()?.receive(completion: completion)
    }

    @inlinable
    func cancel() {
      let subscriber = unsafe subscriber.take()
      let source = source.take()
      withExtendedLifetime(subscriber) { source?.dismiss(self) }
    }
  }
}

// MARK: - Saving

extension Publishers {
  /// The position of a subscriber in its group; nil for the first.
  @usableFromInline
  struct GroupPlace: Codable {
    @usableFromInline let place: Int?
  }
}

extension Publishers.GroupSource {
  @usableFromInline var upstreams: [(any Subscription)?] { [] }

  @usableFromInline
  func state(in line: PendingTickets) -> Publishers.GroupPlace {
    Publishers.GroupPlace(place: nil)
  }
}

extension Publishers.GroupMember {
  @usableFromInline var upstreams: [(any Subscription)?] { [] }

  @usableFromInline
  func state(in line: PendingTickets) -> Publishers.GroupPlace {
    Publishers.GroupPlace(place: place)
  }
}
