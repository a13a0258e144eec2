import Reactive
import Testing

/// Laws for long chains of one operator: everything stays on an 8 MB stack.
@Suite struct DeepLaws {
  @Test(arguments: OperatorUnderTest.all)
  func `a chain of 5,000 delivers, completes, cancels and is released on a small stack`(
    _ subject: OperatorUnderTest
  ) async {
    // 200 bytes for each, because any call from one to the next needs more.
    await onStack(megabytes: 1) {
      let world = World()
      let description = chain(of: 5_000, subject, world.upstream(.timed, [1]), world)
      expectEnd(of: description, in: world)
      expectRelease(of: description, in: world)
    }
  }

  @Test(arguments: OperatorUnderTest.all)
  func `a chain of 1,000 passes a burst on`(_ subject: OperatorUnderTest) async {
    await onStack(megabytes: 1) {
      let world = World()
      let description = chain(of: 1_000, subject, world.upstream(.burst, [1, 2, 3]), world)
      let whole = description.record(on: world.scheduler)
      let part = description.record(on: world.scheduler, cut: .insideValue(2))
      world.scheduler.run()
      #expect(whole.values == [1, 2, 3])
      #expect(whole.hasFinished)
      #expect(part.values == [1, 2])
      #expect(whole.violations + part.violations == [])
      #expect(world.runningCount == 0)
      #expect(world.scheduler.pendingCount == 0)
    }
  }
}

private func chain(
  of length: Int, _ subject: OperatorUnderTest, _ upstream: Numbers, _ world: World
) -> Numbers {
  world.companionCount = 3
  var chain = upstream
  for _ in 1...length { chain = subject.apply(chain, world) }
  return chain
}

private func expectEnd(of description: Numbers, in world: World) {
  let recorder = description.record(on: world.scheduler)
  world.scheduler.run()
  #expect(recorder.values == [1])
  #expect(recorder.hasFinished)
  #expect(recorder.violations == [])
  #expect(world.scheduler.pendingCount == 0)
}

/// Releasing the handle of a run that has not ended cancels it, and the run is gone with it.
private func expectRelease(of description: Numbers, in world: World) {
  let running = world.upstreamCount
  do {
    var values: [Int] = []
    let start = Instant.zero.duration(to: world.scheduler.now)
    let handle = description.sink(receiveCompletion: { _ in }, receiveValue: { values.append($0) })
    world.run(until: start + .seconds(1))
    // One delay in a chain of delays is still pending.
    #expect(values.count <= 1)
    #expect(world.upstreamCount == running + 1)
    withExtendedLifetime(handle) {}
  }
  #expect(world.runningCount == 0)
  #expect(world.scheduler.pendingCount == 0)
}
