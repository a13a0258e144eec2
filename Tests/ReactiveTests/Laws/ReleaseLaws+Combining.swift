import Reactive
import Testing

extension ReleaseLaws {
  /// What joins two inputs holds on to values.
  static let combining: [Stage] = [
    Stage("combineLatest") { up, _ in
      up.combineLatest(never).map(\.0).eraseToAnyPublisher()
    },
    Stage("combineLatest as the second") { up, _ in
      Just(1).setFailureType(to: Broken.self).combineLatest(up).map(\.1).eraseToAnyPublisher()
    },
    Stage("combineLatest of many") { up, _ in
      Publishers.CombineLatestMany(up, up).map { $0[1] }.eraseToAnyPublisher()
    },
    Stage("combineLatest of many that gives nothing") { up, _ in
      Publishers.CombineLatestMany(up, never).map { $0[1] }.eraseToAnyPublisher()
    },
    Stage("withLatestFrom") { up, _ in
      never.withLatestFrom(up).map(\.1).eraseToAnyPublisher()
    },
    Stage("sample by a notifier") { up, _ in up.sample(never).eraseToAnyPublisher() },
    Stage("sample by itself") { up, _ in up.sample(up).eraseToAnyPublisher() },
    Stage("race") { up, _ in up.race(never).eraseToAnyPublisher() },
    Stage("drop until output") { up, _ in up.drop(untilOutputFrom: up).eraseToAnyPublisher() },
    Stage("prefix until output") { up, _ in
      up.prefix(untilOutputFrom: never).eraseToAnyPublisher()
    },
  ]

  /// The same where the end of one input cancels another, which holds on to the value.
  static let combiningWhatWaits: [Stage] = [
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
  ]

  /// Here the run alone holds the value, and it is the end that lets it go.
  @Test(arguments: combining + combiningWhatWaits)
  func `a value that the end lets go may cancel the run`(_ stage: Stage) {
    let subject = PassthroughSubject<CancelsOnRelease?, Broken>()
    let run = Recorder<CancelsOnRelease?, Broken>(keepsValues: false)
    stage.apply(subject.eraseToAnyPublisher(), VirtualScheduler()).receive(subscriber: run)
    do {
      let value = CancelsOnRelease()
      value.run = run
      subject.send(value)
    }
    subject.send(completion: .failure(Broken()))
    #expect(run.completion == .failure(Broken()) || run.isCancelled)
    #expect(run.violations == [])
  }

  private static func waiting(_ up: Values, _ scheduler: VirtualScheduler) -> Values {
    up.delay(for: .seconds(1), scheduler: scheduler).eraseToAnyPublisher()
  }

  private static var never: Values { Empty(completeImmediately: false).eraseToAnyPublisher() }
}
