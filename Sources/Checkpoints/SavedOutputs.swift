/// The state of a run's outputs when it is saved. A run that continues truncates its files to it.
package struct SavedOutputs: Codable {
  /// An output of an option, or standard output.
  package struct File: Codable {
    /// The path; nil for standard output.
    package let path: String?
    /// The length of a regular file.
    package let length: Int?
    /// Its identity on its file system.
    package let identity: String?
    /// The rows so far, if it is a table.
    package var table: SavedTable?
    /// The number of lines so far, if they are numbered.
    package var lineCount: Int?

    package init(path: String?, length: Int?, identity: String?) {
      (self.path, self.length, self.identity) = (path, length, identity)
    }
  }

  /// An output of the document.
  package struct Output: Codable {
    package let name: String
    package let valueCount: Int
    package let files: [TreeFile]

    package init(name: String, valueCount: Int, files: [TreeFile]) {
      (self.name, self.valueCount, self.files) = (name, valueCount, files)
    }
  }

  package struct TreeFile: Codable {
    /// The path below the folder.
    package let path: String
    package let length: Int
    package let table: SavedTable?

    package init(path: String, length: Int, table: SavedTable?) {
      (self.path, self.length, self.table) = (path, length, table)
    }
  }

  /// The outputs of options, in their order, after that of the stream.
  package var files: [File]
  /// The outputs of the document, if they are written.
  package var outputs: [Output]?

  package init(files: [File], outputs: [Output]? = nil) {
    self.files = files
    self.outputs = outputs
  }
}

/// The rows of a table so far.
package struct SavedTable: Codable, Equatable {
  package let header: [String]?
  package let count: Int
  /// Whether lines end with carriage return and line feed.
  package let endsWithReturn: Bool

  package init(header: [String]?, count: Int, endsWithReturn: Bool) {
    (self.header, self.count, self.endsWithReturn) = (header, count, endsWithReturn)
  }
}
