/// A place in the total order of all events of a playback.
///
/// A playback consists of turns, one after another. A turn is scheduled work: it is due at a time,
/// and it was scheduled at a moment of an earlier turn. Within a turn, calls nest, and the actions
/// of a call are numbered: `moment.then(0)`, `moment.then(1)`, and so on are the actions of a
/// function that is called at `moment`, in this order, before its caller continues.
///
/// This fully determines the order of events, so the order can be found without a scheduler or any
/// state: turns are ordered by time, and then by the moments at which they were scheduled; moments
/// of one turn are ordered by their numbers.
struct Moment: Sendable {
  enum Step: Sendable {
    case number(Int)
    /// The delivery to one of several subscribers of a hot stream, in the order of their
    /// subscriptions.
    case listener(since: Moment)
  }

  let turn: Turn
  let path: [Step]

  /// The moment at which a playback begins.
  static let start = Moment(turn: Turn(time: 0, scheduled: nil), path: [])

  var time: Int { turn.time }

  func then(_ number: Int) -> Moment { Moment(turn: turn, path: path + [.number(number)]) }

  func to(listenerSince since: Moment) -> Moment {
    Moment(turn: turn, path: path + [.listener(since: since)])
  }

  /// Returns the turn that is scheduled at this moment and is due at a time.
  func schedule(at time: Int) -> Moment {
    Moment(turn: Turn(time: time, scheduled: self), path: [])
  }

  func schedule(after wait: Int) -> Moment { schedule(at: time + wait) }

  /// Returns such a turn that comes before all other turns of its time, which must be later than
  /// now.
  func scheduleEarly(after wait: Int) -> Moment {
    precondition(wait > 0, "an early turn of this instant would be in the past")
    return Moment(turn: Turn(time: time + wait, scheduled: self, isEarly: true), path: [])
  }
}

final class Turn: Sendable {
  /// The time in nanoseconds.
  let time: Int
  /// The moment at which it was scheduled; nil for the first turn.
  let scheduled: Moment?
  /// Whether it comes before all turns of its time that are not early.
  let isEarly: Bool

  init(time: Int, scheduled: Moment?, isEarly: Bool = false) {
    self.time = time
    self.scheduled = scheduled
    self.isEarly = isEarly
  }
}

extension Moment: Comparable {
  static func < (left: Moment, right: Moment) -> Bool { left.compared(to: right) < 0 }

  static func == (left: Moment, right: Moment) -> Bool { left.compared(to: right) == 0 }

  /// Returns a negative number if it comes before the other one, and 0 if it is the same.
  fileprivate func compared(to other: Moment) -> Int {
    let order = turn.compared(to: other.turn)
    guard order == 0 else { return order }
    for (own, others) in zip(path, other.path) {
      let order = own.compared(to: others)
      guard order == 0 else { return order }
    }
    return path.count - other.path.count
  }
}

extension Turn {
  fileprivate func compared(to other: Turn) -> Int {
    guard self !== other else { return 0 }
    guard time == other.time else { return time - other.time }
    guard isEarly == other.isEarly else { return isEarly ? -1 : 1 }
    guard let scheduled else { return other.scheduled == nil ? 0 : -1 }
    guard let others = other.scheduled else { return 1 }
    return scheduled.compared(to: others)
  }
}

extension Moment.Step {
  /// Two steps at the same place of a path are of the same kind, because that place either makes
  /// calls or has subscribers.
  fileprivate func compared(to other: Moment.Step) -> Int {
    switch (self, other) {
    case (.number(let own), .number(let others)): own - others
    case (.listener(let own), .listener(let others)): own.compared(to: others)
    case (.number, .listener): -1
    case (.listener, .number): 1
    }
  }
}
