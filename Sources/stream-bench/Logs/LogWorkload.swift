import Values

/// A job on a log, from file to output, in a process of its own.
protocol LogWorkload: Workload {
  /// The stream file, whose input is named `log`.
  static var document: String { get }

  /// Returns some lines of a log.
  static func lines(_ range: Range<Int64>) -> [UInt8]

  /// Returns the job of another tool on the file `$0`, as a line of shell; nil if the tool is not
  /// made for it.
  static func script(for tool: LogTool) -> String?

  /// Does the job in plain Swift.
  static func work(on log: inout TextCursor, writing output: inout PlainOutput) -> Bool

  var document: TemporaryFile { get }
  var log: TemporaryFile { get }

  init(count: Int, document: TemporaryFile, log: TemporaryFile)
}

extension LogWorkload {
  static var sizes: [Int] { [100_000, 1_000_000] }
  static var item: String { "line" }

  static var variants: [Variant] {
    let tools = LogTool.allCases.filter { script(for: $0) != nil && $0.isInstalled }
    return [.engine] + tools.map(\.variant) + [.plain]
  }

  static var missing: [String] {
    LogTool.allCases.filter { script(for: $0) != nil && !$0.isInstalled }.map(\.rawValue)
  }

  init(size: Int) throws {
    // Piece by piece: the peak memory of this process counts as that of the processes that it
    // starts.
    var next: Int64 = 0
    let log = try TemporaryFile(pieces: {
      let lines = next..<min(next + 1_000, Int64(size))
      next = lines.upperBound
      return lines.isEmpty ? nil : Self.lines(lines)
    })
    try self.init(
      count: size, document: TemporaryFile(Array(Self.document.utf8)), log: log)
  }

  func engine() throws -> Pass {
    try WholeProcess(
      program: siblingProgram("stream-run"),
      arguments: [document.path, "--input", "log=\(log.path)", "--format", "values"]
    ).pass()
  }

  func plain() throws -> Pass {
    try WholeProcess(
      program: siblingProgram("stream-bench"),
      arguments: [Measurer.command, Measurer.plainProcess, Self.name, log.path]
    ).pass()
  }

  func run(_ variant: Variant) throws -> Pass {
    switch variant {
    case .engine: return try engine()
    case .plain: return try plain()
    default:
      guard let tool = LogTool(variant), let script = Self.script(for: tool) else {
        throw BenchError("\(Self.name) has no variant '\(variant)'")
      }
      let child = try ChildProcess.run("/bin/sh", ["-c", script, log.path], output: "/dev/null")
      guard child.status == 0 else { throw BenchError("'\(tool)' fails") }
      // Its output has a layout of its own, and is not compared.
      return Pass(time: child.time, checksum: 0, peakBytes: child.peakBytes)
    }
  }
}

/// A third-party tool that reads lines of JSON.
enum LogTool: String, CaseIterable {
  case duckdb, polars, jq

  var variant: Variant {
    switch self {
    case .duckdb: .duckdb
    case .polars: .polars
    case .jq: .jq
    }
  }

  init?(_ variant: Variant) {
    guard let tool = Self.allCases.first(where: { $0.variant == variant }) else { return nil }
    self = tool
  }

  var isInstalled: Bool {
    let check =
      switch self {
      case .duckdb: "duckdb --version"
      case .polars: "python3 -c 'import polars'"
      case .jq: "jq --version"
      }
    let child = try? ChildProcess.run(
      "/bin/sh", ["-c", check], output: "/dev/null", errors: "/dev/null")
    return child?.status == 0
  }
}

/// Lines for standard output, in a buffer.
struct PlainOutput: ~Copyable {
  private var buffer = ByteBuffer(capacity: 1 << 17)

  mutating func write(_ body: (inout ByteBuffer) -> Void) {
    body(&buffer)
    if buffer.count >= 1 << 16 { flush() }
  }

  mutating func flush() {
    unsafe buffer.withUnsafeBytes { unsafe writeToStandardOutput($0) }
    buffer.truncate()
  }
}

/// A job on a log in plain Swift, in a process of its own.
enum PlainLog {
  static func run(_ name: String, _ path: String) throws {
    let workload = workloads.first { $0.name == name }
    guard let workload = workload as? any LogWorkload.Type else {
      throw UsageError("'\(Measurer.command)' is for stream-bench itself")
    }
    let source = try SourceText(contentsOfFile: path)
    var output = PlainOutput()
    let isRight = unsafe source.bytes.withUnsafeBufferPointer { bytes in
      unsafe TextCursor.scan(bytes) { workload.work(on: &$0, writing: &output) }
    }
    guard isRight else { throw BenchError("lines of another shape") }
    output.flush()
  }
}
