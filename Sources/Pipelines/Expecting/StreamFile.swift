public import Values

/// A file with stream documents: a stream file is one, a Markdown page may hold any number.
public struct StreamFile: Sendable {
  public let path: String
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
    path.hasSuffix(".md") || path.hasSuffix(".markdown")
  }
}

extension StreamFile: CustomStringConvertible {
  public var description: String { path }
}

extension StreamFile {
  /// All files of a folder, and of the folders in it, that state what they must give; in the order of
  /// their paths.
  ///
  /// Together with `check()` this makes a folder of stream files a parameterized test:
  ///
  /// ```swift
  /// @Test(arguments: try StreamFile.all(in: "Streams"))
  /// func plays(file: StreamFile) throws { try file.check() }
  /// ```
  ///
  /// The path is taken from the present folder, which for `swift test` is that of the package.
  public static func all(in folder: String) throws(FileError) -> [StreamFile] {
    var files: [StreamFile] = []
    for path in try FolderWalk(folder).files {
      let file = try StreamFile(path)
      if file.documents.contains(where: \.statesExpectation) { files.append(file) }
    }
    return files
  }

  /// Plays all that the file states, and throws what came otherwise; also if it states nothing.
  public func check(steps: Int = StreamDocument.defaultSteps) throws(CheckFailure) {
    var reports: [String] = []
    var count = 0
    for document in documents where document.statesExpectation || !StreamFile.isPage(path) {
      if let mistakes = document.mistakes { reports.append(mistakes.report) }
      for check in document.checks {
        count += 1
        if let report = document.play(check, steps: steps).report(of: check) {
          reports.append(report)
        }
      }
    }
    if count == 0, reports.isEmpty { reports = ["\(path): nothing that the file must give"] }
    if !reports.isEmpty { throw CheckFailure(description: reports.joined(separator: "\n\n")) }
  }
}

/// What a file gave otherwise than it states.
public struct CheckFailure: Error, Sendable, CustomStringConvertible {
  /// Of each check that was not met: where it stands, and both timelines as a picture.
  public let description: String
}
