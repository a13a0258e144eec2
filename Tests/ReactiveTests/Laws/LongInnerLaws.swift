import Reactive
import ReactiveFoundation
import Testing

/// An operator that subscribes to a publisher while it runs, and emits the values of that
/// publisher.
struct SubscribingOperator: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let apply: @Sendable (Numbers) -> Numbers

  init(
    _ name: String, _ apply: @escaping @Sendable (Numbers) -> any Publisher<Int, Broken>
  ) {
    testDescription = name
    self.apply = { inner in apply(inner).eraseToAnyPublisher() }
  }

  static let all: [SubscribingOperator] = [
    .init("flatMap") { inner in outer.flatMap { _ in inner } },
    .init("concatMap") { inner in outer.concatMap { _ in inner } },
    .init("switchMap") { inner in outer.switchMap { _ in inner } },
    .init("exhaustMap") { inner in outer.exhaustMap { _ in inner } },
    .init("catch") { inner in Fail<Int, Broken>(error: Broken()).catch { _ in inner } },
    .init("retry") { $0.retry(1) },
    .init("repeat") { $0.repeat(1) },
    .init("groupBy") { inner in outer.groupBy({ $0 }) { _, _ in inner } },
  ]

  private static var outer: some Publisher<Int, Broken> { Just(0).setFailureType(to: Broken.self) }
}

@Suite struct LongInnerLaws {
  @Test(arguments: SubscribingOperator.all, [World.Style.burst, .timed])
  func `an inner publisher may be a chain of 20,000`(
    _ subject: SubscribingOperator, _ style: World.Style
  ) async {
    await onStack {
      let world = World()
      var inner = world.upstream(style, [1, 2, 3])
      for _ in 1...20_000 { inner = inner.map { $0 }.eraseToAnyPublisher() }
      for cut in [Recorder<Int, Broken>.Cut.none, .insideValue(2)] {
        let recorder = subject.apply(inner).record(on: world.scheduler, cut: cut)
        world.scheduler.run()
        #expect(recorder.values == (recorder.isCancelled ? [1, 2] : [1, 2, 3]))
        #expect(recorder.hasFinished != recorder.isCancelled)
        #expect(recorder.violations == [])
        #expect(world.runningCount == 0)
        #expect(world.scheduler.pendingCount == 0)
      }
    }
  }

  @Test(arguments: SubscribingOperator.all)
  func `inner publishers can be nested 10,000 deep`(_ subject: SubscribingOperator) async {
    await onStack {
      let world = World()
      var inner = world.upstream(.timed, [1, 2, 3])
      for _ in 1...10_000 { inner = subject.apply(inner) }
      let recorder = inner.record(on: world.scheduler)
      world.run(until: .seconds(2))
      #expect(recorder.values == [1, 2])
      recorder.cancel()
      #expect(world.runningCount == 0)
      #expect(world.scheduler.pendingCount == 0)
      let whole = inner.record(on: world.scheduler)
      world.scheduler.run()
      #expect(whole.values == [1, 2, 3])
      #expect(whole.hasFinished)
    }
  }
}
