import Reactive
import Testing

@Suite struct VirtualSchedulerTests {
  private let scheduler = VirtualScheduler()

  private func note(at seconds: Int, _ action: @escaping () -> Void) -> AnyCancellable {
    scheduler.schedule(after: .seconds(seconds), action)
  }

  private func instant(_ seconds: Int) -> Instant { Instant.zero.advanced(by: .seconds(seconds)) }

  @Test func `runs due work in order, and moves its clock to each instant`() {
    var seen: [Duration] = []
    let handles = [3, 1, 2, 1].map { seconds in
      note(at: seconds) { seen.append(Instant.zero.duration(to: scheduler.now)) }
    }
    #expect(scheduler.run() == .idle)
    #expect(seen == [.seconds(1), .seconds(1), .seconds(2), .seconds(3)])
    #expect(scheduler.now == instant(3))
    withExtendedLifetime(handles) {}
  }

  @Test func `runs equal instants in the order of scheduling`() {
    var seen: [Int] = []
    let handles = (0..<100).map { number in note(at: 1) { seen.append(number) } }
    scheduler.run()
    #expect(seen == Array(0..<100))
    withExtendedLifetime(handles) {}
  }

  @Test func `early tickets come before all others of their instant, in order`() {
    var seen: [String] = []
    let handles = [1, 2].map { second in
      note(at: second) { seen.append("\(second)") }
    }
    let early = ["a", "b"].map { name in
      let booking = scheduler.book { _ in
        seen.append(name)
        return .never
      }
      scheduler.enqueue(booking, at: scheduler.takeTicket(due: instant(2)).early)
      return booking
    }
    scheduler.run()
    #expect(seen == ["1", "a", "b", "2"])
    withExtendedLifetime((handles, early)) {}
  }

  @Test func `runs work scheduled for the same instant after the work already queued for it`() {
    var seen: [String] = []
    scheduler.schedule { [scheduler] in
      seen.append("a")
      scheduler.schedule { seen.append("c") }
    }
    scheduler.schedule { seen.append("b") }
    scheduler.run()
    #expect(seen == ["a", "b", "c"])
    #expect(scheduler.now == .zero)
  }

  @Test func `a hundred thousand steps at one instant stay at that instant`() {
    var count = 0
    func again() {
      count += 1
      if count < 100_000 { scheduler.schedule(again) }
    }
    scheduler.schedule(again)
    scheduler.run()
    #expect(count == 100_000)
    #expect(scheduler.now == .zero)
  }

  @Test func `repeats until it is cancelled`() {
    var count = 0
    let handle = scheduler.schedule(after: .seconds(1), interval: .seconds(2)) { count += 1 }
    #expect(scheduler.run(until: instant(6)) == .reachedTime)
    #expect(count == 3)  // 1, 3, 5
    handle.cancel()
    #expect(scheduler.pendingCount == 0)
    #expect(scheduler.run() == .idle)
    #expect(count == 3)
  }

  @Test func `releasing a handle cancels its work`() {
    var count = 0
    var handle: AnyCancellable? = note(at: 1) { count += 1 }
    #expect(handle != nil && scheduler.pendingCount == 1)
    handle = nil
    #expect(scheduler.pendingCount == 0)
    scheduler.run()
    #expect(count == 0)
  }

  @Test func `work may cancel itself while it runs`() {
    var handle: AnyCancellable?
    var count = 0
    handle = scheduler.schedule(after: .seconds(1), interval: .seconds(1)) {
      count += 1
      if count == 3 { handle = nil }
    }
    #expect(scheduler.run() == .idle)
    #expect(count == 3)
    #expect(scheduler.pendingCount == 0 && handle == nil)
  }

  @Test func `work may cancel other work that is due at the same instant`() {
    var seen: [Int] = []
    var second: AnyCancellable?
    let first = note(at: 1) {
      seen.append(1)
      second = nil
    }
    second = note(at: 1) { seen.append(2) }
    let third = note(at: 1) { seen.append(3) }
    scheduler.run()
    #expect(seen == [1, 3])
    withExtendedLifetime((first, second, third)) {}
  }

  @Test func `runs up to and including an instant`() {
    var seen: [Int] = []
    let handles = (1...4).map { seconds in note(at: seconds) { seen.append(seconds) } }
    #expect(scheduler.run(until: instant(2)) == .reachedTime)
    #expect(seen == [1, 2])
    #expect(scheduler.now == instant(2))
    #expect(scheduler.pendingCount == 2)
    #expect(scheduler.run() == .idle)
    #expect(seen == [1, 2, 3, 4])
    withExtendedLifetime(handles) {}
  }

  @Test func `advances its clock even when nothing is due`() {
    #expect(scheduler.advance(by: .seconds(5)) == .idle)
    #expect(scheduler.now == instant(5))
    var isDone = false
    let handle = scheduler.schedule(after: .seconds(2)) { isDone = true }
    #expect(scheduler.advance(by: .seconds(1)) == .reachedTime)
    #expect(scheduler.now == instant(6) && !isDone)
    #expect(scheduler.advance(to: instant(7)) == .idle)
    #expect(isDone)
    #expect(scheduler.advance(to: instant(3)) == .idle)
    #expect(scheduler.now == instant(7))
    withExtendedLifetime(handle) {}
  }

