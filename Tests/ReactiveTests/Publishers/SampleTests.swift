import Reactive
import Testing

@Suite struct SampleTests {
  @Test(arguments: [
    ("0=a 1=b 5=c 8=d 9|", "3=1 5=2 7=3 10|", "3=b 7=c 9|"),
    ("1=a 2=b 3|", "1=1 2=2 3=3", "2=a 3=b 3|"),
    ("1=a 5|", "2=1 3=2 4=3", "2=a 5|"),
    ("1=a 5|", "2|", "5|"),
    ("1=a 5|", "2#", "2#"),
    ("1=a 3#", "2=1 9|", "2=a 3#"),
    ("1=a 3#", "4=1", "3#"),
    ("1=a", "2=1 3|", "2=a"),
    ("9|", "2=1 3|", "9|"),
  ])
  func `emits the latest value when the notifier emits one`(
    _ input: String, _ notifier: String, _ result: String
  ) {
    let scheduler = VirtualScheduler()
    let trace = timed(input, on: scheduler).sample(timed(notifier, on: scheduler))
      .trace(on: scheduler)
    #expect(trace == result)
  }

  @Test func `the end cancels the notifier, and its failure cancels upstream`() {
    let world = World()
    let finishing = world.upstream(.timed, [1, 2]).sample(world.endless(.timed))
      .record(on: world.scheduler)
    let failing = world.endless(.timed)
      .sample(world.upstream(.timed, [1], end: .failure(Broken()))).record(on: world.scheduler)
    world.run()
    // The notifier is queued again each time, after the events that upstream has queued from the
    // start.
    #expect(finishing.trace == "2=2 3|")
    #expect(failing.trace == "2#")
    #expect(world.cancelledCount == 2)
    #expect(world.scheduler.pendingCount == 0)
  }

  @Test func `releases a value that it has emitted or replaced`() {
    let lifetimes = Lifetimes()
    let subject = PassthroughSubject<Lifetimes.Tracked, Never>()
    let notifier = PassthroughSubject<Void, Never>()
    let handle = subject.sample(notifier).sink { _ in }
    for _ in 1...3 { subject.send(lifetimes.object()) }
    #expect(lifetimes.alive == 1)
    notifier.send()
    #expect(lifetimes.alive == 0)
    subject.send(lifetimes.object())
    handle.cancel()
    #expect(lifetimes.alive == 0)
  }

  @Test func `a notifier that emits all its values at once has nothing to sample`() {
    let recorder = [1, 2].publisher.sample([1, 2].publisher).record()
    #expect(recorder.values == [])
    #expect(recorder.completion == .finished)
  }

  @Test func `a value sent from inside a sampled value is sampled the next time`() {
    let subject = PassthroughSubject<Int, Never>()
    let notifier = PassthroughSubject<Void, Never>()
    let recorder = subject.sample(notifier).record { value in
      guard value < 3 else { return }
      subject.send(value + 1)
      notifier.send()
    }
    subject.send(1)
    notifier.send()
    notifier.send()
    #expect(recorder.values == [1, 2, 3])
  }

  @Test func `an input may be its own notifier`() {
    let subject = PassthroughSubject<Int, Never>()
    let recorder = subject.sample(subject).record()
    for value in 1...3 { subject.send(value) }
    subject.send(completion: .finished)
    #expect(recorder.values == [1, 2])
    #expect(recorder.completion == .finished)
  }

  @Test func `a cancel from inside a value cancels both inputs`() {
    let world = World()
    let recorder = world.endless(.timed).sample(world.endless(.timed))
      .record(on: world.scheduler, cut: .insideValue(2))
    world.run()
    #expect(recorder.values == [1, 2])
    #expect(recorder.violations == [])
    #expect(world.cancelledCount == 2)
    #expect(world.scheduler.pendingCount == 0)
  }
}
