import Reactive
import Testing

/// The particular features of the operators that choose among values.
@Suite struct FilteringTests {
  private let scheduler = VirtualScheduler()
  private let numbers = [1, 2, 3, 4].publisher

  @Test(arguments: [
    (0, "0|"), (1, "1=a 1|"), (2, "1=a 2=b 2|"), (3, "1=a 2=b 3|"), (9, "1=a 2=b 3|"),
  ])
  func `prefix completes with its last value`(_ count: Int, _ result: String) {
    #expect(timed("1=a 2=b 3|", on: scheduler).prefix(count).trace(on: scheduler) == result)
  }

  @Test func `prefix emits its last value before it cancels upstream`() {
    var log: [String] = []
    let handle = numbers.print { log.append($0) }.prefix(2)
      .sink(receiveCompletion: { log.append("\($0)") }, receiveValue: { log.append("\($0)") })
    #expect(
      log == [
        "receive subscription", "receive value: (1)", "1", "receive value: (2)", "2",
        "receive cancel", "finished",
      ])
    handle.cancel()
  }

  @Test func `prefix does the same in a long chain`() {
    var log: [String] = []
    var chain = numbers.print { log.append($0) }.prefix(2).eraseToAnyPublisher()
    for _ in 1...130 { chain = chain.map { $0 }.eraseToAnyPublisher() }
    let recorder = chain.record { log.append("\($0)") }
    #expect(log.suffix(3) == ["receive value: (2)", "2", "receive cancel"])
    #expect(recorder.hasFinished)
  }

  @Test func `prefix with zero values subscribes, cancels and completes`() {
    var log: [String] = []
    let recorder = numbers.print { log.append($0) }.prefix(0).record()
    #expect(log == ["receive subscription", "receive cancel"])
    #expect(recorder.hasFinished)
  }

  @Test func `negative numbers are rejected`() async {
    await #expect(processExitsWith: .failure) { _ = Just(1).prefix(-1) }
    await #expect(processExitsWith: .failure) { _ = Just(1).output(at: -1) }
    await #expect(processExitsWith: .failure) { _ = Just(1).output(in: -1...2) }
    await #expect(processExitsWith: .failure) { _ = Just(1).collect(0) }
  }

  @Test func `output emits the values at an index or in a range`() {
    let publisher = timed("1=a 2=b 3=c 4|", on: scheduler)
    #expect(publisher.output(at: 0).trace(on: scheduler) == "1=a 1|")
    scheduler.run()
    #expect(numbers.output(at: 3).record().values == [4])
    #expect(numbers.output(at: 4).record().values == [])
    #expect(numbers.output(in: 1..<3).record().values == [2, 3])
    #expect(numbers.output(in: 1...1).record().values == [2])
    #expect(numbers.output(in: 2...).record().values == [3, 4])
    #expect(numbers.output(in: ..<2).record().values == [1, 2])
    #expect(numbers.output(in: 3..<3).record().values == [])
    #expect(PassthroughSubject<Int, Never>().output(in: 3..<3).record().hasFinished)
  }

  @Test(arguments: [
    ("1=a 2=b 3=c 4=a 5|", "1=a 2=b 3|"), ("1=c 2=a 3|", "1|"), ("1=a 2|", "1=a 2|"),
    ("1=a 2#", "1=a 2#"),
  ])
  func `prefix ends at the first value that does not meet the condition`(
    _ upstream: String, _ result: String
  ) {
    #expect(
      timed(upstream, on: scheduler).prefix { $0 != "c" }.trace(on: scheduler) == result)
  }

  @Test func `drop calls its closure only until the first value that is kept`() {
    var asked: [Int] = []
    let rest = [1, 2, 3, 1].publisher.drop { value in
      asked.append(value)
      return value < 3
    }
    #expect(rest.record().values == [3, 1])
    #expect(asked == [1, 2, 3])
  }

  @Test(arguments: [
    ("1=a 2=b 3=b 4|", "1=a 1|", "2=b 2|"), ("1=a 2|", "1=a 1|", "2|"), ("2|", "2|", "2|"),
    ("1#", "1#", "1#"),
  ])
  func `first cancels upstream and then emits its value`(
    _ upstream: String, _ first: String, _ firstB: String
  ) {
    let other = VirtualScheduler()
    #expect(timed(upstream, on: scheduler).first().trace(on: scheduler) == first)
    #expect(timed(upstream, on: other).first { $0 == "b" }.trace(on: other) == firstB)
    var log: [String] = []
    let handle = numbers.print { log.append($0) }.first().sink { log.append("\($0)") }
    #expect(log == ["receive subscription", "receive value: (1)", "receive cancel", "1"])
    handle.cancel()
  }

  @Test(arguments: [
    ("1=a 2=b 3=b 4|", "4=b 4|", "4=a 4|"), ("1=b 2|", "2=b 2|", "2|"), ("2|", "2|", "2|"),
    ("1=a 2#", "2#", "2#"),
  ])
  func `last emits its value when upstream completes`(
    _ upstream: String, _ last: String, _ lastA: String
  ) {
    let other = VirtualScheduler()
    #expect(timed(upstream, on: scheduler).last().trace(on: scheduler) == last)
    #expect(timed(upstream, on: other).last { $0 == "a" }.trace(on: other) == lastA)
  }

  @Test func `removeDuplicates compares with the last emitted value`() {
    #expect([1, 1, 2, 2, 1].publisher.removeDuplicates().record().values == [1, 2, 1])
    let near = [1, 2, 3, 4, 5].publisher.removeDuplicates { $1 - $0 < 2 }
    #expect(near.record().values == [1, 3, 5])
    #expect(near.record().values == [1, 3, 5])
    let optional: [Int?] = [nil, nil, 1, nil]
    #expect(optional.publisher.removeDuplicates().record().values == [nil, 1, nil])
  }

  @Test func `a value whose release cancels the run is the last`() {
    let subject = PassthroughSubject<ReleaseLaws.CancelsOnRelease?, Broken>()
    let run = Recorder<ReleaseLaws.CancelsOnRelease?, Broken>(keepsValues: false)
    subject.removeDuplicates { _, _ in false }.receive(subscriber: run)
    var value: ReleaseLaws.CancelsOnRelease? = .init()
    value?.run = run
    subject.send(value)
    value = nil
    #expect(!run.isCancelled)
    subject.send(nil)
    #expect(run.isCancelled)
    #expect(run.violations == [])
  }

  @Test func `distinct drops values that were seen at any earlier time`() {
    let distinct = [1, 2, 1, 3, 2].publisher.distinct()
    #expect(distinct.record().values == [1, 2, 3])
    #expect(distinct.record().values == [1, 2, 3])
    #expect([1, 2, 4, 3, 5].publisher.distinct { $0 / 2 }.record().values == [1, 2, 4])
  }

  @Test func `a key that calls back when it is compared does no harm`() {
    /// Sends a value when it is compared, which is foreign code in the middle of a change.
    struct Key: Hashable {
      let number: Int
      let subject: PassthroughSubject<Int, Never>

      static func == (left: Key, right: Key) -> Bool {
        if left.number + right.number == 3 { left.subject.send(9) }
        return left.number == right.number
      }

      func hash(into hasher: inout Hasher) {}
    }
    let subject = PassthroughSubject<Int, Never>()
    let recorder = subject.distinct { Key(number: $0, subject: subject) }.record()
    for value in [2, 1] { subject.send(value) }
    #expect(recorder.values == [2, 9, 1])
  }

  @Test func `pairwise emits each value with the previous one`() {
    let pairs = numbers.pairwise().map { "\($0)\($1)" }
    #expect(pairs.record().values == ["12", "23", "34"])
    #expect(pairs.record().values == ["12", "23", "34"])
    #expect(Just(1).pairwise().record().times == [])
  }

  @Test func `compactMap drops nil, and replaceNil replaces it`() {
    let words = ["1", "x", "3"].publisher
    #expect(words.compactMap { Int($0) }.record().values == [1, 3])
    #expect(words.map { Int($0) }.replaceNil(with: 0).record().values == [1, 0, 3])
  }

  @Test func `ignoreOutput emits only the completion`() {
    let upstream = timed("1=a 2#", on: scheduler)
    #expect(upstream.ignoreOutput().trace(on: scheduler) == "2#")
    let joined = Just(2).append(Just("a").ignoreOutput(setOutputType: Int.self))
    #expect(joined.record().values == [2])
  }
}
