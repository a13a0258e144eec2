package import Values

/// The texts of the files that documents name: those on disk, or those of open editors.
package struct DocumentTexts: Sendable {
  /// Returns the text of the file at a path without `.` and `..`.
  let read: @Sendable (_ path: String) throws(FileError) -> SourceText

  package init(read: @escaping @Sendable (_ path: String) throws(FileError) -> SourceText) {
    self.read = read
  }

  /// The files on disk. Devices and pipes are excluded, because they may never end.
  package static let files = DocumentTexts { (path) throws(FileError) in
    try SourceText(contentsOfRegularFile: path)
  }

  /// Creates texts some of which are open in an editor, by their paths without `.` and `..`. These
  /// replace the files on disk, which need not exist.
  package init(open texts: [String: SourceText]) {
    self.init { (path) throws(FileError) in
      if let text = texts[path] { return text }
      return try Self.files.read(path)
    }
  }
}
