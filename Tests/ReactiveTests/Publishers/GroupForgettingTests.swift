import Reactive
import Testing

@Suite struct GroupForgettingTests {
  private let scheduler = VirtualScheduler()

  private func counts<P: Publisher<String, Broken>>(
    _ upstream: P, after seconds: Int = 3
  ) -> some Publisher<String, Broken> {
    Publishers.GroupBy(
      upstream: upstream, key: { (value) throws(Broken) in value.prefix(1) },
      hash: { $0.hashValue }, forgetting: (.seconds(seconds), scheduler),
      pipeline: { key, group in group.count().map { "\(key)\($0)" } })
  }

  @Test(arguments: [
    ("0=a 1=a 4=a 5=b 9|", "4=a2 7=a1 8=b1 9|"),  // A value at exactly that time opens a new group.
    ("0=b 0=a 1=b 2|", "2=b2 2=a1 2|"), ("0=a 1=b 2=a 4|", "4=b1 4=a2 4|"),
    ("0=a 3|", "3=a1 3|"), ("0=a 3#", "3=a1 3#"), ("0=a 1#", "1#"), ("0=a", "3=a1"), ("1|", "1|"),
  ])
  func `a group without values completes and is forgotten`(_ upstream: String, _ result: String) {
    #expect(counts(timed(upstream, on: scheduler)).trace(on: scheduler) == result)
    #expect(scheduler.pendingCount == 0)
  }

  @Test func `values that a completed pipeline drops keep its group alive`() {
    let trace = Publishers.GroupBy(
      upstream: timed("0=a 2=a 4=a 8=a 9|", on: scheduler),
      key: { (value) throws(Broken) in value }, hash: { $0.hashValue },
      forgetting: (.seconds(3), scheduler)
    ) { _, group in group.prefix(1) }.trace(on: scheduler)
    #expect(trace == "0=a 8=a 9|")
  }

  @Test func `a pipeline that outlives its forgotten group is not disturbed by the next one`() {
    let trace = Publishers.GroupBy(
      upstream: timed("0=a1 4=a2 9|", on: scheduler),
      key: { (value) throws(Broken) in value.prefix(1) }, hash: { $0.hashValue },
      forgetting: (.seconds(3), scheduler)
    ) { [scheduler] _, group in group.delay(for: .seconds(5), scheduler: scheduler) }
    .trace(on: scheduler)
    #expect(trace == "5=a1 9=a2 12|")
  }

  @Test func `cancelling releases groups and timers`() {
    let recorder = counts(timed("0=a 1=b 9|", on: scheduler)).record(on: scheduler)
    scheduler.run(until: Instant.zero.advanced(by: .seconds(2)))
    recorder.cancel()
    #expect(scheduler.pendingCount == 0)
  }

  @Test func `the groups of random keys agree with a plain search`() {
    var generator = SeededGenerator(seed: 5)
    var time = 0
    let events = (0..<5_000).map { _ in
      time += Int.random(in: 0...2, using: &generator)
      return (time, Int.random(in: 0...40, using: &generator))
    }
    let source = TimedSequence<Int, Never>(
      events.map { (.seconds($0.0), $0.1) }, end: .seconds(time), on: scheduler)
    let recorder = Publishers.GroupBy(
      upstream: source, key: { (value) throws(Never) in value }, hash: { $0 % 3 },
      forgetting: (.seconds(25), scheduler)
    ) { key, group in group.count().map { [key, $0] } }.record(on: scheduler)
    scheduler.run()
    var open: [Int: (last: Int, count: Int)] = [:]
    var expected: [[Int]] = []
    for (time, key) in events {
      if let group = open[key], time - group.last >= 25 {
        expected.append([key, group.count])
        open[key] = nil
      }
      open[key] = (time, (open[key]?.count ?? 0) + 1)
    }
    expected += open.map { [$0.key, $0.value.count] }
    #expect(
      recorder.values.sorted { ($0[0], $0[1]) < ($1[0], $1[1]) }
        == expected.sorted { ($0[0], $0[1]) < ($1[0], $1[1]) })
  }
}
