import Foundation

/// A folder of files for one test, which is removed together with it.
package final class Folder {
  package let path: String

  /// Creates the folder and writes the files, given by their paths in it.
  package init(_ files: KeyValuePairs<String, String> = [:]) throws {
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

  package func write(_ text: String, to name: String) throws {
    if let slash = name.lastIndex(of: "/") {
      try FileManager.default.createDirectory(
        atPath: self / String(name[..<slash]), withIntermediateDirectories: true)
    }
    try Data(text.utf8).write(to: URL(fileURLWithPath: self / name))
  }

  package static func / (folder: Folder, name: String) -> String { "\(folder.path)/\(name)" }

  package func withoutPath(_ text: String) -> String {
    text.replacing("\(path)/", with: "")
  }
}
