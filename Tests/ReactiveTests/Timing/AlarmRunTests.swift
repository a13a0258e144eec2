import Reactive
import ReactiveFoundation
import Testing

/// An operator that stores one value for a while.
struct TimedOperator: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// The result for 1 at 0 s, 2 at 1 s and 3 at 10 s with an interval of 4 s, when 7 is sent from
  /// inside the first output.
  let nested: String
  let apply: @Sendable (Numbers, any Scheduler) -> Numbers

  init(
    _ name: String, nested: String,
    _ apply: @escaping @Sendable (Numbers, any Scheduler) -> any Publisher<Int, Broken>
  ) {
    testDescription = name
    self.nested = nested
    self.apply = { apply($0, $1).eraseToAnyPublisher() }
  }

  /// One line for each way in which an `AlarmRun` can be used.
  static let all: [TimedOperator] = [
    .init("debounce", nested: "5=2 9=7 14=3") { $0.debounce(for: .seconds(4), scheduler: $1) },
    .init("debounce, emitting at the end", nested: "5=2 9=7 14=3") {
      $0.debounce(for: .seconds(4), scheduler: $1, atEnd: .emit)
    },
    .init("throttle", nested: "0=1 4=2 10=3") {
      $0.throttle(for: .seconds(4), scheduler: $1, latest: true)
    },
    .init("throttle, the first", nested: "0=1 4=7 10=3") {
      $0.throttle(for: .seconds(4), scheduler: $1, latest: false)
    },
    .init("throttle, leading alone", nested: "0=1 10=3") {
      $0.throttle(for: .seconds(4), scheduler: $1, latest: true, trailing: false)
    },
    .init("audit", nested: "4=2 8=7 14=3") { $0.audit(for: .seconds(4), scheduler: $1) },
    .init("sample", nested: "4=2 8=7 12=3") { $0.sample(every: .seconds(4), scheduler: $1) },
  ]
}

/// The obligations of the run that all operators that store one value share, whatever the rule.
@Suite struct AlarmRunTests {
  private let scheduler = VirtualScheduler()
  private let upstream = PassthroughSubject<Int, Broken>()

  /// Sends 1 at 0 s, 2 at 1 s and 3 at 10 s.
  private func sendAll() {
    for (second, value) in [(0, 1), (1, 2), (10, 3)] {
      scheduler.advance(to: Instant.zero.advanced(by: .seconds(second)))
      upstream.send(value)
    }
  }

  private func publisher(_ subject: TimedOperator) -> Numbers {
    subject.apply(upstream.eraseToAnyPublisher(), scheduler)
  }

  @Test(arguments: TimedOperator.all)
  func `a value sent from inside an output waits its full time`(_ subject: TimedOperator) {
    var outputs = 0
    let recorder = publisher(subject).record(on: scheduler) { [upstream] _ in
      outputs += 1
      if outputs == 1 { upstream.send(7) }
    }
    sendAll()
    scheduler.run()
    recorder.cancel()
    #expect(recorder.trace == subject.nested)
    #expect(scheduler.pendingCount == 0)
  }

  @Test(arguments: TimedOperator.all)
  func `a cancel inside a value leaves nothing in the queue`(_ subject: TimedOperator) {
    let recorder = publisher(subject).record(on: scheduler, cut: .insideValue(1))
    sendAll()
    #expect(scheduler.pendingCount == 0)
    scheduler.run()
    #expect(recorder.values.count == 1)
    #expect(recorder.violations == [])
  }

  @Test(arguments: TimedOperator.all)
  func `a failure is sent at once and drops pending values`(_ subject: TimedOperator) {
    let recorder = publisher(subject).record(on: scheduler)
    upstream.send(1)
    upstream.send(2)
    let before = recorder.values
    upstream.send(completion: .failure(Broken(number: 6)))
    #expect(recorder.values == before)
    #expect(recorder.failure == Broken(number: 6))
    #expect(scheduler.pendingCount == 0)
    #expect(recorder.violations == [])
  }

  @Test(arguments: TimedOperator.all)
  func `a failure from inside an output ends the run`(_ subject: TimedOperator) {
    let recorder = publisher(subject).record(on: scheduler) { [upstream] _ in
      upstream.send(completion: .failure(Broken(number: 7)))
    }
    sendAll()
    scheduler.run()
    #expect(recorder.values.count == 1)
    #expect(recorder.failure == Broken(number: 7))
    #expect(scheduler.pendingCount == 0)
    #expect(recorder.violations == [])
  }

  @Test(arguments: TimedOperator.all)
  func `a completion from inside an output ends the run`(_ subject: TimedOperator) {
    let recorder = publisher(subject).record(on: scheduler) { [upstream] _ in
      upstream.send(completion: .finished)
    }
    sendAll()
    scheduler.run()
    #expect(recorder.values.count == 1)
    #expect(recorder.hasFinished)
    #expect(scheduler.pendingCount == 0)
    #expect(recorder.violations == [])
  }

  @Test(arguments: TimedOperator.all)
  func `upstream may fail while it is being subscribed to`(_ subject: TimedOperator) {
    let failing = [1, 2].publisher.setFailureType(to: Broken.self)
      .append(Fail(error: Broken(number: 8))).eraseToAnyPublisher()
    let recorder = subject.apply(failing, scheduler).record(on: scheduler)
    #expect(recorder.failure == Broken(number: 8))
    #expect(scheduler.pendingCount == 0)
    scheduler.run()
    #expect(recorder.violations == [])
  }

  @Test(arguments: TimedOperator.all)
  func `a run may be cancelled while upstream is being subscribed to`(_ subject: TimedOperator) {
    let recorder = publisher(subject).record(on: scheduler, cut: .atSubscription)
    sendAll()
    #expect(scheduler.pendingCount == 0)
    #expect(recorder.values == [])
    #expect(recorder.violations == [])
  }

  @Test(arguments: TimedOperator.all)
  func `on an immediate scheduler an output may send the next value`(_ subject: TimedOperator) {
    // Sampling would never end, because the end of the next interval has already been reached.
    guard subject.testDescription != "sample" else { return }
    let recorder = subject.apply(upstream.eraseToAnyPublisher(), ImmediateScheduler())
      .record { [upstream] in if $0 < 4 { upstream.send($0 + 1) } }
    upstream.send(1)
    #expect(recorder.values == [1, 2, 3, 4])
    recorder.cancel()
    #expect(recorder.violations == [])
  }
}
