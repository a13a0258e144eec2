/// The output for messages to people, which is complete even when the program crashes.
package enum StandardError {
  /// Writes a text, without a buffer. Errors are ignored, because the program does not depend on a
  /// reader.
  package static func write(_ text: String) {
    _ = FileDescriptor.standardError.writeAll(Array(text.utf8))
  }

  /// Writes a text and a line break, as `write` does.
  package static func writeLine(_ line: String) {
    write(line + "\n")
  }
}
