import Editing
import Values

extension Feature {
  /// The edits that bring the document, or a range of it, into its canonical form. None for a text
  /// that is no JSON.
  func formatting() -> Value {
    do throws(ReadError) {
      let edits = try JSONFormatter.edits(
        for: document.source, in: document.range(parameters["range"]))
      return .array(
        edits.map { ["range": value($0.range), "newText": Value($0.text)] })
    } catch {
      return .array([])
    }
  }
}
