import Reactive
import Testing

@Suite struct ConcatenateTests {
  @Test func `subscribes to the next publisher when the previous one has completed`() {
    let world = World()
    let recorder = world.upstream(.timed, [1, 2]).append(world.upstream(.timed, [3]))
      .record(on: world.scheduler)
    world.run(until: .milliseconds(2_500))
    #expect(world.upstreamCount == 1)
    world.run()
    #expect(recorder.values == [1, 2, 3])
    #expect(recorder.times == [.seconds(1), .seconds(2), .seconds(4)])
    #expect(recorder.completionTime == .seconds(5))
  }

  @Test func `a failure ends the run, and the next publisher is not subscribed to`() {
    let world = World()
    let recorder = world.upstream(.timed, [1], end: .failure(Broken()))
      .append(world.upstream(.timed, [3])).record(on: world.scheduler)
    world.run()
    #expect(recorder.values == [1])
    #expect(recorder.failure == Broken())
    #expect(world.upstreamCount == 1)
  }

  @Test func `a cancel inside the last value prevents the next subscription`() {
    let world = World()
    let recorder = world.upstream(.burst, [1]).append(world.upstream(.burst, [2]))
      .record(cut: .insideValue(1))
    #expect(recorder.values == [1])
    #expect(world.upstreamCount == 1)
  }

  @Test func `appends and prepends single values`() {
    #expect([1, 2].publisher.append(8, 9).record().values == [1, 2, 8, 9])
    #expect([1, 2].publisher.prepend(8, 9).record().values == [8, 9, 1, 2])
    #expect(Just(2).prepend(Just(1)).append(Just(3)).record().values == [1, 2, 3])
  }

  @Test func `a late value of a subject that follows is not lost`() {
    let subject = PassthroughSubject<Int, Never>()
    let recorder = Just(1).append(subject).record()
    subject.send(2)
    subject.send(completion: .finished)
    #expect(recorder.values == [1, 2])
    #expect(recorder.completion == .finished)
  }
}