  @Test func `stops after the allowed number of steps`() {
    var count = 0
    let handle = scheduler.schedule(after: .zero, interval: .zero) { count += 1 }
    #expect(scheduler.run(steps: 10) == .reachedSteps)
    #expect(count == 10)
    #expect(scheduler.advance(by: .seconds(1), steps: 5) == .reachedSteps)
    #expect(count == 15)
    #expect(scheduler.now == .zero)
    #expect(scheduler.run(steps: 0) == .reachedSteps)
    handle.cancel()
    #expect(scheduler.run(steps: 0) == .idle)
  }

  @Test func `stops on request, and continues later`() {
    var seen: [Int] = []
    let handles = (1...3).map { seconds in
      note(at: seconds) { [scheduler] in
        seen.append(seconds)
        if seconds == 2 { scheduler.stop() }
      }
    }
    #expect(scheduler.run() == .stopped)
    #expect(seen == [1, 2])
    #expect(scheduler.run() == .idle)
    #expect(seen == [1, 2, 3])
    withExtendedLifetime(handles) {}
  }

  @Test func `a repeating timer stops on request`() {
    var count = 0
    let handle = scheduler.schedule(after: .seconds(1), interval: .seconds(1)) { [scheduler] in
      count += 1
      if count == 2 { scheduler.stop() }
    }
    #expect(scheduler.run() == .stopped)
    #expect(count == 2)
    withExtendedLifetime(handle) {}
  }

  @Test func `never reaches the end of time`() {
    var count = 0
    let handle = scheduler.schedule(after: .seconds(1 << 40)) { count += 1 }
    #expect(scheduler.run() == .endOfTime)
    #expect(count == 0)
    #expect(scheduler.now == .zero)
    #expect(scheduler.run(until: instant(1)) == .reachedTime)
    withExtendedLifetime(handle) {}
  }

  @Test func `a timer beyond the end of time stays pending`() {
    var count = 0
    let handle = scheduler.schedule(after: .zero, interval: .seconds(1 << 33)) { count += 1 }
    #expect(scheduler.run() == .endOfTime)
    #expect(count == 2)
    #expect(scheduler.pendingCount == 1)
    withExtendedLifetime(handle) {}
  }

  @Test func `releases all queued work`() {
    var count = 0
    let handles = (1...3).map { seconds in note(at: seconds) { count += 1 } }
    scheduler.removeAll()
    #expect(scheduler.pendingCount == 0)
    #expect(scheduler.run() == .idle)
    #expect(count == 0)
    withExtendedLifetime(handles) {}
  }

  @Test func `work may release all queued work`() {
    var count = 0
    let other = note(at: 2) { count += 10 }
    let handle = scheduler.schedule(after: .seconds(1), interval: .seconds(1)) { [scheduler] in
      count += 1
      scheduler.removeAll()
      scheduler.schedule { count += 100 }
    }
    #expect(scheduler.run() == .idle)
    #expect(count == 101)
    #expect(scheduler.pendingCount == 0)
    withExtendedLifetime((handle, other)) {}
  }

  @Test func `released work may call back while it is released`() {
    final class Caller {
      let call: () -> Void
      init(_ call: @escaping () -> Void) { self.call = call }
      deinit { call() }
    }
    var ran = 0
    func work() -> () -> Void {
      let caller = Caller { [scheduler] in
        scheduler.schedule { ran += 1 }
      }
      return { withExtendedLifetime(caller) {} }
    }
    // By a cancel, by the end of the work, and by releasing everything.
    scheduler.schedule(after: .seconds(1), work()).cancel()
    #expect(scheduler.pendingCount == 1)
    scheduler.schedule(work())
    scheduler.run()
    #expect(ran == 2)
    let handles = (1...3).map { _ in scheduler.schedule(after: .seconds(1), work()) }
    scheduler.removeAll()
    #expect(scheduler.pendingCount == 3)
    scheduler.run()
    #expect(ran == 5)
    withExtendedLifetime(handles) {}
  }

  @Test func `releases its work together with itself`() {
    let lifetimes = Lifetimes()
    var scheduler: VirtualScheduler? = VirtualScheduler()
    let handle = scheduler?.schedule(after: .seconds(1)) { [object = lifetimes.object()] in
      _ = object.pass(0)
    }
    #expect(lifetimes.alive == 1)
    scheduler = nil
    #expect(lifetimes.alive == 0)
    handle?.cancel()
  }

  @Test func `cannot be run from its own work`() async {
    await #expect(processExitsWith: .failure) {
      let scheduler = VirtualScheduler()
      scheduler.schedule { scheduler.run() }
      scheduler.run()
    }
  }
}
