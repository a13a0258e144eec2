import Pipelines
import Reactive
import Values

/// A `stream` of items, each a second after the one before: the format's main case.
struct SerialWorkload: Workload {
  static let name = "P2"
  static let summary = "a stream of items, 'delay' 1 s each, played"
  static let sizes = [1_000, 10_000, 100_000, 1_000_000, 10_000_000]
  static let item = "item"

  private let text: [UInt8]
  private let values: [Int64]
  private let delays: [Int64]

  init(size: Int) {
    text = SerialFile.text(size: size)
    values = (0..<Int64(size)).map(SerialFile.value)
    delays = Array(repeating: 1_000_000_000, count: size)
  }

  func run(_ variant: Variant) throws -> Pass {
    switch variant {
    case .plain: plain()
    case .engine: try played(text, name: Self.name)
    }
  }

  private func plain() -> Pass {
    let (time, checksum) = measured {
      var checksum = Checksum()
      var now: Int64 = 0
      for (value, delay) in zip(values, delays) {
        now += delay
        checksum.add(now)
        checksum.add(value)
      }
      checksum.add(now)
      return checksum.value
    }
    return Pass(time: time, checksum: checksum)
  }
}

/// The engine's way through a stream file: reads it, compiles it, and plays it, which is measured.
func played(_ text: [UInt8], name: String) throws -> Pass {
  let source = SourceText(name: name, bytes: text)
  let (reading, model) = try measured { try StreamModel<Value>(source) }
  let (compiling, program) = try measured { try Program(model) }
  let (time, checksum) = measured {
    let sum = SumReceiver()
    let scheduler = VirtualScheduler()
    Playback().play(
      program.publisher(on: scheduler), on: scheduler,
      receiveCompletion: { sum.add($1) }, receiveValue: { sum.add($0, $1) })
    return sum.checksum.value
  }
  return Pass(
    time: time, checksum: checksum,
    besides: [("reading", reading), ("compiling", compiling)])
}

/// Adds up the times and values of a playing of ints, or of arrays of ints.
final class SumReceiver {
  @exclusivity(unchecked) private(set) var checksum = Checksum()

  @inline(__always)
  func add(_ value: Value, _ instant: Instant) -> Bool {
    switch value {
    case .int(let value):
      checksum.add(instant.nanoseconds)
      checksum.add(value)
    case .array(let elements):
      for element in elements { _ = add(element, instant) }
    default: break
    }
    return true
  }

  func add(_ end: Instant) {
    checksum.add(end.nanoseconds)
  }
}

/// The text of a serial stream of ints.
enum SerialFile {
  static func value(_ index: Int64) -> Int64 { 100 + index % 900 }

  static func text(size: Int) -> [UInt8] {
    var text = ByteBuffer(capacity: size * 60 + 64)
    append(size: size, period: 1, to: &text)
    text.append("\n" as StaticString)
    return text.bytes
  }

  /// A document with one source that takes in serial streams, each with a period of its own.
  static func text(_ source: StaticString, size: Int, periods: [Int64]) -> [UInt8] {
    var text = ByteBuffer(capacity: size * periods.count * 60 + 64)
    text.append(#"{""# as StaticString)
    text.append(source)
    text.append(#"":["# as StaticString)
    for (index, period) in periods.enumerated() {
      if index > 0 { text.append("," as StaticString) }
      append(size: size, period: period, to: &text)
    }
    text.append("]}\n" as StaticString)
    return text.bytes
  }

  private static func append(size: Int, period: Int64, to text: inout ByteBuffer) {
    text.append(#"{"stream":["# as StaticString)
    for index in 0..<Int64(size) {
      text.append((index == 0 ? "\n" : ",\n") as StaticString)
      text.append(#"{"value":"# as StaticString)
      text.appendDecimal(value(index))
      text.append(#","operators":[{"delay":{"seconds":"# as StaticString)
      text.appendDecimal(period)
      text.append(#"}}]}"# as StaticString)
    }
    text.append("\n]}" as StaticString)
  }
}
