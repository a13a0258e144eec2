/// The reason why no document can be drafted from a line or a log.
package struct DraftError: Error {
  package let message: String
  /// A way to fix the error.
  package let hint: String?

  init(_ message: String, hint: String? = nil) {
    (self.message, self.hint) = (message, hint)
  }
}
