import Pipelines
import Values

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Reading a `stream`, with all checks on.
struct ReadingWorkload: Workload {
  static let name = "P7"
  static let summary = "reading items of 58 bytes into a model, all checks on"
  static let sizes = [10_000, 100_000, 1_000_000]
  static let item = "item"
  static let goal: Goal? = Goal(target: 70, atWorst: 150)

  let count: Int
  private let text: [UInt8]
  private let source: SourceText

  init(size: Int) {
    count = size
    text = SerialFile.text(SerialStream(count: size, period: .second))
    source = SourceText(name: "P7", bytes: text)
  }

  func plain() throws -> Pass {
    let (time, columns) = try measured { try PlainSerialFile(text) }
    return Pass(time: time, checksum: sum(columns.values))
  }

  func engine() throws -> Pass {
    let (time, model) = try measured { try StreamModel<Value>(source) }
    guard case .stream(let items) = model.source else { throw BenchError("not a stream") }
    return Pass(
      time: time,
      checksum: sum(
        items.lazy.map { item in
          if case .int(let value) = item.value { value } else { -1 }
        }))
  }

  private func sum(_ values: some Sequence<Int64>) -> UInt64 {
    var checksum = Checksum()
    for value in values { checksum.add(value) }
    return checksum.value
  }
}

/// A serial stream of ints read by hand: it knows the file's shape, and checks that it is that.
struct PlainSerialFile {
  private(set) var values: [Int64] = []
  private(set) var delays: [Int64] = []

  init(_ text: [UInt8]) throws {
    let isSerial = text.withUnsafeBufferPointer { bytes -> Bool in
      guard let start = bytes.baseAddress else { return false }
      var rest = Cursor(next: start, end: start + bytes.count)
      guard rest.skip("{\"stream\":[\n") else { return false }
      repeat {
        guard rest.skip("{\"value\":"), let value = rest.number(),
          rest.skip(",\"operators\":[{\"delay\":{\"seconds\":"), let delay = rest.number(),
          rest.skip("}}]}")
        else { return false }
        values.append(value)
        delays.append(delay * 1_000_000_000)
      } while rest.skip(",\n")
      return rest.skip("],\"operators\":[]}\n") && rest.next == rest.end
    }
    guard isSerial else { throw BenchError("not a serial stream") }
  }

  private struct Cursor {
    var next: UnsafePointer<UInt8>
    let end: UnsafePointer<UInt8>

    @inline(__always)
    mutating func skip(_ expected: StaticString) -> Bool {
      let count = expected.utf8CodeUnitCount
      guard end - next >= count, memcmp(next, expected.utf8Start, count) == 0 else { return false }
      next += count
      return true
    }

    @inline(__always)
    mutating func number() -> Int64? {
      var number: Int64 = 0
      let start = next
      while next < end, next.pointee &- 0x30 < 10 {
        number = number &* 10 &+ Int64(next.pointee &- 0x30)
        next += 1
      }
      return next > start ? number : nil
    }
  }
}
