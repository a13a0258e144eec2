import Platform
import Values

/// Writes the whole result of a command, to the file of `-o` or to standard output.
package func writeResult(_ text: String, to path: String?) -> ExitCode {
  do throws(OutputError) {
    let file = try path.map { (path) throws(OutputError) in
      try OutputFile(path: path, .replacing)
    }
    let output = file ?? OutputFile(.standardOutput)
    output.write(text)
    return file == nil ? output.close() : output.finish()
  } catch {
    complain("stream-run: \(error.message)\(error.hint.map { "; \($0)" } ?? "")".onOneLine)
    return .outputError
  }
}
