import Pipelines
import Platform
public import Values

/// A file with stream documents: a stream file is one, a Markdown page may hold any number.
public struct StreamFile: Sendable {
  /// The path of the file.
  public let path: String
  /// The documents in the file, in their order.
  public let documents: [StreamDocument]

  /// Reads a file. A page whose name ends in `.md` or `.markdown` holds a document in each fenced
  /// block that is marked as `json stream`, and in each marked as `json` that is an object with a
  /// source and with `expect` or `tests`. A marked block that is no stream document is a mistake;
  /// another one is an example of something else.
  public init(_ path: String) throws(FileError) {
    self.path = path
    let source = try SourceText(contentsOfRegularFile: path)
    documents = Self.documents(in: source, of: path)
  }

  static func documents(in source: SourceText, of path: String) -> [StreamDocument] {
    isPage(path) ? MarkdownPage(source).documents : [StreamDocument(source)]
  }

  static func isPage(_ path: String) -> Bool {
    let path = path.lowercased()
    return path.hasSuffix(".md") || path.hasSuffix(".markdown")
  }

  /// Whether a file of this name, found in a folder, is one to look into.
  static func canHoldDocuments(_ name: String) -> Bool {
    // What editors and file systems leave beside a file is none of its own.
    if name.hasPrefix(".#") || name.hasPrefix("._") { return false }
    return name.lowercased().hasSuffix(".json") || isPage(name)
  }
}

extension StreamFile: CustomStringConvertible {
  public var description: String { path }
}

extension StreamFile {
  /// All files of a folder, and of the folders in it, that state what they must emit; in the order of
  /// their paths. Files with mistakes are among them, and so are files that are no JSON at all, unless
  /// a test reads them: nothing is passed over. Throws if a file or a folder cannot be read.
  ///
  /// Together with `check()` this makes a folder of stream files a parameterized test:
  ///
  /// ```swift
  /// @Test(arguments: try StreamFile.all(in: "Streams"))
  /// func plays(file: StreamFile) throws { try file.check() }
  /// ```
  ///
  /// The path is taken from the present folder, which for `swift test` is that of the package. With
  /// `STREAM_ACCEPT=1` in the environment, what comes is written into the files.
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

  /// Plays all that the file states, and throws what came otherwise; also if it states nothing.
  ///
  /// - Parameters:
  ///   - steps: How many pieces of work, or values, each playing may take.
  ///   - accepting: Whether what comes is written into the file instead, where it differs. If nothing
  ///     is said, `STREAM_ACCEPT=1` in the environment says so.
  public func check(
    steps: Int = StreamDocument.defaultSteps, accepting: Bool? = nil
  ) throws(CheckFailure) {
    let accepts = accepting ?? Self.environmentAccepts
    var reports: [String] = []
    var acceptances: [Acceptance] = []
    var count = 0
    for (number, document) in documents.enumerated() {
      if let mistakes = document.mistakes { reports.append(mistakes.report) }
      for check in document.checks {
        count += 1
        let outcome = document.play(check, steps: steps, accepting: accepts)
        if accepts, case .differs(let difference) = outcome {
          acceptances.append(
            Acceptance(document: number, check: check, actual: difference.actual))
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
    if count == 0, reports.isEmpty { reports = ["\(path): nothing that the file must give"] }
    if !reports.isEmpty { throw CheckFailure(description: reports.joined(separator: "\n\n")) }
  }

  /// The files that tests of its documents read: inputs, and what is expected.
  package var dataFiles: [String] { documents.flatMap(\.dataFiles) }

  /// Whether whoever runs the tests wants the files to say what comes.
  private static var environmentAccepts: Bool {
    CurrentProcess.environmentVariable("STREAM_ACCEPT") == "1"
  }
}

/// What a file gave otherwise than it states.
public struct CheckFailure: Error, Sendable, CustomStringConvertible {
  /// Of each check that was not met: where it stands, and both timelines as a picture.
  public let description: String
}
