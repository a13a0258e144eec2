import Reactive

/// A `stream` of items, each a second after the previous one. This is the format's main use.
struct SerialWorkload: TypedWorkload {
  static let name = "P2"
  static let summary = "a stream of items, 'delay' 1 s each, played"
  static let sizes = [1_000, 10_000, 100_000, 1_000_000, 10_000_000]
  static let item = "item"
  static let goal: Goal? = Goal(target: 5, atWorst: 10)

  private let text: [UInt8]
  private let values: [Int64]
  private let delays: [Int64]

  init(size: Int) {
    let stream = SerialStream(count: size, period: .second)
    text = SerialFile.text(stream)
    values = stream.values
    delays = Array(repeating: .second, count: size)
  }

  var count: Int { values.count }

  func engine() throws -> Pass {
    try play(text, name: Self.name)
  }

  func publishers() -> Pass {
    play { scheduler in serial(values, period: .seconds(1), on: scheduler) }
  }

  func plain() -> Pass {
    let (time, checksum) = measured {
      var checksum = Checksum()
      var now: Int64 = 0
      for (value, delay) in zip(values, delays) {
        now += delay
        checksum.add(value, at: now)
      }
      checksum.add(now)
      return checksum.value
    }
    return Pass(time: time, checksum: checksum)
  }
}

/// Returns the contents of the file, written with publishers: each value after a delay, one after
/// another.
func serial(
  _ values: [Int64], period: Duration, on scheduler: VirtualScheduler
) -> Publishers.ConcatenateMany<Publishers.Delay<Just<Int64>>> {
  Publishers.ConcatenateMany(
    values.map { Just($0).delay(for: period, scheduler: scheduler) })
}
