import Console
import Platform
import Values

/// The folder of a job, which is written as a whole: either all files or, after an error, none.
struct ExportFolder {
  let path: String
  /// The files that do not exist yet, or that are different.
  private var changes: [ExportedJob.File] = []
  /// The existing files among them, which have different bytes.
  private(set) var replaced: [String] = []

  /// Compares the files of a job with those of the folder.
  init(_ path: String, for job: ExportedJob) throws {
    self.path = path
    if !FileTarget.isMissing(path), try FileStatus(ofPath: path).kind != .folder {
      throw OutputError(
        path: path, reason: "it is not a folder",
        hint: "name a folder, or a path that does not exist")
    }
    for file in job.files {
      let place = place(of: file.path)
      guard !FileTarget.isMissing(place) else {
        changes.append(file)
        continue
      }
      guard try Array(SourceText(contentsOfRegularFile: place).bytes) != file.bytes else {
        continue
      }
      changes.append(file)
      replaced.append(place)
    }
  }

  /// The paths of the files that are written.
  var written: [String] { changes.map { place(of: $0.path) } }

  private func place(of name: String) -> String {
    (path.hasSuffix("/") ? path : path + "/") + name
  }

  /// Writes the files that are missing or different.
  func write() throws(OutputError) {
    var files: [TreeFile] = []
    do throws(FolderTree.Failure) {
      let tree = try tree()
      for change in changes {
        let file = try TreeFile(change.path, in: tree, .replacing)
        files.append(file)
        try file.write(change.bytes)
        try file.synchronize()
      }
      for file in files { try file.commit() }
    } catch {
      for file in files { file.discard() }
      throw OutputError(error)
    }
  }

  private func tree() throws(FolderTree.Failure) -> FolderTree {
    do throws(SystemError) {
      return try FolderTree(creating: path)
    } catch {
      throw .system(path: path, error)
    }
  }
}
