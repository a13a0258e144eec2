import Reactive
import ReactiveFoundation
import Testing

/// Random pipelines have the same results when long chains of stages that do nothing are inserted
/// between their stages: work that is put off because a chain is long happens in the order in which
/// it would have been nested.
@Suite struct LongChainOrderTests {
  @Test(arguments: 0..<8)
  func `long chains keep the order of nested calls`(_ part: Int) async {
    await onStack {
      for number in 0..<120 {
        let seed = UInt64(part * 1_000 + number)
        let short = trace(seed: seed, isPadded: false)
        let long = trace(seed: seed, isPadded: true)
        #expect(short == long, "seed \(seed)")
        guard short == long else { return }
      }
    }
  }

  @Test func `a merge receives all of a long chain before the next input`() {
    let long = padded(Publishers.Sequence<_, Broken>(sequence: [1, 2]).eraseToAnyPublisher())
    let recorder = long.merge(with: Publishers.Sequence(sequence: [3, 4])).record()
    #expect(recorder.values == [1, 2, 3, 4])
  }

  @Test func `a value sent from inside a long chain arrives before send returns`() {
    let subject = PassthroughSubject<Int, Broken>()
    let receiver = padded(subject.eraseToAnyPublisher()).record()
    let sender = padded(Just(1).setFailureType(to: Broken.self).eraseToAnyPublisher())
      .record { value in
        subject.send(value)
        #expect(receiver.values == [1])
      }
    #expect(sender.values == [1])
    #expect(receiver.values == [1])
  }

  @Test func `a scheduler run from inside a long chain delivers in time`() {
    let scheduler = VirtualScheduler()
    let timed = TimedSequence<Int, Broken>(
      [(.seconds(1), 1), (.seconds(2), 2)], end: .seconds(3), on: scheduler)
    let receiver = padded(timed.eraseToAnyPublisher()).record(on: scheduler)
    _ = padded(Just(1).setFailureType(to: Broken.self).eraseToAnyPublisher())
      .record { _ in scheduler.run() }
    #expect(receiver.times == [.seconds(1), .seconds(2)])
    #expect(receiver.completionTime == .seconds(3))
  }

  @Test func `a cancel from inside a value reaches the source at once`() {
    let world = World()
    let recorder = padded(world.upstream(.burst, [1, 2, 3]))
    var handle: Recorder<Int, Broken>?
    handle = Recorder(onValue: { _ in
      handle?.cancel()
      #expect(world.cancelledCount == 1)
    })
    if let handle { recorder.receive(subscriber: handle) }
    #expect(handle?.values == [1])
    handle = nil
  }
}

private func padded(_ publisher: Numbers) -> Numbers {
  var chain = publisher
  for _ in 1...130 { chain = chain.map { $0 }.eraseToAnyPublisher() }
  return chain
}

/// Plays the pipeline for a seed, and returns everything that its stages and its end received.
private func trace(seed: UInt64, isPadded: Bool) -> [String] {
  var generator = SeededGenerator(seed: seed)
  let pipeline = RandomPipeline(isPadded: isPadded)
  let publisher = pipeline.publisher(height: 4, using: &generator)
  let cuts: [Recorder<Int, Broken>.Cut] = [
    .none, .none, .atSubscription, .insideValue(1), .insideValue(2), .insideValue(5),
  ]
  let recorder = publisher.record(
    on: pipeline.scheduler, cut: cuts.randomElement(using: &generator) ?? .none)
  pipeline.scheduler.run(until: Instant.zero.advanced(by: .milliseconds(2_500)))
  if generator.isTrue(oneIn: 4) { recorder.cancel() }
  pipeline.scheduler.run()
  let values = zip(recorder.times, recorder.values).map { "\($0) \($1)" }
  return pipeline.log + values
    + ["\(String(describing: recorder.completion)) \(pipeline.scheduler.pendingCount)"]
    + recorder.violations
}

/// Grows a pipeline whose stages record everything that passes through them.
final class RandomPipeline {
  let scheduler = VirtualScheduler()
  private(set) var log: [String] = []
  private let isPadded: Bool
  private var stageCount = 0

