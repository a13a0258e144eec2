import Reactive
import ReactiveFoundation
import Testing

@Suite struct GroupByTests {
  private let scheduler = VirtualScheduler()

  @Test func `each key has its own pipeline`() {
    let trace = timed("1=a1 2=b1 3=a2 4=b2 5|", on: scheduler)
      .groupBy({ $0.prefix(1) }) { key, group in
        group.scan("") { $0 + $1.suffix(1) }.map { key + $0 }
      }
      .trace(on: scheduler)
    #expect(trace == "1=a1 2=b1 3=a12 4=b12 5|")
  }

  @Test(arguments: [("3|", "3=b1b2 3=a1 3|"), ("3#", "3#"), ("3", "")])
  func `groups end with upstream, in the order in which their keys arrived`(
    _ end: String, _ result: String
  ) {
    let recorder = timed("1=b1 1=a1 2=b2 \(end)", on: scheduler)
      .groupBy({ $0.prefix(1) }) {
        $1.collect(.byTime(scheduler, .seconds(60))).map { $0.joined() }
      }
      .record(on: scheduler)
    scheduler.run(until: Instant.zero.advanced(by: .seconds(3)))
    #expect(recorder.trace == result)
    recorder.cancel()
    #expect(scheduler.pendingCount == 0)
  }

  @Test func `completes when all pipelines have completed`() {
    let trace = timed("1=a1 2=b1 2|", on: scheduler)
      .groupBy({ $0.prefix(1) }) { [scheduler] key, group in
        group.delay(for: .seconds(key == "a" ? 5 : 1), scheduler: scheduler)
      }.trace(on: scheduler)
    #expect(trace == "3=b1 6=a1 7|")
  }

  @Test func `a failure of upstream reaches the groups first`() {
    let trace = timed("1=a1 1=b1 2#", on: scheduler)
      .groupBy({ $0.prefix(1) }) { key, group in
        group.catch { _ in Just("\(key) failed").setFailureType(to: Broken.self) }
      }.trace(on: scheduler)
    #expect(trace == "1=a1 1=b1 2=a failed 2=b failed 2#")
  }

  @Test func `a failure of one pipeline cancels upstream and the others`() {
    let world = World()
    let recorder = world.upstream(.timed, [1, 2, 3, 4, 5]).groupBy({ $0 % 2 }) { key, group in
      group.tryMap { value throws in
        if value == 4 { throw Broken(number: 4) }
        return value
      }.mapError { $0 as? Broken ?? Broken() }.merge(with: world.endless(.timed).filter { $0 < 0 })
    }.record(on: world.scheduler)
    world.run()
    #expect(recorder.trace == "1=1 2=2 3=3 4#")
    #expect(world.runningCount == 0)
    #expect(world.scheduler.pendingCount == 0)
  }

  @Test func `a group is hot, and a new subscriber continues with the next value`() {
    let numbers = (1...10).publisher.setFailureType(to: Broken.self)
    let limit = RepetitionLimit(10, scheduler: scheduler) { Broken(number: 9) }
    let retried = numbers.groupBy({ _ in 0 }) { _, group in
      group.tryCompactMap { value throws(Broken) -> Int? in
        if value % 3 == 0 { throw Broken() }
        return value
      }.retry(3)
    }.record()
    #expect(retried.values == [1, 2, 4, 5, 7, 8, 10])
    #expect(retried.hasFinished)
    let repeated = numbers.groupBy({ $0 % 2 }) { _, group in
      group.collect(.bySession(scheduler, gap: .zero)).flatMap { Publishers.Sequence(sequence: $0) }
        .repeat(scheduler: scheduler, limit: limit)
    }.record()
    // After its end a group is empty, and the repetition never advances time.
    #expect(repeated.failure == Broken(number: 9))
  }

  @Test func `a group serves several subscribers in the order in which they subscribed`() {
    let recorder = [1, 2, 3].publisher.groupBy({ $0 % 2 }) { key, group in
      Publishers.MergeMany(group.map { "\($0)a" }, group.map { "\($0)b" }, group.map { "\($0)c" })
    }.record()
    #expect(recorder.values == ["1a", "1b", "1c", "2a", "2b", "2c", "3a", "3b", "3c"])
    #expect(recorder.hasFinished)
  }

