package import Values

/// The texts of the files that documents name: those on disk, or those of open editors.
package struct DocumentTexts: Sendable {
  /// Returns the text of a file, by its path without `.` and `..`.
  let read: @Sendable (_ path: String) throws(FileError) -> SourceText

  package init(read: @escaping @Sendable (_ path: String) throws(FileError) -> SourceText) {
    self.read = read
  }

  /// The files on disk: no devices and no pipes, which may never end.
  package static let files = DocumentTexts { (path) throws(FileError) in
    try SourceText(contentsOfRegularFile: path)
  }

  /// Creates texts of which some are open in an editor, by their paths without `.` and `..`; these
  /// count instead of the files on disk, which need not exist.
  package init(open texts: [String: SourceText]) {
    self.init { (path) throws(FileError) in
      if let text = texts[path] { return text }
      return try Self.files.read(path)
    }
  }
}
