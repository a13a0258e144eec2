package import Editing
package import Values

extension SourceText {
  /// Returns the text of a stream file with a further test.
  package func adding(test: Value) throws(EditError) -> SourceText {
    let hasTests = offsets(of: [DocumentPath(["tests"])])[0] != nil
    let edits = try DocumentEdit.edits(
      hasTests ? ["insert", "tests[-]", "\(test)"] : ["set", "tests", "[\(test)]"])
    return try edits.applied(to: self)
  }
}
