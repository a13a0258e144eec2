public import Marbles
public import Reactive

extension Publisher {
  /// Plays the publisher on a virtual clock, and returns its timeline.
  ///
  /// The playback ends with the publisher's run, or when no work is left. In the latter case the
  /// timeline has no completion, and neither does it if `limit` or `until` cut it off. The run is
  /// cancelled at the end, and the clock stays where it is. Exceeding the bounds throws an error
  /// that lists the pending work.
  ///
  /// - Parameters:
  ///   - until: The last instant to play.
  ///   - limit: The maximum number of values.
  public func play(
    on scheduler: TestScheduler, until: Instant? = nil, limit: Int = .max,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line,
    column: Int = #column
  ) throws(EndlessRun) -> Timeline<Output> {
    let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    let playing = scheduler.attributing(to: place) { Playing(self, on: scheduler, limit: limit) }
    defer { playing.cancel() }
    if playing.isOver { return playing.timeline }
    if let until {
      let outcome = scheduler.run(until: until, steps: scheduler.bounds.steps)
      if outcome == .reachedSteps {
        throw EndlessRun(
          .steps(scheduler.bounds.steps), at: scheduler.now, pending: scheduler.pending)
      }
    } else {
      try scheduler.run()
    }
    return playing.timeline
  }

  /// Like the other `play(on:)`, on a scheduler that cannot list its pending work. The error then
  /// contains only the instant at which the next piece of work is due.
  public func play(
    on scheduler: VirtualScheduler, bounds: Bounds = .standard, until: Instant? = nil,
    limit: Int = .max
  ) throws(EndlessRun) -> Timeline<Output> {
    let playing = Playing(self, on: scheduler, limit: limit)
    defer { playing.cancel() }
    if playing.isOver { return playing.timeline }
    let end = until ?? Instant.zero.advanced(by: bounds.time)
    let outcome = scheduler.run(until: end, steps: bounds.steps)
    let pending = scheduler.nextDue().map { PendingWork(due: $0, stage: nil, place: nil) }
    let list = pending.map { [$0] } ?? []
    switch outcome {
    case .idle, .stopped: break
    case .reachedSteps: throw EndlessRun(.steps(bounds.steps), at: scheduler.now, pending: list)
    case .reachedTime, .endOfTime:
      if until == nil {
        throw EndlessRun(.time(bounds.time), at: scheduler.now, pending: list)
      }
    }
    return playing.timeline
  }
}

/// Subscribes to a publisher until it has received enough, and then stops the scheduler.
private final class Playing<Upstream: Publisher, Clock: RunnableScheduler>: Subscriber {
  typealias Input = Upstream.Output
  typealias Failure = Upstream.Failure

  private let recorder: Recorder<Input, Failure>
  private let scheduler: Clock
  private var left: Int

  init(_ publisher: Upstream, on scheduler: Clock, limit: Int) {
    self.scheduler = scheduler
    left = max(0, limit)
    recorder = Recorder(on: scheduler)
    if left > 0 { publisher.receive(subscriber: self) }
  }

  var timeline: Timeline<Input> { recorder.timeline }
  var isOver: Bool { left == 0 || recorder.completion != nil }

  func receive(subscription: any Subscription) {
    recorder.receive(subscription: subscription)
  }

  func receive(_ input: Input) {
    left -= 1
    recorder.receive(input)
    if left == 0 { stop() }
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    recorder.receive(completion: completion)
    scheduler.stop()
  }

  func cancel() { recorder.cancel() }

  private func stop() {
    cancel()
    scheduler.stop()
  }
}
