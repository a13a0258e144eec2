import Reactive
import ReactiveFoundation
import Testing

@Suite struct CatchTests {
  private let scheduler = VirtualScheduler()

  @Test(arguments: [
    ("1=a 2#", "1=x 2|", "1=a 3=x 4|"),
    ("1=a 2#", "1=x 2#", "1=a 3=x 4#"),
    ("1=a 2#", "1=x", "1=a 3=x"),
    ("1=a 2|", "1=x 2|", "1=a 2|"),
    ("0#", "0|", "0|"),
  ])
  func `continues with another publisher`(_ first: String, _ second: String, _ result: String) {
    let trace = timed(first, on: scheduler)
      .catch { [scheduler] _ in timed(second, on: scheduler) }.trace(on: scheduler)
    #expect(trace == result)
  }

  @Test func `passes the failure to the closure, and may change its type`() {
    let recorder = Fail<Int, Broken>(error: Broken(number: 4)).catch { Just($0.number) }.record()
    #expect(recorder.values == [4])
    #expect(recorder.completion == .finished)
  }

  @Test func `tryCatch fails with the thrown error`() {
    struct Other: Error {}
    let recorder = Fail<Int, Broken>(error: Broken())
      .tryCatch { failure throws -> AnyPublisher<Int, any Error> in
        if failure.number == 0 { throw Other() }
        return Empty().eraseToAnyPublisher()
      }.record()
    #expect(recorder.failure is Other)
    let typed = Fail<Int, Broken>(error: Broken(number: 1))
      .tryCatch { failure throws(Broken) -> Empty<Int, Broken> in
        throw Broken(number: failure.number + 1)
      }.record()
    #expect(typed.failure == Broken(number: 2))
  }

  @Test func `a chain of 100,000 passes a failure on`() async {
    await onStack {
      var chain: Numbers = Fail(error: Broken()).eraseToAnyPublisher()
      for _ in 1...100_000 {
        chain = chain.catch { Fail(error: Broken(number: $0.number + 1)) }.eraseToAnyPublisher()
      }
      #expect(chain.record().failure == Broken(number: 100_000))
    }
  }
}

@Suite struct RepetitionTests {
  private let scheduler = VirtualScheduler()
  private var limit: RepetitionLimit<Broken> {
    RepetitionLimit(1_000, scheduler: scheduler) { Broken(number: 1) }
  }

  @Test(arguments: [
    ("1=a 2#", 0, [], "1=a 2#"),
    ("1=a 2#", 2, [], "1=a 3=a 5=a 6#"),
    ("1=a 2|", 2, [], "1=a 2|"),
    ("1=a 2", 2, [], "1=a"),
    ("1=a 2#", 2, [1], "1=a 4=a 7=a 8#"),
    ("1=a 2#", 3, [0, 5], "1=a 3=a 10=a 17=a 18#"),
    ("0#", 2, [], "0#"),
    ("0#", 2, [3], "6#"),
  ])
  func `retry subscribes again after a failure`(
    _ upstream: String, _ count: Int, _ delays: [Int], _ result: String
  ) {
    let trace = timed(upstream, on: scheduler)
      .retry(count, delays: delays.map { .seconds($0) }, scheduler: scheduler)
      .trace(on: scheduler)
    #expect(trace == result)
  }

  @Test(arguments: [
    ("1=a 2|", 0, [], "0|"),
    ("1=a 2|", 1, [], "1=a 2|"),
    ("1=a 2|", 3, [], "1=a 3=a 5=a 6|"),
    ("1=a 2#", 3, [], "1=a 2#"),
    ("1=a 2", 3, [], "1=a"),
    ("1=a 2|", 3, [1], "1=a 4=a 7=a 8|"),
    ("1=a 2|", 4, [0, 5], "1=a 3=a 10=a 17=a 18|"),
    ("0|", 3, [2], "4|"),
  ])
  func `repeat plays a given number of times`(
    _ upstream: String, _ count: Int, _ delays: [Int], _ result: String
  ) {
    let trace = timed(upstream, on: scheduler)
      .repeat(count, delays: delays.map { .seconds($0) }, scheduler: scheduler)
      .trace(on: scheduler)
    #expect(trace == result)
  }

  @Test func `an endless repetition ends with a cancel, even from inside a value`() {
    let endless = Just(1).setFailureType(to: Broken.self).repeat(scheduler: scheduler)
    #expect(endless.record(cut: .insideValue(100_000)).values.count == 100_000)
    let delayed = endless.delay(for: .zero, scheduler: scheduler).eraseToAnyPublisher()
    #expect(delayed.retry(scheduler: scheduler).record(cut: .atSubscription).values == [])
    let timed = timed("1=a 2#", on: scheduler).retry(scheduler: scheduler)
      .record(on: scheduler, cut: .insideValue(3))
    scheduler.run()
    #expect(timed.trace == "1=a 3=a 5=a")
    #expect(scheduler.pendingCount == 0)
  }

