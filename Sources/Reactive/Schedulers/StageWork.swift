/// The work of a stage that has a clock: calls the stage when it is due.
///
/// A generic stage that was scheduled work itself would be called through a table whose entries are
/// not specialized, at some 60 ns an event. The closure is made where all types are known.
@usableFromInline
final class StageWork<Stage: AnyObject>: ScheduledWork {
  /// Nil when nothing is in line, so that a stage and its work do not keep each other alive.
  private var stage: Stage?
  private let body: (Stage, Instant) -> NextRun

  @usableFromInline
  init(body: @escaping (Stage, Instant) -> NextRun) {
    self.body = body
  }

  @usableFromInline
  func run(at instant: Instant) -> NextRun {
    guard let stage else { return .never }
    return body(stage, instant)
  }

  /// Puts the stage in line.
  @usableFromInline
  func schedule(_ stage: Stage, on scheduler: any Scheduler, at ticket: Ticket) -> Booking {
    self.stage = stage
    return scheduler.schedule(self, at: ticket)
  }

  /// Lets go of the stage, which is no longer in line.
  @usableFromInline
  func leave() {
    _ = stage.take()
  }
}
