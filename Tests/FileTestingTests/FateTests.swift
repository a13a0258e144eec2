import Foundation
import Marbles
import Pipelines
import Testing
import Tracing
import Values

@testable import FileTesting

/// Each event in the playbacks of all files in `Streams` leads to another one, or is ended by a
/// rule.
@Suite struct FateTests {
  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Streams")

  static let files: [String] = {
    let all = FileManager.default.enumerator(atPath: folder.path)?.allObjects ?? []
    return all.compactMap { $0 as? String }.filter {
      $0.hasSuffix(".json") && !$0.hasSuffix(".schema.json")
    }.sorted()
  }()

  @Test func `there are files`() {
    #expect(Self.files.count > 100)
  }

  @Test(arguments: files)
  func `every event leads to the output, or ends`(name: String) throws {
    let file = try StreamFile(Self.folder.appendingPathComponent(name).path)
    for document in file.documents where document.mistakes == nil {
      for check in document.checks {
        guard let trace = document.trace(check, steps: 20_000) else { continue }
        let index = TraceIndex(trace)
        for event in trace.events {
          guard case .value(let value) = event.kind else { continue }
          let isKnown =
            index.stage(of: event).role == .output || !index.effects(of: event.number).isEmpty
            || !index.ends(of: event.number).isEmpty
          let stage = index.stage(of: event)
          #expect(
            isKnown,
            "\(check.title): event \(event.number), \(value), of '\(stage.label)' at \(event.instant)"
          )
          if !isKnown { return }
        }
      }
    }
  }
}
