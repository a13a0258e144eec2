import Reactive
import Testing

@Suite struct TimedSequenceTests {
  private let scheduler = VirtualScheduler()

  @Test func `counts its times from the subscription`() {
    let source = TimedSequence<String, Never>(
      [(.zero, "a"), (.seconds(2), "b")], end: .seconds(3), on: scheduler)
    scheduler.advance(by: .seconds(10))
    let recorder = source.record(on: scheduler)
    scheduler.run()
    #expect(recorder.times == [.seconds(10), .seconds(12)])
    #expect(recorder.completionTime == .seconds(13))
  }

  @Test func `comes before work that was scheduled later for the same instant`() {
    var seen: [String] = []
    let first = scheduler.schedule(after: .seconds(1)) { seen.append("before") }
    let recorder = TimedSequence<String, Never>(
      [(.zero, "now"), (.seconds(1), "then")], on: scheduler
    ).record(on: scheduler) { seen.append($0) }
    let last = scheduler.schedule(after: .seconds(1)) { seen.append("after") }
    scheduler.run()
    #expect(seen == ["now", "before", "then", "after"])
    recorder.cancel()
    withExtendedLifetime((first, last)) {}
  }

  @Test func `occupies one place in the queue, whatever its length`() {
    let values = (1...10_000).map { (time: Duration.seconds($0), value: $0) }
    let recorder = TimedSequence<Int, Never>(values, on: scheduler).record(on: scheduler)
    #expect(scheduler.pendingCount == 1)
    scheduler.run()
    #expect(recorder.values == Array(1...10_000))
    #expect(recorder.completion == nil)
    #expect(scheduler.pendingCount == 0)
  }

  @Test func `may end at the time of its last value, after that value`() {
    let recorder = TimedSequence<Int, Broken>(
      [(.seconds(1), 1)], end: .seconds(1), completion: .failure(Broken()), on: scheduler
    ).record(on: scheduler)
    scheduler.run()
    #expect(recorder.values == [1])
    #expect(recorder.failure == Broken())
    #expect(recorder.completionTime == .seconds(1))
  }

  @Test func `a value past the end of time is never emitted`() {
    let recorder = TimedSequence<Int, Never>(
      [(.seconds(1), 1), (.seconds(Int64.max), 2)], end: .seconds(Int64.max), on: scheduler
    ).record(on: scheduler)
    #expect(scheduler.run() == .endOfTime)
    #expect(recorder.values == [1])
    recorder.cancel()
    #expect(scheduler.pendingCount == 0)
  }

  @Test func `times that are not in order are rejected`() async {
    await #expect(processExitsWith: .failure) {
      _ = TimedSequence<Int, Never>(
        [(.seconds(2), 1), (.seconds(1), 2)], on: VirtualScheduler())
    }
    await #expect(processExitsWith: .failure) {
      _ = TimedSequence<Int, Never>([(.seconds(2), 1)], end: .seconds(1), on: VirtualScheduler())
    }
    await #expect(processExitsWith: .failure) {
      _ = TimedSequence<Int, Never>([(.seconds(-1), 1)], on: VirtualScheduler())
    }
  }
}
