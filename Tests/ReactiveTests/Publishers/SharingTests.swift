import Reactive
import ReactiveFoundation
import Testing

@Suite struct SharingTests {
  /// Counts its subscriptions.
  private final class Counted {
    var runs = 0
    let subject = PassthroughSubject<Int, Broken>()
    var publisher: some Publisher<Int, Broken> {
      Deferred {
        self.runs += 1
        return self.subject
      }
    }
  }

  @Test func `subscribers share one run, which ends with the last`() {
    let counted = Counted()
    let shared = counted.publisher.share()
    let first = shared.record()
    counted.subject.send(1)
    let second = shared.record()
    counted.subject.send(2)
    #expect(counted.runs == 1)
    #expect(first.values == [1, 2])
    #expect(second.values == [2])
    first.cancel()
    counted.subject.send(3)
    second.cancel()
    counted.subject.send(4)
    #expect(second.values == [2, 3])
    let third = shared.record()
    counted.subject.send(5)
    #expect(counted.runs == 2)
    #expect(third.values == [5])
    #expect(first.violations + second.violations + third.violations == [])
  }

  @Test func `a subscriber that arrives after the end receives only the completion`() {
    let shared = [1, 2].publisher.share()
    #expect(shared.record().values == [1, 2])
    let late = shared.record()
    #expect(late.values == [])
    #expect(late.completion == .finished)
  }

  @Test func `a connectable publisher waits until it is connected`() {
    let numbers = [1, 2].publisher.makeConnectable()
    let (first, second) = (numbers.record(), numbers.record())
    #expect(first.values == [])
    let connection = numbers.connect()
    #expect(first.values == [1, 2])
    #expect(second.values == [1, 2])
    connection.cancel()
  }

  @Test func `releasing a connection disconnects it`() {
    let subject = PassthroughSubject<Int, Never>()
    let numbers = subject.multicast(subject: CurrentValueSubject(0))
    let recorder = numbers.record()
    var connection: (any Cancellable)? = numbers.connect()
    subject.send(1)
    #expect(connection != nil)
    connection = nil
    subject.send(2)
    #expect(recorder.values == [0, 1])
  }

  @Test func `a subject receives the values that a publisher emits`() {
    let subject = CurrentValueSubject<Int, Never>(0)
    let recorder = subject.record()
    let source = PassthroughSubject<Int, Never>()
    let handle = source.subscribe(subject)
    source.send(1)
    handle.cancel()
    source.send(2)
    #expect(recorder.values == [0, 1])
    #expect(subject.value == 1)
  }

  @Test func `a future calls its function once, before any subscription`() {
    var calls = 0
    var keep: Future<Int, Broken>.Promise?
    let future = Future<Int, Broken> { promise in
      calls += 1
      keep = promise
    }
    let early = future.record()
    #expect(calls == 1 && early.values == [])
    keep?(.success(1))
    keep?(.success(2))
    let late = future.record()
    #expect(early.values == [1] && late.values == [1])
    #expect(early.hasFinished && late.hasFinished)
    #expect(calls == 1)
  }

