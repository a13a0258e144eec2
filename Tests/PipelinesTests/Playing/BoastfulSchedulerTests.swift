import Pipelines
import Reactive
import Testing
import Values

/// A scheduler of another module that answers more free steps than it is asked about.
@Suite struct BoastfulSchedulerTests {
  private final class BoastfulScheduler: Scheduler {
    let line = VirtualScheduler()
    var now: Instant { line.now }
    func takeTicket(due: Instant) -> Ticket { line.takeTicket(due: due) }
    func book(_ work: any ScheduledWork) -> Booking { line.book(work) }
    func book(_ run: @escaping (Instant) -> NextRun) -> Booking { line.book(run) }
    func enqueue(_ booking: Booking, at ticket: Ticket) { line.enqueue(booking, at: ticket) }
    func cancel(_ booking: Booking) { line.cancel(booking) }
    func _freeSteps(through dues: UnsafeBufferPointer<Int64>) -> Int { .max }
  }

  @Test func `too many free steps are not taken`() throws {
    let scheduler = BoastfulScheduler()
    let items = (1...500).map { #"{"value": \#($0), "operators": [{"delay": {"seconds": 1}}]}"# }
    let text = """
      {"stream": [\(items.joined(separator: ", "))], "operators": [{"scan": {"initialValue": 0, \
      "expression": "$0 + $1"}}, {"last": {}}]}
      """
    var values: [Value] = []
    let run = try Program(SourceText(name: "", text)).publisher(on: scheduler).sink(
      receiveCompletion: { _ in }, receiveValue: { values.append($0) })
    scheduler.line.run()
    run.cancel()
    #expect(values == [125_250])
  }
}
