import Values

/// The whole command: read a serial stream from a file, check, play and print it.
struct ProcessWorkload: Workload {
  static let name = "P9"
  static let summary = "whole process: stream-run on P2's file, output to /dev/null"
  static let sizes = [10_000, 100_000, 1_000_000]
  static let item = "item"

  private let file: TemporaryFile

  init(size: Int) throws {
    file = try TemporaryFile(SerialFile.text(size: size))
  }

  func run(_ variant: Variant) throws -> Pass {
    try WholeProcess(variant, on: file).pass()
  }
}

/// The start of the command: a file of four items.
struct StartWorkload: Workload {
  static let name = "P11"
  static let summary = "start: stream-run on a file of four items, whole process"
  static let sizes = [1]
  static let item = "start"

  private let file: TemporaryFile

  init(size: Int) throws {
    file = try TemporaryFile(SerialFile.text(size: 4))
  }

  func run(_ variant: Variant) throws -> Pass {
    try WholeProcess(variant, on: file).pass()
  }
}

/// A process that plays a serial stream: the command, or plain Swift that does just this.
private struct WholeProcess {
  private let program: String
  private let arguments: [String]

  init(_ variant: Variant, on file: TemporaryFile) throws {
    switch variant {
    case .engine:
      program = try siblingProgram("stream-run")
      arguments = [file.path, "--format", "json"]
    case .plain:
      program = try siblingProgram("stream-bench")
      arguments = [Measurer.command, Measurer.plainProcess, file.path]
    }
  }

  func pass() throws -> Pass {
    // Once into a file to compare what comes out, once into nothing to measure.
    let output = try TemporaryFile([])
    _ = try ChildProcess.run(program, arguments, output: output.path)
    var checksum = Checksum()
    for byte in try output.contents() { checksum.add(Int64(byte)) }
    let child = try ChildProcess.run(program, arguments, output: "/dev/null")
    return Pass(time: child.time, checksum: checksum.value, peakBytes: child.peakBytes)
  }
}

/// What `stream-run` does with a serial stream, by hand.
enum PlainProcess {
  static func run(_ path: String) throws {
    let file = try PlainSerialFile(Array(SourceText(contentsOfFile: path).bytes))
    var line = ByteBuffer(capacity: 1 << 17)
    var now: Int64 = 0
    for (value, delay) in zip(file.values, file.delays) {
      now += delay
      line.append(#"{"time":"# as StaticString)
      line.appendSeconds(nanoseconds: now)
      line.append(#","value":"# as StaticString)
      line.appendDecimal(value)
      line.append("}\n" as StaticString)
      if line.count >= 1 << 16 { flush(&line) }
    }
    line.append(#"{"time":"# as StaticString)
    line.appendSeconds(nanoseconds: now)
    line.append(",\"completion\":\"finished\"}\n" as StaticString)
    flush(&line)
  }

  private static func flush(_ buffer: inout ByteBuffer) {
    buffer.withUnsafeBytes { writeToStandardOutput($0) }
    buffer.truncate()
  }
}
