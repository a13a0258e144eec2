package import Editing
package import Values

/// A small change of a stream file that a test should notice.
package struct Mutation: Sendable {
  /// The change in words: `'debounce' left out`, `'>' became '>='`.
  package let text: String
  /// The place of what changes.
  package let path: DocumentPath
  /// The change.
  let edits: [DocumentEdit]

  /// Returns the changed text. Throws if the change cannot be made.
  package func applied(to source: SourceText) throws(EditError) -> SourceText {
    try edits.applied(to: source)
  }
}

extension Mutation {
  /// Returns all changes of a document, one thing at a time, in the order of the text: operators left
  /// out or swapped, comparisons and constants in expressions, and parameters of operators. Tests and
  /// expectations stay as they are.
  package static func all(of source: SourceText) -> [Mutation] {
    let value: Value
    do throws(ReadError) {
      value = try JSONReader.value(of: source).value
    } catch {
      return []
    }
    var finder = MutationFinder()
    finder.visit(value, at: DocumentPath([]))
    return finder.found
  }
}
