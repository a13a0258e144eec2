package import Pipelines
import Platform
package import Values

/// A file whose stream documents have been checked without playing them: a stream file has one, a
/// Markdown page any number.
package struct ValidatedFile: Sendable {
  /// The path of the file.
  package let path: String
  /// The mistakes and warnings of its stream documents.
  package private(set) var diagnostics = Diagnostics()
  /// The number of its stream documents.
  package private(set) var documentCount = 0
  /// Whether one of the documents states an expectation, or has tests.
  package private(set) var hasTests = false
  /// The files that the tests of its documents read.
  package private(set) var dataFiles: [String] = []
  private let access: PathAccess

  /// Reads and checks a file.
  ///
  /// - Parameters:
  ///   - isNamed: Whether it was named, rather than found in a folder: then it is meant to be a stream
  ///     file.
  ///   - access: The folders in which the paths of inputs must be.
  package init(
    _ path: String, isNamed: Bool, access: PathAccess = PathAccess()
  ) throws(FileError) {
    self.init(try SourceText(contentsOfRegularFile: path), isNamed: isNamed, access: access)
  }

  /// Checks a text.
  package init(_ source: SourceText, isNamed: Bool, access: PathAccess = PathAccess()) {
    path = source.name
    self.access = access
    let parts =
      StreamFile.isPage(path)
      ? MarkdownPage(source).parts : [MarkdownPage.Part(text: source, isMarked: false)]
    let isOnly = isNamed && parts.count == 1
    for part in parts { add(part, isMeant: isOnly || part.isMarked) }
  }

  private mutating func add(_ part: MarkdownPage.Part, isMeant: Bool) {
    let validation = Validation(of: part.text, access: access)
    let isStream =
      isMeant || !validation.diagnostics.hasErrors || DocumentNature(of: part.text) == .stream
    guard isStream else { return }
    documentCount += 1
    hasTests = hasTests || validation.hasTests
    dataFiles += validation.dataFiles
    diagnostics.append(contentsOf: validation.diagnostics)
  }
}
