import Reactive
import Testing

@Suite struct WithLatestFromTests {
  @Test func `the diagram shows what is played`() throws {
    try checkDiagram("withLatestFrom") { $0.first.withLatestFrom($0.second) }
  }

  @Test(arguments: [
    ("1=1 3=2 6=3 8=4 9|", "2=a 5=b 9|", "3=2a 6=3b 8=4b 9|"),
    ("1=1 2=2 3|", "2=a 2=b 9|", "2=2b 3|"),
    ("1=1 4=2 5|", "1=a 2|", "1=1a 4=2a 5|"),
    ("1=1 4=2 5|", "1=a 2#", "1=1a 2#"),
    ("1=1 4=2 5|", "2#", "2#"),
    ("1=1 4=2 5|", "2|", "5|"),
    ("1=1 4=2 5#", "1=a", "1=1a 4=2a 5#"),
    ("1=1 4=2 5|", "", "5|"),
    ("2=1", "1=a", "2=1a"),
  ])
  func `joins each value with the latest of the other`(
    _ input: String, _ other: String, _ result: String
  ) {
    let scheduler = VirtualScheduler()
    let trace = timed(input, on: scheduler).withLatestFrom(timed(other, on: scheduler)) { $0 + $1 }
      .trace(on: scheduler)
    #expect(trace == result)
  }

  @Test func `inputs that give all at once`() {
    let recorder = [1, 2].publisher.withLatestFrom(["a", "b"].publisher).record()
    #expect(recorder.values.map { "\($0.0)\($0.1)" } == ["1b", "2b"])
    #expect(recorder.completion == .finished)
  }

  @Test func `the end cancels the other, and its failure cancels upstream`() {
    let world = World()
    let finishing = world.upstream(.timed, [1]).withLatestFrom(world.endless(.timed))
      .record(on: world.scheduler)
    let failing = world.endless(.timed)
      .withLatestFrom(world.upstream(.timed, [], end: .failure(Broken())))
      .record(on: world.scheduler)
    world.run()
    #expect(finishing.hasFinished)
    #expect(failing.failure == Broken())
    #expect(world.cancelledCount == 2)
    #expect(world.runningCount == 0)
    #expect(world.scheduler.pendingCount == 0)
  }

  @Test func `upstream is not subscribed to if the other fails at once`() {
    let world = World()
    let recorder = world.upstream(.burst, [1]).withLatestFrom(Fail<Int, Broken>(error: Broken()))
      .record()
    #expect(recorder.failure == Broken())
    #expect(world.upstreamCount == 0)
  }

  @Test func `an input may be its own other`() {
    let subject = PassthroughSubject<Int, Broken>()
    let recorder = subject.withLatestFrom(subject) { $0 * 10 + $1 }.record()
    subject.send(1)
    subject.send(2)
    #expect(recorder.values == [11, 22])
  }

  @Test func `what the other gives from inside a pair counts from the next`() {
    let other = CurrentValueSubject<Int, Never>(0)
    let recorder = [1, 2, 3].publisher.withLatestFrom(other) { $0 * 10 + $1 }.record { value in
      other.send(value)
    }
    #expect(recorder.values == [10, 30, 60])
  }

  @Test func `a cancel from inside a pair cancels both`() {
    let world = World()
    let recorder = world.endless(.burst).withLatestFrom(CurrentValueSubject(7)) { $0 + $1 }
      .record(cut: .insideValue(3))
    #expect(recorder.values == [8, 9, 10])
    #expect(recorder.violations == [])
    #expect(world.runningCount == 0)
  }
}
