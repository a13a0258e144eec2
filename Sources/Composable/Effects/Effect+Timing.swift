public import Reactive

extension Effect {
  /// Starts the effect once `dueTime` has passed without another effect being started with the same
  /// id.
  ///
  /// A newer effect cancels the previous one, whether that is still waiting or already running.
  public func debounce(
    id: some Hashable, for dueTime: Duration, scheduler: any Scheduler
  ) -> Effect {
    let wait = Effect { job, outlet in
      let handle = scheduler.schedule(after: dueTime) { outlet.finish() }
      job.onStop { handle.cancel() }
    }
    return wait.concatenate(with: self).cancellable(id: id, cancelInFlight: true)
  }

  /// Limits the actions of effects with this id to one per interval: the first one is sent at once,
  /// and at the end of the interval the latest or the first of those that arrived within it.
  ///
  /// An action that is sent at the end of an interval begins another interval. A newer effect
  /// cancels the previous one, but not the pending action.
  public func throttle(
    id: some Hashable, for interval: Duration, scheduler: any Scheduler, latest: Bool
  ) -> Effect {
    let id = AnyHashable(id)
    let throttled = Effect { job, outlet in
      let run = ThrottleRun(
        gate: job.scope.gate(id), interval: interval, scheduler: scheduler, latest: latest,
        outlet: outlet)
      job.onStop { run.stop() }
      run.begin()
      job.begin(self, receive: run.receive, finish: run.finish)
    }
    return throttled.cancellable(id: id, cancelInFlight: true)
  }

  /// Sends an action each time an interval has passed, until it is cancelled. `transform` makes the
  /// action from the instant. A newer timer with the id replaces an older one.
  public static func timer(
    id: some Hashable, every interval: Duration, on scheduler: any Scheduler,
    _ transform: @escaping (Instant) -> Action
  ) -> Effect {
    let timer = Effect { job, outlet in
      let handle = scheduler.schedule(after: interval, interval: interval) {
        outlet.receive(transform(scheduler.now))
      }
      job.onStop { handle.cancel() }
    }
    return timer.cancellable(id: id, cancelInFlight: true)
  }
}

extension Effect where Action == Instant {
  /// Sends the instant each time an interval has passed, until it is cancelled.
  ///
  ///     Effect.timer(id: CancelID.timer, every: .seconds(1), on: scheduler).map { _ in .ticked }
  public static func timer(
    id: some Hashable, every interval: Duration, on scheduler: any Scheduler
  ) -> Effect {
    timer(id: id, every: interval, on: scheduler) { $0 }
  }
}

/// One effect that is throttled.
private final class ThrottleRun<Action> {
  private let gate: ThrottleGate
  private let interval: Duration
  private let scheduler: any Scheduler
  private let latest: Bool
  private let outlet: EffectOutlet<Action>
  private var alarm: AnyCancellable?
  private var hasFinished = false

  init(
    gate: ThrottleGate, interval: Duration, scheduler: any Scheduler, latest: Bool,
    outlet: EffectOutlet<Action>
  ) {
    self.gate = gate
    self.interval = interval
    self.scheduler = scheduler
    self.latest = latest
    self.outlet = outlet
  }

  /// Takes over the pending action of an earlier effect.
  func begin() {
    if gate.pending != nil { setAlarm() }
  }

  func receive(_ action: Action) {
    if gate.pending == nil, gate.opensAt.map({ $0 <= scheduler.now }) ?? true {
      gate.opensAt = scheduler.now.advanced(by: interval)
      outlet.receive(action)
    } else {
      if latest || gate.pending == nil { gate.pending = action }
      setAlarm()
    }
  }

  func finish() {
    hasFinished = true
    if gate.pending == nil { outlet.finish() }
  }

  func stop() {
    alarm = nil
  }

  private func setAlarm() {
    guard alarm == nil, let opensAt = gate.opensAt else { return }
    alarm = scheduler.schedule(after: scheduler.now.duration(to: opensAt)) { self.open() }
  }

  private func open() {
    alarm = nil
    guard let action = gate.pending.take() as? Action else { return }
    gate.opensAt = scheduler.now.advanced(by: interval)
    outlet.receive(action)
    if hasFinished, gate.pending == nil { outlet.finish() }
  }
}
