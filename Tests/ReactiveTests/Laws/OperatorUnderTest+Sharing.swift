import Reactive
import ReactiveFoundation

extension OperatorUnderTest {
  /// Operators that pass values to a scheduler, or to a subject that others could share.
  static let sharing: [OperatorUnderTest] = [
    .init("receive(on:)", isVariant: true) { up, world in up.receive(on: world.scheduler) },
    .init("receive(on:), immediate", isVariant: true) { up, _ in
      up.receive(on: ImmediateScheduler())
    },
    .init("subscribe(on:)") { up, world in up.subscribe(on: world.scheduler) },
    .init("subscribe(on:), immediate", isVariant: true) { up, _ in
      up.subscribe(on: ImmediateScheduler())
    },
    .init("share", isVariant: true) { up, _ in Deferred { up.share() } },
    .init("multicast", isVariant: true) { up, _ in
      Deferred { up.multicast { PassthroughSubject() }.autoconnect() }
    },
    .init("makeConnectable", isVariant: true) { up, _ in
      Deferred { up.makeConnectable().autoconnect() }
    },
    .init("merge of three", isVariant: true) { up, _ in
      up.merge(with: Empty<Int, Broken>(), Empty<Int, Broken>())
    },
    .init("zip of three", isVariant: true) { up, world in
      world.companion.zip(world.companion, up) { $2 }
    },
    .init("combineLatest of three", isVariant: true) { up, _ in
      just(0).combineLatest(just(0), up) { $2 }
    },
    .init("Concatenate", isVariant: true) { up, _ in
      Publishers.Concatenate(prefix: up, suffix: Empty<Int, Broken>())
    },
    .init("map of a key path", isVariant: true) { up, _ in up.map(\.self) },
    .init("buffer", isVariant: true) { up, _ in
      up.buffer(size: 1, prefetch: .byRequest, whenFull: .customError { Broken(number: -1) })
    },
    .init("collect, one at a time", isVariant: true) { up, world in
      up.collect(.byTimeOrCount(world.scheduler, .seconds(1), 1)).map { $0[0] }
    },
    .init("breakpoint", isVariant: true) { up, _ in up.breakpoint(receiveOutput: { _ in false }) },
  ]

  private static func just(_ value: Int) -> Numbers {
    Just(value).setFailureType(to: Broken.self).eraseToAnyPublisher()
  }
}
