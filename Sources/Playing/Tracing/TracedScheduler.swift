import Reactive

/// The clock of one stage in a traced playback. It notes the work that the stage waits for.
final class TracedScheduler: Scheduler {
  private let line: any Scheduler
  private let recorder: TraceRecorder
  /// The number of the stage; nil for sources, which share one clock.
  private let stage: Int?

  init(_ line: any Scheduler, stage: Int?, recorder: TraceRecorder) {
    self.line = line
    self.stage = stage
    self.recorder = recorder
  }

  /// Returns the clock of a stage.
  func clock(ofStage stage: Int?) -> TracedScheduler {
    TracedScheduler(line, stage: stage, recorder: recorder)
  }

  var now: Instant { line.now }

  func takeTicket(due: Instant) -> Ticket {
    if let stage { recorder.noteWait(of: stage, until: due) }
    return line.takeTicket(due: due)
  }

  func book(_ work: any ScheduledWork) -> Booking {
    book { work.run(at: $0) }
  }

  func book(_ run: @escaping (Instant) -> NextRun) -> Booking {
    noted(run) { line.book($0) }
  }

  func _bookIdle(_ run: @escaping (Instant) -> NextRun) -> Booking {
    noted(run) { line._bookIdle($0) }
  }

  func _whenIdle(_ call: @escaping () -> Void) { line._whenIdle(call) }

  /// Books work, and notes its due times.
  private func noted(
    _ run: @escaping (Instant) -> NextRun,
    _ book: (@escaping (Instant) -> NextRun) -> Booking
  ) -> Booking {
    let slot = Slot()
    let booking = book { [recorder, stage] instant in
      if let booking = slot.booking { recorder.timers[booking] = nil }
      let next = run(instant)
      if let booking = slot.booking {
        switch next.place {
        case .due(let due): recorder.timers[booking] = TraceRecorder.Timer(stage: stage, due: due)
        case .parked, .never: break
        }
      }
      return next
    }
    slot.booking = booking
    return booking
  }

  /// Holds the booking of a task, which is known only after it has been booked.
  private final class Slot {
    var booking: Booking?
  }

  func enqueue(_ booking: Booking, at ticket: Ticket) {
    recorder.timers[booking] = TraceRecorder.Timer(stage: stage, due: ticket.due)
    line.enqueue(booking, at: ticket)
  }

  func cancel(_ booking: Booking) {
    recorder.timers[booking] = nil
    line.cancel(booking)
  }

  // These fast paths are those of the underlying scheduler.

  func _canContinue(at next: NextRun) -> Bool { line._canContinue(at: next) }
  func _freeSteps(through dues: UnsafeBufferPointer<Int64>) -> Int {
    unsafe line._freeSteps(through: dues)
  }
  func _countFreeSteps(_ count: Int, until due: Instant) {
    line._countFreeSteps(count, until: due)
  }
  var _clockStandsStill: Bool { line._clockStandsStill }
  var _receivesMessages: Bool { line._receivesMessages }
  var _horizon: Instant { line._horizon }
  func _halt() -> Bool { line._halt() }
  var _present: Instant { line._present }
  func _join(_ inputs: any _ClockInputs) -> _ClockKind { line._join(inputs) }
  func _makeSender<Message: Sendable>(
    for type: Message.Type, closed: @escaping () -> Void, receive: @escaping (Message) -> Void
  ) -> WallClockScheduler.Sender<Message>? {
    line._makeSender(for: type, closed: closed, receive: receive)
  }
}
