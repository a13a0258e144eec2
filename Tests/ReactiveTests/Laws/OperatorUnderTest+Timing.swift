import Patterns
import Reactive

extension OperatorUnderTest {
  /// Operators that work with the clock, where they emit the values they receive.
  static let timing: [OperatorUnderTest] = [
    .init("timeout") { up, world in
      up.timeout(.seconds(1 << 20), scheduler: world.scheduler) { Broken(number: -1) }
    }
  ]
}

extension ReleaseLaws {
  /// Operators that work with the clock and hold values.
  static let timing: [Stage] = [
    Stage("debounce") { up, scheduler in
      up.debounce(for: .seconds(1), scheduler: scheduler).eraseToAnyPublisher()
    },
    Stage("debounce, emitting at the end") { up, scheduler in
      up.debounce(for: .seconds(1), scheduler: scheduler, atEnd: .emit).eraseToAnyPublisher()
    },
    Stage("debounce, leading") { up, scheduler in
      up.debounce(for: .seconds(1), scheduler: scheduler, leading: true).eraseToAnyPublisher()
    },
    Stage("sustained") { up, scheduler in
      up.sustained(for: .seconds(1), scheduler: scheduler) { _ in true }.map(\.value)
        .eraseToAnyPublisher()
    },
    Stage("pattern") { up, scheduler in
      up.pattern([.step(times: 1...2, greedy: true)], next: .afterEnd, scheduler: scheduler)
        .compactMap { $0.values[0].last }.eraseToAnyPublisher()
    },
    Stage("rate limit") { up, scheduler in
      up.rateLimit(1, per: .seconds(1), scheduler: scheduler).eraseToAnyPublisher()
    },
    Stage("rate limit, delaying") { up, scheduler in
      up.rateLimit(
        1, per: .seconds(1), scheduler: scheduler, overflow: .delay(atMost: 9) { Broken() }
      ).eraseToAnyPublisher()
    },
    Stage("delay of each") { up, scheduler in
      up.delay(scheduler: scheduler) { _ in .seconds(1) }.eraseToAnyPublisher()
    },
    Stage("throttle") { up, scheduler in
      up.throttle(for: .seconds(1), scheduler: scheduler, latest: true).eraseToAnyPublisher()
    },
    Stage("throttle, the first") { up, scheduler in
      up.throttle(for: .seconds(1), scheduler: scheduler, latest: false).eraseToAnyPublisher()
    },
    Stage("audit") { up, scheduler in
      up.audit(for: .seconds(1), scheduler: scheduler).eraseToAnyPublisher()
    },
    Stage("sample") { up, scheduler in
      up.sample(every: .seconds(1), scheduler: scheduler).eraseToAnyPublisher()
    },
    Stage("collect by time") { up, scheduler in
      up.collect(.byTime(scheduler, .seconds(1))).map { $0.last ?? nil }.eraseToAnyPublisher()
    },
    Stage("collect by time or count") { up, scheduler in
      up.collect(.byTimeOrCount(scheduler, .seconds(1), 2)).map { $0.last ?? nil }
        .eraseToAnyPublisher()
    },
    Stage("collect, sliding") { up, scheduler in
      up.collect(.sliding(scheduler, .seconds(2), every: .seconds(1))).map { $0.last ?? nil }
        .eraseToAnyPublisher()
    },
    Stage("collect by session") { up, scheduler in
      up.collect(.bySession(scheduler, gap: .seconds(1))).map { $0.last ?? nil }
        .eraseToAnyPublisher()
    },
    Stage("collect by limits") { up, scheduler in
      up.collectWindows(.init(gap: .seconds(1)), scheduler: scheduler)
        .map { $0.values.last ?? nil }.eraseToAnyPublisher()
    },
    Stage("collect by the clock, with bounds") { up, scheduler in
      up.collectAligned(length: .seconds(2), every: .seconds(1), scheduler: scheduler)
        .map { $0.values.last ?? nil }.eraseToAnyPublisher()
    },
    Stage("collect that slides by time") { up, scheduler in
      up.collectSliding(length: .seconds(2), scheduler: scheduler)
        .map { $0.values.last ?? nil }.eraseToAnyPublisher()
    },
    Stage("collect by a time of the value") { up, scheduler in
      up.collectTimed(by: { _ in .zero }, length: .seconds(1 << 20), scheduler: scheduler)
        .map { $0.values.last ?? nil }.eraseToAnyPublisher()
    },
    Stage("flatMap, waiting") { up, _ in
      up.flatMap(maxPublishers: 1) { _ in
        Empty<ReleaseLaws.CancelsOnRelease?, Broken>(completeImmediately: false)
      }.eraseToAnyPublisher()
    },
    Stage("switchMap") { up, _ in
      up.switchMap { value in
        Just(value).append(Empty(completeImmediately: false)).setFailureType(to: Broken.self)
      }.eraseToAnyPublisher()
    },
    Stage("groupBy") { up, scheduler in
      up.groupBy({ _ in 0 }) { $1.delay(for: .seconds(1), scheduler: scheduler) }
        .eraseToAnyPublisher()
    },
  ]
}
