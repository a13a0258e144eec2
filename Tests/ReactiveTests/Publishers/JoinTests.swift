import Joins
import Reactive
import Testing

@Suite struct JoinTests {
  private let scheduler = VirtualScheduler()

  /// Joins by the first character of each value.
  private func join(
    _ upstream: some Publisher<String, Broken>, _ other: some Publisher<String, Broken>,
    before: Duration, after: Duration, kind: Publishers.JoinKind = .inner
  ) -> AnyPublisher<String, Broken> {
    upstream.join(
      other, before: before, after: after, kind: kind, scheduler: scheduler,
      on: { $0.prefix(1) }, otherOn: { $0.prefix(1) }
    ).map { $0 + ($1 ?? "-") }.eraseToAnyPublisher()
  }

  private struct Order {
    let id: String
  }

  private struct Payment {
    let order: String
  }

  @Test func `the example of the page finds the payments of orders`() {
    let orders = timed("1=a 2=b 9|", on: scheduler).map { Order(id: $0) }
    let payments = timed("5=a 9|", on: scheduler).map { Payment(order: $0) }
    let paid = orders.join(
      payments, before: .zero, after: .seconds(900), kind: .left, scheduler: scheduler,
      on: { $0.id }, otherOn: { $0.order })
    let found = paid.map { "\($0.id)\($1?.order ?? "-")" }
    #expect(found.trace(on: scheduler) == "5=aa 9=b- 9|")
  }

  @Test func `a join fails with more values than it may keep`() {
    // The value of 1 s has left when that of 5 s arrives, and at 7 s there are three.
    let first = timed("1=a 5=b 6=c 9|", on: scheduler)
    let second = timed("7=d 9|", on: scheduler)
    var closures = JoinClosures<Int, String, String, Broken>(
      key: { _ throws(Broken) in 1 }, otherKey: { _ throws(Broken) in 2 })
    closures.limit = (2, { Broken(number: 3) })
    let joined = Publishers.JoinedSides(
      first, second,
      plan: JoinPlan(
        before: .seconds(3), after: .seconds(3), emitsFirst: true, emitsSecond: false,
        matches: .all, instant: false), closures: closures, scheduler: scheduler)
    #expect(joined.map { "\($0 ?? "-")\($1 ?? "-")" }.trace(on: scheduler) == "4=a- 7#")
  }

  @Test func `plays as its diagram shows`() throws {
    try checkDiagram("join(before: .seconds(1), after: .seconds(2), on: { $0 }, otherOn: { $0 })") {
      inputs in
      inputs.first.join(
        inputs.second, before: .seconds(1), after: .seconds(2), scheduler: inputs.scheduler,
        on: { $0 }, otherOn: { $0 }
      ).map { "(\($0), \($1 ?? "-"))" }
    }
  }

  @Test func `a full join plays as its diagram shows`() throws {
    try checkDiagram(
      "fullJoin(before: .seconds(1), after: .seconds(2), on: { $0 }, otherOn: { $0 })"
    ) { inputs in
      inputs.first.fullJoin(
        inputs.second, before: .seconds(1), after: .seconds(2), scheduler: inputs.scheduler,
        on: { $0 }, otherOn: { $0 }
      ).map { "(\($0 ?? "nil"), \($1 ?? "nil"))" }
    }
  }

