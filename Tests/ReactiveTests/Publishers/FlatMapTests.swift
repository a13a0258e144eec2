import Reactive
import Testing

@Suite struct FlatMapTests {
  private let scheduler = VirtualScheduler()

  @Test(arguments: [
    ("1=a 2=b 3|", Int.max, "2=a1 3=b1 4=a2 5=b2 5|"),
    ("1=a 2=b 9|", .max, "2=a1 3=b1 4=a2 5=b2 9|"),
    ("1=a 2=b 3=c 4|", 1, "2=a1 4=a2 5=b1 7=b2 8=c1 10=c2 10|"),
    ("1=a 2=b 3=c 4|", 2, "2=a1 3=b1 4=a2 5=b2 5=c1 7=c2 7|"),
    ("1=a 2=b 3=x 4=c 5|", 2, "2=a1 3=b1 4=a2 4#"),
    ("1=a 2=b 3#", .max, "2=a1 3#"),
    ("1=x 2|", .max, "1#"),
    ("1=a", .max, "2=a1 4=a2"),
    ("1|", 1, "1|"),
  ])
  func `emits the values of the inner publishers, a limited number at once`(
    _ outer: String, _ maximum: Int, _ result: String
  ) {
    let merged = timed(outer, on: scheduler)
      .flatMap(maxPublishers: maximum) { [scheduler] in inner($0, on: scheduler) }
    let trace = merged.trace(on: scheduler)
    #expect(trace == result)
  }

  @Test func `concatMap runs one publisher at a time`() {
    let trace = timed("1=a 2=b 3|", on: scheduler)
      .concatMap { [scheduler] in inner($0, on: scheduler) }.trace(on: scheduler)
    #expect(trace == "2=a1 4=a2 5=b1 7=b2 7|")
  }

  @Test func `a waiting value's publisher is created when it is its turn`() {
    var made: [String] = []
    let recorder = timed("1=a 2=b 3=c 4|", on: scheduler).concatMap { [scheduler] value in
      made.append(value)
      return inner(value, on: scheduler)
    }.record(on: scheduler)
    scheduler.run(until: Instant.zero.advanced(by: .seconds(5)))
    #expect(made == ["a", "b"])
    recorder.cancel()
    scheduler.run()
    #expect(made == ["a", "b"])
    #expect(scheduler.pendingCount == 0)
  }

  @Test func `a failure of one publisher cancels upstream and the others`() {
    let world = World()
    let recorder = world.upstream(.timed, [1, 2, 3, 4]).flatMap { number in
      number == 3
        ? Fail(error: Broken(number: 3)).eraseToAnyPublisher() : world.endless(.timed)
    }.record(on: world.scheduler)
    world.run()
    #expect(recorder.trace == "2=1 3#")
    #expect(recorder.failure == Broken(number: 3))
    #expect(world.cancelledCount == 3)
    #expect(world.scheduler.pendingCount == 0)
  }

  @Test func `a value sent from inside an inner value is nested`() {
    let subject = PassthroughSubject<Int, Never>()
    let recorder = subject.flatMap { [$0 * 10, $0 * 10 + 1].publisher }
      .record { if $0 == 10 { subject.send(2) } }
    subject.send(1)
    #expect(recorder.values == [10, 20, 21, 11])
    let waiting = PassthroughSubject<Int, Never>()
    let queued = waiting.concatMap { [$0 * 10, $0 * 10 + 1].publisher }
      .record { if $0 == 10 { waiting.send(2) } }
    waiting.send(1)
    #expect(queued.values == [10, 11, 20, 21])
  }

  @Test(arguments: [1, 2, Int.max])
  func `100,000 publishers may complete at once`(_ maximum: Int) async {
    await onStack(megabytes: 1) {
      let start = PassthroughSubject<Void, Never>()
      let recorder = (1...100_000).publisher
        .flatMap(maxPublishers: maximum) { number in
          // The first one delays the others if they have to wait for it.
          number == 1
            ? start.map { 1 }.eraseToAnyPublisher() : Just(number).eraseToAnyPublisher()
        }.record()
      start.send()
      start.send(completion: .finished)
      #expect(recorder.values.sorted() == Array(1...100_000))
      #expect(recorder.hasFinished)
    }
  }

  @Test func `100,000 publishers may run at the same time, and come and go`() {
    let count = 100_000
    var recorder: Recorder<Int, Never>?
    let publisher = (1...count).publisher.flatMap { [scheduler] number in
      TimedSequence(
        [(.seconds(number % 7), number)], end: .seconds(number % 11 + 7), on: scheduler)
    }
    recorder = publisher.record(on: scheduler)
    scheduler.run(until: Instant.zero.advanced(by: .seconds(12)))
    #expect(recorder?.values.count == count)
    #expect(scheduler.pendingCount > 0)
    recorder?.cancel()
    recorder = nil
    #expect(scheduler.pendingCount == 0)
    #expect(publisher.trace(on: scheduler).hasSuffix("29|"))
  }

