import Values

/// The whole command: it reads a serial stream from a file, then checks, plays and prints it.
struct ProcessWorkload: Workload {
  static let name = "P9"
  static let summary = "whole process: stream-run on P2's file, output to /dev/null"
  static let sizes = [10_000, 100_000, 1_000_000]
  static let item = "item"

  static let goal: Goal? = Goal(target: 110, atWorst: 300)

  let count: Int
  private let file: TemporaryFile

  init(size: Int) throws {
    count = size
    file = try TemporaryFile(SerialFile.text(SerialStream(count: size, period: .second)))
  }

  func engine() throws -> Pass {
    try WholeProcess.engine(on: file).pass()
  }

  func plain() throws -> Pass {
    try WholeProcess.plain(on: file).pass()
  }
}

/// The start of the command: a file of four items.
struct StartWorkload: Workload {
  static let name = "P11"
  static let summary = "start: stream-run on a file of four items, whole process"
  static let sizes = [1]
  static let item = "start"

  static let goal: Goal? = Goal(target: 3e6, atWorst: 8e6)

  let count = 1
  private let file: TemporaryFile

  init(size: Int) throws {
    file = try TemporaryFile(SerialFile.text(SerialStream(count: 4, period: .second)))
  }

  func engine() throws -> Pass {
    try WholeProcess.engine(on: file).pass()
  }

  func plain() throws -> Pass {
    try WholeProcess.plain(on: file).pass()
  }
}

/// A process that plays a serial stream: the command, or plain Swift for only this job.
struct WholeProcess {
  let program: String
  let arguments: [String]

  /// The command.
  static func engine(on file: TemporaryFile) throws -> WholeProcess {
    WholeProcess(
      program: try siblingProgram("stream-run"), arguments: [file.path, "--format", "json"])
  }

  /// This program, which does the same in plain Swift.
  static func plain(on file: TemporaryFile) throws -> WholeProcess {
    WholeProcess(
      program: try siblingProgram("stream-bench"),
      arguments: [Measurer.command, Measurer.plainProcess, file.path])
  }

  /// - Parameter hasOrder: Whether the order of the lines of the output is part of the result.
  func pass(hasOrder: Bool = true) throws -> Pass {
    // It runs once into a file to compare the output, and once into nothing to measure.
    let output = try TemporaryFile([])
    _ = try run(output: output.path)
    let checksum = Self.checksum(of: try output.contents(), hasOrder: hasOrder)
    let child = try run(output: "/dev/null")
    return Pass(time: child.time, checksum: checksum, peakBytes: child.peakBytes)
  }

  func run(output: String) throws -> ChildProcess {
    let child = try ChildProcess.run(program, arguments, output: output)
    guard child.status == 0 else {
      throw BenchError("'\(([program] + arguments).joined(separator: " "))' fails")
    }
    return child
  }

  private static func checksum(of bytes: [UInt8], hasOrder: Bool) -> UInt64 {
    var (sum, line): (UInt64, Checksum) = (0, Checksum())
    for byte in bytes {
      line.add(Int64(byte))
      if byte == UInt8(ascii: "\n"), !hasOrder {
        sum &+= line.value
        line = Checksum()
      }
    }
    return sum &+ line.value
  }
}

/// The work of `stream-run` on a serial stream, in plain Swift.
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
    unsafe buffer.withUnsafeBytes { unsafe writeToStandardOutput($0) }
    buffer.truncate()
  }
}
