import Patterns
import Reactive
import Testing

/// An operator that emits different values from those it receives, or at different times.
struct ReshapingOperator: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let apply: @Sendable (Numbers, World) -> AnyPublisher<String, Broken>

  init<P: Publisher & SendableMetatype>(
    _ name: String, _ apply: @escaping @Sendable (Numbers, World) -> P
  ) where P.Failure == Broken {
    testDescription = name
    self.apply = { upstream, world in
      let object = world.lifetimes.object()
      return apply(upstream, world).map { object.pass("\($0)") }.eraseToAnyPublisher()
    }
  }

  static let all: [ReshapingOperator] = single + combining + reducing

  /// One line for each publisher that the laws of operators cannot be applied to.
  static let single: [ReshapingOperator] = [
    .init("debounce") { $0.debounce(for: .milliseconds(500), scheduler: $1.scheduler) },
    .init("debounce, of values long apart") {
      $0.debounce(for: .seconds(1), scheduler: $1.scheduler, atEnd: .emit)
    },
    .init("debounce, leading") {
      $0.debounce(for: .milliseconds(1_500), scheduler: $1.scheduler, leading: true)
    },
    .init("sustained") {
      $0.sustained(
        for: .milliseconds(500), release: .milliseconds(500), scheduler: $1.scheduler
      ) {
        $0 % 2 == 1
      }
    },
    .init("pattern") {
      $0.pattern(
        [
          .step(times: 1...2, greedy: true) { $0 % 2 == 1 }, .not(for: .seconds(1)) { $0 == 3 },
          .step { $0 > 1 },
        ], within: .seconds(5), next: .afterEnd, scheduler: $1.scheduler
      ).map(\.values)
    },
    .init("rate limit") { $0.rateLimit(2, per: .seconds(3), scheduler: $1.scheduler) },
    .init("rate limit, delaying") {
      $0.rateLimit(
        1, per: .milliseconds(1_500), scheduler: $1.scheduler,
        overflow: .delay(atMost: 1_000_000) { Broken() })
    },
    .init("delay of each") { $0.delay(scheduler: $1.scheduler) { .seconds(5 - $0 % 5) } },
    .init("throttle") {
      $0.throttle(for: .milliseconds(1_500), scheduler: $1.scheduler, latest: true)
    },
    .init("throttle, the first") {
      $0.throttle(for: .seconds(2), scheduler: $1.scheduler, latest: false)
    },
    .init("throttle without trailing") {
      $0.throttle(for: .seconds(2), scheduler: $1.scheduler, latest: false, trailing: false)
    },
    .init("timeout") { $0.timeout(.milliseconds(1_500), scheduler: $1.scheduler) },
    .init("measureInterval") { $0.measureInterval(using: $1.scheduler) },
    .init("audit") { $0.audit(for: .milliseconds(1_500), scheduler: $1.scheduler) },
    .init("sample") { $0.sample(every: .milliseconds(1_500), scheduler: $1.scheduler) },
    .init("collect by time") { $0.collect(.byTime($1.scheduler, .seconds(2))) },
    .init("collect, sliding") {
      $0.collect(.sliding($1.scheduler, .seconds(3), every: .seconds(2)))
    },
    .init("collect, with gaps") {
      $0.collect(.sliding($1.scheduler, .seconds(1), every: .seconds(2)))
    },
    .init("collect by session") {
      $0.collect(.bySession($1.scheduler, gap: .milliseconds(1_500)))
    },
    .init("collect by limits") {
      $0.collectWindows(
        .init(
          gap: .milliseconds(1_500), maximum: .seconds(3), count: 3,
          startsWhen: { value, _ in value == 2 }, endsWhen: { value, _ in value == 4 }),
        scheduler: $1.scheduler
      ).map(\.values)
    },
    .init("collect by the clock, with bounds") {
      $0.collectAligned(length: .seconds(3), every: .seconds(2), scheduler: $1.scheduler)
        .map(\.values)
    },
    .init("collect by the clock, with empty windows") {
      $0.collectAligned(
        length: .seconds(1), every: .seconds(1), scheduler: $1.scheduler,
        empty: (limit: 100, failure: Broken())
      ).map(\.values)
    },
    // The last values of each window suffice: windows of 30,000 values are long as strings.
    .init("collect that slides by time") {
      $0.collectSliding(length: .seconds(2), scheduler: $1.scheduler).map { $0.values.suffix(3) }
    },
    .init("collect that slides by number") {
      $0.collectSliding(count: 2, scheduler: $1.scheduler).map(\.values)
    },
    .init("collect of so many values, each some later") {
      $0.collectCounted(3, every: 2, scheduler: $1.scheduler).map(\.values)
    },
    .init("collect by a time of the value") {
      $0.collectTimed(
        by: { Instant.zero.advanced(by: .seconds($0)) }, length: .seconds(2), every: .seconds(1),
        grace: .seconds(1), scheduler: $1.scheduler
      ).map(\.values)
    },
    .init("flatMap") { up, world in up.flatMap { later($0, world) } },
    .init("flatMap, two at once") { up, world in
      up.flatMap(maxPublishers: 2) { later($0, world) }
    },
    .init("concatMap") { up, world in up.concatMap { later($0, world) } },
    .init("switchMap") { up, world in up.switchMap { later($0, world) } },
    .init("exhaustMap") { up, world in up.exhaustMap { later($0, world) } },
    .init("catch") { up, world in
      up.filter { $0 != 3 }.catch { failure in
        later(9, world).append(Fail(error: failure))
      }
    },
    .init("retry") { up, _ in up.retry(2) },
    .init("retry, with delays") { up, world in
      up.retry(3, delays: [.seconds(1), .zero], scheduler: world.scheduler)
    },
    .init("repeat") { up, _ in up.repeat(3) },
    .init("repeat, with delays") { up, world in
      up.repeat(3, delays: [.zero, .seconds(1)], scheduler: world.scheduler)
    },
    .init("groupBy") { up, world in
      up.groupBy({ $0 % 2 }) { $1.delay(for: .milliseconds(1_500), scheduler: world.scheduler) }
    },
    .init("groupBy, forgetting") { up, world in
      Publishers.GroupBy(
        upstream: up, key: { (value) throws(Broken) in value % 2 }, hash: { $0.hashValue },
        forgetting: (.milliseconds(1_500), world.scheduler)
      ) { $1.delay(for: .milliseconds(500), scheduler: world.scheduler) }
    },
    .init("groupBy, subscribed twice") { up, world in
      up.groupBy({ $0 % 2 }) { _, group in
        group.merge(with: group.map { -$0 }).collect(.byTime(world.scheduler, .seconds(3)))
      }
    },
  ]
}

