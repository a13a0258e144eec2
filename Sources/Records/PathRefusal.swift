import Platform
import Values

/// The reason why a string is not a valid path for a file of records.
package struct PathRefusal {
  /// The limit on the length of a path, in bytes.
  static let lengthLimit = 4096

  package let message: String
  package var hint: String?

  private static let schemes = ["http://", "https://", "s3://", "kafka://", "ftp://"]

  /// Returns nil for a string that is a valid path.
  package init?(of path: String) {
    if path.isEmpty {
      message = "found an empty path, expected the path of a file"
    } else if path == "-" {
      message = "found '-', expected the path of a file"
      hint = "bind standard input with '--input NAME=-'"
    } else if path.utf8.contains(0) {
      message = "found a path with a NUL character, expected the path of a file"
    } else if path.utf8.count > Self.lengthLimit {
      message = "the path has \(path.utf8.count) bytes; the limit is \(Self.lengthLimit)"
    } else if let scheme = Self.schemes.first(where: path.hasPrefix) {
      message = "found the address '\(scheme)…', expected the path of a file"
      hint = "run 'curl … | stream-run … --input NAME=-'"
    } else if PathPattern(path) == nil {
      message = "the pattern '\(path.abbreviated)' has a '[' without a ']'"
      hint = #"write "\\[" for a bracket"#
    } else {
      return nil
    }
  }
}
