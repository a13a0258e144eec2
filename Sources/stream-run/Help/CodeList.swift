import Pipelines

/// The output of `stream-run explain` without a code: all codes, each with a summary of the
/// mistake.
enum CodeList {
  static var page: String {
    let codes = DiagnosticCode.allCases
    let width = codes.map(\.rawValue.count).max() ?? 0
    let rows = codes.map { code in
      let name = code.rawValue
      return "  \(name)\(String(repeating: " ", count: width - name.count))  "
        + code.explanation.summary
    }
    return """
      Kinds of mistakes in a stream file; 'stream-run explain CODE' explains one.

      \(rows.joined(separator: "\n"))

      """
  }
}
