import Reactive
import Testing

/// An operator that joins two inputs.
struct FanInOperator: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// The result of two rounds of values (1 and 2 from the first input, 10 and 20 from the second,
  /// in turn) when 3 and 30 are sent from inside the first output.
  let nested: [Int]
  /// Whether the second input is subscribed to before the first.
  let isSecondFirst: Bool
  let apply: @Sendable (Numbers, Numbers) -> Numbers

  init(
    _ name: String, nested: [Int], isSecondFirst: Bool = false,
    _ apply: @escaping @Sendable (Numbers, Numbers) -> any Publisher<Int, Broken>
  ) {
    testDescription = name
    self.nested = nested
    self.isSecondFirst = isSecondFirst
    self.apply = { apply($0, $1).eraseToAnyPublisher() }
  }

  /// One line for each rule of a `FanInRun`. The sums show which values were combined.
  static let all: [FanInOperator] = [
    .init("merge of many", nested: [1, 3, 30, 10, 2, 20]) { Publishers.MergeMany($0, $1) },
    .init("merge", nested: [1, 3, 30, 10, 2, 20]) { Publishers.Merge($0, $1) },
    .init("zip", nested: [11, 33, 22]) { $0.zip($1) { $0 + $1 } },
    .init("zip of many", nested: [11, 33, 22]) { Publishers.ZipMany($0, $1).map(sum) },
    .init("combineLatest", nested: [11, 13, 33, 32, 22]) { $0.combineLatest($1) { $0 + $1 } },
    .init("combineLatest of many", nested: [11, 13, 33, 32, 22]) {
      Publishers.CombineLatestMany($0, $1).map(sum)
    },
    .init("race", nested: [1, 3, 2]) { Publishers.RaceMany($0, $1) },
    .init("sample", nested: [1, 3, 2], isSecondFirst: true) { $0.sample($1) },
    .init("withLatestFrom", nested: [12, 13], isSecondFirst: true) {
      $0.withLatestFrom($1) { $0 + $1 }
    },
    .init("drop until output", nested: [2, 3], isSecondFirst: true) {
      $0.drop(untilOutputFrom: $1)
    },
    .init("prefix until output", nested: [1, 3], isSecondFirst: true) {
      $0.prefix(untilOutputFrom: $1)
    },
  ]

  private static func sum(_ row: [Int]) -> Int { row.reduce(0, +) }
}

/// The obligations of the run that all operators with several inputs share, whatever the rule.
@Suite struct FanInRunTests {
  private let world = World()
  private let first = PassthroughSubject<Int, Broken>()
  private let second = PassthroughSubject<Int, Broken>()

  /// Sends two rounds of values.
  private func sendRounds() {
    for (one, other) in [(1, 10), (2, 20)] {
      first.send(one)
      second.send(other)
    }
  }

  /// Returns an input that records the order in which inputs are cancelled.
  private func noting(
    _ name: String, _ upstream: some Publisher<Int, Broken>, _ note: @escaping (String) -> Void
  ) -> Numbers {
    upstream.handleEvents(receiveCancel: { note(name) }).eraseToAnyPublisher()
  }

  @Test(arguments: FanInOperator.all)
  func `values sent from inside an output are combined in order`(_ subject: FanInOperator) {
    var outputs = 0
    let recorder = subject.apply(first.eraseToAnyPublisher(), second.eraseToAnyPublisher())
      .record { [first, second] _ in
        outputs += 1
        guard outputs == 1 else { return }
        first.send(3)
        second.send(30)
      }
    sendRounds()
    #expect(recorder.values == subject.nested)
    #expect(recorder.violations == [])
  }

