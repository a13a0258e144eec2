import Editing
import Values

extension Feature {
  /// The edits that bring the document, or a range of it, into its canonical form. There are none
  /// if the document is not JSON.
  func formatting() -> Value {
    do throws(ReadError) {
      let edits = try JSONFormatter.edits(
        for: document.source, in: document.range(parameters["range"]))
      // An editor may add the last line break only when it saves the file.
      let addsLineBreak = parameters["options"]?["insertFinalNewline"]?.flag ?? false
      let end = document.source.count
      return .array(
        edits.filter { addsLineBreak || $0.range != end..<end }.map {
          ["range": value($0.range), "newText": Value($0.text)]
        })
    } catch {
      return .array([])
    }
  }
}
