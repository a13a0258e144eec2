import Pipelines
import Platform
import Values

/// A stream file and the files that it names, in a folder of the job. Their names refer to each
/// other as before, and a manifest specifies which of them is played.
struct DocumentCopy {
  /// The folder of the job.
  private static let folder = "document"
  private static let manifest = "manifest.json"

  private(set) var files: [ExportedJob.File] = []

  /// Reads the files that a stream file names.
  init(of document: ExportedDocument, with named: [String]) throws(ExportError) {
    if !document.path.hasPrefix("/"), let path = named.first(where: { $0.hasPrefix("/") }) {
      throw .places(
        "'\(path)' is an absolute path, which can differ on other machines",
        hint: "write it relative to the file that names it")
    }
    var texts = [(names: Self.names(of: document.path), bytes: Array(document.source.bytes))]
    for path in named {
      do throws(FileError) {
        let source = try SourceText(contentsOfRegularFile: path)
        texts.append((Self.names(of: path), Array(source.bytes)))
      } catch {
        throw .unreadable(error)
      }
    }
    let depth = Self.commonDepth(of: texts.map { Array($0.names.dropLast()) })
    let placed = texts.map { (place: $0.names[depth...].joined(separator: "/"), bytes: $0.bytes) }
    try add(placed)
    files.append(
      ExportedJob.File(
        path: "\(Self.folder)/\(Self.manifest)",
        bytes: Self.manifest(of: placed[0].place, document)))
  }

  /// Adds files, each of which can be named several times.
  private mutating func add(_ texts: [(place: String, bytes: [UInt8])]) throws(ExportError) {
    var places: [String: [UInt8]] = [:]
    for (place, bytes) in texts {
      if place == Self.manifest {
        throw .places(
          "the job has its own '\(place)'", hint: "rename the stream file")
      }
      if let known = places.updateValue(bytes, forKey: place) {
        guard known == bytes else {
          throw .places(
            "two files that are named through links would both become '\(place)'",
            hint: "name them without links")
        }
        continue
      }
      files.append(ExportedJob.File(path: "\(Self.folder)/\(place)", bytes: bytes))
    }
  }

  /// The folders on the absolute path of a file, and its name.
  private static func names(of path: String) -> [String] {
    let folder = FilePath(".").canonical
    let absolute = path.hasPrefix("/") ? path : "\(folder)/\(path)"
    return FilePath(absolute).normalized.split(separator: "/").map(String.init)
  }

  /// The number of leading folders that are the same for all.
  private static func commonDepth(of folders: [[String]]) -> Int {
    var common = folders[0][...]
    for folder in folders {
      let equal = zip(common, folder).prefix { $0 == $1 }.count
      common = common.prefix(equal)
    }
    return common.count
  }

  /// Returns the manifest, with the absolute paths of the folders that are allowed.
  private static func manifest(of place: String, _ document: ExportedDocument) -> [UInt8] {
    let texts = document.parameters.map { Value.string(Text("\($0.name)=\($0.text)")) }
    var members = [
      Member(key: "document", value: .string(Text(place))),
      Member(key: "parameters", value: .array(texts)), Member(key: "version", value: 1),
    ]
    let allowed = document.access.allowed.map { Value.string(Text(FilePath($0).canonical)) }
    if !allowed.isEmpty { members.append(Member(key: "allowed", value: .array(allowed))) }
    return JSONWriter.text(of: .object(Object(members))) + [UInt8(ascii: "\n")]
  }
}
