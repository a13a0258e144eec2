import Joins
import Reactive
import ReactiveFoundation
import Testing

extension ReleaseLaws {
  /// Operators that combine two inputs and hold values.
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
    Stage("combineLatest of many that emits nothing") { up, _ in
      Publishers.CombineLatestMany(up, never).map { $0[1] }.eraseToAnyPublisher()
    },
    Stage("withLatestFrom") { up, _ in
      never.withLatestFrom(up).map(\.1).eraseToAnyPublisher()
    },
    Stage("withLatestFrom by key") { up, _ in
      never.withLatestFrom(up, on: { _ in 0 }, otherOn: { _ in 0 }).map { $1 ?? nil }
        .eraseToAnyPublisher()
    },
    Stage("join") { up, scheduler in
      up.join(
        never, before: .seconds(1), after: .seconds(1), scheduler: scheduler, on: { _ in 0 },
        otherOn: { _ in 0 }
      ).map(\.0).eraseToAnyPublisher()
    },
    Stage("join, left, with itself") { up, scheduler in
      up.join(
        up, before: .seconds(1), after: .seconds(1), kind: .left, scheduler: scheduler,
        on: { _ in 0 }, otherOn: { _ in 0 }
      ).map { $1 ?? nil }.eraseToAnyPublisher()
    },
    Stage("sample by a notifier") { up, _ in up.sample(never).eraseToAnyPublisher() },
    Stage("sample by itself") { up, _ in up.sample(up).eraseToAnyPublisher() },
    Stage("race") { up, _ in up.race(never).eraseToAnyPublisher() },
    Stage("drop until output") { up, _ in up.drop(untilOutputFrom: up).eraseToAnyPublisher() },
    Stage("prefix until output") { up, _ in
      up.prefix(untilOutputFrom: never).eraseToAnyPublisher()
    },
  ]

  private static var never: Values { Empty(completeImmediately: false).eraseToAnyPublisher() }
}
