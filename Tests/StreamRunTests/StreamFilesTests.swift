import FileTesting
import Foundation
import Pipelines
import Testing
import Values

/// Every file below `Streams` states the events that it must emit.
@Suite struct StreamFilesTests {
  static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Streams")

  static let files: [String] =
    (FileManager.default.subpaths(atPath: folder.path) ?? [])
    .filter { $0.hasSuffix(".json") && $0 != "stream.schema.json" }.sorted()

  @Test func `there are stream files`() {
    #expect(!Self.files.isEmpty)
  }

  @Test(arguments: Operator.specs.map(\.name))
  func `every operator has a file that shows it`(name: String) throws {
    let path = Self.folder.appendingPathComponent("Operators/\(name).json").path
    let model = try StreamModel<Value>(contentsOfFile: path)
    #expect(model.operators.contains { $0.spec.name == name })
  }

  @Test func `every file states its expected events`() throws {
    let stating = try StreamFile.all(in: Self.folder.path).map(\.path)
    #expect(stating.count == Self.files.count)
    #expect(Set(stating) == Set(Self.files.map { Self.folder.path + "/" + $0 }))
  }

  @Test(arguments: try StreamFile.all(in: folder.path))
  func `emits the expected events`(file: StreamFile) throws { try file.check() }
}
