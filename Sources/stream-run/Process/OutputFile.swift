import Pipelines
import Values

/// One output with one buffer. What goes wrong is kept until it is asked for.
///
/// It belongs to the thread that writes: there is no lock on the way of a value.
final class OutputFile {
  private static let limit = 64 * 1024

  private let descriptor: Descriptor
  /// What the file is called; nil for what the process was started with.
  private let path: String?
  private var writer = JSONWriter(capacity: OutputFile.limit + 4096)
  private var result = WriteResult.written
  /// How full the buffer may be.
  private var limit = OutputFile.limit

  init(_ descriptor: Descriptor) {
    self.descriptor = descriptor
    path = nil
  }

  /// Creates a file, or empties the one that is there.
  init(path: String) throws(OutputError) {
    descriptor = try Descriptor(creating: path)
    self.path = path
  }

  var isTerminal: Bool { descriptor.isTerminal }

  /// Whether writing makes sense: false once the reader has gone or an error occurred.
  var isOpen: Bool {
    if case .written = result { true } else { false }
  }

  /// Lets each line go out as it comes, for somebody who waits for it.
  func sendEachLine() {
    limit = 0
  }

  func write(_ text: String) {
    _ = write { $0.buffer.append(text) }
  }

  /// Lets `body` write to the buffer, which goes out when it is full. False once nobody reads it.
  func write(_ body: (inout JSONWriter) -> Void) -> Bool {
    body(&writer)
    if writer.buffer.count >= limit { flush() }
    return isOpen
  }

  /// Writes out what is left, and tells how all of it went.
  func close() -> ExitCode {
    flush()
    guard case .failed(let reason) = result else { return .done }
    if descriptor != .standardError {
      let name = path.map { "'\($0)'" } ?? "the output"
      complain("stream-run: \(name) cannot be written: \(reason)".onOneLine)
    }
    return .outputError
  }

  /// Writes out what is in the buffer.
  func flush() {
    if isOpen {
      result = Interruption.during {
        writer.buffer.withUnsafeBytes { writeAll($0, to: descriptor) }
      }
    }
    writer.buffer.truncate()
  }
}

extension ByteBuffer {
  mutating func append(_ text: String) {
    append(Array(text.utf8))
  }
}
