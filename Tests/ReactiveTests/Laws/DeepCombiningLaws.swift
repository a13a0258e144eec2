import Reactive
import ReactiveFoundation
import Testing

/// An operator that is nested in a place other than its upstream, and that emits the values of its
/// innermost input, or a given number of them.
struct NestingOperator: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let result: [Int]
  let apply: @Sendable (Numbers, World) -> Numbers

  private init(
    _ name: String, result: [Int] = [1, 2, 3],
    _ apply: @escaping @Sendable (Numbers, World) -> any Publisher<Int, Broken>
  ) {
    testDescription = name
    self.result = result
    self.apply = { inner, world in apply(inner, world).eraseToAnyPublisher() }
  }

  static let all: [NestingOperator] = [
    .init("combineLatest") { inner, _ in
      inner.combineLatest(Just(0).setFailureType(to: Broken.self)) { value, _ in value }
    },
    .init("drop until output") { inner, world in upstream(in: world).drop(untilOutputFrom: inner) },
    // The first is cut short by its other publisher, the second is not because the first emits
    // nothing, and so on.
    .init("prefix until output") { inner, world in
      upstream(in: world).prefix(untilOutputFrom: inner)
    },
    .init("withLatestFrom") { inner, world in
      upstream(in: world).withLatestFrom(inner) { value, _ in value }
    },
    .init("sample", result: [1, 2]) { inner, world in upstream(in: world).sample(inner) },
    .init("race") { inner, world in upstream(in: world).race(inner) },
  ]

  private static func upstream(in world: World) -> Numbers { world.upstream(.timed, [1, 2, 3]) }
}

@Suite struct DeepCombiningLaws {
  @Test(arguments: NestingOperator.all)
  func `other inputs can be nested 10,000 deep`(_ subject: NestingOperator) async {
    await onStack(megabytes: 1) {
      let world = World()
      var nested = world.upstream(.timed, [1, 2, 3])
      for _ in 1...10_000 { nested = subject.apply(nested, world) }
      let whole = nested.record(on: world.scheduler)
      world.scheduler.run()
      #expect(whole.values == subject.result)
      #expect(whole.completionTime == .seconds(4))
      #expect(whole.hasFinished)
      expectNothingIsLeft(in: world)
      let part = nested.record(on: world.scheduler, cut: .insideValue(1))
      world.scheduler.run()
      #expect(part.values == [1])
      #expect(whole.violations + part.violations == [])
      expectNothingIsLeft(in: world)
    }
  }

  @Test func `a value passes through a chain of 5,000 samples`() async {
    await onStack(megabytes: 1) {
      let world = World()
      let length = 5_000
      var chain = world.upstream(.timed, [1], end: nil)
      for number in 1...length {
        chain = chain.sample(
          TimedSequence<Int, Broken>([(.seconds(1 + number), 0)], on: world.scheduler)
        ).eraseToAnyPublisher()
      }
      let recorder = chain.record(on: world.scheduler)
      world.run(until: .seconds(1_000_000))
      #expect(recorder.values == [1])
      #expect(recorder.times == [.seconds(1 + length)])
      recorder.cancel()
      expectNothingIsLeft(in: world)
    }
  }

  @Test(arguments: [World.Style.burst, .timed])
  func `another input may be a chain of 100,000`(_ style: World.Style) async {
    await onStack {
      let world = World()
      var long = world.upstream(style, [7, 8, 9])
      for _ in 1...100_000 { long = long.map { $0 }.eraseToAnyPublisher() }
      let upstream = world.upstream(style, [1, 2, 3])
      let runs: [(Numbers, [Int])] = [
        (upstream.drop(untilOutputFrom: long).eraseToAnyPublisher(), [1, 2, 3]),
        (upstream.prefix(untilOutputFrom: long).eraseToAnyPublisher(), []),
        (
          upstream.withLatestFrom(long) { $0 * 10 + $1 }.eraseToAnyPublisher(),
          style == .burst ? [19, 29, 39] : [17, 28, 39]
        ),
        (upstream.sample(long).eraseToAnyPublisher(), style == .burst ? [] : [1, 2]),
        (Publishers.RaceMany(long, upstream).eraseToAnyPublisher(), [7, 8, 9]),
        (Publishers.RaceMany(upstream, long).eraseToAnyPublisher(), [1, 2, 3]),
        (
          Publishers.CombineLatestMany(long, upstream).map { $0[0] * 10 + $0[1] }
            .eraseToAnyPublisher(),
          style == .burst ? [91, 92, 93] : [71, 81, 82, 92, 93]
        ),
      ]
      for (publisher, values) in runs {
        let recorder = publisher.record(on: world.scheduler)
        world.scheduler.run()
        #expect(recorder.values == values)
        #expect(recorder.hasFinished)
        #expect(recorder.violations == [])
        expectNothingIsLeft(in: world)
      }
    }
  }

  private func expectNothingIsLeft(
    in world: World, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(world.runningCount == 0, sourceLocation: sourceLocation)
    #expect(world.lifetimes.alive == 0, sourceLocation: sourceLocation)
    #expect(world.scheduler.pendingCount == 0, sourceLocation: sourceLocation)
  }
}

extension WideLaws {
  @Test func `combines the latest of 100,000 inputs`() async {
    await onStack(megabytes: 1) {
      let inputs = (1...Self.width).map { [$0, -$0].publisher }
      let recorder = Publishers.CombineLatestMany(inputs).record()
      let last = (1..<Self.width).map { -$0 }
      #expect(recorder.values == [last + [Self.width], last + [-Self.width]])
      #expect(recorder.hasFinished)
    }
  }

  @Test func `races 100,000 inputs`() async {
    await onStack(megabytes: 1) {
      let world = World()
      let inputs = (1...Self.width).map { number in
        TimedSequence<Int, Broken>(
          [(.seconds(number == 500 ? 1 : 2), number)], end: .seconds(3), on: world.scheduler)
      }
      let recorder = Publishers.RaceMany(inputs).record(on: world.scheduler)
      world.run(until: .seconds(1))
      #expect(recorder.values == [500])
      #expect(world.scheduler.pendingCount == 1)
      world.run()
      #expect(recorder.values == [500])
      #expect(recorder.completionTime == .seconds(3))
    }
  }
}