  @Test @MainActor func `a future can be awaited`() async throws {
    var keep: Future<Int, Broken>.Promise?
    let future = Future<Int, Broken> { keep = $0 }
    let waiting = Task { @MainActor in try await future.value }
    waiting.cancel()
    Task { @MainActor in keep?(.success(7)) }
    #expect(try await waiting.value == 7)
    #expect(try await future.value == 7)
    await #expect(throws: Broken.self) {
      try await Future<Int, Broken> { $0(.failure(Broken())) }.value
    }
  }

  @Test func `a record replays its events`() {
    let record = Record<Int, Broken> { recording in
      recording.receive(1)
      recording.receive(completion: .failure(Broken(number: 2)))
    }
    #expect(record.recording.output == [1])
    #expect(record.record().failure == Broken(number: 2))
  }

  @Test func `a timer emits its instants once it is connected`() {
    let scheduler = VirtualScheduler()
    let timer = Publishers.Timer(every: .seconds(1), scheduler: scheduler).autoconnect()
    scheduler.advance(by: .seconds(5))
    let recorder = timer.record(on: scheduler)
    scheduler.advance(by: .milliseconds(2500))
    recorder.cancel()
    #expect(recorder.times == [.seconds(6), .seconds(7)])
    #expect(scheduler.pendingCount == 0)
  }

  @Test func `work is delivered after the work that is already queued`() {
    let scheduler = VirtualScheduler()
    var log: [String] = []
    let handle = [1, 2].publisher.receive(on: scheduler).sink { log.append("\($0)") }
    scheduler.schedule { log.append("other") }
    #expect(log == [])
    scheduler.advance()
    #expect(log == ["1", "2", "other"] || log == ["1", "other", "2"])
    withExtendedLifetime(handle) {}
  }

  @Test func `upstream is subscribed to on the scheduler, unless that was cancelled`() {
    let scheduler = VirtualScheduler()
    let counted = Counted()
    let recorder = counted.publisher.subscribe(on: scheduler).record()
    #expect(counted.runs == 0)
    scheduler.advance()
    #expect(counted.runs == 1)
    let other = counted.publisher.subscribe(on: scheduler).record()
    other.cancel()
    #expect(scheduler.pendingCount == 0)
    counted.subject.send(1)
    #expect(recorder.values == [1] && other.values == [])
  }

  @Test @MainActor func `an asynchronous sequence becomes a publisher`() async {
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    for value in 1...3 { continuation.yield(value) }
    continuation.finish()
    var values: [Int] = []
    for await value in stream.publisher().map({ $0 * 2 }).values { values.append(value) }
    #expect(values == [2, 4, 6])
  }

  @Test @MainActor func `a cancel ends the task that iterates over a sequence`() async {
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    await confirmation { confirm in
      await withCheckedContinuation { ended in
        continuation.onTermination = { _ in
          confirm()
          ended.resume()
        }
        let handle = stream.publisher().sink { _ in }
        Task { @MainActor in handle.cancel() }
      }
    }
  }

  @Test func `three and four publishers are combined, and up to eight are merged`() {
    func one(_ value: Int) -> Publishers.Sequence<[Int], Never> { [value, value + 1].publisher }
    #expect(
      one(1).zip(one(3), one(5)) { [$0, $1, $2] }.record().values == [[1, 3, 5], [2, 4, 6]])
    #expect(one(1).zip(one(3), one(5), one(7)).map { $3 }.record().values == [7, 8])
    #expect(one(1).combineLatest(one(3), one(5)).map { $0 + $1 + $2 }.record().values == [11, 12])
    #expect(
      one(1).combineLatest(one(3), one(5), one(7)) { $0 + $1 + $2 + $3 }.record().values
        == [19, 20])
    #expect(
      one(1).merge(with: one(2), Just(0), one(3), Just(9), one(4), Just(8), Empty<Int, Never>())
        .record().values == [1, 2, 2, 3, 0, 3, 4, 9, 4, 5, 8])
    #expect(Publishers.Merge(Just(1), Just(2)).record().values == [1, 2])
    #expect(one(1).append([7]).prepend([8, 9]).record().values == [8, 9, 1, 2, 7])
  }

  @Test func `times may be written as numbers of seconds, as with Combine`() {
    let scheduler = VirtualScheduler()
    let recorder = Just(1).delay(for: 0.5, scheduler: scheduler).debounce(
      for: .milliseconds(100), scheduler: scheduler
    ).append(Just(2).delay(for: 1, tolerance: 0.1, scheduler: scheduler)).record(on: scheduler)
    scheduler.run()
    #expect(recorder.times.last == .milliseconds(1500))
    #expect(
      [1, 2].publisher.flatMap(maxPublishers: .max(1)) { Just($0) }.record().values == [1, 2])
  }

  @Test func `a single value stays a single value`() {
    let text: Just<String> = Just(1).map { "\($0)" }
    let even: Optional<Int>.Publisher = Just(1).filter { $0 % 2 == 0 }
    let number: Result<Int, Broken>.Publisher = Just(1).setFailureType(to: Broken.self)
    #expect(text.output == "1")
    #expect(even.output == nil)
    #expect(number.result == .success(1))
    #expect(Just(1).append(2).prepend(0).record().values == [0, 1, 2])
  }

  @Test func `a failure that was asserted not to happen ends the program`() async {
    await #expect(processExitsWith: .failure) {
      let handle = Fail<Int, Broken>(error: Broken()).assertNoFailure().sink { _ in }
      handle.cancel()
    }
  }
}
