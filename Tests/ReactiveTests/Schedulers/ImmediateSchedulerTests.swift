import Reactive
import Testing

@Suite struct ImmediateSchedulerTests {
  private let scheduler = ImmediateScheduler()

  @Test func `runs work before schedule returns`() {
    var count = 0
    scheduler.schedule { count += 1 }
    #expect(count == 1)
    let handle = scheduler.schedule(after: .seconds(100)) { count += 1 }
    #expect(count == 2)
    #expect(scheduler.now == .zero)
    handle.cancel()
  }

  @Test func `runs work scheduled by other work after it, in order`() {
    var seen: [String] = []
    scheduler.schedule { [scheduler] in
      scheduler.schedule { seen.append("b") }
      scheduler.schedule { seen.append("c") }
      seen.append("a")
    }
    #expect(seen == ["a", "b", "c"])
  }

  @Test func `a timer runs until it is cancelled`() {
    var count = 0
    var handle: AnyCancellable?
    scheduler.schedule { [scheduler] in
      handle = scheduler.schedule(after: .seconds(1), interval: .seconds(1)) {
        count += 1
        if count == 10 { handle = nil }
      }
    }
    #expect(count == 10)
    #expect(handle == nil)
  }

  @Test func `work due at the end of time never runs`() {
    var count = 0
    let handle = scheduler.schedule(after: .seconds(1 << 40)) { count += 1 }
    #expect(count == 0)
    handle.cancel()
  }

  @Test func `100,000 delays in a chain stay on a shallow stack`() async {
    await onStack {
      let scheduler = ImmediateScheduler()
      var chain: Numbers = Publishers.Sequence(sequence: [1, 2]).eraseToAnyPublisher()
      for _ in 1...100_000 {
        chain = chain.delay(for: .seconds(1), scheduler: scheduler).eraseToAnyPublisher()
      }
      let recorder = chain.record()
      #expect(recorder.values == [1, 2])
      #expect(recorder.hasFinished)
    }
  }

  @Test func `work that schedules itself 100,000 times stays on a shallow stack`() async {
    await onStack(megabytes: 1) {
      let scheduler = ImmediateScheduler()
      var count = 0
      func again() {
        count += 1
        if count < 100_000 { scheduler.schedule(again) }
      }
      scheduler.schedule(again)
      #expect(count == 100_000)
    }
  }
}
