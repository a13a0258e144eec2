import Pipelines
import Platform
package import Values

extension SourceText {
  /// Reads a stream file, or standard input for `-`. Returns nil if it cannot be read, which has
  /// then been reported.
  package static func ofStreamFile(_ file: String) -> SourceText? {
    do throws(FileError) {
      return try file == "-"
        ? SourceText(name: "<stdin>", contentsOf: FileDescriptor.standardInput.rawValue)
        : SourceText(contentsOfFile: file)
    } catch {
      complain("stream-run: \(error)".onOneLine)
      return nil
    }
  }
}
