import Reactive
import ReactiveFoundation
import Testing

extension ReleaseLaws {
  /// Stages that cancel the part that holds the value, when another input ends or a value requires
  /// it.
  static let waiting: [Stage] = [
    Stage("combineLatest") { up, scheduler in
      waiting(up, scheduler).combineLatest(up).map(\.1).eraseToAnyPublisher()
    },
    Stage("combineLatest of many") { up, scheduler in
      Publishers.CombineLatestMany(waiting(up, scheduler), up).map { $0[1] }.eraseToAnyPublisher()
    },
    Stage("withLatestFrom") { up, scheduler in
      up.withLatestFrom(waiting(up, scheduler)).map(\.1).eraseToAnyPublisher()
    },
    Stage("sample") { up, scheduler in up.sample(waiting(up, scheduler)).eraseToAnyPublisher() },
    Stage("drop until output") { up, scheduler in
      up.drop(untilOutputFrom: waiting(up, scheduler)).eraseToAnyPublisher()
    },
    Stage("prefix until output") { up, scheduler in
      up.filter { _ in false }.prefix(untilOutputFrom: waiting(up, scheduler))
        .eraseToAnyPublisher()
    },
    Stage("race") { up, scheduler in
      Publishers.RaceMany(waiting(up, scheduler), up.filter { _ in false }.eraseToAnyPublisher())
        .eraseToAnyPublisher()
    },
    Stage("zip") { up, scheduler in
      waiting(up, scheduler).zip(up).map(\.1).eraseToAnyPublisher()
    },
    Stage("zip of many") { up, scheduler in
      Publishers.ZipMany(waiting(up, scheduler), up).map { $0[1] }.eraseToAnyPublisher()
    },
    Stage("merge") { up, scheduler in both(up, scheduler) },
    Stage("flatMap") { up, scheduler in
      up.flatMap { waiting(just($0), scheduler) }.eraseToAnyPublisher()
    },
    Stage("switchMap") { up, scheduler in
      up.switchMap { waiting(just($0), scheduler) }.eraseToAnyPublisher()
    },
    Stage("exhaustMap") { up, scheduler in
      up.exhaustMap { waiting(just($0), scheduler) }.eraseToAnyPublisher()
    },
    Stage("groupBy") { up, scheduler in
      up.groupBy({ $0 == nil }) { waiting($1.eraseToAnyPublisher(), scheduler) }
        .eraseToAnyPublisher()
    },
    Stage("groupBy that fails") { up, scheduler in
      both(up, scheduler).tryGroupBy { value throws(Broken) in
        try unlessNil(value) == nil
      } pipeline: {
        $1
      }.eraseToAnyPublisher()
    },
    Stage("prefix(while:)") { up, scheduler in
      both(up, scheduler).prefix { $0 != nil }.eraseToAnyPublisher()
    },
    Stage("tryMap") { up, scheduler in
      both(up, scheduler).tryMap { try unlessNil($0) }.mapError { _ in Broken() }
        .eraseToAnyPublisher()
    },
    Stage("tryReduce") { up, scheduler in
      both(up, scheduler).tryReduce(nil) { _, value throws(Broken) in try unlessNil(value) }
        .eraseToAnyPublisher()
    },
    Stage("dematerialize") { up, scheduler in
      both(up, scheduler).catch { _ in Empty<CancelsOnRelease?, Never>() }
        .map { $0 == nil ? Publishers.Signal.failure(Broken()) : .value($0) }
        .dematerialize().eraseToAnyPublisher()
    },
    Stage("timeout") { up, scheduler in
      waiting(up, scheduler).timeout(.milliseconds(500), scheduler: scheduler)
        .eraseToAnyPublisher()
    },
    Stage("timeout that fails") { up, scheduler in
      waiting(up, scheduler).timeout(.milliseconds(500), scheduler: scheduler) { Broken() }
        .eraseToAnyPublisher()
    },
  ]

  /// Here only the run holds the value, so releasing it, before a completion or the next value,
  /// means cancelling the run.
  @Test(arguments: stages + waiting, End.allCases)
  func `a value that only the run holds may cancel it`(_ stage: Stage, _ end: End) {
    let scheduler = VirtualScheduler()
    let subject = PassthroughSubject<CancelsOnRelease?, Broken>()
    let run = Recorder<CancelsOnRelease?, Broken>(keepsValues: false)
    stage.apply(subject.eraseToAnyPublisher(), scheduler).receive(subscriber: run)
    do {
      let value = CancelsOnRelease()
      value.run = run
      subject.send(value)
    }
    switch end {
    case .finished: subject.send(completion: .finished)
    case .failure: subject.send(completion: .failure(Broken()))
    case .cancel: run.cancel()
    case .another: for _ in 1...3 { subject.send(nil) }
    }
    scheduler.run()
    if end == .failure { #expect(run.completion == .failure(Broken()) || run.isCancelled) }
    run.cancel()
    #expect(run.violations == [])
    #expect(scheduler.pendingCount == 0)
  }

  private static func waiting(_ up: Values, _ scheduler: VirtualScheduler) -> Values {
    up.delay(for: .seconds(1), scheduler: scheduler).eraseToAnyPublisher()
  }

  /// Emits values at once, and holds them.
  private static func both(_ up: Values, _ scheduler: VirtualScheduler) -> Values {
    Publishers.MergeMany(waiting(up, scheduler), up).eraseToAnyPublisher()
  }

  private static func just(_ value: CancelsOnRelease?) -> Values {
    Just(value).setFailureType(to: Broken.self).eraseToAnyPublisher()
  }

  private static func unlessNil(_ value: CancelsOnRelease?) throws(Broken) -> CancelsOnRelease? {
    guard let value else { throw Broken() }
    return value
  }
}
