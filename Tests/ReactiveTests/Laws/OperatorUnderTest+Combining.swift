import Joins
import Reactive
import ReactiveFoundation

extension OperatorUnderTest {
  /// Operators that combine two inputs, where they emit the values of one of them.
  static let combining: [OperatorUnderTest] = [
    .init("combineLatest") { up, world in
      just(0).combineLatest(up) { [object = world.lifetimes.object()] in object.pass($1) }
    },
    .init("combineLatest of many") { up, _ in
      Publishers.CombineLatestMany(just(0), up).map { $0[1] }
    },
    .init("combineLatest of one", isVariant: true) { up, _ in
      Publishers.CombineLatestMany(up).map { $0[0] }
    },
    .init("drop until output") { up, _ in up.drop(untilOutputFrom: just(0)) },
    .init("drop until a long chain's output", isVariant: true) { up, _ in
      up.drop(untilOutputFrom: just(0).map { $0 }.eraseToAnyPublisher())
    },
    .init("prefix until output") { up, world in
      up.prefix(untilOutputFrom: never.map(world.lifetimes.object().pass))
    },
    .init("prefix until a failure", isVariant: true) { up, _ in
      up.prefix(untilOutputFrom: Fail<Int, Broken>(error: Broken()))
    },
    .init("withLatestFrom") { up, world in
      up.withLatestFrom(just(0)) { [object = world.lifetimes.object()] value, _ in
        object.pass(value)
      }
    },
    .init("withLatestFrom a subject", isVariant: true) { up, _ in
      up.withLatestFrom(CurrentValueSubject(0)) { value, _ in value }
    },
    .init("race") { up, _ in up.race(never) },
    .init("race as the second", isVariant: true) { up, _ in Publishers.RaceMany(never, up) },
    .init("race against a failure", isVariant: true) { up, _ in
      just(0).merge(with: up).race(Fail(error: Broken())).dropFirst()
    },
  ]

  private static var never: Numbers { Empty(completeImmediately: false).eraseToAnyPublisher() }

  private static func just(_ value: Int) -> Numbers {
    Just(value).setFailureType(to: Broken.self).eraseToAnyPublisher()
  }
}

extension ReshapingOperator {
  /// Operators that combine two inputs, and an input with itself.
  static let combining: [ReshapingOperator] = [
    .init("combineLatest") { up, world in up.combineLatest(second(in: world)) },
    .init("combineLatest as the second") { up, world in second(in: world).combineLatest(up) },
    .init("combineLatest of many") { up, world in
      Publishers.CombineLatestMany(up, second(in: world), second(in: world))
    },
    .init("combineLatest with itself") { up, _ in up.combineLatest(up) },
    .init("drop until output") { up, world in up.drop(untilOutputFrom: second(in: world)) },
    .init("drop until the output of an endless publisher") { up, world in
      up.drop(untilOutputFrom: world.endless(.timed))
    },
    .init("drop until its own output") { up, _ in up.drop(untilOutputFrom: up) },
    .init("prefix until what finishes") { up, world in
      up.prefix(untilOutputFrom: world.upstream(.timed, []))
    },
    .init("withLatestFrom") { up, world in up.withLatestFrom(second(in: world)) },
    .init("withLatestFrom an endless publisher") { up, world in
      up.withLatestFrom(world.endless(.timed))
    },
    .init("withLatestFrom by key") { up, world in
      up.withLatestFrom(second(in: world), on: { $0 % 2 }, otherOn: { $0 % 2 }, kind: .left)
    },
    .init("join with an endless publisher") { up, world in
      up.join(
        world.endless(.timed), before: .seconds(2), after: .zero, scheduler: world.scheduler,
        on: { $0 % 2 }, otherOn: { $0 % 2 })
    },
    .init("join, left, with an endless publisher") { up, world in
      up.join(
        world.endless(.timed), before: .zero, after: .milliseconds(500), kind: .left,
        scheduler: world.scheduler, on: { $0 % 3 }, otherOn: { $0 % 2 })
    },
    .init("withLatestFrom itself") { up, _ in up.withLatestFrom(up) },
    .init("sample by a notifier") { up, world in up.sample(second(in: world)) },
    .init("sample by an endless publisher") { up, world in up.sample(world.endless(.timed)) },
    .init("sample by itself") { up, _ in up.sample(up) },
    .init("race against what never comes") { up, world in
      up.race(world.upstream(.sent, [], end: nil))
    },
    .init("race against itself") { up, _ in Publishers.RaceMany(up, up, up) },
  ]

  private static func second(in world: World) -> Numbers {
    world.upstream(.timed, [10, 20, 30]).delay(
      for: .milliseconds(500), scheduler: world.scheduler
    ).eraseToAnyPublisher()
  }
}
