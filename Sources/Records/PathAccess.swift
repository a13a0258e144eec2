import Platform

/// The folders from which inputs may read the files that they name in `path`, and in which files
/// named by a stream file may be written: the folders of the stream files, and others that are
/// allowed.
///
/// What counts is where a file is after all links have been resolved.
public struct PathAccess: Hashable, Sendable {
  /// The folder for the paths of models that were made in Swift.
  public var folder: String
  /// Further folders whose files may be read.
  public var allowed: [String]

  /// Creates an access to the folders of stream files, and to others.
  public init(folder: String = ".", allowing allowed: [String] = []) {
    self.folder = folder
    self.allowed = allowed
  }
}

extension PathAccess {
  /// Whether a file may be written: after all links have been resolved, it must be below `folder`
  /// or below an allowed folder.
  package func allowsWriting(_ path: String, below folder: String) -> Bool {
    ([folder] + allowed).contains { FilePath(path).isBelow($0) }
  }
}

extension InputBindings {
  /// Creates bindings for inputs that name their files in `path`.
  ///
  /// - Parameters:
  ///   - folder: The folder for models that were made in Swift. The paths of a stream file are
  ///     relative to its own folder.
  ///   - allowed: Further folders whose files may be read.
  public static func paths(
    below folder: String = ".", allowing allowed: [String] = []
  ) -> InputBindings {
    var bindings = InputBindings()
    bindings.pathAccess = PathAccess(folder: folder, allowing: allowed)
    return bindings
  }
}
