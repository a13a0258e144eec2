import Foundation
import Pipelines
import Testing
import Values

/// Every file below `Streams` states what it must give.
@Suite struct StreamFilesTests {
  static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Streams")

  static let files: [String] =
    (FileManager.default.subpaths(atPath: folder.path) ?? [])
    .filter { $0.hasSuffix(".json") && $0 != "stream.schema.json" }.sorted()

  @Test func `there are files`() {
    #expect(!Self.files.isEmpty)
  }

  @Test(arguments: Operator.specs.map(\.name))
  func `every operator has a file that shows it`(name: String) throws {
    let path = Self.folder.appendingPathComponent("Operators/\(name).json").path
    let model = try StreamModel<Value>(contentsOfFile: path)
    #expect(model.operators.contains { $0.spec.name == name })
  }

  @Test(arguments: files)
  func `plays what it expects`(file: String) throws {
    let path = Self.folder.appendingPathComponent(file).path
    let source = try SourceText(contentsOfFile: path)
    let document = try JSONReader.value(of: source).value
    guard case .object(let members) = document, case .array(let expected)? = members["expect"]
    else {
      Issue.record("\(file) states no array of events to expect")
      return
    }
    let outcome = try Command.run(path, "--format", "json")
    var printed = try outcome.lines.map { line in
      try JSONReader.value(of: SourceText(name: "output", line)).value
    }
    // A failure without a message stands for any.
    if let wanted = expected.last, printed.last?.withoutError == wanted {
      printed[printed.count - 1] = wanted
    }
    #expect(printed == expected)
    let fails = expected.last?.withoutError != expected.last || expected.last?.isFailure == true
    #expect(outcome.code == (fails ? 2 : 0))
  }
}

extension Value {
  fileprivate var isFailure: Bool {
    guard case .object(let members) = self else { return false }
    return members["completion"] == "failure"
  }

  fileprivate var withoutError: Value {
    guard case .object(let members) = self else { return self }
    return .object(Object(members.members.filter { $0.key != "error" }))
  }
}
