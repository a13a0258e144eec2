public import Marbles
public import Reactive
public import Values

/// How a playback came to its end.
public enum PlaybackEnd: Sendable, Hashable {
  /// The stream finished or failed.
  case ended
  /// Nothing is left to do, or time was up, and the stream has neither finished nor failed.
  case waiting
  /// As many values came as were asked for.
  case limited
  /// Who received the values wanted no more.
  case stopped
}

/// Plays publishers to their end, on a virtual clock or on the real one.
public struct Playback: Sendable {
  /// The last instant that is played.
  public var until: Instant
  /// How many values are played.
  public var limit: Int

  public init(until: Instant = .endOfTime, limit: Int = .max) {
    self.until = until
    self.limit = limit
  }

  /// Hands over every value with its instant as it comes, until `receiveValue` says false, and how
  /// the stream ended. A stream whose time runs over ends in failure.
  @specialized(where Output == Value, Clock == VirtualScheduler)
  @discardableResult
  public func play<Output, Clock: RunnableScheduler>(
    _ publisher: AnyPublisher<Output, StreamFailure>, on scheduler: Clock,
    receiveCompletion: @escaping (Subscribers.Completion<StreamFailure>, Instant) -> Void,
    receiveValue: @escaping (Output, Instant) -> Bool
  ) -> PlaybackEnd {
    let audience = PlaybackAudience(
      scheduler: scheduler, limit: limit, receiveCompletion: receiveCompletion,
      receiveValue: receiveValue)
    if let end = audience.listen(to: publisher) { return end }
    return audience.leave(after: scheduler.run(until: until, steps: .max))
  }

  /// Plays on a virtual clock, and asks `isCancelled` again and again, also while no value comes; once
  /// that says true the playback ends as `stopped`.
  @specialized(where Output == Value)
  public func play<Output>(
    _ publisher: AnyPublisher<Output, StreamFailure>, on scheduler: VirtualScheduler,
    isCancelled: () -> Bool,
    receiveCompletion: @escaping (Subscribers.Completion<StreamFailure>, Instant) -> Void,
    receiveValue: @escaping (Output, Instant) -> Bool
  ) -> PlaybackEnd {
    let audience = PlaybackAudience(
      scheduler: scheduler, limit: limit, receiveCompletion: receiveCompletion,
      receiveValue: receiveValue)
    if let end = audience.listen(to: publisher) { return end }
    while true {
      let outcome = scheduler.run(until: until, steps: Self.stepsBetweenQuestions)
      guard outcome == .reachedSteps else { return audience.leave(after: outcome) }
      if isCancelled() {
        audience.cancel()
        return .stopped
      }
    }
  }

  /// Seldom enough to cost nothing, and often enough for somebody who waits.
  private static let stepsBetweenQuestions = 4096

  /// Hands every event to `receive` as it comes.
  @discardableResult
  public func play<Output>(
    _ publisher: AnyPublisher<Output, StreamFailure>, on scheduler: some RunnableScheduler,
    receive: @escaping (Timeline<Output>.Event) -> Void
  ) -> PlaybackEnd {
    play(
      publisher, on: scheduler,
      receiveCompletion: { receive(Timeline.Event(instant: $1, kind: Timeline.Kind($0))) },
      receiveValue: { value, instant in
        receive(Timeline.Event(instant: instant, kind: .value(value)))
        return true
      })
  }
}

/// Who listens to a playback: stamps what comes with its time, and stops when it has had enough.
final class PlaybackAudience<Output, Clock: RunnableScheduler>: Subscriber, Cancellable {
  private let scheduler: Clock
  private let receiveCompletion: (Subscribers.Completion<StreamFailure>, Instant) -> Void
  private let receiveValue: (Output, Instant) -> Bool
  private var subscription: (any Subscription)?
  /// How many values it still takes. Unchecked: nothing foreign runs while it changes.
  @exclusivity(unchecked) private var left: Int
  private(set) var end: PlaybackEnd?

  init(
    scheduler: Clock, limit: Int,
    receiveCompletion: @escaping (Subscribers.Completion<StreamFailure>, Instant) -> Void,
    receiveValue: @escaping (Output, Instant) -> Bool
  ) {
    self.scheduler = scheduler
    self.receiveCompletion = receiveCompletion
    self.receiveValue = receiveValue
    left = limit
    if limit <= 0 { end = .limited }
  }

  /// Begins the playback. Tells how it ended, if it has ended by then.
  func listen(to publisher: AnyPublisher<Output, StreamFailure>) -> PlaybackEnd? {
    if end == nil { publisher.receive(subscriber: self) }
    return end
  }

  /// Ends the playback after the scheduler has run.
  func leave(after outcome: RunOutcome) -> PlaybackEnd {
    cancel()
    if let end { return end }
    guard outcome == .endOfTime else { return .waiting }
    receiveCompletion(
      .failure(
        StreamFailure("time overflow: what comes next is due after 9223372036.854775807 seconds")),
      scheduler.now)
    return .ended
  }

  func receive(subscription: any Subscription) {
    self.subscription = subscription
  }

  func receive(_ value: Output) {
    guard left > 0 else { return }
    left -= 1
    let goesOn = receiveValue(value, scheduler.now)
    if left == 0 || !goesOn { stop(goesOn ? .limited : .stopped) }
  }

  func receive(completion: Subscribers.Completion<StreamFailure>) {
    guard end == nil else { return }
    subscription = nil
    receiveCompletion(completion, scheduler.now)
    stop(.ended)
  }

  func cancel() {
    subscription.take()?.cancel()
  }

  private func stop(_ reason: PlaybackEnd) {
    left = 0
    end = reason
    cancel()
    scheduler.stop()
  }
}

extension Timeline.Kind {
  /// How a stream ended.
  public init(_ completion: Subscribers.Completion<StreamFailure>) {
    switch completion {
    case .finished: self = .finished
    case .failure(let failure): self = .failure(failure.message)
    }
  }
}

extension Program {
  /// Plays the program on a virtual clock of its own, and records what comes.
  public func play(_ playback: Playback = Playback()) -> Timeline<Value> {
    let scheduler = VirtualScheduler()
    var events: [Timeline<Value>.Event] = []
    playback.play(publisher(on: scheduler, hasClockAlone: true), on: scheduler) {
      events.append($0)
    }
    return Timeline(events)
  }
}
