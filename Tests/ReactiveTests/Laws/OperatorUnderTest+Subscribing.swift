import Reactive
import ReactiveFoundation

extension OperatorUnderTest {
  /// Operators that subscribe to other publishers while they run, or to their upstream again.
  static let subscribing: [OperatorUnderTest] = [
    .init("flatMap") { up, world in
      up.flatMap { [object = world.lifetimes.object()] in just(object.pass($0)) }
    },
    .init("flatMap through a long chain", isVariant: true) { up, _ in
      up.flatMap { just($0).map { $0 }.eraseToAnyPublisher().map { $0 }.eraseToAnyPublisher() }
    },
    .init("flatMap to what cannot fail", isVariant: true) { up, _ in up.flatMap { Just($0) } },
    .init("flatMap of what cannot fail", isVariant: true) { up, _ in
      Just(0).flatMap(maxPublishers: .max(1)) { _ in up }
    },
    .init("switchToLatest of what cannot fail", isVariant: true) { up, _ in
      Just(up).switchToLatest()
    },
    .init("switchToLatest to what cannot fail", isVariant: true) { up, _ in
      up.map { Just($0) }.switchToLatest()
    },
    .init("concatMap", isVariant: true) { up, _ in up.concatMap { just($0) } },
    .init("flatMap of one", isVariant: true) { up, _ in just(0).flatMap { _ in up } },
    .init("switchMap") { up, world in
      up.switchMap { [object = world.lifetimes.object()] in just(object.pass($0)) }
    },
    .init("switchMap of one", isVariant: true) { up, _ in just(0).switchMap { _ in up } },
    .init("exhaustMap") { up, world in
      up.exhaustMap { [object = world.lifetimes.object()] in just(object.pass($0)) }
    },
    .init("exhaustMap of one", isVariant: true) { up, _ in just(0).exhaustMap { _ in up } },
    .init("catch") { up, world in
      up.catch { [object = world.lifetimes.object()] in Fail(error: object.pass($0)) }
    },
    .init("catch of a failure", isVariant: true) { up, _ in
      Fail<Int, Broken>(error: Broken()).catch { _ in up }
    },
    .init("tryCatch", isVariant: true) { up, _ in
      up.tryCatch { failure throws(Broken) -> Empty<Int, Broken> in throw failure }
    },
    .init("retry") { up, _ in up.retry(0) },
    .init("repeat") { up, _ in up.repeat(1) },
    .init("repeat with a delay", isVariant: true) { up, world in
      up.repeat(1, delays: [.seconds(1)], scheduler: world.scheduler)
    },
    .init("groupBy") { up, world in
      up.groupBy({ [object = world.lifetimes.object()] in object.pass($0) % 2 }) { $1 }
    },
    .init("groupBy of one", isVariant: true) { up, _ in
      up.groupBy({ _ in 0 }) { $1.map { $0 } }
    },
  ]
}

private func just(_ value: Int) -> some Publisher<Int, Broken> {
  Just(value).setFailureType(to: Broken.self)
}
