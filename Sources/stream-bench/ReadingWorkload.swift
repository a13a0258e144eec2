import Pipelines
import Values

/// Reading a `stream`, with all checks on.
struct ReadingWorkload: Workload {
  static let name = "P7"
  static let summary = "reading items of 58 bytes into a model, all checks on"
  static let sizes = [10_000, 100_000, 1_000_000]
  static let item = "item"

  private let text: [UInt8]
  private let source: SourceText

  init(size: Int) {
    text = SerialFile.text(size: size)
    source = SourceText(name: "P7", bytes: text)
  }

  func run(_ variant: Variant) throws -> Pass {
    switch variant {
    case .plain: try plain()
    case .engine: try engine()
    }
  }

  private func plain() throws -> Pass {
    let (time, columns) = try measured { try PlainSerialFile(text) }
    return Pass(time: time, checksum: sum(columns.values))
  }

  private func engine() throws -> Pass {
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
    var rest = Cursor(text: text)
    try rest.skip(#"{"stream":["#)
    repeat {
      try rest.skip("\n{\"value\":")
      values.append(try rest.number())
      try rest.skip(#","operators":[{"delay":{"seconds":"#)
      delays.append(try rest.number() * 1_000_000_000)
      try rest.skip("}}]}")
    } while rest.skipIfNext(UInt8(ascii: ","))
    try rest.skip("\n]}\n")
  }

  private struct Cursor {
    let text: [UInt8]
    var position = 0

    mutating func skip(_ expected: StaticString) throws {
      let count = expected.utf8CodeUnitCount
      guard text.count - position >= count else { throw BenchError("the file ends too soon") }
      let isThere = text.withUnsafeBufferPointer { bytes in
        (0..<count).allSatisfy { bytes[position + $0] == expected.utf8Start[$0] }
      }
      guard isThere else { throw BenchError("not a serial stream") }
      position += count
    }

    mutating func skipIfNext(_ byte: UInt8) -> Bool {
      guard position < text.count, text[position] == byte else { return false }
      position += 1
      return true
    }

    mutating func number() throws -> Int64 {
      var number: Int64 = 0
      let start = position
      while position < text.count, text[position] >= 0x30, text[position] <= 0x39 {
        number = number * 10 + Int64(text[position] - 0x30)
        position += 1
      }
      guard position > start else { throw BenchError("not a number") }
      return number
    }
  }
}
