/// A place in the one order of all that happens in a playing.
///
/// What happens is done in turns, one after the other. A turn is something that was scheduled: it is
/// due at a time, and took its place in line at a moment of an earlier turn. Within a turn calls nest,
/// and what a call does is numbered: `moment.then(0)`, `moment.then(1)`, and so on are what whoever is
/// called at `moment` does, in that order, before the caller goes on.
///
/// This is all that the order of events is made of, so no scheduler and no state is needed to find it:
/// turns are ordered by time and then by the moments at which they were scheduled, moments of one turn
/// by their numbers.
struct Moment: Sendable {
  enum Step: Sendable {
    case number(Int)
    /// What goes to one of several who listen to something hot, in the order in which they began to.
    case listener(since: Moment)
  }

  let turn: Turn
  let path: [Step]

  /// The moment at which a playing begins.
  static let start = Moment(turn: Turn(time: 0, scheduled: nil), path: [])

  var time: Int { turn.time }

  func then(_ number: Int) -> Moment { Moment(turn: turn, path: path + [.number(number)]) }

  func to(listenerSince since: Moment) -> Moment {
    Moment(turn: turn, path: path + [.listener(since: since)])
  }

  /// The turn that is put in line at this moment and is due at a time.
  func schedule(at time: Int) -> Moment {
    Moment(turn: Turn(time: time, scheduled: self), path: [])
  }

  func schedule(after wait: Int) -> Moment { schedule(at: time + wait) }

  /// The same, for what comes before all else of its time, which must be later than now.
  func scheduleEarly(after wait: Int) -> Moment {
    precondition(wait > 0, "what is early now would have been before now")
    return Moment(turn: Turn(time: time + wait, scheduled: self, isEarly: true), path: [])
  }
}

final class Turn: Sendable {
  /// In nanoseconds.
  let time: Int
  /// When it was put in line; nil for the first one.
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

  /// Below 0 if it comes before the other, 0 if it is the same.
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
  /// Two steps at one place of a path are of one kind: what is there either calls or is listened to.
  fileprivate func compared(to other: Moment.Step) -> Int {
    switch (self, other) {
    case (.number(let own), .number(let others)): own - others
    case (.listener(let own), .listener(let others)): own.compared(to: others)
    case (.number, .listener): -1
    case (.listener, .number): 1
    }
  }
}
