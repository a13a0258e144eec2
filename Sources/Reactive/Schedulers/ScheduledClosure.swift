/// Work that is a closure.
///
/// What is generic and has a clock schedules one of these instead of itself: its own `run` would be
/// called through a table whose entries are not specialized, at some 60 ns an event, while a closure
/// is made where all types are known.
@usableFromInline
final class ScheduledClosure: ScheduledWork {
  @usableFromInline let body: (Instant) -> NextRun

  @usableFromInline
  init(_ body: @escaping (Instant) -> NextRun) {
    self.body = body
  }

  @usableFromInline
  func run(at instant: Instant) -> NextRun {
    body(instant)
  }
}
