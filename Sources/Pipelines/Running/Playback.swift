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
  /// Whether the closures that receive values of JSON only take note of them, so that a value may come
  /// before the clock stands at its instant.
  package var onlyTakesNote = false

  /// Creates a playback that ends at an instant, or after so many values.
  public init(until: Instant = .endOfTime, limit: Int = .max) {
    self.until = until
    self.limit = limit
  }

  /// Hands over every value with its instant as it comes, until `receiveValue` says false, and how
  /// the stream ended. A stream whose time runs over ends in failure.
  @discardableResult
  public func play<Output>(
    _ publisher: AnyPublisher<Output, StreamFailure>, on scheduler: some RunnableScheduler,
    receiveCompletion: @escaping (Subscribers.Completion<StreamFailure>, Instant) -> Void,
    receiveValue: @escaping (Output, Instant) -> Bool
  ) -> PlaybackEnd {
    play(
      publisher, on: scheduler,
      to: ClosureReceiver(receiveCompletion: receiveCompletion, receiveValue: receiveValue))
  }

  /// Hands over values of JSON, which is faster than what can be of any type.
  @discardableResult
  public func play(
    _ publisher: AnyPublisher<Value, StreamFailure>, on scheduler: some RunnableScheduler,
    receiveCompletion: @escaping (Subscribers.Completion<StreamFailure>, Instant) -> Void,
    receiveValue: @escaping (Value, Instant) -> Bool
  ) -> PlaybackEnd {
    play(
      publisher, on: scheduler,
      to: ValueReceiver(
        receiveCompletion: receiveCompletion, receiveValue: receiveValue,
        onlyTakesNote: onlyTakesNote))
  }

  /// Plays on a virtual clock, and asks `isCancelled` again and again, also while no value comes; once
  /// that says true the playback ends as `stopped`.
  public func play(
    _ publisher: AnyPublisher<Value, StreamFailure>, on scheduler: VirtualScheduler,
    isCancelled: () -> Bool,
    receiveCompletion: @escaping (Subscribers.Completion<StreamFailure>, Instant) -> Void,
    receiveValue: @escaping (Value, Instant) -> Bool
  ) -> PlaybackEnd {
    let receiver = ValueReceiver(
      receiveCompletion: receiveCompletion, receiveValue: receiveValue,
      onlyTakesNote: onlyTakesNote)
    let audience = PlaybackAudience(receiver, on: scheduler, limit: limit)
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
    play(publisher, on: scheduler, to: EventReceiver(receive))
  }

  @discardableResult
  @specialized(where Receiver == ValueReceiver, Clock == VirtualScheduler)
  func play<Receiver: PlaybackReceiver, Clock: RunnableScheduler>(
    _ publisher: AnyPublisher<Receiver.Output, StreamFailure>, on scheduler: Clock,
    to receiver: Receiver
  ) -> PlaybackEnd {
    let audience = PlaybackAudience(receiver, on: scheduler, limit: limit)
    if let end = audience.listen(to: publisher) { return end }
    return audience.leave(after: scheduler.run(until: until, steps: .max))
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
    playback.play(
      publisher(on: scheduler, hasClockAlone: true), on: scheduler,
      to: ValueReceiver { events.append($0) })
    return Timeline(events)
  }
}
