import Reactive
import Testing

@Suite struct WithLatestFromTests {
  @Test func `plays as its diagram shows`() throws {
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
  func `pairs each value with the latest of the other publisher`(
    _ input: String, _ other: String, _ result: String
  ) {
    let scheduler = VirtualScheduler()
    let trace = timed(input, on: scheduler).withLatestFrom(timed(other, on: scheduler)) { $0 + $1 }
      .trace(on: scheduler)
    #expect(trace == result)
  }

  @Test func `the diagram of keys shows the actual events`() throws {
    try checkDiagram("withLatestFrom(on: { $0 % 2 }, otherOn: { $0 % 2 })") { inputs in
      inputs.numbers.withLatestFrom(
        inputs.second.map { Int($0) ?? 0 }, on: { $0 % 2 }, otherOn: { $0 % 2 }
      ).map { "(\($0), \($1 ?? -1))" }
    }
  }

  @Test(arguments: [
    ("1=a 3=b 4=a 5|", "2=a1 2=b1 3=b2", "3=bb2 4=aa1 5|", "1=a- 3=bb2 4=aa1 5|"),
    ("1=a 2#", "1=b1", "2#", "1=a- 2#"),
    ("1=a 9|", "2#", "2#", "1=a- 2#"),
    ("3=a 4|", "1=a1 2|", "3=aa1 4|", "3=aa1 4|"),
    ("3=a 3=b 4|", "3=a1 3=a2", "3=aa2 4|", "3=aa2 3=b- 4|"),
  ])
  func `pairs each value with the latest of its key`(
    _ input: String, _ other: String, _ inner: String, _ left: String
  ) {
    for kind in Publishers.JoinKind.allCases {
      let scheduler = VirtualScheduler()
      let trace = timed(input, on: scheduler)
        .withLatestFrom(
          timed(other, on: scheduler), on: { $0 }, otherOn: { String($0.prefix(1)) }, kind: kind
        ).map { $0 + ($1 ?? "-") }
        .trace(on: scheduler)
      #expect(trace == (kind == .left ? left : inner))
    }
  }

  @Test func `a failing key ends the run, and cancels both inputs`() {
    for fails in [(true, false), (false, true)] {
      let world = World()
      let recorder = Publishers.WithLatestFromByKey(
        upstream: world.endless(.timed), other: world.endless(.timed),
        key: { (value) throws(Broken) in
          if fails.0, value == 3 { throw Broken(number: 7) }
          return 0
        },
        otherKey: { (value) throws(Broken) in
          if fails.1, value == 3 { throw Broken(number: 7) }
          return 0
        }, kind: .inner
      ).record(on: world.scheduler)
      world.run()
      #expect(recorder.values.count == 2)
      #expect(recorder.failure == Broken(number: 7))
      #expect(world.runningCount == 0)
    }
  }

  @Test func `inputs may emit all their values at once`() {
    let recorder = [1, 2].publisher.withLatestFrom(["a", "b"].publisher).record()
    #expect(recorder.values.map { "\($0.0)\($0.1)" } == ["1b", "2b"])
    #expect(recorder.completion == .finished)
  }

  @Test func `the end cancels the other publisher, and its failure cancels upstream`() {
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

  @Test func `upstream is not subscribed to if the other publisher fails at once`() {
    let world = World()
    let recorder = world.upstream(.burst, [1]).withLatestFrom(Fail<Int, Broken>(error: Broken()))
      .record()
    #expect(recorder.failure == Broken())
    #expect(world.upstreamCount == 0)
  }

  @Test func `an input may be its own other publisher`() {
    let subject = PassthroughSubject<Int, Broken>()
    let recorder = subject.withLatestFrom(subject) { $0 * 10 + $1 }.record()
    subject.send(1)
    subject.send(2)
    #expect(recorder.values == [11, 22])
  }

  @Test func `a value that the other publisher emits inside a pair counts from the next pair on`() {
    let other = CurrentValueSubject<Int, Never>(0)
    let recorder = [1, 2, 3].publisher.withLatestFrom(other) { $0 * 10 + $1 }.record { value in
      other.send(value)
    }
    #expect(recorder.values == [10, 30, 60])
  }

  @Test func `a cancel from inside a pair cancels both inputs`() {
    let world = World()
    let recorder = world.endless(.burst).withLatestFrom(CurrentValueSubject(7)) { $0 + $1 }
      .record(cut: .insideValue(3))
    #expect(recorder.values == [8, 9, 10])
    #expect(recorder.violations == [])
    #expect(world.runningCount == 0)
  }
}
