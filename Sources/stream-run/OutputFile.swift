import Values

/// One output with one buffer. What goes wrong is kept until it is asked for.
final class OutputFile {
  private static let limit = 64 * 1024

  private let descriptor: Descriptor
  private var writer = JSONWriter(capacity: limit + 4096)
  private var trouble: WriteResult = .written

  init(_ descriptor: Descriptor) {
    self.descriptor = descriptor
  }

  /// Whether writing makes sense: false once the reader has gone or an error occurred.
  var isOpen: Bool {
    if case .written = trouble { true } else { false }
  }

  func write(_ text: String) {
    write { $0.buffer.append(text) }
  }

  /// Lets `body` write to the buffer, which goes out when it is full.
  func write(_ body: (inout JSONWriter) -> Void) {
    body(&writer)
    if writer.buffer.count >= Self.limit { flush() }
  }

  func flush() {
    if isOpen {
      trouble = writer.buffer.withUnsafeBytes { writeAll($0, to: descriptor) }
    }
    writer.buffer.truncate()
  }

  /// Writes out what is left, and tells how all of it went.
  func close() -> ExitCode {
    flush()
    guard case .failed(let reason) = trouble else { return .done }
    if descriptor != .standardError {
      complain("stream-run: the output cannot be written: \(reason)")
    }
    return .outputError
  }
}

extension ByteBuffer {
  mutating func append(_ text: String) {
    append(Array(text.utf8))
  }
}
