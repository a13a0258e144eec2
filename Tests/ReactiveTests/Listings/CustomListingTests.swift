import Reactive
import ReactiveFoundation
import Testing

// Custom subscribers, subscriptions, publishers and operators, as in books on Combine, but without
// demand.

private final class StringSubscriber: Subscriber {
  typealias Input = String
  typealias Failure = Never

  private(set) var log: [String] = []
  private var subscription: (any Subscription)?

  func receive(subscription: any Subscription) {
    self.subscription = subscription
    log.append("subscribed")
  }

  func receive(_ input: String) {
    log.append(input)
    if input == "c" { subscription?.cancel() }
  }

  func receive(completion: Subscribers.Completion<Never>) {
    log.append("\(completion)")
  }
}

private struct Countdown: Publisher {
  typealias Output = Int
  typealias Failure = Never

  let start: Int

  func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
    let subscription = CountdownSubscription(subscriber: subscriber)
    subscriber.receive(subscription: subscription)
    subscription.run(from: start)
  }
}

private final class CountdownSubscription<S: Subscriber<Int, Never>>: Subscription {
  private var subscriber: S?

  init(subscriber: S) { self.subscriber = subscriber }

  func run(from start: Int) {
    for number in stride(from: start, through: 1, by: -1) { subscriber?.receive(number) }
    subscriber?.receive(completion: .finished)
  }

  func cancel() { subscriber = nil }
}

extension Publisher {
  fileprivate func unwrap<T>() -> Publishers.CompactMap<Self, T> where Output == T? {
    compactMap { $0 }
  }

  fileprivate func asResult() -> AnyPublisher<Result<Output, Failure>, Never> {
    map { Result<Output, Failure>.success($0) }
      .catch { Just(.failure($0)) }
      .eraseToAnyPublisher()
  }
}

extension Publisher {
  /// Retries after a delay. The generic scheduler and its stride are spelled as in Combine.
  fileprivate func retry<S: Scheduler>(
    _ retries: Int, after delay: S.SchedulerTimeType.Stride, scheduler: S,
    options: S.SchedulerOptions? = nil
  ) -> AnyPublisher<Output, Failure> {
    self.catch { error -> AnyPublisher<Output, Failure> in
      guard retries > 0 else { return Fail(error: error).eraseToAnyPublisher() }
      return Just(()).delay(for: delay, scheduler: scheduler)
        .flatMap { _ in self.retry(retries - 1, after: delay, scheduler: scheduler) }
        .eraseToAnyPublisher()
    }
    .eraseToAnyPublisher()
  }
}

/// Emits a number at each beat of a scheduler.
private struct Pulse<Context: Scheduler>: Publisher {
  typealias Output = Int
  typealias Failure = Never

  let interval: Context.SchedulerTimeType.Stride
  let scheduler: Context

  func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
    let inner = Inner(subscriber: subscriber)
    subscriber.receive(subscription: inner)
    inner.timer = scheduler.schedule(
      after: scheduler.now.advanced(by: interval), interval: interval,
      tolerance: scheduler.minimumTolerance
    ) { [weak inner] in inner?.beat() }
  }

  private final class Inner<S: Subscriber<Int, Never>>: Subscription {
    private var subscriber: S?
    private var count = 0
    var timer: (any Cancellable)?

    init(subscriber: S) { self.subscriber = subscriber }

    func beat() {
      count += 1
      subscriber?.receive(count)
    }

    func cancel() {
      subscriber = nil
      timer?.cancel()
    }
  }
}

private final class Logger: TextOutputStream {
  var lines: [String] = []
  func write(_ string: String) {
    let line = string.filter { $0 != "\n" }
    if !line.isEmpty { lines.append(line) }
  }
}

/// A custom subject that stores everything that was sent.
private final class ReplaySubject<Output, Failure: Error>: Subject {
  private var values: [Output] = []
  private let subject = PassthroughSubject<Output, Failure>()
  private(set) var subscriptions: [any Subscription] = []

  func send(_ value: Output) {
    values.append(value)
    subject.send(value)
  }

  func send(completion: Subscribers.Completion<Failure>) { subject.send(completion: completion) }
  func send(subscription: any Subscription) { subscriptions.append(subscription) }

  func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    subject.prepend(values).receive(subscriber: subscriber)
  }
}

@Suite struct CustomListingTests {
  @Test func `a subscriber cancels from inside a value`() {
    let subscriber = StringSubscriber()
    ["a", "b", "c", "d"].publisher.subscribe(subscriber)
    #expect(subscriber.log == ["subscribed", "a", "b", "c"])
    let other = StringSubscriber()
    Just("a").subscribe(AnySubscriber(other))
    #expect(other.log == ["subscribed", "a", "finished"])
  }

