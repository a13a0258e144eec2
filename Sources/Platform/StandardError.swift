/// The output for messages to people. It is complete even when the program crashes.
package enum StandardError {
  /// Writes a string, without a buffer. Errors are ignored, because the program does not depend on
  /// a reader.
  package static func write(_ text: String) {
    _ = FileDescriptor.standardError.writeAll(Array(text.utf8))
  }

  /// Writes a string and a line break, like `write`.
  package static func writeLine(_ line: String) {
    write(line + "\n")
  }
}
