extension Publishers {
  /// The ages of the groups of a run that forgets old groups.
  ///
  /// All groups wait for the same time, so the group whose last value is the oldest is forgotten
  /// first. A list in the order of the last values and a single alarm are enough, however many keys
  /// there are. The places of forgotten groups are reused, so that memory use depends on the number
  /// of groups that exist at the same time.
  @usableFromInline
  final class GroupAges {
    private struct Age {
      /// The ticket with which the group is forgotten; nil once it has been forgotten.
      var ending: Ticket?
      /// The number of groups that were opened before this one.
      var serial: Int
      /// The groups before and after it in the order of the last values; -1 for none.
      var previous: Int32 = -1
      var next: Int32 = -1
      var isRunning = true
    }

    let alarm: Alarm
    private let nanoseconds: Int64
    private var ages: [Age] = []
    private var (first, last): (Int32, Int32) = (-1, -1)
    private var freeNumbers: [Int32] = []
    private var nextSerial = 0

    @usableFromInline
    init(after duration: Duration, on scheduler: any Scheduler) {
      nanoseconds = duration.wholeNanoseconds
      alarm = Alarm(on: scheduler, for: GroupAges.self)
    }

    @usableFromInline
    func stop() { alarm.stop() }

    /// Returns a free number for a new group, and whether the number is larger than all earlier
    /// ones.
    func takeNumber() -> (number: Int, isNew: Bool) {
      let age = Age(ending: nil, serial: nextSerial)
      nextSerial += 1
      if let free = freeNumbers.popLast() {
        ages[Int(free)] = age
        return (Int(free), false)
      }
      ages.append(age)
      return (ages.count - 1, true)
    }

    /// Records that a value of a group has arrived, which makes the group the last to be forgotten.
    func touch(_ number: Int) {
      if ages[number].ending != nil { unlink(number) }
      let due = alarm.now.advanced(byNanoseconds: nanoseconds)
      let ticket = alarm.scheduler.takeTicket(due: due)
      link(number, due > alarm.now ? ticket.early : ticket)
    }

    /// Removes the group whose time is over from the list and returns it; nil if there is none.
    func takeDue(at now: Instant) -> Int? {
      guard first >= 0, let ending = ages[Int(first)].ending, ending.due <= now else { return nil }
      let number = Int(first)
      unlink(number)
      if !ages[number].isRunning { freeNumbers.append(Int32(number)) }
      return number
    }

    /// The ticket with which the next group is forgotten.
    var nextEnding: Ticket? { first < 0 ? nil : ages[Int(first)].ending }

    func ending(of number: Int) -> Ticket? { ages[number].ending }

    /// Records that the pipeline of a group has completed. If the group is forgotten, its place
    /// becomes free.
    @usableFromInline
    func pipelineDidFinish(_ number: Int) {
      ages[number].isRunning = false
      if ages[number].ending == nil { freeNumbers.append(Int32(number)) }
    }

    /// The numbers of the groups that have not been forgotten, in the order in which their keys
    /// arrived.
    @usableFromInline var numbersInOrder: [Int] {
      ages.indices.filter { ages[$0].ending != nil }.sorted { ages[$0].serial < ages[$1].serial }
    }

    /// The same, including the forgotten groups whose pipelines have not completed.
    @usableFromInline var usedInOrder: [Int] {
      ages.indices.filter { ages[$0].ending != nil || ages[$0].isRunning }
        .sorted { ages[$0].serial < ages[$1].serial }
    }

    private func link(_ number: Int, _ ending: Ticket) {
      ages[number].ending = ending
      ages[number].previous = last
      ages[number].next = -1
      if last >= 0 { ages[Int(last)].next = Int32(number) } else { first = Int32(number) }
      last = Int32(number)
    }

    private func unlink(_ number: Int) {
      let (previous, next) = (ages[number].previous, ages[number].next)
      if previous >= 0 { ages[Int(previous)].next = next } else { first = next }
      if next >= 0 { ages[Int(next)].previous = previous } else { last = previous }
      ages[number].ending = nil
    }

    // MARK: Saving

    /// Adds the next group of a saved run.
    @usableFromInline
    func restore(_ ending: Ticket?, isRunning: Bool) {
      var age = Age(ending: ending, serial: nextSerial)
      age.isRunning = isRunning
      nextSerial += 1
      ages.append(age)
    }

    /// Orders the restored groups by the times of their last values.
    func restoreOrder() {
      let order = ages.indices.compactMap { number in
        ages[number].ending.map { (number: number, ending: $0) }
      }.sorted { $0.ending < $1.ending }
      for (number, ending) in order { link(number, ending) }
    }
  }
}

extension Publishers.GroupByRun {
  /// Records that a value of a group has arrived, and waits for the group that is forgotten next.
  @usableFromInline
  func touch(_ number: Int, _ ages: Publishers.GroupAges) {
    ages.touch(number)
    wait(ages)
  }

  /// Puts a new group in a free place. Returns its number.
  @usableFromInline
  func place(_ entry: Entry, _ hash: Int, _ ages: Publishers.GroupAges) -> Int {
    let (number, isNew) = ages.takeNumber()
    unsafe numbers.insert(hash: hash, number: number)
    if isNew {
      unsafe entries.append(entry)
    } else {
      // The previous entry is released after the change, because that may run foreign code.
      let former = unsafe exchange(&entries[number], with: entry)
      withExtendedLifetime(former) {}
    }
    touch(number, ages)
    return number
  }

  /// Forgets the groups whose time is over, one after another, each when the previous one has
  /// ended.
  @usableFromInline
  func forgetDue() {
    guard let ages else { return }
    let (depth, now) = (CallDepth.current, ages.alarm.now)
    while !isOver {
      if depth.hasPutOff { return depth.putOffRest { self.forgetDue() } }
      guard let number = ages.takeDue(at: now) else { break }
      let entry = unsafe entries[number]
      unsafe numbers.remove(hash: hash(entry.key), number: number)
      forgot?(entry.key, now)
      entry.group.send(Publishers.GroupEnd(.finished))
    }
    wait(ages)
  }

  /// Forgets the groups that are due when upstream ends. All others end with upstream.
  @usableFromInline
  func forgetLast(_ ages: Publishers.GroupAges) {
    forgetDue()
    ages.stop()
  }

  /// Restores the order in which groups are forgotten.
  @usableFromInline
  func restoreOrder(_ ages: Publishers.GroupAges) {
    ages.restoreOrder()
    if unsafe !hasFinished { wait(ages) }
  }

  private func wait(_ ages: Publishers.GroupAges) {
    let ending = isOver ? nil : ages.nextEnding
    guard unsafe ages.alarm.next != ending else { return }
    ages.alarm.set(at: ending) { _ in self.forgetDue() }
  }
}
