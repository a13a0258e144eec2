import Foundation
import Platform
import Testing

@Suite final class FileReplacementTests {
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "replacement-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit {
    do {
      try FileManager.default.removeItem(at: folder)
    } catch {
      Issue.record("the folder of a test stays behind: \(error)")
    }
  }

  private func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  private func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: folder.appendingPathComponent(name))
  }

  private func read(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: folder.appendingPathComponent(name)), as: UTF8.self)
  }

  private func fill(_ replacement: FileReplacement, _ text: String) {
    let error = Array(text.utf8).withUnsafeBytes { replacement.descriptor.writeAll($0) }
    #expect(error == nil)
  }

  @Test func `a file is unchanged until it is replaced`() throws {
    try write("old", to: "a")
    let replacement = try FileReplacement(of: path("a"))
    fill(replacement, "new")
    #expect(try read("a") == "old" && !replacement.isNew)
    #expect(try read("a.partial") == "new")
    try replacement.synchronize()
    try replacement.commit()
    #expect(try read("a") == "new")
    #expect(!FileManager.default.fileExists(atPath: path("a.partial")))
  }

  @Test func `a discarded file leaves nothing, and a released one stays partial`() throws {
    let first = try FileReplacement(of: path("a"))
    #expect(first.isNew)
    first.discard()
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    do { fill(try FileReplacement(of: path("a")), "half") }
    #expect(try read("a.partial") == "half")
    try FileReplacement(of: path("a")).commit()
    #expect(try read("a") == "")
  }

  @Test func `a partial file that is being written is not taken over`() throws {
    let first = try FileReplacement(of: path("a"))
    #expect(throws: FileReplacement.Failure.busy(path: path("a.partial"))) {
      try FileReplacement(of: path("a"))
    }
    fill(first, "first")
    try first.commit()
    #expect(try read("a") == "first")
  }

  @Test func `a partial file that has disappeared is not committed`() throws {
    try write("old", to: "a")
    let replacement = try FileReplacement(of: path("a"))
    try FileManager.default.removeItem(atPath: path("a.partial"))
    try write("another's", to: "a.partial")
    #expect(throws: SystemError(code: ENOENT)) { try replacement.commit() }
    replacement.discard()
    #expect(try read("a") == "old")
    #expect(try read("a.partial") == "another's")
  }

  @Test func `a file has one identity under all its names`() throws {
    try write("", to: "a")
    let manager = FileManager.default
    try manager.createSymbolicLink(atPath: path("link"), withDestinationPath: "a")
    try manager.linkItem(atPath: path("a"), toPath: path("hard"))
    try manager.createSymbolicLink(atPath: path("here"), withDestinationPath: ".")
    let identity = FileIdentity(path: path("a"))
    #expect(identity != nil)
    for name in ["link", "hard", "here/a", "here/../\(folder.lastPathComponent)/a"] {
      #expect(FileIdentity(path: path(name)) == identity)
    }
    #expect(FileIdentity(path: folder.path) == nil && FileIdentity(path: "/dev/null") == nil)
  }

  @Test func `files that do not exist yet are distinguished by their places`() throws {
    let manager = FileManager.default
    try manager.createSymbolicLink(atPath: path("link"), withDestinationPath: "new")
    try manager.createSymbolicLink(atPath: path("here"), withDestinationPath: ".")
    let identity = FileIdentity(path: path("new"))
    #expect(identity != nil)
    for name in ["link", "here/new", "./new"] {
      #expect(FileIdentity(path: path(name)) == identity)
    }
    #expect(FileIdentity(path: path("other")) != identity)
    #expect(FileIdentity(path: path("none/new")) == nil)
  }

  @Test func `a path leads to a file, a device or a descriptor`() throws {
    try FileManager.default.createSymbolicLink(
      atPath: path("out"), withDestinationPath: "/dev/stdout")
    try FileManager.default.createSymbolicLink(atPath: path("loop"), withDestinationPath: "loop")
    #expect(try FileTarget(path("out")) == .descriptor(1))
    #expect(try FileTarget("/dev/fd/2") == .descriptor(2))
    #expect(try FileTarget("/proc/self/fd/0") == .descriptor(0))
    #expect(try FileTarget("/dev/null") == .device(path: "/dev/null"))
    #expect(try FileTarget(path("new")) == .file(path: path("new")))
    for (name, code) in [("loop", ELOOP), ("none/new", ENOENT), ("", EISDIR), (".", EISDIR)] {
      #expect(throws: SystemError(code: code)) {
        try FileTarget(path(name) + (name == "" ? "/" : ""))
      }
    }
  }
}
