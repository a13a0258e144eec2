import Foundation
import Reactive
import Testing

/// A scheduler reports its abilities, and a scheduler that wraps another one reports those of it.
@Suite struct SchedulerCapabilityTests {
  /// Returns whether a clock stands still, can be halted, and accepts messages from threads.
  private func abilities(_ scheduler: any Scheduler) -> [Bool] {
    let sender = scheduler._makeSender(for: Int.self, closed: {}, receive: { _ in })
    #expect(scheduler._receivesMessages == (sender != nil))
    return [scheduler._clockStandsStill, scheduler._halt(), sender != nil]
  }

  @Test func `each scheduler reports its abilities, wrapped or not`() {
    let schedulers: [(any Scheduler, [Bool])] = [
      (VirtualScheduler(), [false, true, false]), (TestQueue(), [false, true, false]),
      (ImmediateScheduler(), [true, false, false]), (WallClockScheduler(), [false, false, true]),
    ]
    for (scheduler, expected) in schedulers {
      #expect(abilities(scheduler) == expected, "\(scheduler)")
      #expect(abilities(AnyScheduler(scheduler)) == expected, "\(scheduler)")
      #expect(abilities(AnyScheduler(AnyScheduler(scheduler))) == expected, "\(scheduler)")
    }
  }

  @Test func `each scheduler reports what moves its clock, wrapped or not`() {
    final class Inputs: _ClockInputs {
      func _awaited() -> Int64? { nil }
      func _end(isForced: Bool, on scheduler: WallClockScheduler) -> Bool { true }
      func _leave() {}
    }
    let schedulers: [(any Scheduler, _ClockKind)] = [
      (VirtualScheduler(), .moved), (TestQueue(), .moved), (ImmediateScheduler(), .moved),
      (WallClockScheduler(), .wall),
      (WallClockScheduler(VirtualScheduler.State(now: .zero), calendarZero: 0), .calendar),
    ]
    for (scheduler, expected) in schedulers {
      let inputs = Inputs()
      #expect(scheduler._join(inputs) == expected, "\(scheduler)")
      #expect(AnyScheduler(scheduler)._join(inputs) == expected, "\(scheduler)")
      #expect(scheduler._present == AnyScheduler(scheduler)._present)
      #expect(
        AnyScheduler(scheduler)._halt() == (expected != .wall && !scheduler._clockStandsStill))
    }
  }

  @Test func `a run is halted through a wrapper, after the running work`() {
    let scheduler = VirtualScheduler()
    let wrapped = AnyScheduler(scheduler)
    var seen: [Int] = []
    let handles = (1...3).map { number in
      scheduler.schedule(after: .seconds(number)) {
        seen.append(number)
        if number == 2 { #expect(wrapped._halt()) }
      }
    }
    #expect(scheduler.run() == .stopped)
    #expect(seen == [1, 2] && scheduler.pendingCount == 1)
    withExtendedLifetime(handles) {}
  }

  @Test func `a sender of a wrapped wall clock delivers messages, and keeps the run alive`() {
    let scheduler = WallClockScheduler()
    var (seen, closings): ([Int], Int) = ([], 0)
    let sender = AnyScheduler(scheduler)._makeSender(
      for: Int.self, closed: { closings += 1 }, receive: { seen.append($0) })
    Thread.detachNewThread {
      for number in 0..<3 { _ = sender?.send(number) }
      sender?.close()
    }
    #expect(scheduler.run() == .idle)
    #expect(seen == [0, 1, 2] && closings == 1)
  }

  @Test func `free steps are the same through a wrapper`() {
    for wrap in [{ $0 }, { AnyScheduler($0) }] as [(any Scheduler) -> any Scheduler] {
      let clock = VirtualScheduler()
      let scheduler = wrap(clock)
      let other = clock.schedule(after: .nanoseconds(5)) {}
      clock.schedule {
        let free = ([1, 4, 5, 6] as [Int64]).withUnsafeBufferPointer { dues in
          _ = scheduler._canContinue(at: .at(.zero))
          return scheduler._freeSteps(through: dues)
        }
        #expect(free == 2)
        scheduler._countFreeSteps(free, until: Instant(nanoseconds: 4))
        #expect(clock.now.nanoseconds == 4)
      }
      clock.run()
      withExtendedLifetime(other) {}
    }
  }

  @Test func `the horizon of a run is the same through a wrapper`() {
    let clocks: [any RunnableScheduler] = [VirtualScheduler(), TestQueue()]
    for clock in clocks {
      for scheduler in [clock, AnyScheduler(clock)] as [any Scheduler] {
        #expect(scheduler._horizon == clock.now)
        var horizon: Instant?
        let work = clock.schedule(after: .seconds(1)) { horizon = scheduler._horizon }
        let limit = clock.now.advanced(by: .seconds(5))
        clock.run(until: limit, steps: .max)
        #expect(horizon == limit)
        withExtendedLifetime(work) {}
      }
    }
    #expect(AnyScheduler(WallClockScheduler())._horizon == .endOfTime)
  }

  @Test func `a booking of another scheduler ends the program`() async {
    await #expect(processExitsWith: .failure) {
      let (one, other) = (VirtualScheduler(), VirtualScheduler())
      for _ in 0..<100 { _ = one.book { _ in .never } }
      other.cancel(one.book { _ in .never })
    }
    await #expect(processExitsWith: .failure) {
      let (one, other) = (VirtualScheduler(), WallClockScheduler())
      other.enqueue(one.book { _ in .never }, at: other.takeTicket(due: .zero))
    }
  }
}