  @Test func `publishers may be nested 10,000 deep`() async {
    await onStack(megabytes: 1) {
      let scheduler = VirtualScheduler()
      let recorder = nested(10_000, on: scheduler).record()
      #expect(recorder.values == [10_000])
      #expect(recorder.hasFinished)
      scheduler.run()
    }
  }

  @Test func `a maximum of zero publishers is rejected`() async {
    await #expect(processExitsWith: .failure) {
      _ = Just(1).flatMap(maxPublishers: 0) { Just($0) }
    }
  }
}

@Suite struct SwitchMapTests {
  private let scheduler = VirtualScheduler()

  @Test(arguments: [
    ("1=a 2=b 3|", "3=b1 5=b2 5|"),  // At 2, b was scheduled before the first of a.
    ("1=a 5=b 9|", "2=a1 4=a2 6=b1 8=b2 9|"),
    ("1=a 3=x 9|", "2=a1 3#"),
    ("1=a 3#", "2=a1 3#"),
    ("1=a", "2=a1 4=a2"),
    ("1|", "1|"),
  ])
  func `emits the values of the latest publisher`(_ outer: String, _ result: String) {
    let trace = timed(outer, on: scheduler)
      .switchMap { [scheduler] in inner($0, on: scheduler) }.trace(on: scheduler)
    #expect(trace == result)
  }

  @Test func `the rest of a cancelled burst is not emitted`() {
    let subject = PassthroughSubject<Int, Never>()
    let recorder = subject.switchMap { [$0 * 10, $0 * 10 + 1].publisher }
      .record { if $0 == 10 { subject.send(2) } }
    subject.send(1)
    subject.send(completion: .finished)
    #expect(recorder.values == [10, 20, 21])
    #expect(recorder.hasFinished)
  }

  @Test func `values of a source that ignores its cancel are not received`() {
    let subjects = [Careless(), Careless()]
    let recorder = [0, 1].publisher.switchMap { subjects[$0] }.record()
    subjects[0].subscriber?.receive(1)
    subjects[1].subscriber?.receive(2)
    subjects[0].subscriber?.receive(completion: .finished)
    #expect(recorder.values == [2])
    #expect(recorder.completion == nil)
    subjects[1].subscriber?.receive(completion: .finished)
    #expect(recorder.hasFinished)
  }

  @Test func `cancels the previous publisher`() {
    let world = World()
    let recorder = world.upstream(.timed, [1, 2, 3]).switchMap { _ in world.endless(.timed) }
      .record(on: world.scheduler)
    world.run(until: .seconds(6))
    #expect(world.cancelledCount == 2)
    #expect(recorder.completion == nil)
    recorder.cancel()
    #expect(world.runningCount == 0)
    #expect(world.scheduler.pendingCount == 0)
  }

  @Test func `switchToLatest accepts publishers as values`() {
    #expect([Just(1), Just(2)].publisher.switchToLatest().record().values == [1, 2])
  }

  @Test(arguments: [
    ("1=a 2=b 9|", "2=a1 4=a2 9|"),
    ("1=a 4=b 9|", "2=a1 4=a2 9|"),  // b was scheduled before the end of a.
    ("1=a 5=b 6|", "2=a1 4=a2 6=b1 8=b2 8|"),
    ("1=a 2=x 9|", "2=a1 4=a2 9|"),
    ("1=x 2|", "1#"),
    ("1=a 3#", "2=a1 3#"),
    ("1=a", "2=a1 4=a2"),
    ("1|", "1|"),
  ])
  func `exhaustMap drops values while a publisher is running`(_ outer: String, _ result: String) {
    let trace = timed(outer, on: scheduler)
      .exhaustMap { [scheduler] in inner($0, on: scheduler) }.trace(on: scheduler)
    #expect(trace == result)
  }
}

/// Returns two values, one second and three seconds after the subscription; x fails at once.
private func inner(_ name: String, on scheduler: VirtualScheduler) -> AnyPublisher<String, Broken> {
  name == "x"
    ? Fail(error: Broken()).eraseToAnyPublisher()
    : timed("1=\(name)1 3=\(name)2 3|", on: scheduler).eraseToAnyPublisher()
}

/// Returns a publisher whose first value makes the next one, and so on.
private func nested(_ depth: Int, on scheduler: VirtualScheduler) -> AnyPublisher<Int, Never> {
  func step(_ number: Int) -> AnyPublisher<Int, Never> {
    number == depth
      ? Just(number).eraseToAnyPublisher()
      : Just(number + 1).flatMap { step($0) }.eraseToAnyPublisher()
  }
  return step(0)
}

/// Continues to emit values after it has been cancelled.
private final class Careless: Publisher {
  typealias Output = Int
  typealias Failure = Never

  private(set) var subscriber: AnySubscriber<Int, Never>?

  func receive<S: Subscriber<Int, Never>>(subscriber: S) {
    self.subscriber = AnySubscriber(subscriber)
    subscriber.receive(subscription: Deaf())
  }

  private final class Deaf: Subscription {
    func cancel() {}
  }
}
