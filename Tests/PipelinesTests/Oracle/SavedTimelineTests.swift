import Foundation
import Reactive
import TestSupport
import Testing
import Values

@testable import Pipelines
@testable import Playing

/// Random pipelines have the events that an earlier engine computed for them, which joined the
/// columns of known sources. `Tests/Timelines/random.jsonl` has one pipeline in each line.
@Suite struct SavedTimelineTests {
  @Test func `pipelines have the events of an independent engine`() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Timelines/random.jsonl")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    #expect(lines.count == 200)
    for (number, line) in lines.enumerated() {
      let saved = try JSONReader.value(of: SourceText(name: "random.jsonl", String(line))).value
      guard case .object(let saved) = saved, let document = saved["document"] else {
        Issue.record("line \(number + 1) has no document")
        continue
      }
      let text = document.description
      let found = Self.events(of: try Program(SourceText(name: "test.json", text)))
      #expect(
        .array(found.map { .string(Text($0)) }) == saved["events"], "line \(number + 1): \(text)")
    }
  }

  /// Returns the events with their instants, and then how and when the playback ended.
  private static func events(of program: Program) -> [String] {
    let scheduler = VirtualScheduler()
    var events: [String] = []
    let end = Playback(until: .zero.advanced(by: .seconds(60)), limit: 2000).play(
      program.publisher(on: scheduler), on: scheduler,
      receiveCompletion: { events.append("\($0)@\($1.nanoseconds)") },
      receiveValue: {
        events.append("\($0)@\($1.nanoseconds)")
        return true
      })
    return events + ["\(end)@\(scheduler.now.nanoseconds)"]
  }
}
