import Expressions
import Reactive
import Values

/// Emitted side outputs
struct EmittedSideOutputs {
  /// The clock of all streams.
  let scheduler: any Scheduler
  /// The parameter 'then'.
  ///
  /// 'onError' of 'removeDuplicates' is a constant, and does not depend on it. 'onError' of
  /// 'groupBy' is a constant, and does not depend on it.
  var then: Value

  /// The values on which expressions fail, as `{"value", "error"}`.
  let bad: SideOutput<Value, EvaluationError>

  /// The values on which expressions fail, as `{"value", "error"}`.
  let worse: SideOutput<Value, EvaluationError>

  private let repetitionLimit: RepetitionLimit<EvaluationError>

  /// Creates a playback.
  init(scheduler: any Scheduler, then: Value = ["output": "worse"]) {
    self.scheduler = scheduler
    self.then = then
    bad = SideOutput(scheduler: scheduler)
    worse = SideOutput(scheduler: scheduler)
    repetitionLimit = RepetitionLimit(scheduler: scheduler) {
      EvaluationError(
        """
        time does not advance: more than 1000000 subscriptions at one instant without an event
        """
      )
    }
  }

  /// Emits a value, after a time if there is one.
  private func item(
    _ value: Value, after delay: Duration? = nil
  ) -> AnyPublisher<Value, EvaluationError> {
    let item = Just(value).setFailureType(to: EvaluationError.self)
    guard let delay else { return item.eraseToAnyPublisher() }
    return item.delay(for: delay, scheduler: scheduler).eraseToAnyPublisher()
  }

  /// The stream 'numbers'.
  func numbers() -> AnyPublisher<Value, EvaluationError> {
    TimedSequence<Value, EvaluationError>(
      [(.zero, 1), (.seconds(2), 0), (.seconds(4), 2), (.seconds(6), 1)],
      end: .seconds(8),
      on: scheduler
    )
    .eraseToAnyPublisher()
  }

  /// The stream 'changes'.
  func changes() -> AnyPublisher<Value, EvaluationError> {
    let part1 = CEL("$0 / $1")
    let part2 = CEL("6 / ($0 - 4) < 2")
    let part3 = CEL("$0 / ($1 - 9) == 1")
    return
      numbers()
      .scan((Value?.none, 9 as Value)) {
        part1.value($0.1, $1, reportingTo: bad.send).map { (.some($0), $0) } ?? (nil, $0.1)
      }
      .compactMap { $0.0 }
      .drop(while: { part2.condition($0, reportingTo: bad.send) ?? true })
      .removeDuplicates(by: { part3.condition($0, $1, reportingTo: worse.send) ?? true })
      .feeding(bad, worse)
      .eraseToAnyPublisher()
  }

  /// The stream 'windows'.
  func windows() -> AnyPublisher<Value, EvaluationError> {
    numbers()
      .collectWindows(
        .init(endsWhen: CEL("6 / $0 == 3").condition, ignores: CEL.reporting(to: bad.send)),
        scheduler: scheduler
      )
      .map { Value.array($0.values) }
      .filter(CEL("1 / (2 - $0.size())").delays(reportingTo: worse.send))
      .tryDelay(scheduler: scheduler, by: CEL("1 / (2 - $0.size())").delay)
      .feeding(bad, worse)
      .eraseToAnyPublisher()
  }

  /// The stream 'again'.
  func again() -> AnyPublisher<Value, EvaluationError> {
    let part1 = CEL("$0 / $1")
    return TimedSequence<Value, EvaluationError>(
      [(.zero, 0)],
      end: .seconds(2),
      completion: .failure(EvaluationError("so")),
      on: scheduler
    )
    .reduce(1) { part1.value($0, $1, reportingTo: bad.send) ?? $0 }
    .retry(1, delays: [.seconds(3)], scheduler: scheduler, limit: repetitionLimit)
    .catch { _ in
      Publishers.Sequence<[Value], EvaluationError>(sequence: []).eraseToAnyPublisher()
    }
    .feeding(bad)
    .eraseToAnyPublisher()
  }

  /// The stream 'groups'.
  func groups() -> AnyPublisher<Value, EvaluationError> {
    numbers()
      .filter(CEL("6 / $0").succeeds(reportingTo: worse.send))
      .tryGroupBy(CEL("6 / $0").key) { _, values in
        values.filter(CEL("6 / ($0 - 1) > 0").holds(reportingTo: bad.send)).eraseToAnyPublisher()
      }
      .feeding(bad, worse)
      .eraseToAnyPublisher()
  }

  /// The stream 'items'.
  func items() -> AnyPublisher<Value, EvaluationError> {
    Publishers.ConcatenateMany(
      [
        item(0).compactMap(CEL("1 / $0").result(reportingTo: worse.send)).eraseToAnyPublisher(),
        item(1, after: .seconds(9)),
      ]
    )
    .feeding(worse)
    .eraseToAnyPublisher()
  }

  /// A stream without a name.
  func inner() -> AnyPublisher<Value, EvaluationError> {
    bad.eraseToAnyPublisher()
      .tryMap(CEL("[$0.value, $time]", now: { scheduler.now.nanoseconds }).value)
      .eraseToAnyPublisher()
  }

  /// A stream without a name.
  func inner2() -> AnyPublisher<Value, EvaluationError> {
    TimedSequence<Value, EvaluationError>([], end: .seconds(2), on: scheduler).eraseToAnyPublisher()
  }

  /// A stream without a name.
  func inner3() -> AnyPublisher<Value, EvaluationError> {
    Publishers.Sequence<[Value], EvaluationError>(sequence: ["end of worse"]).eraseToAnyPublisher()
  }

  /// A stream without a name.
  func inner4() -> AnyPublisher<Value, EvaluationError> {
    Publishers.ConcatenateMany([inner2(), worse.eraseToAnyPublisher(), inner3()])
      .eraseToAnyPublisher()
  }

  /// A stream without a name.
  func inner5() -> AnyPublisher<Value, EvaluationError> {
    bad.eraseToAnyPublisher()
      .count()
      .map { Value.int(Int64($0)) }
      .eraseToAnyPublisher()
  }

  /// Plays the stream.
  func publisher() -> AnyPublisher<Value, EvaluationError> {
    Publishers.MergeMany(
      [changes(), windows(), again(), groups(), items(), inner(), inner4(), inner5()]
    )
    .opening(bad, worse)
    .eraseToAnyPublisher()
  }
}