  @Test func `a subscriber that arrives during a value receives the next one`() {
    let recorder = [1, 2, 3].publisher.groupBy({ _ in 0 }) { _, group in
      group.flatMap { outer in group.map { "\(outer)\($0)" } }
    }.record()
    #expect(recorder.values == ["12", "13", "23"])
    #expect(recorder.hasFinished)
  }

  /// A key with a useless hash.
  private struct Indistinct: Hashable {
    let number: Int

    func hash(into hasher: inout Hasher) {}
  }

  @Test func `keys with the same hash are distinguished`() {
    let recorder = (1...300).publisher.groupBy({ Indistinct(number: $0 % 100) }) { key, group in
      group.scan(0) { $0 + $1 }.map { [key.number, $0] }
    }.record()
    let (first, last): ([[Int]], [[Int]]) = ([[1, 1], [2, 2]], [[99, 597], [0, 600]])
    #expect(Array(recorder.values.prefix(2)) == first)
    #expect(Array(recorder.values.suffix(2)) == last)
    #expect(recorder.hasFinished)
  }

  @Test func `the first subscriber to leave a group does not affect the others`() {
    let recorder = (1...6).publisher.groupBy({ _ in 0 }) { _, group in
      Publishers.MergeMany(
        group.prefix(2).map { "a\($0)" }.eraseToAnyPublisher(),
        group.prefix(4).map { "b\($0)" }.eraseToAnyPublisher(),
        group.drop { $0 < 3 }.map { "c\($0)" }.eraseToAnyPublisher())
    }.record()
    #expect(recorder.values == ["a1", "b1", "a2", "b2", "b3", "c3", "b4", "c4", "c5", "c6"])
    #expect(recorder.hasFinished)
  }

  @Test func `cancelling a group subscription twice does not affect later subscribers`() {
    let upstream = PassthroughSubject<Int, Never>()
    var group: Publishers.Group<Int, Never>?
    let run = upstream.groupBy({ _ in 0 }) { _, values in
      group = values
      return Empty<Int, Never>()
    }.sink { _ in }
    upstream.send(1)
    var received: [String] = []
    let first = group?.sink { received.append("a\($0)") }
    upstream.send(2)
    first?.cancel()
    let second = group?.sink { received.append("b\($0)") }
    first?.cancel()
    upstream.send(3)
    let third = group?.sink { received.append("c\($0)") }
    second?.cancel()
    second?.cancel()
    upstream.send(4)
    #expect(received == ["a2", "b3", "c4"])
    withExtendedLifetime((run, third)) {}
  }

  @Test func `a pipeline that has completed drops later values of its key`() {
    var made = 0
    let recorder = [1, 2, 3, 5, 4, 6].publisher.groupBy({ $0 % 2 }) { _, _ in
      made += 1
      return Just(made)
    }.record()
    #expect(recorder.values == [1, 2])
    #expect(made == 2)
    #expect(recorder.hasFinished)
  }

  @Test func `a new pipeline that is a long chain receives its first value`() async {
    await onStack(megabytes: 1) {
      let recorder = (1...100).publisher.groupBy({ $0 % 10 }) { key, group in
        var chain = group.eraseToAnyPublisher()
        for _ in 1...1_000 { chain = chain.map { $0 }.eraseToAnyPublisher() }
        return chain
      }.record()
      #expect(recorder.values == Array(1...100))
      #expect(recorder.hasFinished)
    }
  }

  @Test(arguments: [false, true])
  func `100,000 keys are supported`(_ isCancelled: Bool) async {
    await onStack(megabytes: 1) {
      let world = World()
      let recorder = (1...300_000).publisher.groupBy({ $0 % 100_000 }) { key, group in
        group.delay(for: .seconds(key % 3), scheduler: world.scheduler)
      }.record(on: world.scheduler)
      world.run(until: .seconds(1))
      #expect(recorder.values.count > 190_000)
      if isCancelled { recorder.cancel() }
      world.run()
      #expect(recorder.hasFinished == !isCancelled)
      #expect(world.scheduler.pendingCount == 0)
    }
  }
}
