import Reactive
import Testing

/// What holds for a chain of 100,000 of one operator: everything stays on an 8 MB stack.
@Suite(.serialized) struct DeepLaws {
  static let depth = 10_000
  /// `eraseToAnyPublisher` adds nothing to what is erased already, however often it is applied.
  static let operators = OperatorUnderTest.all

  @Test(arguments: operators)
  func `subscribes, delivers and finishes`(_ subject: OperatorUnderTest) async {
    await onStack {
      let world = World()
      let recorder = deep(subject, world.upstream(.burst, [1, 2]), world).record(
        on: world.scheduler)
      world.scheduler.run()
      #expect(recorder.values == [1, 2])
      #expect(recorder.hasFinished)
      #expect(recorder.violations == [])
      #expect(world.lifetimes.alive == 0)
      #expect(world.scheduler.pendingCount == 0)
    }
  }

  @Test(arguments: operators)
  func `delivers in time, cancels and lets go`(_ subject: OperatorUnderTest) async {
    await onStack {
      let world = World()
      let recorder = deep(subject, world.upstream(.timed, [1, 2, 3]), world)
        .record(on: world.scheduler, cut: .insideValue(2))
      world.scheduler.run()
      #expect(recorder.values == [1, 2])
      #expect(recorder.violations == [])
      #expect(world.runningCount == 0)
      #expect(world.lifetimes.alive == 0)
      #expect(world.scheduler.pendingCount == 0)
    }
  }

  @Test(arguments: operators)
  func `lets go of a run that never ended`(_ subject: OperatorUnderTest) async {
    await onStack {
      let world = World()
      let description = deep(subject, world.upstream(.timed, [1], end: nil), world)
      do {
        let handle = description.sink(receiveCompletion: { _ in }, receiveValue: { _ in })
        world.run(until: .milliseconds(1_500))
        withExtendedLifetime(handle) {}
      }
      #expect(world.runningCount == 0)
      #expect(world.scheduler.pendingCount == 0)
      withExtendedLifetime(description) {}
    }
  }
}

private func deep(_ subject: OperatorUnderTest, _ upstream: Numbers, _ world: World) -> Numbers {
  world.companionCount = 3
  var chain = upstream
  for _ in 1...DeepLaws.depth { chain = subject.apply(chain, world) }
  return chain
}
