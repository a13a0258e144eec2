package import Marbles
package import Playing
package import Reactive
package import StreamModels
package import Values

/// Plays a program on its own virtual clock, with a limit on the steps of the scheduler.
package struct BoundedPlaying {
  package private(set) var timeline = Timeline<Value>()
  /// The events of the definitions that are played beside the stream, in the order of the given
  /// names. Only events that arrived before the stream ended are included.
  package private(set) var taps: [Timeline<Value>] = []
  /// The failure of the stream; nil if it did not fail.
  package private(set) var failure: StreamFailure?
  /// The work that was left when the playback was stopped; nil if it ended on its own.
  package private(set) var endless: EndlessPlaying?

  package init(
    of program: Program, _ session: InputSession? = nil, taps names: [String] = [],
    until limit: Instant = .endOfTime, steps: Int
  ) {
    let playback = BoundedPlayback(taps: names, steps: steps)
    playback.begin(program, session)
    playback.run(until: limit)
    self.init(playback)
  }

  package init(_ playback: BoundedPlayback) {
    timeline = Timeline(playback.heard.events)
    taps = playback.listeners.map { Timeline($0.events) }
    failure = playback.heard.failure
    endless = playback.endless
  }
}

/// A playback on a virtual clock that records its events. It can be cut between two pieces of
/// work, and continues then from its saved state.
package final class BoundedPlayback {
  /// The events of the stream.
  package final class Heard {
    package fileprivate(set) var events: [Timeline<Value>.Event] = []
    fileprivate(set) var failure: StreamFailure?
  }

  package let heard = Heard()
  let listeners: [TapRecord]
  private(set) var endless: EndlessPlaying?
  private let taps: [Program.Tap]
  private let steps: Int
  private var stepsLeft: Int
  package private(set) var scheduler = VirtualScheduler()
  private var audience: PlaybackAudience<ValueReceiver, VirtualScheduler>?

  package init(taps names: [String], steps: Int) {
    self.steps = steps
    stepsLeft = steps
    let listeners = names.map { _ in TapRecord(limit: steps) }
    self.listeners = listeners
    taps = zip(names, listeners).map { name, record in (name, record.receive) }
  }

  /// Subscribes to a program.
  package func begin(_ program: Program, _ session: InputSession?) {
    let audience = prepare(VirtualScheduler(now: session?.start ?? .zero))
    _ = audience.listen(to: program.publisher(on: scheduler, inputs: session, taps: taps))
  }

  private func prepare(
    _ scheduler: VirtualScheduler
  ) -> PlaybackAudience<ValueReceiver, VirtualScheduler> {
    self.scheduler = scheduler
    for listener in listeners { listener.scheduler = scheduler }
    let receiver = ValueReceiver(
      receiveCompletion: { [heard] completion, instant in
        heard.events.append(Timeline.Event(instant: instant, kind: Timeline.Kind(completion)))
        if case .failure(let failure) = completion { heard.failure = failure }
      },
      receiveValue: { [heard] value, instant in
        heard.events.append(Timeline.Event(instant: instant, kind: .value(value)))
        return true
      })
    let audience = PlaybackAudience(
      receiver, on: scheduler, limit: steps - heard.events.count)
    self.audience = audience
    return audience
  }

  /// Runs to the end of the playback, or up to an instant.
  package func run(until limit: Instant) {
    guard let audience else { return }
    if audience.end == nil, !hasReachedLimit {
      let outcome = audience.run(until: limit, steps: stepsLeft)
      stepsLeft = scheduler.stepsLeft
      guard outcome == .reachedSteps || hasReachedLimit else {
        _ = audience.leave(after: outcome)
        return
      }
      stop(audience)
    } else if hasReachedLimit {
      stop(audience)
    }
  }

  /// Runs one piece of work, if it is due by an instant. Returns whether there is more to run.
  package func step(until limit: Instant) -> Bool {
    guard let audience, audience.end == nil, !hasReachedLimit, stepsLeft > 0 else { return false }
    let outcome = audience.run(until: limit, steps: 1)
    stepsLeft -= 1 - scheduler.stepsLeft
    return outcome == .reachedSteps && audience.end == nil && !hasReachedLimit
  }

  private var hasReachedLimit: Bool {
    audience?.end == .limited || listeners.contains(where: \.isFull)
  }

  private func stop(_ audience: PlaybackAudience<ValueReceiver, VirtualScheduler>) {
    endless = EndlessPlaying(
      steps: steps, instant: scheduler.now,
      valueCount: listeners.reduce(heard.events.count) { max($0, $1.events.count) },
      pendingCount: scheduler.pendingCount, nextDue: scheduler.nextDue())
    audience.cancel()
  }

  // MARK: Cutting

  /// The subscription to the program; nil if the playback has ended.
  package var subscription: (any Subscription)? { audience?.subscription }

  /// Ends the playback without an event.
  package func cut() { audience?.cancel() }

  /// Continues from a saved playback.
  package func resume(
    _ checkpoint: DecodedCheckpoint, _ program: Program, _ session: InputSession?
  ) throws {
    let audience = prepare(VirtualScheduler(checkpoint.clock))
    try checkpoint.resume(
      program.publisher(on: scheduler, inputs: session, taps: taps), with: audience)
  }
}

/// The events of a definition that is played beside a stream.
final class TapRecord {
  private(set) var events: [Timeline<Value>.Event] = []
  private let limit: Int
  fileprivate var scheduler: VirtualScheduler?

  fileprivate init(limit: Int) {
    self.limit = limit
  }

  /// Whether the maximum number of events has been stored.
  fileprivate var isFull: Bool { events.count >= limit }

  fileprivate func receive(_ event: PlaybackEvent, at instant: Instant) {
    guard !isFull else { return }
    switch event {
    case .value(let value): events.append(Timeline.Event(instant: instant, kind: .value(value)))
    case .completion(let completion):
      events.append(Timeline.Event(instant: instant, kind: Timeline.Kind(completion)))
    }
    if isFull { scheduler?.stop() }
  }
}
