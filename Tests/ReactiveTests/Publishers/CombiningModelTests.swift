import Reactive
import Testing

/// A timed input, in half seconds: its values in turn, and finally how it ends.
private struct Input: CustomStringConvertible {
  var events: [(time: Int, sign: Sign)]

  enum Sign: Equatable {
    case value(Int)
    case finish, failure
  }

  var description: String { events.map { "\($0.time) \($0.sign)" }.joined(separator: ", ") }

  init(using generator: inout SeededGenerator) {
    var time = 0
    events = (0..<Int.random(in: 0...6, using: &generator)).map { number in
      time += [0, 0, 1, 1, 2, 5][Int.random(in: 0..<6, using: &generator)]
      return (time, .value(number))
    }
    time += Int.random(in: 0...3, using: &generator)
    if generator.isTrue(oneIn: 4) { return }
    events.append((time, generator.isTrue(oneIn: 4) ? .failure : .finish))
  }

  func publisher(on scheduler: VirtualScheduler) -> Numbers {
    var end: Duration?
    var completion = Subscribers.Completion<Broken>.finished
    var values: [(Duration, Int)] = []
    for (time, sign) in events {
      switch sign {
      case .value(let value): values.append((.milliseconds(500 * time), value))
      case .finish: end = .milliseconds(500 * time)
      case .failure: (end, completion) = (.milliseconds(500 * time), .failure(Broken()))
      }
    }
    return TimedSequence(values, end: end, completion: completion, on: scheduler)
      .eraseToAnyPublisher()
  }
}

/// The result of each operator for all events of its inputs, in the order in which they arrive.
private struct Model {
  /// The inputs in the order in which they are subscribed to.
  let inputs: [Input]

  /// Feeds all events to a rule, with the number of their input, until the rule returns how it
  /// ends.
  func play(_ rule: (Int, Input.Sign, _ give: (String) -> Void) -> String?) -> String {
    let all = inputs.enumerated().flatMap { number, input in
      input.events.map { (number: number, time: $0.time, sign: $0.sign) }
    }
    let inLine = all.enumerated().sorted {
      ($0.element.time, $0.element.number, $0.offset)
        < ($1.element.time, $1.element.number, $1.offset)
    }
    var trace: [String] = []
    for (_, event) in inLine {
      let end = rule(event.number, event.sign) { trace.append("\(event.time)=\($0)") }
      if let end { return (trace + ["\(event.time)\(end)"]).joined(separator: " ") }
    }
    return trace.joined(separator: " ")
  }

  func combineLatest() -> String {
    var latest = inputs.map { _ in Int?.none }
    var finished = 0
    return play { number, sign, give in
      switch sign {
      case .value(let value):
        latest[number] = value
        let row = latest.compactMap { $0 }
        if row.count == inputs.count { give("\(row)") }
      case .finish: finished += 1
      case .failure: return "#"
      }
      return finished == inputs.count ? "|" : nil
    }
  }

  func race() -> String {
    var winner: Int?
    return play { number, sign, give in
      winner = winner ?? number
      guard number == winner else { return nil }
      if case .value(let value) = sign { give("\(value)") }
      return sign == .finish ? "|" : sign == .failure ? "#" : nil
    }
  }

  /// Returns the rule for a first input, the other publisher, and a second one, upstream, which
  /// ends the run.
  func upstream(
    other: @escaping (Input.Sign, (String) -> Void) -> String?,
    value: @escaping (Int, (String) -> Void) -> Void
  ) -> String {
    play { number, sign, give in
      if number == 0 { return other(sign, give) }
      if case .value(let input) = sign { value(input, give) }
      return sign == .finish ? "|" : sign == .failure ? "#" : nil
    }
  }

  func dropUntilOutput() -> String {
    var isOpen = false
    return upstream { sign, _ in
      if case .value = sign { isOpen = true }
      return isOpen ? nil : sign == .finish ? "|" : "#"
    } value: { value, give in
      if isOpen { give("\(value)") }
    }
  }

  func prefixUntilOutput() -> String {
    upstream { sign, _ in
      if case .value = sign { "|" } else { nil }
    } value: { value, give in
      give("\(value)")
    }
  }

  func withLatestFrom() -> String {
    var latest: Int?
    return upstream { sign, _ in
      if case .value(let value) = sign { latest = value }
      return sign == .failure ? "#" : nil
    } value: { value, give in
      if let latest { give("\([value, latest])") }
    }
  }

  func sample() -> String {
    var pending: Int?
    return upstream { sign, give in
      if case .value = sign, let value = pending {
        give("\(value)")
        pending = nil
      }
      return sign == .failure ? "#" : nil
    } value: { value, _ in
      pending = value
    }
  }
}

/// Operators that combine two inputs have the same results as a plain model of them, for random
/// inputs.
@Suite struct CombiningModelTests {
  @Test func `random inputs, many at equal instants, agree with a model`() {
    for seed in 0..<2_000 {
      var generator = SeededGenerator(seed: UInt64(seed))
      let inputs = (0..<3).map { _ in Input(using: &generator) }
      for (name, output, model) in cases(inputs) {
        #expect(output == model, "\(name), seed \(seed): \(inputs)")
        if output != model { return }
      }
    }
  }

  private func cases(_ inputs: [Input]) -> [(name: String, output: String, model: String)] {
    let two = Model(inputs: Array(inputs[..<2]))
    let all = Model(inputs: inputs)
    let (other, upstream) = (inputs[0], inputs[1])
    return [
      (
        "combineLatest",
        play { other.publisher(on: $0).combineLatest(upstream.publisher(on: $0)) { [$0, $1] } },
        two.combineLatest()
      ),
      (
        "combineLatest of three",
        play { line in Publishers.CombineLatestMany(inputs.map { $0.publisher(on: line) }) },
        all.combineLatest()
      ),
      (
        "race", play { line in Publishers.RaceMany(inputs.map { $0.publisher(on: line) }) },
        all.race()
      ),
      (
        "drop until output",
        play { upstream.publisher(on: $0).drop(untilOutputFrom: other.publisher(on: $0)) },
        two.dropUntilOutput()
      ),
      (
        "prefix until output",
        play { upstream.publisher(on: $0).prefix(untilOutputFrom: other.publisher(on: $0)) },
        two.prefixUntilOutput()
      ),
      (
        "withLatestFrom",
        play { upstream.publisher(on: $0).withLatestFrom(other.publisher(on: $0)) { [$0, $1] } },
        two.withLatestFrom()
      ),
      (
        "sample", play { upstream.publisher(on: $0).sample(other.publisher(on: $0)) },
        two.sample()
      ),
    ]
  }

  /// Plays a publisher, and writes its events with their times in half seconds.
  private func play<P: Publisher>(_ make: (VirtualScheduler) -> P) -> String
  where P.Failure == Broken {
    let scheduler = VirtualScheduler()
    let recorder = make(scheduler).record(on: scheduler)
    scheduler.run()
    let half = Duration.milliseconds(500)
    var trace = zip(recorder.times, recorder.values).map { "\(Int($0 / half))=\($1)" }
    if let end = recorder.completionTime {
      trace.append("\(Int(end / half))\(recorder.failure == nil ? "|" : "#")")
    }
    return (trace + recorder.violations).joined(separator: " ")
  }
}
