import Pipelines
import Platform
public import Values

/// A file with stream documents. A stream file has one, and a Markdown page has any number.
public struct StreamFile: Sendable {
  /// The path of the file.
  public let path: String
  /// The documents in the file, in order.
  public let documents: [StreamDocument]

  /// Reads a file. In a page whose name ends in `.md` or `.markdown`, the documents are the fenced
  /// blocks that are marked as `json stream`, and those marked as `json` that are an object with a
  /// source and with `expect` or `tests`. A block marked as `json stream` that is not a stream
  /// document is a mistake. Any other block is an example of something else.
  public init(_ path: String) throws(FileError) {
    self.path = path
    let source = try SourceText(contentsOfRegularFile: path)
    documents = Self.documents(in: source, of: path)
  }

  /// Returns the documents of a file that has been read.
  package static func documents(in source: SourceText, of path: String) -> [StreamDocument] {
    isPage(path) ? MarkdownPage(source).documents : [StreamDocument(source)]
  }

  package static func isPage(_ path: String) -> Bool {
    let path = path.lowercased()
    return path.hasSuffix(".md") || path.hasSuffix(".markdown")
  }

  /// Returns whether a file of this name in a folder may contain documents.
  static func canHoldDocuments(_ name: String) -> Bool {
    // Files with these prefixes are created by editors and file systems.
    if name.hasPrefix(".#") || name.hasPrefix("._") { return false }
    return name.lowercased().hasSuffix(".json") || isPage(name)
  }
}

extension StreamFile: CustomStringConvertible {
  public var description: String { path }
}

extension StreamFile {
  /// Returns the files of a folder and its subfolders that state an expectation, in the order of
  /// their paths. Files with mistakes are included, even those that are not JSON, unless a test
  /// reads them, so that nothing is skipped. Throws if a file or a folder cannot be read.
  ///
  /// Together with `check()` this makes a folder of stream files a parameterized test:
  ///
  /// ```swift
  /// @Test(arguments: try StreamFile.all(in: "Streams"))
  /// func plays(file: StreamFile) throws { try file.check() }
  /// ```
  ///
  /// The path is relative to the current folder, which for `swift test` is that of the package.
  /// With `STREAM_ACCEPT=1` in the environment, the actual timelines are written into the files.
  public static func all(in folder: String) throws(FileError) -> [StreamFile] {
    var files: [StreamFile] = []
    for found in FolderWalk(folder).files {
      if let trouble = found.trouble { throw trouble }
      let file = try StreamFile(found.path)
      if file.documents.contains(where: \.hasTestsOrMistakes) { files.append(file) }
    }
    let data = Set(files.flatMap(\.dataFiles).map { FilePath($0).canonical })
    return files.filter { file in
      file.documents.contains { !$0.checks.isEmpty }
        || !data.contains(FilePath(file.path).canonical)
    }
  }

  /// Plays all checks of the file, and throws the differences. Also throws if the file has no
  /// checks.
  ///
  /// - Parameters:
  ///   - steps: The limit on the pieces of work, and on the values, of each playback.
  ///   - accepting: Whether the actual timelines are written into the file where they differ. The
  ///     default is whether `STREAM_ACCEPT=1` is in the environment.
  ///   - interrupting: Whether each stream is played again, interrupted after each piece of work:
  ///     its state is saved, and a new playback continues from that.
  public func check(
    steps: Int = StreamDocument.defaultSteps, accepting: Bool? = nil, interrupting: Bool = false
  ) throws(CheckFailure) {
    let accepts = accepting ?? Self.environmentAccepts
    var reports: [String] = []
    var acceptances: [Acceptance] = []
    var count = 0
    for (number, document) in documents.enumerated() {
      if let mistakes = document.mistakes { reports.append(mistakes.report) }
      for check in document.checks {
        count += 1
        let outcome = document.play(
          check, steps: steps, accepting: accepts, interrupting: interrupting)
        if accepts, case .differs(let difference) = outcome {
          acceptances.append(
            Acceptance(document: number, check: check, difference))
        } else if let report = outcome.report(of: check) {
          reports.append(report)
        }
      }
    }
    do throws(AcceptanceError) {
      if !acceptances.isEmpty { try accept(acceptances) }
    } catch {
      reports.append("\(error)")
    }
    if count == 0, reports.isEmpty { reports = ["\(path): the file has no expectations"] }
    if !reports.isEmpty { throw CheckFailure(description: reports.joined(separator: "\n\n")) }
  }

  /// The files that the tests of its documents read: inputs, and expected timelines.
  package var dataFiles: [String] { documents.flatMap(\.dataFiles) }

  /// Whether the environment requests that the actual timelines are written into the files.
  private static var environmentAccepts: Bool {
    CurrentProcess.environmentVariable("STREAM_ACCEPT") == "1"
  }
}

/// The differences between a file's expectations and its playback.
public struct CheckFailure: Error, Sendable, CustomStringConvertible {
  /// The place of each unmet check, and both timelines as a picture.
  public let description: String
}
