package import Reactive
package import StreamModels

/// The subscriber of a playback: it stamps events with their time, and stops at its limit.
package final class PlaybackAudience<Receiver: PlaybackReceiver, Clock: RunnableScheduler>:
  Subscriber, Cancellable
{
  private let scheduler: Clock
  private let receiver: Receiver
  package private(set) var subscription: (any Subscription)?
  /// The number of values that it still accepts. Unchecked, because no foreign code runs while it
  /// changes.
  @exclusivity(unchecked) private var left: Int
  package private(set) var end: PlaybackEnd?
  /// The progress of the playback at the last request to stop it if it was stuck.
  private var lastProgress: Progress?

  /// The last round in which the memory that the playback holds was examined.
  private var lastRound = 0
  /// Whether the events of the playback are recorded.
  private let isTraced: Bool

  private struct Progress: Equatable {
    let instant: Instant
    let left: Int
  }

  package init(_ receiver: Receiver, on scheduler: Clock, limit: Int, isTraced: Bool = false) {
    self.isTraced = isTraced
    self.receiver = receiver
    self.scheduler = scheduler
    unsafe left = limit
    if limit <= 0 { end = .limited }
  }

  /// Begins the playback. Returns its end if it has already ended.
  package func listen(to publisher: AnyPublisher<Receiver.Output, StreamFailure>) -> PlaybackEnd? {
    if end == nil { playing { publisher.receive(subscriber: self) } }
    return end
  }

  /// Runs the scheduler, which stops when the playback ends.
  package func run(until limit: Instant, steps: Int = .max) -> RunOutcome {
    playing { scheduler.run(until: limit, steps: steps) }
  }

  /// Does work that may run the chain.
  package func playing<Result>(_ work: () -> Result) -> Result {
    MemoryBudget.duringPlayback { Safepoint.handling(by: heed, work) }
  }

  /// The number of values that it still accepts.
  package var limit: Int { unsafe left }

  /// Ends the playback after the scheduler has run, and returns its end.
  package func leave(after outcome: RunOutcome) -> PlaybackEnd {
    cancel()
    if let end { return end }
    guard outcome == .endOfTime else { return .waiting }
    receiver.receive(
      .failure(
        StreamFailure("time overflow: the next event is due after 9223372036.854775807 seconds")),
      at: scheduler.now)
    return .ended
  }

  package func receive(subscription: any Subscription) {
    guard end == nil else { return subscription.cancel() }
    self.subscription = subscription
  }

  package func receive(_ value: Receiver.Output) {
    guard unsafe left > 0 else { return }
    unsafe left -= 1
    let canContinue = receiver.receive(value, at: scheduler.now)
    if unsafe left == 0 || !canContinue { stop(canContinue ? .limited : .stopped) }
  }

  package func receive(completion: Subscribers.Completion<StreamFailure>) {
    guard end == nil else { return }
    subscription = nil
    receiver.receive(completion, at: scheduler.now)
    stop(.ended)
  }

  package func cancel() {
    subscription.take()?.cancel()
  }

  /// Ends the playback in the middle of its work, as if it had reached its limit.
  package func stopAtLimit() {
    if end == nil { stop(.limited) }
  }

  /// Ends the playback if that was requested while it was running.
  private func heed(_ request: Safepoint.Request) {
    guard end == nil else { return }
    if request.contains(.stop) { return stop(.stopped) }
    if request.contains(.stopIfStuck) {
      Safepoint.withdraw(.stopIfStuck)
      let progress = unsafe Progress(instant: scheduler.now, left: left)
      if progress == lastProgress { return stop(.stopped) }
      lastProgress = progress
    }
    if request.contains(.memory), lastRound != MemoryBudget.round {
      lastRound = MemoryBudget.round
      let failure = MemoryBudget.failure(of: subscription, isTraced: isTraced) { stop(.ended) }
      if let failure { receiver.receive(.failure(failure), at: scheduler.now) }
    }
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
  package var _batchUse: _BatchUse { Receiver.takesBatches ? .all : .none }

  /// The last value before the limit ends the playback at the value's instant, to which the source
  /// sets the clock.
  package func _receive(_ batch: _Batch<Receiver.Output>) -> Int {
    let (row, count, wantsMore) = unsafe receiver.receive(batch, limit: left)
    unsafe left -= count
    if unsafe left == 0 || !wantsMore { stop(wantsMore ? .limited : .stopped) }
    return row
  }
}
