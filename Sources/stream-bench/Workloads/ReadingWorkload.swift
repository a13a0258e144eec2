import Pipelines
import Values

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

/// A serial stream of ints read in plain Swift. The reader knows the layout of the file, and checks
/// it.
struct PlainSerialFile {
  private(set) var values: [Int64] = []
  private(set) var delays: [Int64] = []

  init(_ text: [UInt8]) throws {
    let isSerial = unsafe text.withUnsafeBufferPointer { bytes in
      unsafe TextCursor.scan(bytes) { read(&$0) }
    }
    guard isSerial else { throw BenchError("not a serial stream") }
  }

  private mutating func read(_ text: inout TextCursor) -> Bool {
    guard text.skip("{\"stream\":[\n") else { return false }
    repeat {
      guard text.skip("{\"value\":"), let value = text.number(),
        text.skip(",\"operators\":[{\"delay\":{\"seconds\":"), let delay = text.number(),
        text.skip("}}]}")
      else { return false }
      values.append(value)
      delays.append(delay * .second)
    } while text.skip(",\n")
    return text.skip("],\"operators\":[]}\n") && text.isAtEnd
  }
}
