package import Reactive

extension Effect {
  /// Forwards the actions and the end through a scheduler, in order, each with the given delay.
  /// Events that have not been forwarded when the effect is cancelled are dropped.
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

/// The scheduled events of an effect, kept so that they can be cancelled.
private final class ActionLine<Action> {
  private var handles: [Int: AnyCancellable] = [:]
  private var last = 0
  private var isOver = false

  func add(_ schedule: (Int) -> AnyCancellable) {
    guard !isOver else { return }
    last += 1
    let number = last
    // An immediate scheduler runs the event within `schedule`. Its handle is then not stored.
    isRunning = number
    let handle = schedule(number)
    if isRunning == number { handles[number] = handle }
  }

  /// The number of the event that is being scheduled; 0 once it has run.
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
  /// Calls a function when the effect starts, with a closure that receives actions and a closure to
  /// call at the end. The closure that the function returns is called when the effect is cancelled,
  /// or at once if the effect is already over.
  package static func calling(
    _ start:
      @escaping (_ receive: @escaping (Action) -> Void, _ finish: @escaping () -> Void) ->
      (() -> Void)
  ) -> Effect {
    Effect { job, outlet in job.onStop(start(outlet.receive, outlet.finish)) }
  }

  /// Returns an effect that does the same work but sends none of its actions.
  package func withoutActions<Other>() -> Effect<Other> {
    if isNone { return .none }
    return Effect<Other> { job, outlet in
      start(in: job, into: EffectOutlet(receive: { _ in }, finish: outlet.finish))
    }
  }
}
