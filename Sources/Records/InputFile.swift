/// A file that an input names in `path`.
package struct InputFile: Hashable, Sendable {
  /// Its path as shown to people: relative if the path of the stream file is relative.
  package let name: String
  /// Its absolute path, without links.
  package let path: String
  /// Whether it was found by a pattern or in a folder.
  package let isListed: Bool
  /// Whether another process is writing it, so that a line that has not ended is not read.
  package var isGrowing = false
}

extension InputFile {
  /// A file that an option names.
  package init(path: String, isGrowing: Bool) {
    self.init(name: path, path: path, isListed: false, isGrowing: isGrowing)
  }
}

/// The reason why files of an input cannot be read.
package struct InputFileMistake: Error {
  package let message: String
  /// Whether the files could be read if their folder was allowed.
  package var isOutside = false
}
