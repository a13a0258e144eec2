import Foundation

/// A folder that is removed when it is released.
final class Folder {
  let path: String

  init() throws {
    path =
      FileManager.default.temporaryDirectory.appendingPathComponent("session-\(UUID().uuidString)")
      .path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  func callAsFunction(_ name: String) -> String { "\(path)/\(name)" }

  /// Writes a file and returns its path.
  @discardableResult
  func write(_ text: String, to name: String) throws -> String {
    try Data(text.utf8).write(to: URL(fileURLWithPath: self(name)))
    return self(name)
  }

  func read(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: self(name))), as: UTF8.self)
  }

  /// Returns the text without the path of the folder, wherever that occurs in it.
  func short(_ text: String) -> String { text.replacingOccurrences(of: path + "/", with: "") }
}
