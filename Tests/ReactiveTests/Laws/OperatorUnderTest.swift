import Reactive
import Testing

/// An operator in a form that emits the same values as its upstream, which is all that the laws
/// need.
struct OperatorUnderTest: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// Whether the publisher is already in the table in another role, so that short chains are
  /// enough.
  let isVariant: Bool
  let apply: @Sendable (Numbers, World) -> Numbers

  init(
    _ name: String, isVariant: Bool = false,
    _ apply: @escaping @Sendable (Numbers, World) -> any Publisher<Int, Broken>
  ) {
    testDescription = name
    self.isVariant = isVariant
    self.apply = { upstream, world in apply(upstream, world).eraseToAnyPublisher() }
  }

  static let all: [OperatorUnderTest] =
    single + timing + subscribing + combining + filtering + sharing

  /// One line for each publisher that has an upstream. Closures hold a tracked object.
  static let single: [OperatorUnderTest] = [
    .init("map") { up, world in up.map(world.lifetimes.object().pass) },
    .init("filter") { up, world in
      up.filter { [object = world.lifetimes.object()] _ in object.pass(true) }
    },
    .init("scan") { up, world in
      up.scan(0) { [object = world.lifetimes.object()] in object.pass($1) }
    },
    .init("dropFirst") { up, _ in up.dropFirst(0) },
    .init("tryMap", isVariant: true) { up, world in
      up.tryMap(world.lifetimes.object().pass).mapError(broken)
    },
    .init("tryFilter", isVariant: true) { up, world in
      up.tryFilter { [object = world.lifetimes.object()] _ in object.pass(true) }.mapError(broken)
    },
    .init("tryCompactMap") { up, world in
      up.tryCompactMap { [object = world.lifetimes.object()] value throws(Broken) -> Int? in
        object.pass(value)
      }
    },
    .init("tryScan", isVariant: true) { up, world in
      up.tryScan(0) { [object = world.lifetimes.object()] in object.pass($1) }.mapError(broken)
    },
    .init("mapError") { up, world in up.mapError(world.lifetimes.object().pass) },
    .init("append") { up, _ in up.append(Empty()) },
    .init("append to empty", isVariant: true) { up, _ in Empty().append(up) },
    .init("prepend", isVariant: true) { up, _ in up.prepend(Empty()) },
    .init("merge") { up, _ in up.merge(with: Empty()) },
    .init("merge into empty", isVariant: true) { up, _ in
      Publishers.MergeMany(Empty().eraseToAnyPublisher(), up)
    },
    .init("zip") { up, world in world.companion.zip(up).map(\.1) },
    .init("zip of one", isVariant: true) { up, _ in Publishers.ZipMany(up).map { $0[0] } },
    .init("delay") { up, world in up.delay(for: .seconds(2), scheduler: world.scheduler) },
    .init("delay by nothing", isVariant: true) { up, world in
      up.delay(for: .zero, scheduler: world.scheduler)
    },
    .init("delay, immediate", isVariant: true) { up, _ in
      up.delay(for: .seconds(2), scheduler: ImmediateScheduler())
    },
    .init("deferred") { up, world in
      Deferred { [object = world.lifetimes.object()] in object.pass(up) }
    },
    .init("eraseToAnyPublisher") { up, _ in up },
  ]
}

private func broken(_ error: any Error) -> Broken {
  error as? Broken ?? Broken(number: -1)
}
