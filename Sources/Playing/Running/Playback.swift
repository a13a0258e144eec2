public import Marbles
public import Reactive
public import StreamModels
public import Values

/// How a playback ended.
public enum PlaybackEnd: Sendable, Hashable {
  /// The stream completed or failed.
  case ended
  /// There was nothing left to do, or time was up, and the stream had neither completed nor failed.
  case waiting
  /// The playback reached its limit of values.
  case limited
  /// The receiver wanted no more values.
  case stopped
}

/// Plays publishers to their end, on a virtual clock or in real time.
public struct Playback: Sendable {
  /// The last instant to play.
  public var until: Instant
  /// The maximum number of values to play.
  public var limit: Int

  /// Creates a playback that ends at an instant, or after a number of values.
  public init(until: Instant = .endOfTime, limit: Int = .max) {
    self.until = until
    self.limit = limit
  }

  /// Plays a publisher. Calls `receiveValue` with every value and its instant as it arrives, until
  /// the closure returns false. Calls `receiveCompletion` with the end of the stream. A stream
  /// whose time overflows fails.
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

  /// Plays a publisher of JSON values, which is faster than playing one of any other type: the
  /// closure may receive many values in a row, before the clock reaches their instants, so it must
  /// not use the scheduler.
  @discardableResult
  public func play(
    _ publisher: AnyPublisher<Value, StreamFailure>, on scheduler: some RunnableScheduler,
    receiveCompletion: @escaping (Subscribers.Completion<StreamFailure>, Instant) -> Void,
    receiveValue: @escaping (Value, Instant) -> Bool
  ) -> PlaybackEnd {
    play(
      publisher, on: scheduler,
      to: ValueReceiver(receiveCompletion: receiveCompletion, receiveValue: receiveValue))
  }

  /// Plays on a virtual clock, and calls `isCancelled` repeatedly, even while no values arrive.
  /// Once it returns true, the playback ends as `stopped`.
  public func play(
    _ publisher: AnyPublisher<Value, StreamFailure>, on scheduler: VirtualScheduler,
    isCancelled: () -> Bool,
    receiveCompletion: @escaping (Subscribers.Completion<StreamFailure>, Instant) -> Void,
    receiveValue: @escaping (Value, Instant) -> Bool
  ) -> PlaybackEnd {
    let receiver = ValueReceiver(
      receiveCompletion: receiveCompletion, receiveValue: receiveValue)
    let audience = PlaybackAudience(receiver, on: scheduler, limit: limit)
    if let end = audience.listen(to: publisher) { return end }
    while true {
      let outcome = audience.run(until: until, steps: Self.stepsBetweenQuestions)
      guard outcome == .reachedSteps else { return audience.leave(after: outcome) }
      if isCancelled() {
        audience.cancel()
        return .stopped
      }
    }
  }

  /// Rare enough to cost nothing, and frequent enough for a waiting person.
  private static let stepsBetweenQuestions = 4096

  /// Calls `receive` with every event as it arrives.
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
    return audience.leave(after: audience.run(until: until))
  }
}

extension Timeline.Kind {
  /// Creates the end of a timeline from a completion.
  public init(_ completion: Subscribers.Completion<StreamFailure>) {
    switch completion {
    case .finished: self = .finished
    case .failure(let failure): self = .failure(failure.message)
    }
  }
}

extension Program {
  /// Plays the program on its own virtual clock, and returns the timeline.
  public func play(_ playback: Playback = Playback()) -> Timeline<Value> {
    let scheduler = VirtualScheduler()
    var events: [Timeline<Value>.Event] = []
    playback.play(
      publisher(on: scheduler), on: scheduler,
      to: ValueReceiver { events.append($0) })
    return Timeline(events)
  }
}
