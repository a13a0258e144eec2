#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The names that a path passes through on its way to a file, each in its folder, through all
/// links.
///
/// When any of them changes, the path may lead to a different file, because a folder above it was
/// renamed, a link was replaced, or the file itself was replaced.
struct PathTrail {
  /// A name in a folder.
  struct Step: Hashable {
    let folder: String
    let name: String
  }

  /// The maximum number of links that are followed, which is the same as in the system.
  private static let linkLimit = 40

  /// The steps that exist, in order, followed by the first one that does not.
  private(set) var steps: [Step] = []
  /// The steps that contain the file itself, or links that lead to it.
  private(set) var ends: Set<Step> = []
  /// The folder that the path leads to; nil if it leads to a file, or nowhere.
  private(set) var folder: String?

  init(_ path: String) {
    let absolute = path.hasPrefix("/") ? path : Self.currentFolder + "/" + path
    var rest = Self.parts(of: absolute)[...]
    var place = ""
    var linkCount = 0
    while let name = rest.popFirst() {
      if name == ".." {
        place = String(place.folderAndName.folder.dropLast())
        continue
      }
      let step = Step(folder: place.isEmpty ? "/" : place, name: name)
      steps.append(step)
      if rest.isEmpty { ends.insert(step) }
      var status = stat()
      let next = place + "/" + name
      guard unsafe lstat(next, &status) == 0 else { return }
      switch status.st_mode & S_IFMT {
      case S_IFLNK:
        linkCount += 1
        guard linkCount <= Self.linkLimit, let target = Self.target(ofLink: next) else { return }
        if target.hasPrefix("/") { place = "" }
        rest = (Self.parts(of: target) + rest)[...]
      case S_IFDIR: place = next
      default:
        if !rest.isEmpty { ends = [] }
        return
      }
    }
    folder = place.isEmpty ? "/" : place
  }

  private static func parts(of path: String) -> [String] {
    path.split(separator: "/").filter { $0 != "." }.map(String.init)
  }

  private static var currentFolder: String { FilePath(".").canonical }

  private static func target(ofLink path: String) -> String? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = unsafe readlink(path, &buffer, buffer.count)
    guard length >= 0 else { return nil }
    return String(decoding: buffer[..<length].map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
