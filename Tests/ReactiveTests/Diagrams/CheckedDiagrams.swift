import Foundation
import Marbles
import Reactive
import Testing

/// Plays the diagram of a call in the documentation of its publisher.
///
///     try checkDiagram("prefix(2)") { $0.numbers.prefix(2) }
///
/// The call is the line between the inputs and the result, word for word.
func checkDiagram<P: Publisher & SendableMetatype>(
  _ call: String, _ build: @escaping @Sendable (DrawnInputs) -> P
) throws {
  try DrawnOperator(call, build).check()
}

/// The calls that tests check themselves, as they are written in the sources.
enum CheckedDiagrams {
  static let all: Set<String> = {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../Publishers").standardized
    let files = try? FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    return Set(
      (files ?? []).flatMap { calls(in: (try? String(contentsOf: $0, encoding: .utf8)) ?? "") })
  }()

  private static func calls(in source: String) -> [String] {
    source.matches(of: /checkDiagram\(\s*"((?:[^"\\]|\\.)*)"/)
      .map { String($0.1).replacing("\\\"", with: "\"") }
  }
}

extension DrawnOperator: CustomTestStringConvertible {
  var testDescription: String { call }

  /// Plays the diagram of the call. There must be exactly one, and it must show the actual events.
  func check() throws {
    let example = try #require(
      DrawnExamples.all.examples.first { $0.call.text == call }, "no diagram for '\(call)'")
    let expected = try Timeline(marbles: example.result.text, values: example.result.notes)
    let scheduler = VirtualScheduler()
    let inputs = try DrawnInputs(example, on: scheduler)
    let recorder = build(inputs).record(on: scheduler)
    scheduler.run()
    let actual = recorder.timeline
    #expect(
      actual == expected,
      "\(MarbleChart().difference(expected: expected, actual: actual, text: { $0 }))")
    #expect(recorder.violations == [])
  }
}

extension Recorder<String, any Error> {
  /// The actual events, in the form of a diagram, where all failures are the same.
  fileprivate var timeline: Timeline<String> {
    var timeline = Timeline(zip(values, times).map { Timeline<String>.Event.value($0, at: $1) })
    switch completion {
    case .finished: timeline.events.append(.finished(at: completionTime ?? .zero))
    case .failure: timeline.events.append(.failure("error", at: completionTime ?? .zero))
    case nil: break
    }
    return timeline
  }
}
