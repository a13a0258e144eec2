/// Where a program speaks to people, and what is left of its output when it crashes.
package enum StandardError {
  /// Writes a text, without a buffer. That nobody reads it is no concern of the program's.
  package static func write(_ text: String) {
    _ = FileDescriptor.standardError.writeAll(Array(text.utf8))
  }

  /// Writes a text and a line break, as `write` does.
  package static func writeLine(_ line: String) {
    write(line + "\n")
  }
}
