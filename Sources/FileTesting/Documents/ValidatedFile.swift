package import Pipelines
import Platform
package import Values

/// A file whose stream documents have been checked without playing them. A stream file has one, and
/// a Markdown page has any number.
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
  /// The names of the inputs of its documents.
  package private(set) var inputs: Set<String> = []
  /// The first records of inputs that were read.
  package private(set) var samples: [(input: String, sample: RecordSample)] = []

  /// Reads and checks a file.
  ///
  /// - Parameters:
  ///   - isNamed: Whether it was named instead of being found in a folder. A named file is meant to
  ///     be a stream file.
  ///   - data: The data that it is checked against.
  package init(_ path: String, isNamed: Bool, data: DataChoice) throws(FileError) {
    self.init(try SourceText(contentsOfRegularFile: path), isNamed: isNamed, data: data)
  }

  /// Checks a source.
  package init(_ source: SourceText, isNamed: Bool, data: DataChoice) {
    path = source.name
    let parts =
      StreamFile.isPage(path)
      ? MarkdownPage(source).parts : [MarkdownPage.Part(text: source, isMarked: false)]
    let isOnly = isNamed && parts.count == 1
    for part in parts { add(part, isMeant: isOnly || part.isMarked, data) }
  }

  private mutating func add(_ part: MarkdownPage.Part, isMeant: Bool, _ data: DataChoice) {
    let validation = Validation(of: part.text, data: data)
    let isStream =
      isMeant || !validation.diagnostics.hasErrors || DocumentNature(of: part.text) == .stream
    guard isStream else { return }
    documentCount += 1
    hasTests = hasTests || validation.hasTests
    dataFiles += validation.dataFiles
    inputs.formUnion(validation.inputs)
    samples += validation.samples
    diagnostics.append(contentsOf: validation.diagnostics)
  }
}
