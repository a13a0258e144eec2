import Reactive
import Testing

/// An operator that waits, in a form that emits a single value sooner or later.
struct WaitingOperator: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let apply: @Sendable (Numbers, VirtualScheduler) -> Numbers

  private init(
    _ name: String,
    _ apply: @escaping @Sendable (Numbers, VirtualScheduler) -> any Publisher<Int, Broken>
  ) {
    testDescription = name
    self.apply = { upstream, scheduler in apply(upstream, scheduler).eraseToAnyPublisher() }
  }

  static let all: [WaitingOperator] = [
    .init("debounce") { $0.debounce(for: .seconds(1), scheduler: $1) },
    .init("throttle") { $0.throttle(for: .seconds(1), scheduler: $1, latest: true) },
    .init("audit") { $0.audit(for: .seconds(1), scheduler: $1) },
    .init("sample") { $0.sample(every: .seconds(1), scheduler: $1) },
    .init("measureInterval") { $0.measureInterval(using: $1).map { _ in 1 } },
    .init("collect by time") { $0.collect(.byTime($1, .seconds(1))).map(\.count) },
    .init("collect, sliding") {
      $0.collect(.sliding($1, .seconds(1), every: .seconds(1))).map(\.count)
    },
    .init("collect by limits") {
      $0.collectWindows(.init(gap: .seconds(1)), scheduler: $1).map(\.values.count)
    },
    .init("collect by the clock, with bounds") {
      $0.collectAligned(length: .seconds(1), every: .seconds(1), scheduler: $1)
        .map(\.values.count)
    },
    .init("collect by session") { $0.collect(.bySession($1, gap: .seconds(1))).map(\.count) },
  ]
}

@Suite struct DeepTimingLaws {
  @Test(arguments: WaitingOperator.all)
  func `a chain of 5,000 delivers, cancels and is released`(_ subject: WaitingOperator) async {
    await onStack(megabytes: 1) {
      let world = World()
      var chain = world.upstream(.timed, [1], end: nil)
      for _ in 1...5_000 { chain = subject.apply(chain, world.scheduler) }
      let recorder = chain.record(on: world.scheduler)
      world.scheduler.run()
      #expect(recorder.values == [1])
      #expect(recorder.violations == [])
      recorder.cancel()
      #expect(world.runningCount == 0)
      #expect(world.scheduler.pendingCount == 0)
      let cut = chain.record(on: world.scheduler)
      world.run(until: Instant.zero.duration(to: world.scheduler.now) + .seconds(2))
      cut.cancel()
      #expect(world.scheduler.pendingCount == 0)
      #expect(world.lifetimes.alive == 0)
    }
  }
}
