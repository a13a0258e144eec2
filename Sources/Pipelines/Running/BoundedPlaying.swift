package import Marbles
public import Reactive
package import Values

/// Plays a program on a virtual clock of its own, with a limit on the steps of its scheduler.
package struct BoundedPlaying {
  package private(set) var timeline = Timeline<Value>()
  /// The failure of the stream; nil if it did not fail.
  package private(set) var failure: StreamFailure?
  /// The work that was left when the playback was stopped; nil if it ended by itself.
  package private(set) var endless: EndlessPlaying?

  package init(
    of program: Program, _ session: InputSession? = nil, until limit: Instant = .endOfTime,
    steps: Int
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
      },
      onlyTakesNote: true)
    let audience = PlaybackAudience(receiver, on: scheduler, limit: steps)
    var isStopped =
      audience.listen(to: program.publisher(on: scheduler, inputs: session))
      == .limited
    if !isStopped, audience.end == nil {
      let outcome = scheduler.run(until: limit, steps: steps)
      isStopped = outcome == .reachedSteps || audience.end == .limited
      if !isStopped { _ = audience.leave(after: outcome) }
    }
    if isStopped {
      endless = EndlessPlaying(
        steps: steps, instant: scheduler.now, valueCount: events.count,
        pendingCount: scheduler.pendingCount, nextDue: scheduler.nextDue())
      audience.cancel()
    }
    timeline = Timeline(events)
    self.failure = failure
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
  /// The number of pieces of work that were scheduled.
  public let pendingCount: Int
  /// The instant at which the next of them would have been due.
  public let nextDue: Instant?
}
