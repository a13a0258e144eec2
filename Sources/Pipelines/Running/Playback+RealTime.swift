public import Marbles
public import Reactive

extension Playback {
  /// Hands over every value with its instant as it comes, in the isolation of the caller, until
  /// `receiveValue` says false, and how the stream ended.
  ///
  /// It suspends the task where the other form blocks the thread. When the task is cancelled, so is
  /// the playback, which then ends as `waiting`.
  @discardableResult
  public func play<Output>(
    _ publisher: AnyPublisher<Output, StreamFailure>, on scheduler: WallClockScheduler,
    isolation: isolated (any Actor)? = #isolation,
    receiveCompletion: @escaping (Subscribers.Completion<StreamFailure>, Instant) -> Void,
    receiveValue: @escaping (Output, Instant) -> Bool
  ) async -> PlaybackEnd {
    let audience = PlaybackAudience(
      scheduler: scheduler, limit: limit, receiveCompletion: receiveCompletion,
      receiveValue: receiveValue)
    if let end = audience.listen(to: publisher) { return end }
    return audience.leave(after: await scheduler.run(until: until))
  }

  /// Hands every event to `receive` as it comes, in the isolation of the caller.
  @discardableResult
  public func play<Output>(
    _ publisher: AnyPublisher<Output, StreamFailure>, on scheduler: WallClockScheduler,
    isolation: isolated (any Actor)? = #isolation,
    receive: @escaping (Timeline<Output>.Event) -> Void
  ) async -> PlaybackEnd {
    await play(
      publisher, on: scheduler,
      receiveCompletion: { receive(Timeline.Event(instant: $1, kind: Timeline.Kind($0))) },
      receiveValue: { value, instant in
        receive(Timeline.Event(instant: instant, kind: .value(value)))
        return true
      })
  }
}
