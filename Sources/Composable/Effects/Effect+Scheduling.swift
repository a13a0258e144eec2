package import Reactive

extension Effect {
  /// Hands on the actions, and the end, when a scheduler comes to them: in their order, each so much
  /// later than it came. What has not been handed on when the effect is cancelled never is.
  package func scheduled(after delay: Duration, on scheduler: any Scheduler) -> Effect {
    Effect { job, outlet in
      let line = ActionLine<Action>()
      job.onStop { line.stop() }
      func add(_ event: @escaping () -> Void) {
        line.add { number in
          scheduler.schedule(after: delay) {
            line.remove(number)
            event()
          }
        }
      }
      job.begin(
        self, receive: { action in add { outlet.receive(action) } },
        finish: { add { outlet.finish() } })
    }
  }
}

/// What waits for a scheduler, so that it can be cancelled.
private final class ActionLine<Action> {
  private var handles: [Int: AnyCancellable] = [:]
  private var last = 0
  private var isOver = false

  func add(_ schedule: (Int) -> AnyCancellable) {
    guard !isOver else { return }
    last += 1
    let number = last
    // An immediate scheduler has run it by now, and it has not been kept.
    isRunning = number
    let handle = schedule(number)
    if isRunning == number { handles[number] = handle }
  }

  /// The number that is being put in line; 0 when that has run.
  private var isRunning = 0

  func remove(_ number: Int) {
    if isRunning == number { isRunning = 0 }
    handles[number] = nil
  }

  func stop() {
    isOver = true
    handles = [:]
  }
}

extension Effect {
  /// Calls a function when it starts, with what takes actions and what to call at the end. What comes
  /// back is called when the effect is cancelled, or is over by the time that it comes back.
  package static func calling(
    _ start:
      @escaping (_ receive: @escaping (Action) -> Void, _ finish: @escaping () -> Void) ->
      (() -> Void)
  ) -> Effect {
    Effect { job, outlet in job.onStop(start(outlet.receive, outlet.finish)) }
  }

  /// Does the same work and gives none of its actions.
  package func withoutActions<Other>() -> Effect<Other> {
    if isNone { return .none }
    return Effect<Other> { job, outlet in
      start(in: job, into: EffectOutlet(receive: { _ in }, finish: outlet.finish))
    }
  }
}
