import Pipelines
import Platform
import Values

/// The files of a revision in a Git repository, as `git show` prints them.
struct GitRevision: Sendable {
  let name: String

  /// The texts of files at that revision.
  var texts: DocumentTexts {
    DocumentTexts { (path) throws(FileError) in try text(of: path) }
  }

  /// Returns the text of a file at that revision.
  func text(of path: String) throws(FileError) -> SourceText {
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { String(path[...$0]) } ?? "."
    let file = slash.map { String(path[path.index(after: $0)...]) } ?? path
    let output = FilterProcess.output(
      of: "git", ["-C", folder, "show", "\(name):./\(file)"], limit: SourceText.sizeLimit)
    switch output {
    case .success(let bytes): return SourceText(name: path, bytes: bytes)
    case .failure(let failure):
      throw FileError(file: "\(path) at \(name)", reason: "git: \(failure.reason)")
    }
  }
}

extension OptionValue where Value == GitRevision {
  /// Reads the name of a revision; Git itself says whether it exists.
  static let revision = OptionValue(
    placeholder: "REV", expectation: "expected a revision of Git, such as HEAD~1 or main"
  ) { (text, option) throws(UsageError) in
    // Git would read such a name as an option, or as a path.
    guard !text.isEmpty, !text.hasPrefix("-"), !text.contains(":") else {
      throw UsageError(
        "option '\(option)' is '\(text)'",
        hint: "expected a revision of Git, such as HEAD~1 or main")
    }
    return GitRevision(name: text)
  }
}
