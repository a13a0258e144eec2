import Reactive
import Testing

@Suite struct SustainedTests {
  private let scheduler = VirtualScheduler()

  /// Returns the events for values that are high if they are capitals: first `+a`, and then `-a`.
  private func sustained(
    _ upstream: some Publisher<String, Broken>, for duration: Duration, release: Duration = .zero
  ) -> AnyPublisher<String, Broken> {
    upstream.sustained(for: duration, release: release, scheduler: scheduler) {
      $0 == $0.uppercased()
    }
    .map { ($0.isSustained ? "+" : "-") + $0.value }.eraseToAnyPublisher()
  }

  @Test func `the diagrams show the actual events`() throws {
    try checkDiagram(
      "sustained(for: .seconds(3), release: .seconds(1), scheduler: scheduler) { $0 > 5 }"
    ) { inputs in
      inputs.numbers.sustained(
        for: .seconds(3), release: .seconds(1), scheduler: inputs.scheduler
      ) {
        $0 > 5
      }.map { "(\($0.isSustained), \($0.value))" }
    }
    try checkDiagram("trySustained(for: .seconds(2), scheduler: scheduler) { try number($0) > 5 }")
    {
      inputs in
      inputs.first.trySustained(for: .seconds(2), scheduler: inputs.scheduler) {
        (sign) throws(Broken) -> Bool in
        guard let number = Int(sign) else { throw Broken() }
        return number > 5
      }.map { "(\($0.isSustained), \($0.value))" }
    }
  }

  @Test(arguments: [
    ("1=A 5|", 3, 0, "4=+A 5|"),
    ("1=A 3=B 5=c 9|", 3, 0, "4=+B 5=-c 9|"),
    ("1=A 2=b 3=C 9|", 3, 0, "6=+C 9|"),
    ("1=A 4=b 9|", 3, 0, "4=+A 4=-b 9|"),  // Exactly at the end, the timer comes first.
    ("1=A 3.999=b 9|", 3, 0, "9|"),
    ("1=A 4|", 3, 0, "4=+A 4|"),
    ("1=A 4#", 3, 0, "4=+A 4#"),
    ("1=A 3|", 3, 0, "3|"),
    ("1=A 3#", 3, 0, "3#"),
    ("1=A", 3, 0, "4=+A"),
    ("1=a 2=b 3|", 3, 0, "3|"),
    ("1=A 2=b 2=C 2=d 3|", 0, 0, "1=+A 2=-b 2=+C 2=-d 3|"),
    ("0=A 2=b 3=C 4=d 5=e 9|", 0, 3, "0=+A 7=-e 9|"),
    ("0=A 2=b 5=C 9|", 0, 3, "0=+A 5=-b 5=+C 9|"),
    ("0=A 2=b 4|", 0, 3, "0=+A 4|"),
    ("0=A 2=b 4=C 5=d 9|", 1, 2, "1=+A 4=-b 5=+C 7=-d 9|"),
    ("1|", 3, 3, "1|"),
  ])
  func `emits a change once its condition has lasted long enough`(
    _ upstream: String, _ duration: Int, _ release: Int, _ result: String
  ) {
    #expect(
      sustained(
        timed(upstream, on: scheduler), for: .seconds(duration), release: .seconds(release)
      ).trace(on: scheduler) == result)
  }

  @Test func `the end of a wait comes before work that was scheduled earlier`() {
    // Both values are queued from the beginning, but the ends of the waits only from 1 and 2.
    let early = timed("4=x 5=y", on: scheduler)
    let late = sustained(timed("1=A", on: scheduler), for: .seconds(3))
    let later = sustained(timed("2=B", on: scheduler), for: .seconds(2))
    #expect(early.merge(with: late, later).trace(on: scheduler) == "4=+A 4=+B 4=x 5=y")
  }

  @Test func `an abandoned wait leaves nothing in the queue`() {
    let subject = PassthroughSubject<String, Broken>()
    let recorder = sustained(subject, for: .seconds(600), release: .seconds(1))
      .record(on: scheduler)
    for _ in 0..<1_000 {
      subject.send("A")
      #expect(scheduler.pendingCount == 1)
      subject.send("a")
      #expect(scheduler.pendingCount == 0)
    }
    subject.send("A")
    scheduler.advance(by: .seconds(600))
    subject.send("b")
    scheduler.advance(by: .milliseconds(999))
    subject.send("B")
    #expect(scheduler.pendingCount == 0)
    subject.send("c")
    scheduler.run()
    #expect(recorder.trace == "600=+A 601.999=-c")
    recorder.cancel()
  }

  @Test func `a value sent from inside a change counts`() {
    let subject = PassthroughSubject<String, Broken>()
    let recorder = sustained(subject, for: .seconds(1), release: .seconds(2))
      .record(on: scheduler) { subject.send($0.hasPrefix("+") ? "b" : "B") }
    subject.send("A")
    scheduler.run(until: Instant.zero.advanced(by: .seconds(6)))
    #expect(recorder.trace == "1=+A 3=-b 4=+B 6=-b")
    recorder.cancel()
    #expect(scheduler.pendingCount == 0)
  }

  @Test func `a cancel from inside a change ends the run`() {
    let world = World()
    let recorder = world.endless(.timed).sustained(for: .seconds(2), scheduler: world.scheduler) {
      _ in true
    }.record(on: world.scheduler, cut: .insideValue(1))
    world.run()
    #expect(recorder.times == [.seconds(3)])
    #expect(recorder.violations == [])
    #expect(world.runningCount == 0)
    #expect(world.scheduler.pendingCount == 0)
  }

  @Test func `a failing condition ends the run, and cancels upstream`() {
    let world = World()
    let recorder = world.endless(.timed).trySustained(
      for: .seconds(2), scheduler: world.scheduler
    ) { (value) throws(Broken) -> Bool in
      if value == 4 { throw Broken(number: 4) }
      return true
    }.record(on: world.scheduler)
    world.run()
    #expect(recorder.values.map(\.value) == [2])
    #expect(recorder.failure == Broken(number: 4))
    #expect(world.runningCount == 0)
    #expect(world.scheduler.pendingCount == 0)
  }

  @Test func `a wait beyond the end of time never ends`() {
    let recorder = sustained(timed("1=A", on: scheduler), for: .nanoseconds(Int64.max))
      .record(on: scheduler)
    #expect(scheduler.run() == .endOfTime)
    #expect(recorder.trace == "")
    recorder.cancel()
    #expect(scheduler.pendingCount == 0)
  }

  @Test func `a negative time is rejected`() async {
    await #expect(processExitsWith: .failure) {
      _ = Just(1).sustained(for: .seconds(-1), scheduler: VirtualScheduler()) { _ in true }
    }
  }
}
