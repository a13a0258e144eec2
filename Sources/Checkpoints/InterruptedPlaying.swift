package import Expressions
package import Marbles
package import Playing
package import Reactive
package import Values

/// A playback that is cut between its pieces of work, of which an instant may have many: the state
/// is saved as bytes, and another playback of the program continues from them. Nothing of the first
/// playback remains but its events.
package struct InterruptedPlaying {
  /// A part of the playback: the program, made anew, and its inputs.
  package typealias Part = (program: Program, session: InputSession?)

  /// The pieces of work after which a playback is cut.
  private enum Cuts {
    /// After all of them. After many, it is cut ever more rarely, because reading the records again
    /// takes longer each time.
    case all
    /// After the piece with this number.
    case one(Int)

    func contains(_ number: Int) -> Bool {
      switch self {
      case .all: number < 1000 || number % (number / 500) == 0
      case .one(let only): number == only
      }
    }
  }

  private let names: [String]
  private let limit: Instant
  private let steps: Int
  private let makePart: () throws -> Part

  /// Creates a playback that ends by itself, at an instant, or after a number of steps. Each part
  /// of it has a new program and new inputs.
  package init(
    taps names: [String], until limit: Instant, steps: Int, makePart: @escaping () throws -> Part
  ) {
    self.names = names
    self.limit = limit
    self.steps = steps
    self.makePart = makePart
  }

  /// A playback with other events than one that is not interrupted.
  package struct Fault {
    /// The instant of the cut, if one cut is to blame.
    package var instant: Instant?
    /// The operator whose state was not restored, if it is known.
    package var place: ExpressionPlace?
    /// The first event that differs, with the one that arrives without interruption; nil for none.
    package let event: Timeline<Value>.Event?
    package let expected: Timeline<Value>.Event?
  }

  /// Cuts the playback after each piece of work. Returns the first difference from a playback that
  /// is not interrupted; nil if there is none.
  package func fault(facing whole: BoundedPlaying) throws -> Fault? {
    let expected = [whole.timeline] + whole.taps
    let (all, count, _) = try play(.all)
    guard var fault = Fault(all, facing: expected) else { return nil }
    for number in 0..<count {
      let (one, _, cut) = try play(.one(number))
      guard let single = Fault(one, facing: expected) else { continue }
      fault = single
      (fault.instant, fault.place) = (cut?.instant, cut?.place)
      break
    }
    return fault
  }

  /// Plays with cuts. Returns the events, the number of places for cuts, and the last cut, with the
  /// operator whose state another save shows to be another one.
  private func play(
    _ cuts: Cuts
  ) throws -> ([Timeline<Value>], count: Int, last: (instant: Instant, place: ExpressionPlace?)?) {
    let playback = BoundedPlayback(taps: names, steps: steps)
    var (count, last) = (0, (instant: Instant, place: ExpressionPlace?)?.none)
    var part = try makePart()
    playback.begin(part.program, part.session)
    while playback.step(until: limit) {
      if cuts.contains(count) {
        let saved = try PlaybackCheckpoint(of: playback)
        playback.cut()
        part.session?.end()
        part = try makePart()
        try playback.resume(saved.decoded, part.program, part.session)
        if case .one = cuts {
          let again = try PlaybackCheckpoint(of: playback)
          last = (playback.scheduler.now, saved.firstDifference(from: again))
        }
      }
      count += 1
    }
    playback.run(until: limit)
    let playing = BoundedPlaying(playback)
    return ([playing.timeline] + playing.taps, count, last)
  }
}

extension InterruptedPlaying.Fault {
  /// Finds the first difference between timelines; nil if they are equal.
  fileprivate init?(_ actual: [Timeline<Value>], facing expected: [Timeline<Value>]) {
    guard let index = expected.indices.first(where: { expected[$0] != actual[$0] }) else {
      return nil
    }
    let (wanted, found) = (expected[index].events, actual[index].events)
    let common = zip(wanted, found).prefix { $0 == $1 }.count
    event = found.count > common ? found[common] : nil
    self.expected = wanted.count > common ? wanted[common] : nil
  }
}

extension PlaybackCheckpoint {
  /// The reason why a playback cannot be saved.
  private enum Trouble: Error {
    case hasEnded
  }

  /// Saves a playback between two pieces of work.
  fileprivate init(of playback: BoundedPlayback) throws {
    guard let subscription = playback.subscription else { throw Trouble.hasEnded }
    let scheduler = playback.scheduler
    let snapshot = PlaybackSnapshot(
      Head(
        valueCount: playback.heard.events.count, inputs: nil, instant: scheduler.now,
        clock: scheduler.state),
      of: subscription, isLast: false, { scheduler.pendingTickets })
    self = try snapshot.encoded()
  }

  /// Returns the operator of the first run whose states differ; nil if it is unknown, or if all
  /// states are equal.
  fileprivate func firstDifference(from other: PlaybackCheckpoint) -> ExpressionPlace? {
    var (mine, others) = (RunLines(runs), RunLines(other.runs))
    while let run = mine.next(), let other = others.next() {
      if run.state != other.state { return run.number.map { operators[$0].place } }
    }
    return nil
  }
}