/// Two values, the second of which is emitted after the next value of the outer publisher.
private func later(_ value: Int, _ world: World) -> TimedSequence<Int, Broken> {
  TimedSequence(
    [(.milliseconds(500), value * 10), (.milliseconds(1_500), value * 10 + 1)],
    end: .milliseconds(1_500), on: world.scheduler)
}

/// The obligations of every operator, whatever it emits.
@Suite struct ReshapingLaws {
  @Test(arguments: ReshapingOperator.all, World.Style.allCases)
  func `ends when upstream does, and leaves nothing behind`(
    _ subject: ReshapingOperator, _ style: World.Style
  ) {
    for course in Course.allCases {
      let world = World()
      let recorder = record(subject, style, course, in: world)
      world.run()
      let isTimeout = subject.testDescription == "timeout" && course.end == nil
      #expect(recorder.completion == (isTimeout ? .finished : course.end), "\(course)")
      #expect(recorder.violations == [], "\(course)")
      if course.end == nil { recorder.cancel() }
      expectNothingIsLeft(in: world)
    }
  }

  @Test(arguments: ReshapingOperator.all, World.Style.allCases)
  func `emits nothing more if cancelled at any value`(
    _ subject: ReshapingOperator, _ style: World.Style
  ) {
    for course in [Course.many, .manyThenFailure] {
      let whole = trace(subject, style, course)
      for count in 0..<whole.count {
        let world = World()
        let cut: Recorder<String, Broken>.Cut = count == 0 ? .atSubscription : .insideValue(count)
        let recorder = record(subject, style, course, in: world, cut: cut)
        if count == 0 { expectNothingIsLeft(in: world) }
        world.run()
        #expect(recorder.values == Array(whole.prefix(count)))
        #expect(recorder.violations == [])
        expectNothingIsLeft(in: world)
      }
    }
  }

