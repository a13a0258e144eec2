import Reactive
import Testing

/// How an upstream continues. Every operator must pass this on.
enum Course: CaseIterable, Sendable {
  case never, empty, one, many, failure, manyThenFailure, manyThenNever

  var values: [Int] {
    switch self {
    case .never, .empty, .failure: []
    case .one: [7]
    case .many, .manyThenFailure, .manyThenNever: [1, 2, 3, 2, 1]
    }
  }

  var end: Subscribers.Completion<Broken>? {
    switch self {
    case .never, .manyThenNever: nil
    case .empty, .one, .many: .finished
    case .failure, .manyThenFailure: .failure(Broken(number: 5))
    }
  }
}

/// The obligations of every operator: the publisher laws.
@Suite struct OperatorLaws {
  @Test(arguments: OperatorUnderTest.all, World.Style.allCases)
  func `passes values and completion on`(_ subject: OperatorUnderTest, _ style: World.Style) {
    for course in Course.allCases {
      let world = World()
      let recorder = subject.apply(world.upstream(style, course.values, end: course.end), world)
        .record(on: world.scheduler)
      world.run()
      #expect(recorder.values == course.values, "\(course)")
      #expect(recorder.completion == course.end, "\(course)")
      #expect(recorder.violations == [], "\(course)")
    }
  }

  @Test(arguments: OperatorUnderTest.all, World.Style.allCases)
  func `emits nothing if cancelled before the first value`(
    _ subject: OperatorUnderTest, _ style: World.Style
  ) {
    for course in Course.allCases {
      let world = World()
      let recorder = subject.apply(world.upstream(style, course.values, end: course.end), world)
        .record(on: world.scheduler, cut: .atSubscription)
      expectNothingRuns(in: world)
      world.run()
      #expect(recorder.values == [], "\(course)")
      #expect(recorder.violations == [], "\(course)")
    }
  }

  @Test(arguments: OperatorUnderTest.all, World.Style.allCases)
  func `emits nothing more if cancelled inside a value`(
    _ subject: OperatorUnderTest, _ style: World.Style
  ) {
    for count in [1, 3, 5] {
      let world = World()
      let recorder = subject.apply(world.upstream(style, Course.many.values), world)
        .record(on: world.scheduler, cut: .insideValue(count))
      world.run()
      #expect(recorder.values == Array(Course.many.values.prefix(count)))
      #expect(recorder.violations == [])
      expectNothingRuns(in: world)
    }
  }

  @Test(arguments: OperatorUnderTest.all, [World.Style.timed, .sent])
  func `emits nothing more if cancelled between values`(
    _ subject: OperatorUnderTest, _ style: World.Style
  ) {
    for half in 0..<20 {
      let world = World()
      let recorder = subject.apply(world.upstream(style, Course.many.values), world)
        .record(on: world.scheduler)
      world.run(until: .milliseconds(half * 500 + 250))
      recorder.cancel()
      let given = recorder.values
      expectNothingRuns(in: world)
      world.run()
      #expect(recorder.values == given)
      #expect(recorder.violations == [])
      recorder.cancel()  // Cancelling twice does nothing.
    }
  }

  @Test(arguments: OperatorUnderTest.all, World.Style.allCases)
  func `cancels an endless upstream`(_ subject: OperatorUnderTest, _ style: World.Style) {
    // A delay receives a whole burst before it emits its first value.
    let takesAllFirst =
      style == .burst
      && (subject.testDescription.hasPrefix("delay")
        || subject.testDescription.hasPrefix("receive(on:)"))
    if takesAllFirst { return }
    let world = World()
    let recorder = subject.apply(world.endless(style), world)
      .record(on: world.scheduler, cut: .insideValue(10))
    world.run()
    #expect(recorder.values == Array(1...10))
    #expect(recorder.violations == [])
    expectNothingRuns(in: world)
  }

  @Test(arguments: OperatorUnderTest.all, [World.Style.burst, .timed])
  func `starts afresh in a second run`(_ subject: OperatorUnderTest, _ style: World.Style) {
    let world = World()
    let publisher = subject.apply(world.upstream(style, Course.many.values), world)
    for cut in [Recorder<Int, Broken>.Cut.insideValue(2), .none, .none] {
      let first = publisher.record(on: world.scheduler, cut: cut)
      let second = publisher.record(on: world.scheduler)
      world.run(until: .seconds(100) + Instant.zero.duration(to: world.scheduler.now))
      #expect(first.values == Array(Course.many.values.prefix(first.isCancelled ? 2 : 5)))
      #expect(second.values == Course.many.values)
      #expect(second.hasFinished)
      #expect(first.violations + second.violations == [])
    }
  }

  @Test(arguments: OperatorUnderTest.all, World.Style.allCases)
  func `leaves nothing behind`(_ subject: OperatorUnderTest, _ style: World.Style) {
    for course in Course.allCases {
      for cut in [Recorder<Int, Broken>.Cut.none, .atSubscription, .insideValue(1)] {
        let world = World()
        var recorder: Recorder? = subject.apply(
          world.upstream(style, course.values, end: course.end), world
        ).record(on: world.scheduler, cut: cut)
        world.run()
        if course.end == nil { recorder?.cancel() }
        // The object that the recorder still holds must not be the run.
        world.stopFeeding()
        #expect(world.lifetimes.alive == 0, "\(course) \(cut)")
        #expect(world.scheduler.pendingCount == 0, "\(course) \(cut)")
        recorder = nil
      }
    }
  }

  @Test(arguments: OperatorUnderTest.all, World.Style.allCases)
  func `leaves nothing behind when a sink's handle is released`(
    _ subject: OperatorUnderTest, _ style: World.Style
  ) {
    let world = World()
    let object = world.lifetimes.object()
    var handle: AnyCancellable? = subject.apply(
      world.upstream(style, Course.many.values, end: nil), world
    ).sink(
      receiveCompletion: { _ in _ = object.pass(0) }, receiveValue: { _ in _ = object.pass(0) })
    world.run(until: .milliseconds(2_500))
    #expect(handle != nil)
    handle = nil
    expectNothingRuns(in: world)
    #expect(world.lifetimes.alive == 1)
    withExtendedLifetime(object) {}
  }

  @Test(arguments: OperatorUnderTest.all)
  func `handles 30,000 values on a shallow stack`(_ subject: OperatorUnderTest) async {
    await onStack(megabytes: 1) {
      let world = World()
      world.companionCount = 30_001
      let recorder = subject.apply(world.upstream(.burst, Array(1...30_000)), world)
        .record(on: world.scheduler)
      world.run()
      #expect(recorder.values.count == 30_000)
      #expect(recorder.values.last == 30_000)
      #expect(recorder.hasFinished)
      #expect(recorder.violations == [])
    }
  }

  private func expectNothingRuns(
    in world: World, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    world.stopFeeding()
    #expect(world.runningCount == 0, "upstream still runs", sourceLocation: sourceLocation)
    #expect(
      world.scheduler.pendingCount == 0, "work is still in line", sourceLocation: sourceLocation)
  }
}
