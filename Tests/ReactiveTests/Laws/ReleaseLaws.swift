import Reactive
import Testing

/// Foreign code that runs while a stage releases something may call back into that stage.
///
/// A value or a closure may hold an object whose deinit cancels the run. If a stage released it in
/// the middle of changing itself, Swift would stop the process because of an exclusivity violation.
@Suite struct ReleaseLaws {
  /// Cancels a run when it is released.
  final class CancelsOnRelease {
    var run: Recorder<CancelsOnRelease?, Broken>?
    deinit { run?.cancel() }
  }

  typealias Values = AnyPublisher<CancelsOnRelease?, Broken>

  struct Stage: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let apply: @Sendable (Values, VirtualScheduler) -> Values

    init(_ name: String, _ apply: @escaping @Sendable (Values, VirtualScheduler) -> Values) {
      testDescription = name
      self.apply = apply
    }
  }

  static let stages: [Stage] = holding + timing + combining + filtering + reducing

  /// One line for each publisher that holds values.
  static let holding: [Stage] = [
    Stage("none") { up, _ in up },
    Stage("delay") { up, scheduler in
      up.delay(for: .seconds(1), scheduler: scheduler).eraseToAnyPublisher()
    },
    Stage("zip") { up, _ in
      up.zip(PassthroughSubject<Int, Broken>()).map(\.0).eraseToAnyPublisher()
    },
    Stage("scan") { up, _ in up.scan(nil) { $1 }.eraseToAnyPublisher() },
    Stage("merge") { up, _ in up.merge(with: Empty()).eraseToAnyPublisher() },
    Stage("append") { up, _ in up.append(Empty()).eraseToAnyPublisher() },
    Stage("tryScan") { up, _ in
      up.tryScan(nil) { $1 }.mapError { _ in Broken() }.eraseToAnyPublisher()
    },
    Stage("zip of many") { up, _ in
      Publishers.ZipMany(up, PassthroughSubject<CancelsOnRelease?, Broken>().eraseToAnyPublisher())
        .map { $0[0] }.eraseToAnyPublisher()
    },
    Stage("tryMap") { up, _ in
      up.tryMap { $0 }.mapError { _ in Broken() }.eraseToAnyPublisher()
    },
  ]

  enum End: CaseIterable, Sendable { case finished, failure, cancel, another }

  @Test(arguments: stages, End.allCases)
  func `a value may cancel the run that releases it`(_ stage: Stage, _ end: End) {
    let scheduler = VirtualScheduler()
    let subject = CurrentValueSubject<CancelsOnRelease?, Broken>(nil)
    let run = Recorder<CancelsOnRelease?, Broken>(keepsValues: false)
    stage.apply(subject.eraseToAnyPublisher(), scheduler).receive(subscriber: run)
    send(to: subject, run)
    switch end {
    case .finished: subject.send(completion: .finished)
    case .failure: subject.send(completion: .failure(Broken()))
    case .cancel: run.cancel()
    case .another: for _ in 1...3 { subject.send(nil) }
    }
    scheduler.run()
    run.cancel()
    subject.value = nil
    #expect(run.violations == [])
    #expect(scheduler.pendingCount == 0)
  }

  private func send(
    to subject: CurrentValueSubject<CancelsOnRelease?, Broken>,
    _ run: Recorder<CancelsOnRelease?, Broken>
  ) {
    let value = CancelsOnRelease()
    value.run = run
    subject.send(value)
  }
}