  @Test(arguments: FanInOperator.all)
  func `a cancel inside a value cancels all inputs, starting with the first`(
    _ subject: FanInOperator
  ) {
    var cancelled: [String] = []
    let recorder = Recorder<Int, Broken>(cut: .insideValue(1))
    subject.apply(
      noting("first", first) { cancelled.append($0) },
      noting("second", second) { cancelled.append($0) }
    ).receive(subscriber: recorder)
    sendRounds()
    first.send(completion: .failure(Broken()))
    #expect(recorder.values == Array(subject.nested.prefix(1)))
    #expect(recorder.violations == [])
    // An input that has lost, or whose notice has arrived, is cancelled before the output.
    let isEarly = ["race", "drop until output"].contains(subject.testDescription)
    #expect(cancelled == (isEarly ? ["second", "first"] : ["first", "second"]))
  }

  @Test(arguments: FanInOperator.all)
  func `no further input is subscribed to once one has failed`(
    _ subject: FanInOperator
  ) {
    let failing = world.upstream(.burst, [], end: .failure(Broken(number: 1)))
    let other = world.endless(.timed)
    let isIgnored = subject.testDescription == "prefix until output"
    let recorder =
      subject.isSecondFirst
      ? subject.apply(other, failing).record() : subject.apply(failing, other).record()
    #expect(recorder.failure == (isIgnored ? nil : Broken(number: 1)))
    #expect(world.upstreamCount == (isIgnored ? 2 : 1))
    recorder.cancel()
    #expect(world.runningCount == 0)
    #expect(world.scheduler.pendingCount == 0)
  }

  @Test(arguments: FanInOperator.all)
  func `an input that fails while another is being subscribed to cancels that one`(
    _ subject: FanInOperator
  ) {
    let (early, endless) = (first, world.endless(.timed))
    let late = Deferred {
      early.send(completion: .failure(Broken(number: 2)))
      return endless
    }.eraseToAnyPublisher()
    let recorder =
      subject.isSecondFirst
      ? subject.apply(late, early.eraseToAnyPublisher()).record()
      : subject.apply(early.eraseToAnyPublisher(), late).record()
    let isIgnored = subject.testDescription == "prefix until output"
    #expect(recorder.failure == (isIgnored ? nil : Broken(number: 2)))
    #expect(recorder.violations == [])
    recorder.cancel()
    #expect(world.upstreamCount == 1)
    #expect(world.runningCount == 0)
    #expect(world.scheduler.pendingCount == 0)
  }

  @Test(arguments: FanInOperator.all)
  func `the first failure ends the run, even from inside an output`(_ subject: FanInOperator) {
    let recorder = subject.apply(first.eraseToAnyPublisher(), second.eraseToAnyPublisher())
      .record { [first] _ in first.send(completion: .failure(Broken(number: 3))) }
    sendRounds()
    second.send(completion: .failure(Broken(number: 4)))
    #expect(recorder.values == Array(subject.nested.prefix(1)))
    #expect(recorder.failure == Broken(number: 3))
    #expect(recorder.violations == [])
  }

  @Test(arguments: FanInOperator.all)
  func `sends no failure if cancelling the others cancels the run`(_ subject: FanInOperator) {
    let recorder = Recorder<Int, Broken>()
    subject.apply(first.eraseToAnyPublisher(), noting("second", second) { _ in recorder.cancel() })
      .receive(subscriber: recorder)
    first.send(completion: .failure(Broken()))
    #expect(recorder.completion == nil)
    #expect(recorder.violations == [])
  }

  @Test(arguments: FanInOperator.all)
  func `no input is subscribed to if the run is cancelled at once`(_ subject: FanInOperator) {
    let recorder = subject.apply(world.endless(.burst), world.endless(.burst))
      .record(cut: .atSubscription)
    #expect(world.upstreamCount == 0)
    #expect(recorder.values == [])
  }

  @Test(arguments: FanInOperator.all)
  func `one input may end both inputs from inside an output`(_ subject: FanInOperator) {
    let recorder = subject.apply(first.eraseToAnyPublisher(), second.eraseToAnyPublisher())
      .record { [first, second] _ in
        first.send(completion: .finished)
        second.send(completion: .finished)
      }
    sendRounds()
    #expect(recorder.values == Array(subject.nested.prefix(1)))
    #expect(recorder.hasFinished)
    #expect(recorder.violations == [])
  }
}
