import Reactive

/// Two timed sources with operators each, which are merged, delayed and added up. The second is a
/// quarter of a second later than the first, so that no two events share an instant.
struct ChainWorkload: TypedWorkload {
  static let name = "P5"
  static let summary = "two timed streams, 'map' and 'filter' each, 'merge', 'delay' 0.5 s, 'scan'"
  static let sizes = [10_000, 100_000, 1_000_000]
  static let item = "item"
  static let goal: Goal? = Goal(target: 10, atWorst: 25)

  private static let delay: Int64 = 500_000_000

  private let text: [UInt8]
  private let streams: [SerialStream]
  private let values: [Int64]

  init(size: Int) {
    let half = max(1, size / 2)
    streams = [
      SerialStream(
        count: half, period: .second,
        operators: #"""
          [{"map":{"expression":"$0 * 2"}},{"filter":{"expression":"$0 % 3 != 0"}}]
          """#),
      SerialStream(
        count: half, period: .second, offset: 250_000_000,
        operators: #"""
          [{"map":{"expression":"$0 + 1"}},{"filter":{"expression":"$0 % 2 == 0"}}]
          """#),
    ]
    values = streams[0].values
    text = SerialFile.text(
      "merge", of: streams,
      operators: #"""
        [{"delay":{"seconds":0.5}},{"scan":{"initialValue":0,"expression":"$0 + $1"}}]
        """#)
  }

  var count: Int { 2 * values.count }

  func engine() throws -> Pass {
    try play(text, name: Self.name)
  }

  func publishers() -> Pass {
    play { scheduler in
      let first = timed(streams[0], on: scheduler).map { $0 * 2 }.filter { $0 % 3 != 0 }
      let second = timed(streams[1], on: scheduler).map { $0 + 1 }.filter { $0 % 2 == 0 }
      return first.merge(with: second)
        .delay(for: .nanoseconds(Self.delay), scheduler: scheduler)
        .scan(0) { $0 + $1 }
    }
  }

  private func timed(
    _ stream: SerialStream, on scheduler: VirtualScheduler
  ) -> TimedSequence<Int64, Never> {
    var due = stream.offset
    let events = values.map { value -> (time: Duration, value: Int64) in
      due += stream.period
      return (.nanoseconds(due), value)
    }
    return TimedSequence(events, end: .nanoseconds(stream.end), on: scheduler)
  }

  /// This goes event by event, taking the stream whose next item is due first.
  func plain() -> Pass {
    let (time, checksum) = measured {
      var checksum = Checksum()
      var total: Int64 = 0
      var (first, second) = (0, 0)
      var firstDue = streams[0].offset + streams[0].period
      var secondDue = streams[1].offset + streams[1].period
      while second < values.count {
        if first < values.count, firstDue < secondDue {
          let value = values[first] * 2
          if value % 3 != 0 {
            total += value
            checksum.add(total, at: firstDue + Self.delay)
          }
          first += 1
          firstDue += streams[0].period
        } else {
          let value = values[second] + 1
          if value % 2 == 0 {
            total += value
            checksum.add(total, at: secondDue + Self.delay)
          }
          second += 1
          secondDue += streams[1].period
        }
      }
      checksum.add(streams[1].end + Self.delay)
      return checksum.value
    }
    return Pass(time: time, checksum: checksum)
  }
}
