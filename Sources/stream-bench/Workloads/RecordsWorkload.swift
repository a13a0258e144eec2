import Pipelines
import Reactive
import Values

/// Lines of JSON from a file. Some are kept, and written with other fields.
struct RecordsWorkload: Workload {
  static let name = "P8"
  static let summary = "lines of JSON of 44 bytes: keeps '$0.x > 50', writes {id, y: $0.x * 2}"
  static let sizes = [10_000, 100_000, 1_000_000]
  static let item = "line"
  static let goal: Goal? = Goal(target: 70, atWorst: 200)

  private static let document = """
    {"input": "lines",
     "operators": [{"filter": {"expression": "$0.x > 50"}},
                   {"map": {"expression": "{'id': $0.id, 'y': $0.x * 2}"}}]}
    """

  let count: Int
  private let file: TemporaryFile

  init(size: Int) throws {
    count = size
    file = try TemporaryFile(Self.lines(size))
  }

  func engine() throws -> Pass {
    let source = SourceText(name: Self.name, Self.document)
    let (compiling, program) = try measured { try Program(source) }
    let (time, output) = try measured {
      let session = try InputSession(
        program, InputBindings(["lines": .file(file.path, format: .ndjson)]))
      return written(program, session)
    }
    return Pass(time: time, checksum: output, besides: [("compiling", compiling)])
  }

  private func written(_ program: Program, _ session: InputSession) -> UInt64 {
    let output = OutputSum()
    let scheduler = VirtualScheduler(now: session.start)
    Playback().play(
      program.publisher(on: scheduler, inputs: session), on: scheduler,
      receiveCompletion: { _, _ in },
      receiveValue: { value, _ in
        output.write(value)
        return true
      })
    return output.end()
  }

  func plain() throws -> Pass {
    let (time, output) = try measured { () -> UInt64 in
      let source = try SourceText(contentsOfFile: file.path)
      let output = OutputSum()
      let areLines = unsafe source.bytes.withUnsafeBufferPointer { bytes in
        unsafe TextCursor.scan(bytes) { Self.write(&$0, to: output) }
      }
      guard areLines else { throw BenchError("lines of another shape") }
      return output.end()
    }
    return Pass(time: time, checksum: output)
  }

  /// Reads lines in plain Swift. It knows their layout, and checks it.
  private static func write(_ text: inout TextCursor, to output: OutputSum) -> Bool {
    while !text.isAtEnd {
      guard text.skip("{\"id\":"), let id = text.number(), text.skip(",\"x\":"),
        let x = text.number(), text.skip(",\"label\":\""), text.skip(to: 0x22),
        text.skip("\"}\n")
      else { return false }
      if x > 50 { output.write(id: id, y: x * 2) }
    }
    return true
  }

  private static func lines(_ count: Int) -> [UInt8] {
    var text = ByteBuffer(capacity: count * 44)
    for index in 0..<Int64(count) {
      text.append(#"{"id":"# as StaticString)
      text.appendDecimal(1_000_000 + index)
      text.append(#","x":"# as StaticString)
      text.appendDecimal(10 + index &* 7919 % 90)
      text.append(#","label":"some letter"}"# as StaticString)
      text.append("\n" as StaticString)
    }
    return text.bytes
  }
}

/// Lines of output in a buffer that is emptied from time to time, as in a program that writes a
/// file. The bytes to write are added up.
private final class OutputSum {
  private var writer = JSONWriter(capacity: 1 << 17)
  private var checksum = Checksum()

  func write(_ value: Value) {
    writer.write(value)
    endLine()
  }

  func write(id: Int64, y: Int64) {
    writer.buffer.append("{\"id\":" as StaticString)
    writer.buffer.appendDecimal(id)
    writer.buffer.append(",\"y\":" as StaticString)
    writer.buffer.appendDecimal(y)
    writer.buffer.append("}" as StaticString)
    endLine()
  }

  private func endLine() {
    writer.buffer.append("\n" as StaticString)
    if writer.buffer.count >= 1 << 16 { empty() }
  }

  func end() -> UInt64 {
    empty()
    return checksum.value
  }

  /// Eight bytes are added at a time, because a write would cost less than reading each byte.
  private func empty() {
    unsafe writer.buffer.withUnsafeBytes { bytes in
      for start in stride(from: 0, to: bytes.count & ~7, by: 8) {
        unsafe checksum.add(bytes.loadUnaligned(fromByteOffset: start, as: Int64.self))
      }
      for index in (bytes.count & ~7)..<bytes.count { checksum.add(Int64(unsafe bytes[index])) }
    }
    writer.buffer.truncate()
  }
}
