import Reactive
import Testing

@Suite struct ZipTests {
  private let left = PassthroughSubject<Int, Broken>()
  private let right = PassthroughSubject<String, Broken>()

  @Test func `pairs the n-th values, and stores the values of an input that is ahead`() {
    let recorder = left.zip(right).record()
    left.send(1)
    left.send(2)
    #expect(recorder.values.isEmpty)
    right.send("a")
    right.send("b")
    right.send("c")
    left.send(3)
    #expect(recorder.values.map(\.0) == [1, 2, 3])
    #expect(recorder.values.map(\.1) == ["a", "b", "c"])
  }

  @Test func `completes at once when an input completes that has nothing waiting`() {
    let recorder = left.zip(right).record()
    right.send("a")
    left.send(completion: .finished)
    #expect(recorder.hasFinished)
  }

  @Test func `completes with the pair that uses up a completed input`() {
    let recorder = left.zip(right).record()
    left.send(1)
    left.send(2)
    left.send(completion: .finished)
    #expect(!recorder.hasFinished)
    right.send("a")
    #expect(!recorder.hasFinished)
    right.send("b")
    #expect(recorder.hasFinished)
    #expect(recorder.values.map(\.1) == ["a", "b"])
  }

  @Test func `fails with the first failure, and drops waiting values`() {
    let world = World()
    let recorder = Publishers.ZipMany(
      world.upstream(.timed, [1, 2, 3]), world.upstream(.timed, [1], end: .failure(Broken()))
    ).record(on: world.scheduler)
    world.run()
    #expect(recorder.values == [[1, 1]])
    #expect(recorder.failure == Broken())
    #expect(recorder.completionTime == .seconds(2))
    #expect(world.cancelledCount == 1)
    #expect(world.lifetimes.alive == 0)
  }

  @Test func `cancels the others when it completes`() {
    let world = World()
    let recorder = Publishers.ZipMany(
      world.endless(.timed), world.endless(.timed), world.upstream(.timed, [7, 8])
    ).record(on: world.scheduler)
    world.run()
    #expect(recorder.values == [[1, 1, 7], [2, 2, 8]])
    #expect(recorder.hasFinished)
    #expect(world.cancelledCount == 2)
    #expect(world.scheduler.pendingCount == 0)
  }

  @Test func `subscribes to no further input once it has ended`() {
    let world = World()
    let recorder = Publishers.ZipMany(
      world.upstream(.burst, []), world.upstream(.burst, [1])
    ).record()
    #expect(recorder.hasFinished)
    #expect(world.upstreamCount == 1)
  }

  @Test func `emits a pair sent from inside a pair after it`() {
    let recorder = left.zip(right).record { [left, right] pair in
      guard pair.0 == 1 else { return }
      left.send(2)
      right.send("b")
    }
    left.send(1)
    right.send("a")
    #expect(recorder.values.map(\.1) == ["a", "b"])
  }

  @Test func `stores a hundred thousand values of an input that is ahead, at linear cost`() {
    let recorder = left.zip(right).record()
    for number in 1...100_000 { left.send(number) }
    for _ in 1...100_000 { right.send("") }
    #expect(recorder.values.count == 100_000)
    #expect(recorder.values.last?.0 == 100_000)
  }
}