  @Test(arguments: [
    // At most two earlier, at the same time, or less than three later.
    ("5=a 9|", "3=a1 5=a2 7=a3 7.999=a4 8=a5 20|", "5=aa1 5=aa2 7=aa3 7.999=aa4 9|"),
    ("5=a 9|", "2.999=a1 20|", "9|"),
    ("5=a 5=b 20|", "6=b1 7=a1 7=b2 21|", "6=bb1 7=aa1 7=bb2 20|"),
    ("5=a 6=a 20|", "7=a1 20|", "7=aa1 7=aa1 20|"),
    ("5=a 20|", "3=a1 4=b2 4=a3 20|", "5=aa1 5=aa3 20|"),
    // The last values decide when no further pair is possible.
    ("5=a 6|", "30=a1", "8|"),
    ("5=a 9|", "30=a1", "9|"),
    ("5=a 6=a 6|", "7=a1 30|", "7=aa1 7=aa1 9|"),
    ("1|", "30=a1", "1|"),
    ("30=a", "5=a1 9|", "9|"),
    ("30=a", "1|", "1|"),
    ("5=a 9#", "6=a1 30|", "6=aa1 9#"),
    ("5=a 6#", "30=a1", "6#"),
    ("5=a 30|", "6=a1 7#", "6=aa1 7#"),
    ("5=a 9|", "20#", "9|"),
    ("5=a", "6=a1", "6=aa1"),
  ])
  func `joins values close in time`(_ upstream: String, _ other: String, _ result: String) {
    #expect(
      join(
        timed(upstream, on: scheduler), timed(other, on: scheduler), before: .seconds(2),
        after: .seconds(3)
      ).trace(on: scheduler) == result)
  }

  @Test(arguments: [("30=a", 0), ("7=a 30=a", 1)])
  func `completes after the last instant at which a pair is possible`(
    _ upstream: String, _ count: Int
  ) {
    let recorder = join(
      timed(upstream, on: scheduler), timed("5=a1 6|", on: scheduler), before: .seconds(2),
      after: .seconds(3)
    ).record(on: scheduler)
    scheduler.run()
    #expect(recorder.values.count == count)
    #expect(recorder.completionTime == .nanoseconds(7_000_000_001))
    #expect(scheduler.pendingCount == 0)
  }

  @Test(arguments: [
    ("5=a 20|", "30|", "8=a- 20|"),
    ("5=a 6=b 20|", "8=a1 8=b1 30|", "8=a- 8=bb1 20|"),  // Null comes before everything else.
    ("5=a 5=b 6=c 7|", "6=b1 30|", "6=bb1 8=a- 9=c- 9|"),
    ("5=a 6=b 7|", "6=b1 30|", "6=bb1 8=a- 9|"),
    ("5=a 6=b 20|", "7|", "7=a- 7=b- 20|"),
    ("5=a 6=b 9=c 20|", "5=b1 7|", "6=bb1 7=a- 9=c- 20|"),
    ("5=a 6|", "7|", "7=a- 7|"),
    ("5=a 6|", "7#", "7#"),
    ("5=a 6#", "30|", "6#"),
    ("5=a 30#", "7|", "7=a- 30#"),
    ("1|", "2|", "1|"),
    ("5=a", "", "8=a-"),
  ])
  func `a left join emits values without a partner`(
    _ upstream: String, _ other: String, _ result: String
  ) {
    #expect(
      join(
        timed(upstream, on: scheduler), timed(other, on: scheduler), before: .seconds(2),
        after: .seconds(3), kind: .left
      ).trace(on: scheduler) == result)
  }

  @Test(arguments: [(Publishers.JoinKind.inner, "2=bb1 4=dd1"), (.left, "1=a- 2=bb1 4=dd1")])
  func `with zero time, values of the same instant are partners in either order`(
    _ kind: Publishers.JoinKind, _ result: String
  ) {
    // The queue has, in this order: a value, b's partner, a value, d's partner.
    let (upstream, other) = (
      PassthroughSubject<String, Broken>(), PassthroughSubject<String, Broken>()
    )
    let recorder = join(upstream, other, before: .zero, after: .zero, kind: kind)
      .record(on: scheduler)
    let events = timed("1=a 2=b1 2=b 4=d 4=d1", on: scheduler)
      .sink { _ in
      } receiveValue: {
        ($0.count == 1 ? upstream : other).send($0)
      }
    scheduler.run()
    #expect(recorder.trace == result)
    recorder.cancel()
    events.cancel()
  }

  @Test func `a join without end stores everything, and completes with both inputs`() {
    #expect(
      join(
        timed("1=a 2=b 3|", on: scheduler), timed("5=a1 8=b1 9|", on: scheduler),
        before: .zero, after: .nanoseconds(Int64.max), kind: .left
      ).trace(on: scheduler) == "5=aa1 8=bb1 9|")
  }

  @Test func `only values that can still be paired are stored`() {
    let world = World()
    let upstream = PassthroughSubject<Lifetimes.Tracked, Broken>()
    let other = PassthroughSubject<Lifetimes.Tracked, Broken>()
    for kind in Publishers.JoinKind.allCases {
      var count = 0
      let handle = upstream.join(
        other, before: .milliseconds(20), after: .milliseconds(30), kind: kind,
        scheduler: world.scheduler, on: { _ in 0 }, otherOn: { _ in kind == .left ? 1 : 0 }
      ).sink { _ in
      } receiveValue: { _ in
        count += 1
      }
      var most = 0
      for _ in 0..<10_000 {
        upstream.send(world.lifetimes.object())
        other.send(world.lifetimes.object())
        most = max(most, world.lifetimes.alive)
        world.scheduler.advance(by: .milliseconds(1))
      }
      // The values of 30 and of 21 instants, and the two that arrive.
      #expect(most <= 53)
      #expect(count >= 9_970)
      handle.cancel()
      #expect(world.lifetimes.alive == 0)
      #expect(world.scheduler.pendingCount == 0)
    }
  }

  @Test func `a value that takes its only partner leaves before earlier ones`() {
    let world = World()
    let upstream = PassthroughSubject<Lifetimes.Tracked, Broken>()
    let other = PassthroughSubject<Lifetimes.Tracked, Broken>()
    var key = 0
    var count = 0
    let handle = upstream.join(
      other, before: .zero, after: .nanoseconds(Int64.max), matches: .first,
      scheduler: world.scheduler, on: { _ in key }, otherOn: { _ in key }
    ).sink { _ in
    } receiveValue: { _ in
      count += 1
    }
    // The first value waits for ever.
    upstream.send(world.lifetimes.object())
    key = 1
    for _ in 0..<1_000 {
      upstream.send(world.lifetimes.object())
      world.scheduler.advance(by: .milliseconds(1))
      other.send(world.lifetimes.object())
      // The first value, and the latest partner.
      #expect(world.lifetimes.alive == 2)
    }
    #expect(count == 1_000)
    handle.cancel()
    #expect(world.lifetimes.alive == 0)
  }

  @Test func `a value that has found a partner leaves nothing in the queue`() {
    let (upstream, other) = (
      PassthroughSubject<String, Broken>(), PassthroughSubject<String, Broken>()
    )
    let recorder = join(upstream, other, before: .zero, after: .seconds(600), kind: .left)
      .record(on: scheduler)
    for _ in 0..<1_000 {
      upstream.send("a")
      #expect(scheduler.pendingCount == 1)
      other.send("a1")
      #expect(scheduler.pendingCount == 0)
      scheduler.advance(by: .seconds(600))
    }
    #expect(recorder.values.count == 1_000)
    recorder.cancel()
  }

  @Test func `a failing key, a failure and a cancel end both inputs`() {
    for place in 0..<4 {
      let world = World()
      let fails = { (value: Int, number: Int) throws(Broken) -> Int in
        if place == number, value == 3 { throw Broken(number: 7) }
        return 0
      }
      let recorder = Publishers.Join(
        upstream: world.upstream(
          .timed, [1, 2, 3, 4], end: place == 2 ? .failure(Broken(number: 7)) : nil),
        other: world.endless(.timed), before: .zero, after: .seconds(1), kind: .inner,
        scheduler: world.scheduler, key: { (value) throws(Broken) in try fails(value, 0) },
        otherKey: { (value) throws(Broken) in try fails(value, 1) }
      ).record(on: world.scheduler, cut: place == 3 ? .insideValue(2) : .none)
      world.run()
      #expect(recorder.failure == (place == 3 ? nil : Broken(number: 7)))
      #expect(recorder.violations == [])
      #expect(world.runningCount == 0)
      #expect(world.scheduler.pendingCount == 0)
    }
  }

  @Test func `a value sent from inside a pair is paired`() {
    let (upstream, other) = (
      PassthroughSubject<String, Broken>(), PassthroughSubject<String, Broken>()
    )
    let recorder = join(upstream, other, before: .seconds(1), after: .seconds(1))
      .record { if $0 == "aa1" { other.send("a2") } }
    upstream.send("a")
    upstream.send("a'")
    other.send("a1")
    #expect(recorder.values == ["aa1", "aa2", "a'a2", "a'a1"])
    recorder.cancel()
  }

  @Test func `random streams have the same pairs as a plain model`() {
    for seed in 0..<500 {
      var generator = SeededGenerator(seed: UInt64(seed))
      let (before, after) = (
        Int.random(in: 0...4, using: &generator), Int.random(in: 0...4, using: &generator)
      )
      // There are no two values at one instant, because the order of scheduling would decide
      // between them.
      let (first, second) = (values(0, &generator), values(1, &generator))
      let scheduler = VirtualScheduler()
      let recorder = source(first, on: scheduler).join(
        source(second, on: scheduler), before: .seconds(before), after: .seconds(after),
        kind: .left, scheduler: scheduler, on: { $0 % 3 }, otherOn: { $0 % 3 }
      ).record(on: scheduler)
      scheduler.run()
      let expected = first.flatMap { value -> [String] in
        let partners = second.filter { other in
          other.number % 3 == value.number % 3 && other.time >= value.time - before * 2
            && other.time < value.time + after * 2
        }
        return partners.isEmpty
          ? ["\(value.number) -"] : partners.map { "\(value.number) \($0.number)" }
      }
      let found = recorder.values.map { "\($0) \($1.map(String.init) ?? "-")" }
      #expect(found.sorted() == expected.sorted(), "seed \(seed)")
      #expect(recorder.completion == .finished)
    }
  }

  private typealias Timed = (time: Int, number: Int)

  /// Returns numbers at even or odd half seconds.
  private func values(_ offset: Int, _ generator: inout SeededGenerator) -> [Timed] {
    var time = offset
    return (0..<Int.random(in: 0...30, using: &generator)).map { number in
      time += 2 * Int.random(in: 1...3, using: &generator)
      return (time, Int.random(in: 0...9, using: &generator) + 10 * number)
    }
  }

  private func source(
    _ values: [Timed], on scheduler: VirtualScheduler
  ) -> TimedSequence<Int, Broken> {
    TimedSequence(
      values.map { (.milliseconds($0.time * 500), $0.number) },
      end: .milliseconds((values.last?.time ?? 0) * 500), on: scheduler)
  }

  @Test func `a negative time is rejected`() async {
    await #expect(processExitsWith: .failure) {
      _ = Just(1).join(
        Just(1), before: .seconds(-1), after: .zero, scheduler: VirtualScheduler(),
        on: { $0 }, otherOn: { $0 })
    }
  }
}
