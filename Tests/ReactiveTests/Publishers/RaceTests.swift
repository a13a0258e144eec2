import Reactive
import Testing

@Suite struct RaceTests {
  @Test(arguments: [
    (["3=1 5=2 6|", "2=a 5=b 8=c 9|"], "2=a 5=b 8=c 9|"),
    (["2=1 5=2 6|", "2=a 3=b 4|"], "2=1 5=2 6|"),
    (["3=1 6|", "2|", "1=a 4#"], "1=a 4#"),
    (["3=1 6|", "2|"], "2|"),
    (["3=1 6|", "2#"], "2#"),
    (["2#", "2=1 6|"], "2#"),
    (["", "4=a 5|"], "4=a 5|"),
    (["1=a", "4=b 5|"], "1=a"),
    (["", ""], ""),
    (["1=a 2|"], "1=a 2|"),
    ([], "0|"),
  ])
  func `mirrors the first publisher that sends an event`(_ inputs: [String], _ result: String) {
    let scheduler = VirtualScheduler()
    let trace = Publishers.RaceMany(inputs.map { timed($0, on: scheduler) }).trace(on: scheduler)
    #expect(trace == result)
  }

  @Test func `the others are cancelled before the winner's event is delivered`() {
    let world = World()
    var cancelled: [Int] = []
    let late = world.endless(.timed).delay(for: .seconds(1), scheduler: world.scheduler)
    let recorder = Publishers.RaceMany(
      late.eraseToAnyPublisher(), world.endless(.timed), late.eraseToAnyPublisher()
    ).record(on: world.scheduler) { _ in cancelled.append(world.cancelledCount) }
    world.run(until: .seconds(2))
    #expect(recorder.values == [1, 2])
    #expect(cancelled == [2, 2])
    recorder.cancel()
    #expect(world.runningCount == 0)
    #expect(world.scheduler.pendingCount == 0)
  }

  @Test func `subscribes to no further input once one has won`() {
    for first in [[1], []] {
      let world = World()
      let recorder = world.upstream(.burst, first).race(world.upstream(.burst, [2])).record()
      #expect(recorder.values == first)
      #expect(recorder.hasFinished)
      #expect(world.upstreamCount == 1)
    }
  }

  @Test func `an input that wins while a later one is being subscribed to cancels that one`() {
    let world = World()
    let subject = PassthroughSubject<Int, Broken>()
    let late = Deferred {
      subject.send(1)
      return world.endless(.timed)
    }
    let recorder = Publishers.RaceMany(
      subject.eraseToAnyPublisher(), late.eraseToAnyPublisher(), world.endless(.timed)
    ).record(on: world.scheduler)
    #expect(recorder.values == [1])
    #expect(world.upstreamCount == 1)
    #expect(world.runningCount == 0)
    subject.send(2)
    #expect(recorder.values == [1, 2])
  }

  @Test func `an input may be used twice, and its first use wins`() {
    let world = World()
    let input = world.endless(.timed)
    let recorder = input.race(input, input).record(on: world.scheduler)
    world.run(until: .seconds(3))
    #expect(recorder.values == [1, 2, 3])
    #expect(world.runningCount == 1)
    recorder.cancel()
    #expect(world.scheduler.pendingCount == 0)
  }

  @Test func `values that the losers send from inside a value are not received`() {
    let subjects = (1...2).map { _ in PassthroughSubject<Int, Broken>() }
    let recorder = Publishers.RaceMany(subjects).record { value in
      subjects[1].send(-value)
      if value == 1 { subjects[0].send(2) }
    }
    subjects[0].send(1)
    subjects[1].send(completion: .failure(Broken()))
    subjects[0].send(completion: .finished)
    #expect(recorder.values == [1, 2])
    #expect(recorder.hasFinished)
    #expect(recorder.violations == [])
  }

  @Test func `a cancel from inside the first value ends the race`() {
    let world = World()
    let recorder = world.endless(.timed).race(world.endless(.timed))
      .record(on: world.scheduler, cut: .insideValue(1))
    world.run()
    #expect(recorder.values == [1])
    #expect(recorder.violations == [])
    #expect(world.runningCount == 0)
    #expect(world.scheduler.pendingCount == 0)
  }

  @Test func `races publishers of different types`() {
    let recorder = Empty<Int, Never>(completeImmediately: false).race(Just(3)).record()
    #expect(recorder.values == [3])
    #expect(recorder.completion == .finished)
  }
}