  @Test func `a custom publisher can be part of a chain`() {
    let squares = Countdown(start: 5).map { $0 * $0 }.prefix(3)
    #expect(squares.record().values == [25, 16, 9])
    #expect(Countdown(start: 2).zip(Countdown(start: 3)).map { $0 + $1 }.record().values == [5, 3])
  }

  @Test func `custom operators are made of other operators`() {
    let values: [Int?] = [1, nil, 3]
    #expect(values.publisher.unwrap().record().values == [1, 3])
    let results = Fail(outputType: Int.self, failure: Broken()).prepend(1, 2).asResult()
    #expect(results.record().values == [.success(1), .success(2), .failure(Broken())])
  }

  @Test func `custom operators and publishers accept any scheduler`() {
    let scheduler = VirtualScheduler()
    var isBroken = true
    let request = Deferred { () -> AnyPublisher<Int, Broken> in
      defer { isBroken = false }
      return isBroken
        ? Fail(error: Broken()).eraseToAnyPublisher()
        : Just(1).setFailureType(to: Broken.self).eraseToAnyPublisher()
    }
    #expect(
      request.retry(2, after: .seconds(3), scheduler: scheduler).trace(on: scheduler) == "3=1 3|")
    let pulse = Pulse(interval: 0.5, scheduler: scheduler).prefix(2)
    #expect(pulse.trace(on: scheduler) == "3.5=1 4=2 4|")
    var log: [String] = []
    scheduler.schedule(after: scheduler.now.advanced(by: 1.5)) { log.append("\(scheduler.now)") }
    scheduler.schedule(after: Instant.zero) { log.append("at once") }
    scheduler.run()
    #expect(log == ["at once", "\(Instant(nanoseconds: 5_500_000_000))"])
    let stride: DispatchQueue.SchedulerTimeType.Stride = .milliseconds(20)
    #expect(stride.duration == .milliseconds(20))
  }

  @Test func `events are printed to a stream`() {
    let logger = Logger()
    let handle = (1...2).publisher.print("numbers", to: logger).sink { _ in }
    #expect(
      logger.lines == [
        "numbers: receive subscription", "numbers: receive value: (1)",
        "numbers: receive value: (2)", "numbers: receive finished",
      ])
    handle.cancel()
  }

  @Test func `a recording replays the recorded events`() {
    let record = Record<Int, Broken> { recording in
      recording.receive(1)
      recording.receive(2)
      recording.receive(completion: .failure(Broken()))
    }
    let recorder = record.breakpoint(receiveOutput: { $0 > 2 }).record()
    #expect(recorder.values == [1, 2])
    #expect(recorder.failure == Broken())
  }

  @Test func `a custom subject is fed by a publisher`() {
    let subject = ReplaySubject<Int, Never>()
    let handle = [1, 2].publisher.subscribe(subject)
    #expect(subject.record().values == [1, 2])
    #expect(subject.subscriptions.count == 1)
    handle.cancel()
  }

  @Test func `closures serve as a subscriber`() {
    var log: [String] = []
    let subscriber = AnySubscriber<Int, Never>(
      receiveSubscription: { _ in log.append("subscribed") },
      receiveValue: { log.append("\($0)") },
      receiveCompletion: { log.append("\($0)") })
    [1, 2].publisher.subscribe(subscriber)
    #expect(log == ["subscribed", "1", "2", "finished"])
    let subject = PassthroughSubject<Int, Never>()
    let recorder = subject.record()
    Just(3).subscribe(AnySubscriber(subject))
    #expect(recorder.values == [3])
    #expect(recorder.hasFinished)
  }

  @Test func `the values of a chain are awaited`() async throws {
    var values: [Int] = []
    for await value in Countdown(start: 3).values { values.append(value) }
    #expect(values == [3, 2, 1])
    let future = Future<Int, Broken> { $0(.success(4)) }
    #expect(try await future.value == 4)
  }

  @Test func `values are dropped, replaced and collected along the way`() {
    let words = ["a", nil, "", "b", "b", "c"].publisher
    let result =
      words
      .replaceNil(with: "-")
      .filter { !$0.isEmpty }
      .removeDuplicates()
      .collect(2)
      .map { $0.joined() }
    #expect(result.record().values == ["a-", "bc"])
    let empty = Empty(completeImmediately: true, outputType: Int.self, failureType: Never.self)
    #expect(empty.replaceEmpty(with: 1).append(2, 3).prepend([0]).record().values == [0, 1, 2, 3])
    #expect((1...5).publisher.output(in: 1...3).reduce(0, +).record().values == [9])
    #expect((1...5).publisher.tryFirst { $0 % 3 == 0 }.record().values == [3])
    #expect(["x", "y"].publisher.contains("y").record().values == [true])
  }
}
