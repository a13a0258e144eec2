import Reactive
import Testing

@Suite struct MergeTests {
  @Test func `emits values as they arrive, at equal instants in the order of the inputs`() {
    let scheduler = VirtualScheduler()
    func input(_ name: String, _ times: [Int]) -> TimedSequence<String, Broken> {
      TimedSequence(
        times.map { (.seconds($0), "\(name)\($0)") }, end: .seconds(5), on: scheduler)
    }
    let recorder = input("a", [1, 3, 3]).merge(with: input("b", [1, 2, 3]), input("c", [3]))
      .record(on: scheduler)
    scheduler.run()
    #expect(recorder.values == ["a1", "b1", "b2", "a3", "a3", "b3", "c3"])
    #expect(recorder.completionTime == .seconds(5))
  }

  @Test func `completes when all inputs have completed`() {
    let inputs = (1...3).map { _ in PassthroughSubject<Int, Never>() }
    let recorder = Publishers.MergeMany(inputs).record()
    inputs[1].send(completion: .finished)
    inputs[0].send(completion: .finished)
    #expect(recorder.completion == nil)
    inputs[2].send(4)
    inputs[2].send(completion: .finished)
    #expect(recorder.values == [4])
    #expect(recorder.completion == .finished)
  }

  @Test func `the first failure cancels the others`() {
    let world = World()
    let recorder = Publishers.MergeMany(
      world.endless(.timed), world.upstream(.timed, [], end: .failure(Broken())),
      world.endless(.timed)
    ).record(on: world.scheduler)
    world.run()
    #expect(recorder.values == [1])
    #expect(recorder.failure == Broken())
    #expect(world.cancelledCount == 2)
    #expect(world.scheduler.pendingCount == 0)
  }

  @Test func `subscribes to no further input once one has failed`() {
    let world = World()
    let recorder = world.upstream(.burst, [1], end: .failure(Broken()))
      .merge(with: world.upstream(.burst, [2])).record()
    #expect(recorder.values == [1])
    #expect(world.upstreamCount == 1)
  }

  @Test func `an input that is cancelled by a value of an earlier one is not subscribed to`() {
    let world = World()
    let recorder = world.upstream(.burst, [1]).merge(with: world.upstream(.burst, [2]))
      .record(cut: .insideValue(1))
    #expect(recorder.values == [1])
    #expect(world.upstreamCount == 1)
  }

  @Test func `merges publishers of different types`() {
    #expect([1, 2].publisher.merge(with: Just(3)).record().values == [1, 2, 3])
  }
}
