package import Marbles
public import Reactive
public import StreamModels
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
    let scheduler = VirtualScheduler(now: session?.start ?? .zero)
    var events: [Timeline<Value>.Event] = []
    var failure: StreamFailure?
    let receiver = ValueReceiver(
      receiveCompletion: { completion, instant in
        events.append(Timeline.Event(instant: instant, kind: Timeline.Kind(completion)))
        if case .failure(let error) = completion { failure = error }
      },
      receiveValue: { value, instant in
        events.append(Timeline.Event(instant: instant, kind: .value(value)))
        return true
      })
    let audience = PlaybackAudience(receiver, on: scheduler, limit: steps)
    let listeners = names.map { _ in TapRecord(limit: steps, on: scheduler) }
    let taps = zip(names, listeners).map { name, record in (name, record.receive) }
    var isStopped =
      audience.listen(to: program.publisher(on: scheduler, inputs: session, taps: taps))
      == .limited || listeners.contains(where: \.isFull)
    if !isStopped, audience.end == nil {
      let outcome = audience.run(until: limit, steps: steps)
      isStopped =
        outcome == .reachedSteps || audience.end == .limited || listeners.contains(where: \.isFull)
      if !isStopped { _ = audience.leave(after: outcome) }
    }
    if isStopped {
      endless = EndlessPlaying(
        steps: steps, instant: scheduler.now,
        valueCount: listeners.reduce(events.count) { max($0, $1.events.count) },
        pendingCount: scheduler.pendingCount, nextDue: scheduler.nextDue())
      audience.cancel()
    }
    timeline = Timeline(events)
    self.taps = listeners.map { Timeline($0.events) }
    self.failure = failure
  }
}

/// The events of a definition that is played beside a stream.
private final class TapRecord {
  private(set) var events: [Timeline<Value>.Event] = []
  private let limit: Int
  private let scheduler: VirtualScheduler

  init(limit: Int, on scheduler: VirtualScheduler) {
    self.limit = limit
    self.scheduler = scheduler
  }

  /// Whether the maximum number of events has been stored.
  var isFull: Bool { events.count >= limit }

  func receive(_ event: PlaybackEvent, at instant: Instant) {
    guard !isFull else { return }
    switch event {
    case .value(let value): events.append(Timeline.Event(instant: instant, kind: .value(value)))
    case .completion(let completion):
      events.append(Timeline.Event(instant: instant, kind: Timeline.Kind(completion)))
    }
    if isFull { scheduler.stop() }
  }
}

/// A playback that was stopped at its limit of steps.
public struct EndlessPlaying: Sendable {
  /// The location of the expectation.
  public package(set) var location: SourceLocation?
  /// Whether the times are counted from 1970.
  package var countsFrom1970 = false
  /// The number of steps that it was allowed.
  public let steps: Int
  /// The instant at which it was stopped.
  public let instant: Instant
  /// The number of values until then.
  public let valueCount: Int
  /// The number of tasks that were still scheduled.
  public let pendingCount: Int
  /// The instant at which the next task would have been due.
  public let nextDue: Instant?
}
