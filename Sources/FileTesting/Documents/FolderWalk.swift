import Pipelines
import Platform
package import Values

/// The files below a folder in which stream documents may stand.
///
/// What cannot be looked at is not passed over: it is listed with the reason, so that a folder never
/// seems to be all right because a part of it could not be read.
package struct FolderWalk {
  /// A file that was found, or something in whose place there may be files.
  package struct File: Hashable, Sendable {
    package let path: String
    /// Why it cannot be looked at; nil if nothing is known against it.
    package var trouble: FileError?
  }

  /// In the order of their paths: names by their bytes, a folder where its name stands.
  package private(set) var files: [File] = []
  /// The files and folders that were left out because somebody asked for it.
  package private(set) var excluded: [String] = []

  private let isExcluded: (String) -> Bool
  /// The folders that were walked: a link may lead back to one of them.
  private var walked: Set<FileStatus.Identity> = []
  /// Links to folders, which are followed once all real folders have been walked, so that files are
  /// known by their own paths as far as possible.
  private var links: [String] = []

  /// Walks a folder, without hidden folders. A path that is no folder is a file itself, whatever its
  /// name.
  ///
  /// - Parameter isExcluded: Whether a file is to be left out, or a folder with all that is in it.
  package init(_ path: String, excluding isExcluded: @escaping (String) -> Bool = { _ in false }) {
    self.isExcluded = isExcluded
    if isExcluded(path) {
      excluded = [path]
    } else {
      do throws(SystemError) {
        if try FileStatus(ofPath: path).kind == .folder { walk(path) } else { add(path) }
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

  /// Whether there is a file at a path, and no folder.
  static func isFile(_ path: String) -> Bool {
    do throws(SystemError) {
      return try FileStatus(ofPath: path).kind != .folder
    } catch {
      return false
    }
  }

  private mutating func add(_ path: String, _ error: SystemError? = nil) {
    files.append(File(path: path, trouble: error.map { FileError(file: path, $0) }))
  }

  /// Walks a folder and those in it, unless that has been done.
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

  /// Adds the files that are in a folder. Returns the folders that are in it.
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
        // A folder that can be listed and not entered: one word about it, not one for each file.
        add(folder, error)
        return folders
      case .gone: continue
      }
    }
    if let failure = contents.failure { add(folder, failure) }
    return folders
  }
}