  init(isPadded: Bool) {
    self.isPadded = isPadded
  }

  func publisher(height: Int, using generator: inout SeededGenerator) -> Numbers {
    let bare =
      height == 0 || generator.isTrue(oneIn: 6)
      ? source(using: &generator) : stage(height: height, using: &generator)
    let logged = watched(bare)
    // The choice is drawn in either case, so both pipelines are made from the same numbers.
    let isLong = generator.isTrue(oneIn: 2)
    return isPadded && isLong ? padded(logged) : logged
  }

  private func watched(_ publisher: Numbers) -> Numbers {
    stageCount += 1
    let number = stageCount
    return Deferred { [weak self] in
      self?.write("\(number) begins")
      return publisher.map { value in
        self?.write("\(number) passes \(value)")
        return value
      }.mapError { failure in
        self?.write("\(number) fails")
        return failure
      }
    }.eraseToAnyPublisher()
  }

  private func write(_ line: String) {
    log.append("\(scheduler.now.nanoseconds / 500_000_000) \(line)")
  }

  private func source(using generator: inout SeededGenerator) -> Numbers {
    let values = (0..<Int.random(in: 1...4, using: &generator)).map { _ in
      Int.random(in: 0...9, using: &generator)
    }
    switch Int.random(in: 0..<7, using: &generator) {
    case 0: return Empty().eraseToAnyPublisher()
    case 1: return Fail(error: Broken(number: values[0])).eraseToAnyPublisher()
    case 2: return Just(values[0]).setFailureType(to: Broken.self).eraseToAnyPublisher()
    case 3: return Publishers.Sequence(sequence: values).eraseToAnyPublisher()
    case 4: return CurrentValueSubject(values[0]).eraseToAnyPublisher()
    default:
      var time = 0
      let elements = values.map { value in
        time += Int.random(in: 0...2, using: &generator) * 500
        return (Duration.milliseconds(time), value)
      }
      let isEnding = !generator.isTrue(oneIn: 4)
      return TimedSequence(
        elements, end: isEnding ? .milliseconds(time) : nil, on: scheduler
      ).eraseToAnyPublisher()
    }
  }

  private func stage(height: Int, using generator: inout SeededGenerator) -> Numbers {
    let first = publisher(height: height - 1, using: &generator)
    switch Int.random(in: 0..<18, using: &generator) {
    case 16, 17: return combining(first, height: height, using: &generator)
    case 10, 11: return waiting(first, using: &generator)
    case 12, 13: return subscribing(first, using: &generator)
    case 14, 15: return choosing(first, using: &generator)
    case 0: return first.delay(for: .zero, scheduler: scheduler).eraseToAnyPublisher()
    case 1: return first.delay(for: .seconds(1), scheduler: scheduler).eraseToAnyPublisher()
    case 2:
      // Each run has its own scheduler, because work on one waits for the work that is running on
      // it.
      return Deferred { first.delay(for: .seconds(1), scheduler: ImmediateScheduler()) }
        .eraseToAnyPublisher()
    case 3:
      return first.tryCompactMap { value throws(Broken) -> Int? in
        if value == 7 { throw Broken(number: 70) }
        return value == 5 ? nil : value + 1
      }.eraseToAnyPublisher()
    case 4: return first.scan(0) { $0 + $1 }.eraseToAnyPublisher()
    default: break
    }
    let others = (0..<Int.random(in: 1...2, using: &generator)).map { _ in
      publisher(height: height - 1, using: &generator)
    }
    switch Int.random(in: 0..<4, using: &generator) {
    case 0: return Publishers.ConcatenateMany([first] + others).eraseToAnyPublisher()
    case 1: return Publishers.MergeMany([first] + others).eraseToAnyPublisher()
    case 2:
      return Publishers.ZipMany([first] + others).map { $0.reduce(0, +) }.eraseToAnyPublisher()
    default: return first.zip(others[0]).map { $0 * 2 + $1 }.eraseToAnyPublisher()
    }
  }
}
