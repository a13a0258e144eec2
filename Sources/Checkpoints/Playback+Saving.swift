import Expressions
package import Playing
package import Reactive
package import Records
package import StreamModels
package import Values

/// A scheduler that can be saved between two pieces of work.
package protocol SavableScheduler: RunnableScheduler {
  /// The state of the scheduler while it is not running.
  var state: VirtualScheduler.State { get }

  /// The tickets of all pending work.
  var pendingTickets: PendingTickets { get }

  /// Lets time pass until the next run as it does during a run.
  func keepPace()
}

extension VirtualScheduler: SavableScheduler {
  package func keepPace() {}
}

extension WallClockScheduler: SavableScheduler {}

/// How a playback is saved while it runs.
package struct PlaybackSaving {
  /// Whether the playback must be saved now.
  package var isDue: () -> Bool
  /// Whether the scheduler was stopped only to be asked that.
  package var isWoken: () -> Bool
  /// Whether the playback must be saved and end.
  package var isInterrupted: () -> Bool
  /// The number of pieces of work between two questions whether the playback must be saved.
  package var steps = 4096
  /// Takes a checkpoint. Returns false if the playback must end. Nil if none is wanted.
  package var save: ((PlaybackSnapshot) throws -> Bool)?

  package init(
    isDue: @escaping () -> Bool, isWoken: @escaping () -> Bool,
    isInterrupted: @escaping () -> Bool, save: ((PlaybackSnapshot) throws -> Bool)?
  ) {
    self.isDue = isDue
    self.isWoken = isWoken
    self.isInterrupted = isInterrupted
    self.save = save
  }
}

extension Playback {
  /// Plays a publisher, or continues a saved playback of it, and saves the playback between two
  /// pieces of work.
  ///
  /// A playback that is interrupted or has nothing left to do is saved, too. Throws if the saved
  /// state does not belong to the publisher, or if a state cannot be saved.
  package func play<Clock: SavableScheduler>(
    _ publisher: AnyPublisher<Value, StreamFailure>, on scheduler: Clock,
    reading session: InputSession?, resuming checkpoint: PlaybackCheckpoint?,
    _ saving: PlaybackSaving, pausedBy stop: ReadingStop?,
    receiveCompletion: @escaping (Subscribers.Completion<StreamFailure>, Instant) -> Void,
    receiveValue: @escaping (Value, Instant) -> Bool
  ) throws -> PlaybackEnd {
    let receiver = ValueReceiver(
      receiveCompletion: receiveCompletion, receiveValue: receiveValue)
    let valueCount = checkpoint?.head.valueCount ?? 0
    let audience = PlaybackAudience(
      receiver, on: scheduler, limit: limit - min(limit, valueCount))
    let first = audience.limit
    let run = SavedRun(
      playback: self, scheduler: scheduler, session: session, saving: saving, stop: stop
    ) {
      valueCount + first - audience.limit
    }
    if let checkpoint {
      try checkpoint.decoded.resume(publisher, with: audience)
    } else if let end = audience.listen(to: publisher) {
      return end
    }
    return try run.play(to: audience)
  }

  /// A playback that is saved between runs of its scheduler.
  private struct SavedRun<Clock: SavableScheduler> {
    let playback: Playback
    let scheduler: Clock
    let session: InputSession?
    let saving: PlaybackSaving
    let stop: ReadingStop?
    let valueCount: () -> Int

    init(
      playback: Playback, scheduler: Clock, session: InputSession?, saving: PlaybackSaving,
      stop: ReadingStop?, valueCount: @escaping () -> Int
    ) {
      self.playback = playback
      self.scheduler = scheduler
      self.session = session
      self.saving = saving
      self.stop = stop
      self.valueCount = valueCount
    }

    /// Whether virtual time cannot pass, because it depends on the next record of an input.
    private var isAwaiting: Bool { !scheduler._receivesMessages && session?.awaited != nil }

    func play(to audience: PlaybackAudience<ValueReceiver, Clock>) throws -> PlaybackEnd {
      while audience.end == nil {
        if !scheduler._receivesMessages { audience.playing { session?.readOn() } }
        guard audience.end == nil else { break }
        var isInterrupted = saving.isInterrupted()
        let outcome =
          isAwaiting || isInterrupted
          ? .stopped : audience.run(until: playback.until, steps: saving.steps)
        guard audience.end == nil else { break }
        isInterrupted = isInterrupted || saving.isInterrupted()
        guard isInterrupted || continues(after: outcome) else {
          _ = try save(audience, isLast: true)
          return audience.leave(after: outcome)
        }
        if isInterrupted || saving.isDue() {
          guard try save(audience, isLast: isInterrupted), !isInterrupted else {
            audience.cancel()
            return .stopped
          }
        }
        stop?.resume()
        scheduler.keepPace()
      }
      return audience.leave(after: .stopped)
    }

    /// Whether the scheduler stopped only so that the playback can be saved.
    private func continues(after outcome: RunOutcome) -> Bool {
      switch outcome {
      case .reachedSteps: true
      case .stopped: saving.isWoken() || isAwaiting
      case .idle, .reachedTime, .endOfTime: false
      }
    }

    /// Saves the playback between two pieces of work. Returns false if it must end.
    private func save(
      _ audience: PlaybackAudience<ValueReceiver, Clock>, isLast: Bool
    ) throws -> Bool {
      guard audience.end == nil, let subscription = audience.subscription, let save = saving.save
      else { return true }
      return try save(
        PlaybackSnapshot(
          PlaybackCheckpoint.Head(
            valueCount: valueCount(), inputs: session?.positions, instant: scheduler.now,
            clock: scheduler.state),
          of: subscription, isLast: isLast, { scheduler.pendingTickets }))
    }
  }
}
