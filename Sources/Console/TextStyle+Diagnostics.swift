package import Pipelines
import Platform
import Values

/// Prints diagnostics, and on a terminal also where to read more.
package func complain(_ diagnostics: Diagnostics, style: TextStyle) {
  complain(style.painted(diagnostics.report, of: diagnostics))
  guard FileDescriptor.standardError.isTerminal else { return }
  let codes = diagnostics.codes.map(\.number)
  let more =
    codes.count == 1
    ? "more about it: stream-run explain \(codes[0])"
    : "more about them: stream-run explain CODE, for \(codes.joined(separator: ", "))"
  complain(style.dim(more))
}

extension TextStyle {
  /// Returns the report of diagnostics, with their places in bold, their severities in red or
  /// yellow, and the carets in green.
  package func painted(_ report: String, of diagnostics: Diagnostics) -> String {
    guard isColored else { return report }
    var rest = diagnostics.items[...]
    let lines = report.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let line = String(line)
      if let next = rest.first, line == next.headline {
        rest.removeFirst()
        return painted(line, of: next)
      }
      return line.hasSuffix(" ^") && line.contains(" | ")
        ? "\(line.dropLast())\(green("^"))" : line
    }
    return lines.joined(separator: "\n")
  }

  private func painted(_ line: String, of diagnostic: Diagnostic) -> String {
    let place = diagnostic.location.map { "\($0.file):\($0.line):\($0.column): ".onOneLine } ?? ""
    let severity = "\(diagnostic.severity): "
    guard line.hasPrefix(place + severity) else { return line }
    let word = "\(diagnostic.severity):"
    let mark = diagnostic.severity == .error ? red(word) : yellow(word)
    return bold(String(place.dropLast())) + (place.isEmpty ? "" : " ") + mark + " "
      + line.dropFirst(place.count + severity.count)
  }
}
