import Marbles
import Reactive
import Values

/// Who listens to a playback: stamps what comes with its time, and stops when it has had enough.
final class PlaybackAudience<Receiver: PlaybackReceiver, Clock: RunnableScheduler>:
  Subscriber, Cancellable
{
  private let scheduler: Clock
  private let receiver: Receiver
  private var subscription: (any Subscription)?
  /// How many values it still takes. Unchecked: nothing foreign runs while it changes.
  @exclusivity(unchecked) private var left: Int
  private(set) var end: PlaybackEnd?

  init(_ receiver: Receiver, on scheduler: Clock, limit: Int) {
    self.receiver = receiver
    self.scheduler = scheduler
    unsafe left = limit
    if limit <= 0 { end = .limited }
  }

  /// Begins the playback. Tells how it ended, if it has ended by then.
  func listen(to publisher: AnyPublisher<Receiver.Output, StreamFailure>) -> PlaybackEnd? {
    if end == nil { publisher.receive(subscriber: self) }
    return end
  }

  /// Ends the playback after the scheduler has run.
  func leave(after outcome: RunOutcome) -> PlaybackEnd {
    cancel()
    if let end { return end }
    guard outcome == .endOfTime else { return .waiting }
    receiver.receive(
      .failure(
        StreamFailure("time overflow: what comes next is due after 9223372036.854775807 seconds")),
      at: scheduler.now)
    return .ended
  }

  func receive(subscription: any Subscription) {
    self.subscription = subscription
  }

  func receive(_ value: Receiver.Output) {
    guard unsafe left > 0 else { return }
    unsafe left -= 1
    let goesOn = receiver.receive(value, at: scheduler.now)
    if unsafe left == 0 || !goesOn { stop(goesOn ? .limited : .stopped) }
  }

  func receive(completion: Subscribers.Completion<StreamFailure>) {
    guard end == nil else { return }
    subscription = nil
    receiver.receive(completion, at: scheduler.now)
    stop(.ended)
  }

  func cancel() {
    subscription.take()?.cancel()
  }

  private func stop(_ reason: PlaybackEnd) {
    unsafe left = 0
    end = reason
    cancel()
    scheduler.stop()
  }
}

// MARK: - Batches

extension PlaybackAudience {
  var _takesBatches: Bool { receiver.onlyTakesNote }

  /// The last value that is wanted ends the playback at its instant, to which the source sets the clock.
  func _receive(_ batch: _Batch<Receiver.Output>) -> Int {
    let (row, count, wantsMore) = unsafe receiver.receive(batch, limit: left)
    unsafe left -= count
    if unsafe left == 0 || !wantsMore { stop(wantsMore ? .limited : .stopped) }
    return row
  }
}
