import Reactive
import Testing

@Suite struct DropUntilOutputTests {
  @Test(arguments: [
    ("1=1 3=2 5=3 7=4 8|", "4=a 6=b 9|", "5=3 7=4 8|"),
    ("1=1 2=2 3|", "2=a 3|", "2=2 3|"),
    ("1=1 2=2 3|", "2=a 3#", "2=2 3|"),
    ("1=1 2=2 9|", "3|", "3|"),
    ("1=1 2=2 9|", "3#", "3#"),
    ("1=1 2=2 3|", "", "3|"),
    ("1=1 2=2 3#", "", "3#"),
    ("1=1 5=2", "2=a", "5=2"),
    ("2|", "2|", "2|"),
    ("2=1 2|", "2#", "2#"),
  ])
  func `drops values until the other publisher emits one`(
    _ input: String, _ other: String, _ result: String
  ) {
    let scheduler = VirtualScheduler()
    let trace = timed(input, on: scheduler).drop(untilOutputFrom: timed(other, on: scheduler))
      .trace(on: scheduler)
    #expect(trace == result)
  }

  @Test func `the other publisher is cancelled with its first value`() {
    for style in World.Style.allCases {
      let world = World()
      let recorder = world.upstream(.timed, [1, 2, 3]).drop(untilOutputFrom: world.endless(style))
        .record(on: world.scheduler)
      world.run(until: .milliseconds(2_500))
      #expect(world.runningCount == 1)
      #expect(recorder.values == [1, 2])
      world.run()
      #expect(recorder.hasFinished)
      #expect(recorder.violations == [])
    }
  }

  @Test func `if the other publisher ends at once, the run ends without subscribing further`() {
    let world = World()
    let upstream = world.upstream(.burst, [1])
    let ends: [Subscribers.Completion<Broken>] = [.finished, .failure(Broken())]
    for (count, end) in ends.enumerated() {
      let recorder = upstream.drop(untilOutputFrom: world.upstream(.burst, [], end: end)).record()
      #expect(recorder.completion == end)
      #expect(recorder.values == [])
      #expect(world.upstreamCount == count + 1)
    }
  }

  @Test func `an input may be its own other publisher, and emits everything`() {
    let subject = PassthroughSubject<Int, Broken>()
    let recorder = subject.drop(untilOutputFrom: subject).record()
    subject.send(1)
    subject.send(2)
    subject.send(completion: .finished)
    #expect(recorder.values == [1, 2])
    #expect(recorder.hasFinished)
  }

  @Test func `the other publisher may open the gate, or be cancelled, from inside`() {
    let opener = PassthroughSubject<Int, Broken>()
    let subject = PassthroughSubject<Int, Broken>()
    let recorder = subject.map { value in
      if value == 2 { opener.send(0) }
      return value
    }.drop(untilOutputFrom: opener).record(cut: .insideValue(2))
    for value in 1...5 { subject.send(value) }
    #expect(recorder.values == [2, 3])
    #expect(recorder.violations == [])
  }
}

@Suite struct PrefixUntilOutputTests {
  @Test(arguments: [
    ("1=1 3=2 5=3 7=4 8|", "4=a 6=b 9|", "1=1 3=2 4|"),
    ("1=1 2=2 3|", "2=a", "1=1 2|"),
    ("1=1 2=2 3|", "2|", "1=1 2=2 3|"),
    ("1=1 2=2 3|", "2#", "1=1 2=2 3|"),
    ("1=1 2=2 3#", "9=a", "1=1 2=2 3#"),
    ("1=1 2=2 3#", "3=a", "1=1 2=2 3|"),
    ("1=1", "5=a", "1=1 5|"),
    ("1=1", "", "1=1"),
  ])
  func `completes when the other publisher emits a value, and ignores its other events`(
    _ input: String, _ other: String, _ result: String
  ) {
    let scheduler = VirtualScheduler()
    let trace = timed(input, on: scheduler).prefix(untilOutputFrom: timed(other, on: scheduler))
      .trace(on: scheduler)
    #expect(trace == result)
  }

  @Test func `the end cancels both inputs`() {
    let world = World()
    let recorder = world.endless(.timed).prefix(untilOutputFrom: world.endless(.sent).dropFirst(2))
      .record(on: world.scheduler)
    world.run(until: .seconds(100))
    // The sent values were queued first.
    #expect(recorder.values == [1, 2])
    #expect(recorder.completionTime == .seconds(3))
    #expect(world.cancelledCount == 2)
  }

  @Test func `the end of upstream cancels the other publisher`() {
    let world = World()
    let recorder = world.upstream(.timed, [1]).prefix(
      untilOutputFrom: world.upstream(.timed, [], end: nil)
    ).record(on: world.scheduler)
    world.run()
    #expect(recorder.values == [1])
    #expect(recorder.hasFinished)
    #expect(world.runningCount == 0)
    #expect(world.scheduler.pendingCount == 0)
  }

  @Test func `upstream is not subscribed to if the other publisher emits a value at once`() {
    let world = World()
    let recorder = world.upstream(.burst, [1]).prefix(untilOutputFrom: Just("now")).record()
    #expect(recorder.values == [])
    #expect(recorder.hasFinished)
    #expect(recorder.violations == [])
    #expect(world.upstreamCount == 0)
  }

  @Test func `a value sent to the other publisher from inside a value ends the burst`() {
    let closer = PassthroughSubject<Void, Never>()
    let recorder = (1...).publisher.prefix(untilOutputFrom: closer).record { value in
      if value == 3 { closer.send() }
    }
    #expect(recorder.values == [1, 2, 3])
    #expect(recorder.completion == .finished)
    #expect(recorder.violations == [])
  }
}
