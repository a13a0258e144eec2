import Pipelines
import Platform
package import Values

/// The files below a folder that may contain stream documents.
///
/// An unreadable file is not skipped. It is listed with the reason, so that a folder never seems
/// correct because a part of it could not be read.
package struct FolderWalk {
  /// A file, or an unreadable folder in place of its files.
  package struct File: Hashable, Sendable {
    package let path: String
    /// The folder below which it was found; nil for a file that was named.
    package fileprivate(set) var folder: String?
    /// The reason why it cannot be read; nil if no reason is known.
    package var trouble: FileError?

    package init(path: String, trouble: FileError? = nil) {
      self.path = path
      self.trouble = trouble
    }
  }

  /// The files in the order of their paths. Names are ordered by their bytes, and the files of a
  /// folder come at its name.
  package private(set) var files: [File] = []
  /// The files and folders that were excluded on request.
  package private(set) var excluded: [String] = []

  private let isExcluded: (String) -> Bool
  /// The folder that is listed; nil for a single file.
  private var folder: String?
  /// The folders that have already been visited, because a link may lead back to one of them.
  private var walked: Set<FileStatus.Identity> = []
  /// The links to folders, which are followed after all real folders, so that files are found under
  /// their own paths where possible.
  private var links: [String] = []

  /// Lists a folder, without hidden folders. A path that is not a folder is listed as a file,
  /// whatever its name.
  ///
  /// - Parameter isExcluded: Returns whether a file, or a folder with all its contents, should be
  ///   excluded.
  package init(_ path: String, excluding isExcluded: @escaping (String) -> Bool = { _ in false }) {
    self.isExcluded = isExcluded
    if isExcluded(path) {
      excluded = [path]
    } else {
      do throws(SystemError) {
        if try FileStatus(ofPath: path).kind == .folder {
          self.folder = path
          walk(path)
        } else {
          add(path)
        }
      } catch {
        add(path, error)
      }
    }
    while !links.isEmpty {
      let next = links.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      links = []
      for link in next { walk(link) }
    }
    files.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
  }

  /// Returns whether there is a file, and not a folder, at a path.
  static func isFile(_ path: String) -> Bool {
    do throws(SystemError) {
      return try FileStatus(ofPath: path).kind != .folder
    } catch {
      return false
    }
  }

  private mutating func add(_ path: String, _ error: SystemError? = nil) {
    var file = File(path: path, trouble: error.map { FileError(file: path, $0) })
    file.folder = folder
    files.append(file)
  }

  /// Lists a folder and its subfolders, unless that has already been done.
  private mutating func walk(_ folder: String) {
    var waiting = [folder]
    while let next = waiting.popLast() {
      do throws(SystemError) {
        let identity = try FileStatus(ofPath: next).identity
        if walked.insert(identity).inserted { waiting += look(into: next) }
      } catch {
        add(next, error)
      }
    }
  }

  /// Adds the files of a folder. Returns its subfolders.
  private mutating func look(into folder: String) -> [String] {
    let contents: FolderContents
    do throws(SystemError) {
      contents = try FolderContents(of: folder)
    } catch {
      add(folder, error)
      return []
    }
    let prefix = folder.hasSuffix("/") ? folder : folder + "/"
    var folders: [String] = []
    for found in contents.entries {
      let path = prefix == "./" ? found.name : prefix + found.name
      switch found.kind {
      case .folder, .linkToFolder:
        if found.name.hasPrefix(".") { continue }
        if isExcluded(path) {
          excluded.append(path)
        } else if !found.isNamedInUTF8 {
          add(path, .notUTF8)
        } else if found.kind == .folder {
          folders.append(path)
        } else {
          links.append(path)
        }
      case .file, .other, .trouble:
        guard StreamFile.canHoldDocuments(found.name) else { continue }
        if isExcluded(path) {
          excluded.append(path)
        } else if case .trouble(let error) = found.kind {
          add(path, error)
        } else {
          add(path, found.isNamedInUTF8 ? nil : .notUTF8)
        }
      case .unreachable(let error):
        // A folder that can be listed but not entered is reported once, not for each file.
        add(folder, error)
        return folders
      case .gone: continue
      }
    }
    if let failure = contents.failure { add(folder, failure) }
    return folders
  }
}