  @Test(arguments: [("0|", 0), ("0=a 0|", 1_001), ("0#", 0), ("0=a 0#", 1_001)])
  func `endless repetition while time stands still fails`(
    _ upstream: String, _ count: Int
  ) async {
    await onStack(megabytes: 1) {
      let scheduler = VirtualScheduler()
      let limit = RepetitionLimit(1_000, scheduler: scheduler) { Broken(number: 1) }
      let recorder = burst(upstream).repeat(scheduler: scheduler, limit: limit)
        .retry(scheduler: scheduler, limit: limit).record()
      #expect(recorder.failure == Broken(number: 1))
      #expect(recorder.values.count == count)
      #expect(recorder.violations == [])
    }
  }

  @Test func `a million subscriptions are allowed at one instant`() async {
    await onStack(megabytes: 1) {
      let scheduler = VirtualScheduler()
      let limit = RepetitionLimit(scheduler: scheduler) { Broken(number: 1) }
      var subscriptions = 0
      let recorder = Deferred {
        subscriptions += 1
        return Empty<Int, Broken>()
      }.repeat(scheduler: scheduler, limit: limit).record()
      #expect(recorder.failure == Broken(number: 1))
      #expect(subscriptions == 1_000_001)
    }
  }

  @Test func `a delay of zero does not advance time`() {
    let recorder = burst("0#").retry(delays: [.zero], scheduler: scheduler, limit: limit)
      .record(on: scheduler)
    #expect(recorder.completion == nil)
    scheduler.run()
    #expect(recorder.failure == Broken(number: 1))
    #expect(scheduler.now == .zero)
    #expect(scheduler.pendingCount == 0)
  }

  @Test func `nothing is emitted if the closure that makes the failure cancels the run`() {
    let recorder = Recorder<Int, Broken>()
    let limit = RepetitionLimit(1, scheduler: scheduler) {
      recorder.cancel()
      return Broken()
    }
    Empty<Int, Broken>().repeat(scheduler: scheduler, limit: limit).receive(subscriber: recorder)
    #expect(recorder.isCancelled)
    #expect(recorder.violations == [])
  }

  @Test func `one limit applies to nested repetitions`() {
    let limit = RepetitionLimit(1_000, scheduler: scheduler) { Broken(number: 1) }
    var subscriptions = 0
    let recorder = Deferred {
      subscriptions += 1
      return burst("0|")
    }.repeat(900, scheduler: scheduler, limit: limit).repeat(
      900, scheduler: scheduler, limit: limit
    )
    .retry(scheduler: scheduler, limit: limit).record()
    #expect(recorder.failure == Broken(number: 1))
    #expect(subscriptions == 1_001)
  }

  @Test func `reaching a count is not a failure if there are values`() {
    let limit = RepetitionLimit(10, scheduler: scheduler) { Broken(number: 1) }
    let values = burst("0=a 0|").repeat(100, scheduler: scheduler, limit: limit).record()
    #expect(values.values.count == 100)
    #expect(values.hasFinished)
    let none = burst("0|").repeat(100, scheduler: scheduler, limit: limit).record()
    #expect(none.failure == Broken(number: 1))
  }

  @Test func `advancing time restarts the count`() {
    let limit = RepetitionLimit(3, scheduler: scheduler) { Broken(number: 1) }
    let recorder = timed("0=a 0=b 1|", on: scheduler)
      .repeat(20, scheduler: scheduler, limit: limit).record(on: scheduler)
    scheduler.run()
    #expect(recorder.values.count == 40)
    #expect(recorder.hasFinished)
  }

  @Test(arguments: [false, true])
  func `an event from outside may restart the count`(_ isRestarted: Bool) {
    let limit = RepetitionLimit(3, scheduler: scheduler) { Broken(number: 1) }
    let recorder = (1...20).publisher.setFailureType(to: Broken.self).map { number in
      if isRestarted { limit.restart() }
      return number
    }.groupBy({ _ in 0 }) { [scheduler] _, group in
      group.tryMap { number throws in
        if number % 2 == 0 { throw Broken() }
        return number
      }.mapError { $0 as? Broken ?? Broken() }.retry(scheduler: scheduler, limit: limit)
    }.record()
    #expect(recorder.values == (isRestarted ? [1, 3, 5, 7, 9, 11, 13, 15, 17, 19] : [1, 3, 5, 7]))
    #expect(recorder.failure == (isRestarted ? nil : Broken(number: 1)))
  }

  @Test func `long chains can be repeated`() async {
    await onStack(megabytes: 1) {
      var chain: Numbers = Just(1).setFailureType(to: Broken.self).eraseToAnyPublisher()
      for _ in 1...1_000 { chain = chain.map { $0 }.eraseToAnyPublisher() }
      chain = chain.repeat(100).eraseToAnyPublisher()
      for _ in 1...1_000 { chain = chain.map { $0 }.eraseToAnyPublisher() }
      let recorder = chain.record()
      #expect(recorder.values.count == 100)
      #expect(recorder.hasFinished)
    }
  }

  @Test func `negative numbers are rejected`() async {
    await #expect(processExitsWith: .failure) { _ = Just(1).repeat(-1) }
    await #expect(processExitsWith: .failure) { _ = Just(1).retry(-1) }
  }
}

/// The same as a timed source, with everything during the subscription.
private func burst(_ text: String) -> AnyPublisher<String, Broken> {
  timed(text, on: ImmediateScheduler()).eraseToAnyPublisher()
}
