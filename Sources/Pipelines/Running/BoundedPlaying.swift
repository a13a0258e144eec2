package import Marbles
public import Reactive
package import Values

/// Plays a program on a virtual clock of its own, for so many pieces of work.
package struct BoundedPlaying {
  package private(set) var timeline = Timeline<Value>()
  /// How the stream failed; nil if it did not.
  package private(set) var failure: StreamFailure?
  /// Says what was left when it was stopped; nil if it came to its end.
  package private(set) var endless: EndlessPlaying?

  package init(of program: Program, _ session: InputSession? = nil, steps: Int) {
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
      let outcome = scheduler.run(steps: steps)
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

/// A playing that was stopped.
public struct EndlessPlaying: Sendable {
  /// Where the expectation stands.
  public package(set) var location: SourceLocation?
  /// Whether the times are counted from 1970.
  package var countsFrom1970 = false
  /// How many pieces of work it was given.
  public let steps: Int
  /// When it was stopped.
  public let instant: Instant
  /// What came until then.
  public let valueCount: Int
  /// How many pieces of work were in line.
  public let pendingCount: Int
  /// When the next of them would have been due.
  public let nextDue: Instant?
}
