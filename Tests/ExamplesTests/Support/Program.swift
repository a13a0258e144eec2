import Foundation

/// The result of running a program.
struct Outcome: Equatable {
  var output: String
  var errors: String
  var code: Int32
}

/// The programs as they were built, in the same folder as the tests.
enum Program {
  static let folder: String = {
    let tests =
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
      ?? CommandLine.arguments[0]
    return URL(fileURLWithPath: tests).deletingLastPathComponent().path
  }()

  /// Runs a line of the shell in a folder, where the programs are found by their names.
  static func shell(_ line: String, in work: Folder) throws -> Outcome {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    process.arguments = ["-c", line]
    process.currentDirectoryURL = URL(fileURLWithPath: work.path)
    var environment = ProcessInfo.processInfo.environment
    environment["PATH"] = folder + ":" + (environment["PATH"] ?? "/usr/bin:/bin")
    process.environment = environment
    process.standardInput = FileHandle.nullDevice
    try work.write("", to: "out.txt")
    try work.write("", to: "err.txt")
    process.standardOutput = try FileHandle(
      forWritingTo: URL(fileURLWithPath: work("out.txt")))
    process.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: work("err.txt")))
    try process.run()
    process.waitUntilExit()
    return Outcome(
      output: try work.read("out.txt"), errors: try work.read("err.txt"),
      code: process.terminationStatus)
  }
}

/// A folder that is removed when it is released.
final class Folder {
  let path: String

  init() throws {
    path =
      FileManager.default.temporaryDirectory.appendingPathComponent("example-\(UUID().uuidString)")
      .path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  func callAsFunction(_ name: String) -> String { "\(path)/\(name)" }

  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: self(name)))
  }

  func read(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: self(name))), as: UTF8.self)
  }
}
