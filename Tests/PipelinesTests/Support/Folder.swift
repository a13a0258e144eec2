import Foundation
import Pipelines
import Values

/// A folder of files for one test, which goes away with it.
final class Folder {
  let path: String

  /// Makes the folder and writes the files, by their paths in it.
  init(_ files: KeyValuePairs<String, String> = [:]) throws {
    path = NSTemporaryDirectory() + "streams-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    for (name, text) in files { try write(text, to: name) }
  }

  deinit {
    do {
      try FileManager.default.removeItem(atPath: path)
    } catch {
      print("\(path) is still there: \(error)")
    }
  }

  func write(_ text: String, to name: String) throws {
    if let slash = name.lastIndex(of: "/") {
      try FileManager.default.createDirectory(
        atPath: self / String(name[..<slash]), withIntermediateDirectories: true)
    }
    try Data(text.utf8).write(to: URL(fileURLWithPath: self / name))
  }

  static func / (folder: Folder, name: String) -> String { "\(folder.path)/\(name)" }

  /// What playing a file gives, or all that is said about it; the folder's own path is left out.
  func outcome(of name: String, stream: String? = nil) -> String {
    do {
      let source = try SourceText(contentsOfFile: self / name)
      return try Program(source, stream: stream).play().brief
    } catch {
      return withoutPath("\(error)")
    }
  }

  func withoutPath(_ text: String) -> String {
    text.replacing("\(path)/", with: "")
  }
}
