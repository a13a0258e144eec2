import Values

/// A job on a log, from file to output, in a separate process.
protocol LogWorkload: Workload {
  /// The stream file, whose input is named `log`.
  static var document: String { get }

  /// Returns some lines of the log of an input.
  static func lines(_ range: Range<Int64>, ofInput number: Int) -> [UInt8]

  /// Returns the job of another tool on the file `$0`, as a line of shell; nil if the tool is not
  /// suited to it.
  static func script(for tool: LogTool) -> String?

  /// Does the job in plain Swift.
  static func work(on logs: inout [TextCursor], writing output: inout PlainOutput) -> Bool

  /// The names of the stream file's inputs.
  static var inputs: [String] { get }

  var document: TemporaryFile { get }
  /// The files of the inputs, in order.
  var logs: [TemporaryFile] { get }

  init(count: Int, document: TemporaryFile, logs: [TemporaryFile])
}

/// A job on one log. Other tools may write their output in any layout.
protocol SingleLogWorkload: LogWorkload {
  /// Returns some lines of the log.
  static func lines(_ range: Range<Int64>) -> [UInt8]

  /// Does the job in plain Swift.
  static func work(on log: inout TextCursor, writing output: inout PlainOutput) -> Bool
}

extension SingleLogWorkload {
  static var inputs: [String] { ["log"] }

  static func lines(_ range: Range<Int64>, ofInput number: Int) -> [UInt8] { lines(range) }

  static func work(on logs: inout [TextCursor], writing output: inout PlainOutput) -> Bool {
    work(on: &logs[0], writing: &output)
  }
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
    // This is done piece by piece, because the peak memory of this process counts as that of the
    // processes that it starts.
    let logs = try Self.inputs.indices.map { number in
      var next: Int64 = 0
      let count = Int64(size / Self.inputs.count)
      return try TemporaryFile(pieces: {
        let lines = next..<min(next + 1_000, count)
        next = lines.upperBound
        return lines.isEmpty ? nil : Self.lines(lines, ofInput: number)
      })
    }
    try self.init(
      count: size, document: TemporaryFile(Array(Self.document.utf8)), logs: logs)
  }

  func engine() throws -> Pass {
    let inputs = zip(Self.inputs, logs).flatMap { ["--input", "\($0)=\($1.path)"] }
    return try WholeProcess(
      program: siblingProgram("stream-run"),
      arguments: [document.path] + inputs + ["--format", "values"]
    ).pass(hasOrder: !Self.comparesTools)
  }

  func plain() throws -> Pass {
    try WholeProcess(
      program: siblingProgram("stream-bench"),
      arguments: [Measurer.command, Measurer.plainProcess, Self.name] + logs.map(\.path)
    ).pass(hasOrder: !Self.comparesTools)
  }

  func run(_ variant: Variant) throws -> Pass {
    switch variant {
    case .engine: return try engine()
    case .plain: return try plain()
    default:
      guard let tool = LogTool(variant), let script = Self.script(for: tool) else {
        throw BenchError("\(Self.name) has no variant '\(variant)'")
      }
      let process = WholeProcess(
        program: "/bin/sh", arguments: ["-c", script] + logs.map(\.path))
      if Self.comparesTools { return try process.pass(hasOrder: false) }
      // Its output has a different layout, and is not compared.
      let child = try process.run(output: "/dev/null")
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

/// A job on a log in plain Swift, in a separate process.
enum PlainLog {
  static func run(_ name: String, _ paths: [String]) throws {
    let workload = workloads.first { $0.name == name }
    guard let workload = workload as? any LogWorkload.Type else {
      throw UsageError("'\(Measurer.command)' is for stream-bench itself")
    }
    let sources = try paths.map { try SourceText(contentsOfFile: $0) }
    var output = PlainOutput()
    guard scan(sources[...], [], { workload.work(on: &$0, writing: &output) }) else {
      throw BenchError("lines of another shape")
    }
    output.flush()
  }

  /// Calls a closure with a cursor for each text.
  private static func scan(
    _ sources: ArraySlice<SourceText>, _ cursors: [TextCursor],
    _ read: (inout [TextCursor]) -> Bool
  ) -> Bool {
    guard let first = sources.first else {
      var cursors = cursors
      return read(&cursors)
    }
    return unsafe first.bytes.withUnsafeBufferPointer { bytes in
      unsafe TextCursor.scan(bytes) { cursor in
        scan(sources.dropFirst(), cursors + [cursor], read)
      }
    }
  }
}
