public import Marbles
public import Reactive
public import StreamModels

extension Playback {
  /// Plays a publisher in the isolation of the caller. Calls `receiveValue` with every value and
  /// its instant as it arrives, until the closure returns false. Calls `receiveCompletion` with the
  /// end of the stream.
  ///
  /// This form suspends the task where the other form blocks the thread. When the task is
  /// cancelled, the playback is also cancelled, and ends as `waiting`.
  @discardableResult
  public func play<Output>(
    _ publisher: AnyPublisher<Output, StreamFailure>, on scheduler: WallClockScheduler,
    isolation: isolated (any Actor)? = #isolation,
    receiveCompletion: @escaping (Subscribers.Completion<StreamFailure>, Instant) -> Void,
    receiveValue: @escaping (Output, Instant) -> Bool
  ) async -> PlaybackEnd {
    await play(
      publisher, on: scheduler,
      to: ClosureReceiver(receiveCompletion: receiveCompletion, receiveValue: receiveValue))
  }

  /// Calls `receive` with every event as it arrives, in the isolation of the caller.
  @discardableResult
  public func play<Output>(
    _ publisher: AnyPublisher<Output, StreamFailure>, on scheduler: WallClockScheduler,
    isolation: isolated (any Actor)? = #isolation,
    receive: @escaping (Timeline<Output>.Event) -> Void
  ) async -> PlaybackEnd {
    await play(publisher, on: scheduler, to: EventReceiver(receive))
  }

  private func play<Receiver: PlaybackReceiver>(
    _ publisher: AnyPublisher<Receiver.Output, StreamFailure>, on scheduler: WallClockScheduler,
    isolation: isolated (any Actor)? = #isolation, to receiver: Receiver
  ) async -> PlaybackEnd {
    let audience = PlaybackAudience(receiver, on: scheduler, limit: limit)
    if let end = audience.listen(to: publisher) { return end }
    return audience.leave(after: await scheduler.run(until: until))
  }
}
