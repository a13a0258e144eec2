import Reactive
import Testing

/// A timed list, in half seconds, and how it ends. This is the plainest form of a run.
private struct Timeline: Equatable, CustomStringConvertible {
  var events: [(time: Int, value: String)] = []
  /// The time of the end, if there is one.
  var end: Int?
  var isFailure = false

  var description: String {
    (events.map { "\($0.time)=\($0.value)" } + [end.map { "\($0)\(isFailure ? "#" : "|")" } ?? ""])
      .joined(separator: " ")
  }

  static func == (left: Self, right: Self) -> Bool { left.description == right.description }

  func ending(_ events: [(time: Int, value: String)], at end: Int? = nil) -> Timeline {
    Timeline(events: events, end: end ?? self.end, isFailure: isFailure)
  }

  /// Whether the input is still running for events that are due at `time`. At equal instants it
  /// comes first.
  func isRunning(after time: Int) -> Bool { end.map { time < $0 } ?? true }
}

/// The results of each operator for a timed list, computed in a plain way: slowly, and without a
/// clock.
private enum Model {
  static func debounce(_ input: Timeline, _ wait: Int, emits: Bool) -> Timeline {
    var output = input.ending([])
    for (index, event) in input.events.enumerated() {
      let due = event.time + wait
      let next = index + 1 < input.events.count ? input.events[index + 1].time : .max
      guard next > due else { continue }
      if input.isRunning(after: due) {
        output.events.append((due, event.value))
      } else if emits, !input.isFailure, next == .max, let end = input.end {
        output.events.append((end, event.value))
      }
    }
    return output
  }

  static func afterSilence(_ input: Timeline, _ wait: Int) -> Timeline {
    var last: Int?
    return input.ending(
      input.events.filter { event in
        defer { last = event.time }
        return last.map { event.time >= $0 + wait } ?? true
      })
  }

  /// Letters before `e` are high.
  static func sustained(_ input: Timeline, _ wait: Int, release: Int) -> Timeline {
    var output = input.ending([])
    var isOn = false
    var start: Int?
    for (index, event) in input.events.enumerated() {
      let holds = event.value < "e"
      start = holds == isOn ? nil : start ?? event.time
      guard let begin = start else { continue }
      let due = begin + (isOn ? release : wait)
      let next = index + 1 < input.events.count ? input.events[index + 1].time : .max
      // The timer comes first at its instant.
      guard due <= next, due == event.time || due <= input.end ?? .max else { continue }
      output.events.append((due, event.value))
      (isOn, start) = (holds, nil)
    }
    return output
  }

  static func rateLimit(_ input: Timeline, _ count: Int, _ time: Int) -> Timeline {
    var output = input.ending([])
    for event in input.events
    where output.events.filter({ $0.time > event.time - time }).count < count {
      output.events.append(event)
    }
    return output
  }

  static func spaced(_ input: Timeline, _ count: Int, _ time: Int) -> Timeline {
    var output = input.ending([])
    for event in input.events {
      let blocking = output.events.dropLast(count - 1).last.map { $0.time + time } ?? 0
      output.events.append((max(event.time, blocking), event.value))
    }
    guard let end = input.end, let last = output.events.last, last.time >= end else {
      return output
    }
    if input.isFailure {
      // Values that were delayed to exactly the instant of the failure come after it.
      let direct = zip(input.events, output.events).filter { $0.time == $1.time }.map(\.1.value)
      return output.ending(
        output.events.filter { $0.time < end || ($0.time == end && direct.contains($0.value)) })
    }
    return output.ending(output.events, at: last.time)
  }

  static func throttle(
    _ input: Timeline, _ interval: Int, latest: Bool, trailing: Bool
  ) -> Timeline {
    var output = input.ending([])
    var rest = input.events[...]
    while let first = rest.popFirst() {
      output.events.append(first)
      var close = first.time + interval
      while true {
        let within = rest.prefix { $0.time <= close }
        rest = rest.dropFirst(within.count)
        guard trailing, let kept = latest ? within.last : within.first else { break }
        if !input.isRunning(after: close) {
          if !input.isFailure {
            output = output.ending(output.events + [(close, kept.value)], at: close)
          }
          break
        }
        output.events.append((close, kept.value))
        close += interval
      }
    }
    return output
  }

  static func audit(_ input: Timeline, _ interval: Int) -> Timeline {
    var output = input.ending([])
    var rest = input.events[...]
    while let first = rest.first {
      let due = first.time + interval
      let within = rest.prefix { $0.time <= due }
      rest = rest.dropFirst(within.count)
      guard let last = within.last else { break }
      if input.isRunning(after: due) {
        output.events.append((due, last.value))
      } else if !input.isFailure {
        output = output.ending(output.events + [(due, last.value)], at: due)
      }
    }
    return output
  }

  static func sample(_ input: Timeline, _ period: Int) -> Timeline {
    input.ending(
      (1...200).compactMap { tick in
        let within = input.events.filter {
          $0.time <= tick * period && ($0.time > (tick - 1) * period || tick == 1)
        }
        guard input.isRunning(after: tick * period), let last = within.last else { return nil }
        return (tick * period, last.value)
      })
  }

  static func timeout(_ input: Timeline, _ wait: Int) -> Timeline {
    var deadline = wait
    var output = input.ending([])
    for event in input.events where event.time <= deadline {
      output.events.append(event)
      deadline = event.time + wait
    }
    let isInTime = output.events.count == input.events.count && !input.isRunning(after: deadline)
    return isInTime ? output : Timeline(events: output.events, end: deadline, isFailure: true)
  }

  static func windows(_ input: Timeline, _ length: Int, every period: Int) -> Timeline {
    input.ending(
      (0...200).compactMap { number in
        let (start, end) = (number * period, number * period + length)
        return window(input.events.filter { start <= $0.time && $0.time < end }, end, input)
      })
  }

  static func sessions(_ input: Timeline, _ gap: Int) -> Timeline {
    var sessions: [[(time: Int, value: String)]] = []
    for event in input.events {
      if let last = sessions.last?.last, event.time < last.time + gap {
        sessions[sessions.count - 1].append(event)
      } else {
        sessions.append([event])
      }
    }
    return input.ending(sessions.compactMap { window($0, ($0.last?.time ?? 0) + gap, input) })
  }

  private static func window(
    _ events: [(time: Int, value: String)], _ end: Int, _ input: Timeline
  ) -> (time: Int, value: String)? {
    let isOpenAtEnd = input.end.map { end > $0 } ?? false
    if events.isEmpty || (isOpenAtEnd && input.isFailure) { return nil }
    return (isOpenAtEnd ? input.end ?? end : end, events.map(\.value).joined())
  }
}

/// Operators that wait have the same results as plain models of them, for random inputs with many
/// equal instants.
@Suite struct TimingModelTests {
  typealias Strings = AnyPublisher<String, Broken>

  @Test func `every operator that waits agrees with its model`() {
    for seed in 0..<3_000 {
      var generator = SeededGenerator(seed: UInt64(seed))
      let input = randomInput(using: &generator)
      let (time, period) = (
        Int.random(in: 1...6, using: &generator), Int.random(in: 1...4, using: &generator)
      )
      let isOn = generator.isTrue(oneIn: 2)
      for (name, apply, model) in cases(input, time, period, isOn) {
        let output = play(input, apply)
        #expect(output == model, "\(name), seed \(seed): \(input)")
        if output != model { return }
      }
    }
  }

  private func cases(
    _ input: Timeline, _ time: Int, _ period: Int, _ isOn: Bool
  ) -> [(String, (Strings, VirtualScheduler) -> Strings, Timeline)] {
    let wait = halves(time)
    return [
      (
        "debounce \(time)",
        {
          $0.debounce(for: wait, scheduler: $1, atEnd: isOn ? .emit : .drop).eraseToAnyPublisher()
        },
        Model.debounce(input, time, emits: isOn)
      ),
      (
        "debounce \(time), leading",
        { $0.debounce(for: wait, scheduler: $1, leading: true).eraseToAnyPublisher() },
        Model.afterSilence(input, time)
      ),
      (
        "sustained \(time), \(period - 1)",
        {
          $0.sustained(for: wait, release: halves(period - 1), scheduler: $1) { $0 < "e" }
            .map(\.value).eraseToAnyPublisher()
        },
        Model.sustained(input, time, release: period - 1)
      ),
      (
        "rate limit \(period) per \(time)",
        { $0.rateLimit(period, per: wait, scheduler: $1).eraseToAnyPublisher() },
        Model.rateLimit(input, period, time)
      ),
      (
        "rate limit \(period) per \(time), delaying",
        {
          $0.rateLimit(
            period, per: wait, scheduler: $1, overflow: .delay(atMost: 99) { Broken() }
          ).eraseToAnyPublisher()
        },
        Model.spaced(input, period, time)
      ),
      (
        "throttle \(time)",
        { $0.throttle(for: wait, scheduler: $1, latest: isOn).eraseToAnyPublisher() },
        Model.throttle(input, time, latest: isOn, trailing: true)
      ),
      (
        "throttle \(time) without trailing",
        {
          $0.throttle(for: wait, scheduler: $1, latest: isOn, trailing: false)
            .eraseToAnyPublisher()
        },
        Model.throttle(input, time, latest: isOn, trailing: false)
      ),
      (
        "audit \(time)", { $0.audit(for: wait, scheduler: $1).eraseToAnyPublisher() },
        Model.audit(input, time)
      ),
      (
        "sample \(time)", { $0.sample(every: wait, scheduler: $1).eraseToAnyPublisher() },
        Model.sample(input, time)
      ),
      (
        "timeout \(time)",
        { $0.timeout(wait, scheduler: $1) { Broken() }.eraseToAnyPublisher() },
        Model.timeout(input, time)
      ),
      (
        "collect \(time)",
        { $0.collect(.byTime($1, wait)).map { $0.joined() }.eraseToAnyPublisher() },
        Model.windows(input, time, every: time)
      ),
      (
        "collect \(time) every \(period)",
        {
          $0.collect(.sliding($1, wait, every: halves(period))).map { $0.joined() }
            .eraseToAnyPublisher()
        },
        Model.windows(input, time, every: period)
      ),
      (
        "sessions \(time)",
        { $0.collect(.bySession($1, gap: wait)).map { $0.joined() }.eraseToAnyPublisher() },
        Model.sessions(input, time)
      ),
    ]
  }

  private func randomInput(using generator: inout SeededGenerator) -> Timeline {
    var time = 0
    let events = (0..<Int.random(in: 0...9, using: &generator)).map { number in
      time += [0, 0, 1, 1, 2, 3, 5, 9][Int.random(in: 0..<8, using: &generator)]
      return (time: time, value: String("abcdefghi".dropFirst(number).prefix(1)))
    }
    let end = time + Int.random(in: 0...4, using: &generator)
    return Timeline(
      events: events, end: generator.isTrue(oneIn: 4) ? nil : end,
      isFailure: generator.isTrue(oneIn: 4))
  }

  private func play(
    _ input: Timeline, _ apply: (Strings, VirtualScheduler) -> Strings
  ) -> Timeline {
    let scheduler = VirtualScheduler()
    let source = TimedSequence<String, Broken>(
      input.events.map { (halves($0.time), $0.value) }, end: input.end.map(halves),
      completion: input.isFailure ? .failure(Broken()) : .finished, on: scheduler)
    let recorder = apply(source.eraseToAnyPublisher(), scheduler).record(on: scheduler)
    scheduler.run()
    return Timeline(
      events: zip(recorder.times, recorder.values).map { (Int($0 / halves(1)), $1) },
      end: recorder.completionTime.map { Int($0 / halves(1)) },
      isFailure: recorder.failure != nil || (recorder.completion == nil && input.isFailure))
  }
}

private func halves(_ count: Int) -> Duration { .milliseconds(count * 500) }
