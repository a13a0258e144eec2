extension Publishers {
  /// The state of a run of `groupBy`.
  @usableFromInline
  struct GroupByState<Key> {
    @usableFromInline
    struct Group {
      @usableFromInline let key: Key
      /// False if the group has never had a subscriber; nil otherwise, which is not encoded.
      @usableFromInline let hadFirst: Bool?
      /// The ticket with which the group is forgotten, if groups are forgotten; nil once it has
      /// been.
      @usableFromInline let ending: Ticket?
    }

    /// The groups, in the order in which their keys first arrived.
    @usableFromInline let groups: [Group]
    /// Whether upstream has completed, and all groups with it.
    @usableFromInline let hasFinished: Bool
  }
}

extension Publishers.GroupByState: Codable where Key: Codable {}
extension Publishers.GroupByState.Group: Codable where Key: Codable {}

extension Publishers.GroupByRun {
  /// The entries to save. If groups are forgotten, these are the entries whose places are in use.
  private var saved: [Entry] {
    guard let ages else { return unsafe entries }
    return ages.usedInOrder.map { unsafe entries[$0] }
  }

  @usableFromInline var upstreams: [(any Subscription)?] {
    unsafe [subscription] + saved.map(\.pipeline)
  }

  @usableFromInline
  func state(in line: PendingTickets) -> Publishers.GroupByState<Key> {
    let numbers = unsafe ages?.usedInOrder ?? Array(entries.indices)
    return unsafe Publishers.GroupByState(
      groups: numbers.map { number in
        let entry = unsafe entries[number]
        return unsafe .init(
          key: entry.key, hadFirst: entry.group.hadFirst ? nil : false,
          ending: ages?.ending(of: number))
      },
      hasFinished: hasFinished)
  }

  @usableFromInline
  func restore(_ state: Publishers.GroupByState<Key>, _ isRunning: [Bool]) {
    unsafe hasFinished = state.hasFinished
    let end = Publishers.GroupEnd<Failure>(.finished)
    for (number, group) in state.groups.enumerated() {
      let source = Source()
      unsafe source.hadFirst = group.hadFirst != false
      let isForgotten = ages != nil && group.ending == nil
      if state.hasFinished || isForgotten { source.end = end }
      if !isForgotten { unsafe numbers.insert(hash: hash(group.key), number: number) }
      unsafe entries.append(Entry(key: group.key, group: source))
      ages?.restore(group.ending, isRunning: isRunning[number + 1])
    }
    if let ages { restoreOrder(ages) }
  }

  /// Subscribes to the pipelines that had not ended, starting at an index. Each is subscribed to
  /// once the states of the previous one have been taken.
  @usableFromInline
  func resumePipelines(from first: Int, _ isRunning: [Bool]) {
    let depth = CallDepth.current
    for number in first..<(isRunning.count - 1) where isRunning[number + 1] {
      if depth.hasPutOff {
        return depth.putOffRest { self.resumePipelines(from: number, isRunning) }
      }
      unsafe running += 1
      let entry = unsafe entries[number]
      subscribe(to: number, entry.key, entry.group)
    }
  }
}
