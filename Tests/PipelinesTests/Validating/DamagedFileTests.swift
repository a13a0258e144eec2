import Foundation
import TestSupport
import Testing
import Values

@testable import Pipelines
@testable import StreamModels

/// Valid files, each damaged in one place: the first diagnostic of a validation is about that
/// place.
@Suite struct DamagedFileTests {
  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Streams")

  static func files() throws -> [DamagedFile] {
    let names = (FileManager.default.subpaths(atPath: folder.path) ?? [])
      .filter { $0.hasSuffix(".json") && !$0.hasSuffix("schema.json") }.sorted()
    let files = try names.map { name in
      (name, try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8))
    }
    return DamagedFile.some(of: files, operators: Set(Operator.registry.names), seed: 24, each: 10)
  }

  @Test func `the first diagnostic is about the damaged place`() throws {
    let files = try Self.files()
    #expect(files.count >= 200)
    for file in files {
      let source = SourceText(
        name: Self.folder.appendingPathComponent(file.name).path, file.text)
      let found = Validation(of: source).diagnostics
      guard let first = found.items.first, let location = first.location else {
        Issue.record("\(file): nothing is reported")
        continue
      }
      #expect(file.place.contains(location.offset), "\(file): \(first)")
      #expect(file.kind.codes.contains(first.code.rawValue), "\(file): \(first.headline)")
      #expect(first.severity == .error, "\(file): \(first)")
      if let hint = file.hint { #expect(first.hint?.contains(hint) == true, "\(file): \(first)") }
    }
  }
}