  @Test(arguments: ReshapingOperator.all, World.Style.allCases)
  func `emits nothing more if cancelled at any time`(
    _ subject: ReshapingOperator, _ style: World.Style
  ) {
    for course in [Course.many, .manyThenFailure] {
      let whole = trace(subject, style, course)
      for quarter in 0..<60 {
        let world = World()
        let recorder = record(subject, style, course, in: world)
        world.run(until: .milliseconds(quarter * 250))
        recorder.cancel()
        let given = recorder.values
        #expect(whole.starts(with: given))
        world.run()
        #expect(recorder.values == given)
        #expect(recorder.violations == [])
        expectNothingIsLeft(in: world)
      }
    }
  }

  @Test(arguments: ReshapingOperator.all, [World.Style.burst, .timed])
  func `has the same result in two runs`(_ subject: ReshapingOperator, _ style: World.Style) {
    let world = World()
    let publisher = subject.apply(world.upstream(style, Course.many.values), world)
    let runs = (1...2).map { _ in publisher.record(on: world.scheduler) }
    world.run()
    #expect(runs[0].values == runs[1].values)
    #expect(runs[0].times == runs[1].times)
    #expect(runs.allSatisfy { $0.hasFinished })
    #expect(world.scheduler.pendingCount == 0)
  }

  @Test(arguments: ReshapingOperator.all, World.Style.allCases)
  func `releasing the handle ends the run`(
    _ subject: ReshapingOperator, _ style: World.Style
  ) {
    let world = World()
    var handle: AnyCancellable? = subject.apply(
      world.upstream(style, Course.many.values, end: nil), world
    ).sink(receiveCompletion: { _ in }, receiveValue: { _ in })
    world.run(until: .milliseconds(2_250))
    #expect(handle != nil)
    handle = nil
    expectNothingIsLeft(in: world)
  }

  @Test(arguments: ReshapingOperator.all)
  func `handles 30,000 values on a shallow stack`(_ subject: ReshapingOperator) async {
    await onStack(megabytes: 1) {
      let world = World()
      let recorder = subject.apply(world.upstream(.burst, Array(1...30_000)), world)
        .record(on: world.scheduler)
      world.run(until: .seconds(1_000_000))
      #expect(recorder.hasFinished)
      #expect(recorder.violations == [])
      expectNothingIsLeft(in: world)
    }
  }

  private func record(
    _ subject: ReshapingOperator, _ style: World.Style, _ course: Course, in world: World,
    cut: Recorder<String, Broken>.Cut = .none
  ) -> Recorder<String, Broken> {
    subject.apply(world.upstream(style, course.values, end: course.end), world)
      .record(on: world.scheduler, cut: cut)
  }

  private func trace(
    _ subject: ReshapingOperator, _ style: World.Style, _ course: Course
  ) -> [String] {
    let world = World()
    let recorder = record(subject, style, course, in: world)
    world.run()
    return recorder.values
  }

  private func expectNothingIsLeft(
    in world: World, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    world.stopFeeding()
    #expect(world.runningCount == 0, sourceLocation: sourceLocation)
    #expect(world.lifetimes.alive == 0, sourceLocation: sourceLocation)
    #expect(world.scheduler.pendingCount == 0, sourceLocation: sourceLocation)
  }
}
